import Foundation
import TestSupport
import Testing
import Texts

@testable import RedisJournal

/// A Redis server in a temporary directory, on a Unix socket; it ends with this object.
final class RedisServer {
    let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("ovation-redis-\(UUID().uuidString.prefix(8))").path
    private let settings: [String]
    private var shell: Process?
    private var lifeline: Pipe?

    /// The settings that a log requires.
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

    /// Starts the server and waits until it is ready. It ends when its standard input closes, so
    /// also when the test process dies.
    func start() throws {
        let (shell, lifeline, output) = (Process(), Pipe(), Pipe())
        shell.executableURL = URL(fileURLWithPath: "/bin/bash")
        shell.arguments =
            ["-c", "redis-server \"$@\" & read; kill -9 $!; wait $!", "redis"] + [
                "--port", "0", "--unixsocket", socket, "--dir", directory, "--save", "",
            ] + settings
        shell.standardInput = lifeline
        shell.standardOutput = output
        // Bash reports there that the server was killed.
        shell.standardError = FileHandle.nullDevice
        try shell.run()
        (self.shell, self.lifeline) = (shell, lifeline)
        var startup: [UInt8] = []
        while !Text(decoding: startup).contains(ignoringCase: "ready to accept connections") {
            let more = output.fileHandleForReading.availableData
            try #require(!more.isEmpty, "redis-server: \(Text(decoding: startup))")
            startup += more
        }
    }

    /// Kills the server, as a power cut would.
    func kill() {
        try? lifeline?.fileHandleForWriting.close()
        shell?.waitUntilExit()
        (shell, lifeline) = (nil, nil)
    }

    /// Sends a command and returns the answer.
    @discardableResult
    func ask(_ words: Text...) throws -> Reply {
        try Connection.open(address.place).exchange([Words(words)])[0]
    }

    /// The content of the append-only files.
    func files() throws -> Text {
        let directory = directory + "/appendonlydir"
        let names = try FileManager.default.contentsOfDirectory(atPath: directory)
        // A file may be removed while they are read.
        let bytes = names.compactMap { FileManager.default.contents(atPath: directory + "/" + $0) }
        return Text(decoding: bytes.joined().map { $0 })
    }
}
