import Foundation
import Testing
import Texts

@testable import RedisJournal

/// A Redis of a test's own, on a socket in a directory of its own; gone with it.
final class RedisServer {
    let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("ovation-redis-\(UUID().uuidString.prefix(8))").path
    private let settings: [String]
    private var shell: Process?
    private var lifeline: Pipe?

    /// As a log needs it.
    static let asNeeded = [
        "--appendonly", "yes", "--appendfsync", "always", "--maxmemory-policy", "noeviction",
    ]

    init(_ settings: [String] = asNeeded) throws {
        self.settings = settings
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        try start()
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(atPath: directory)
    }

    var socket: String { directory + "/s" }
    var address: RedisAddress { RedisAddress(place: .socket(socket)) }

    /// Starts it, and waits until it answers. It ends when the shell's input does: with this process,
    /// whatever becomes of that.
    func start() throws {
        let (shell, lifeline, output) = (Process(), Pipe(), Pipe())
        shell.executableURL = URL(fileURLWithPath: "/bin/bash")
        shell.arguments =
            ["-c", "redis-server \"$@\" & read; kill -9 $!; wait $!", "redis"] + [
                "--port", "0", "--unixsocket", socket, "--dir", directory, "--save", "",
            ] + settings
        shell.standardInput = lifeline
        shell.standardOutput = output
        // There bash says that it was killed.
        shell.standardError = FileHandle.nullDevice
        try shell.run()
        (self.shell, self.lifeline) = (shell, lifeline)
        var said: [UInt8] = []
        while !Text(decoding: said).contains(ignoringCase: "ready to accept connections") {
            let more = output.fileHandleForReading.availableData
            try #require(!more.isEmpty, "redis-server: \(Text(decoding: said))")
            said += more
        }
    }

    /// Ends it as a power cut would.
    func kill() {
        try? lifeline?.fileHandleForWriting.close()
        shell?.waitUntilExit()
        (shell, lifeline) = (nil, nil)
    }

    /// What it answers to commands of the test.
    @discardableResult
    func ask(_ words: Text...) throws -> Reply {
        try Connection.open(address.place).exchange([Words(words)])[0]
    }

    /// What stands in its files.
    func files() throws -> Text {
        let directory = directory + "/appendonlydir"
        let names = try FileManager.default.contentsOfDirectory(atPath: directory)
        // One may be removed while they are read.
        let bytes = names.compactMap { FileManager.default.contents(atPath: directory + "/" + $0) }
        return Text(decoding: bytes.joined().map { $0 })
    }
}
