import Dispatch
import Foundation
import Logging
import Server
import Stage
import Synchronization
import TestSupport
import Testing
import Texts
import Timeline
import Wire

/// A server on a free loopback port, on its own thread.
final class LiveServer: Sendable {
    let port: UInt16
    let handle: Server.Handle
    private let directory: TemporaryDirectory
    /// Left when `run` has returned.
    private let running = DispatchGroup()

    /// Starts a server with a data directory of its own, or with an existing one. `prepare` is called on the server's
    /// thread before it serves.
    init(
        in directory: TemporaryDirectory? = nil,
        _ change: @escaping @Sendable (inout ServerConfiguration) -> Void = { _ in },
        prepare: @escaping @Sendable (Server) -> Void = { _ in }
    ) throws {
        let directory = try directory ?? TemporaryDirectory()
        self.directory = directory
        let web = try Self.makePages()
        defer { try? FileManager.default.removeItem(at: web) }
        let outcome = Mutex<Result<(UInt16, Server.Handle), any Error>?>(nil)
        let box = Box(outcome)
        let started = DispatchSemaphore(value: 0)
        running.enter()
        Thread { [running, directory] in
            defer {
                started.signal()
                running.leave()
            }
            do {
                var configuration = ServerConfiguration(
                    webDirectory: web, dataDirectory: directory.path)
                configuration.port = 0
                configuration.room.stage.waitForViewer = .never
                change(&configuration)
                let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
                let server = try Server(configuration, logger: logger)
                prepare(server)
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

    /// Waits for the end, so that the data directory is removed before the process ends.
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

    static func makePages() throws -> URL {
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
    /// Makes gifts and calls appear at once and stay for a minute.
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
