import Dispatch
import Foundation
import Logging
import Server
import Stage
import Synchronization
import Testing
import Texts
import Timeline
import Wire

/// How long a test waits for what must come; a test that passes never waits that long.
let patience = 30.0

/// Calls `body` with the path of a directory that is gone afterwards.
func withDirectory(_ body: (String) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory
        .appendingPathComponent("ovation-data-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(path)
}

/// A server on a free port of loopback, on a thread of its own.
final class LiveServer: Sendable {
    let port: UInt16
    let handle: Server.Handle
    /// Left when `run` has returned and the data are gone.
    private let running = DispatchGroup()

    init(_ change: @escaping @Sendable (inout ServerConfiguration) -> Void = { _ in }) throws {
        let web = try Self.makePages()
        defer { try? FileManager.default.removeItem(at: web) }
        let data = FileManager.default.temporaryDirectory
            .appendingPathComponent("ovation-data-\(UUID().uuidString)")
        let outcome = Mutex<Result<(UInt16, Server.Handle), any Error>?>(nil)
        let box = Box(outcome)
        let started = DispatchSemaphore(value: 0)
        running.enter()
        Thread { [running] in
            defer {
                try? FileManager.default.removeItem(at: data)
                started.signal()
                running.leave()
            }
            do {
                var configuration = ServerConfiguration(
                    webDirectory: web, dataDirectory: data.path)
                configuration.port = 0
                configuration.room.stage.waitForViewer = .never
                change(&configuration)
                let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
                let server = try Server(configuration, logger: logger)
                box.mutex.withLock { $0 = .success((server.port, server.handle)) }
                started.signal()
                try server.run()
            } catch {
                box.mutex.withLock { $0 = .failure(error) }
            }
        }.start()
        started.wait()
        (port, handle) = try #require(box.mutex.withLock { $0 }).get()
    }

    /// Waits for the end: a process that ends before would leave the data behind.
    deinit {
        handle.drain()
        _ = running.wait(timeout: .now() + patience)
    }

    /// Waits until `run` has returned.
    func waitForEnd() throws {
        try #require(
            running.wait(timeout: .now() + patience) == .success, "run() did not return")
    }

    static let page = "<!doctype html><title>overlay</title>"
    static let studioPage = "<!doctype html><title>studio</title>"

    private static func makePages() throws -> URL {
        let web = FileManager.default.temporaryDirectory
            .appendingPathComponent("ovation-web-\(UUID().uuidString)")
        let overlay = web.appendingPathComponent("overlay")
        try FileManager.default.createDirectory(at: overlay, withIntermediateDirectories: true)
        try Data(page.utf8).write(to: overlay.appendingPathComponent("index.html"))
        let studio = web.appendingPathComponent("studio")
        try FileManager.default.createDirectory(at: studio, withIntermediateDirectories: true)
        try Data(studioPage.utf8).write(to: studio.appendingPathComponent("index.html"))
        try Data("export {}".utf8).write(to: overlay.appendingPathComponent("main.js"))
        return web
    }

    private final class Box: Sendable {
        let mutex: Mutex<Result<(UInt16, Server.Handle), any Error>?>
        init(_ mutex: consuming Mutex<Result<(UInt16, Server.Handle), any Error>?>) {
            self.mutex = mutex
        }
    }
}

extension ServerConfiguration {
    /// Rooms in which what is shown stands still for a minute: nothing on the way in takes time.
    mutating func makeRoomsStill() {
        room.gifts.entrance = .zero
        room.gifts.pop = .zero
        room.gifts.settle = .zero
        room.gifts.linger = .init(seconds: 60)
        room.calls.entrance = .zero
        room.calls.move = .zero
        room.calls.vanish = .init(seconds: 60)
    }
}
