import ArgumentParser
import Foundation
import Server

/// The command `ovation load`, a load test of a running server with viewers and gifts.
struct Load: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Load a running server and measure what its viewers see.",
        discussion: """
            Opens viewers of rooms called load-0, load-1, … and posts gifts to these rooms, for a \
            limited time. Prints one line of JSON: frames per second and viewer, bytes per frame, the \
            frames' delay (milliseconds after the earliest possible arrival at a viewer) and, if --pid \
            names the server's process, its cost.

            Use it on a server of your own: the gifts stay in its rooms' history.

            Exits 0, 64 after wrong arguments, 69 if the server can't be reached or closes the \
            connection, and 74 if the result can't be written.
            """)

    @Option(help: "The server's address. Use another machine only if it is yours.")
    var host = "127.0.0.1"

    @Option(help: "The server's port.")
    var port: UInt16 = 8080

    @Option(help: "The number of rooms, 1 to 10000.")
    var rooms = 1

    @Option(help: "The number of viewers of all rooms together, 1 to 10000.")
    var viewers = 100

    @Option(name: .customLong("gifts"), help: "Gifts a second in all, 0 to 1000.")
    var giftsPerSecond = 2

    @Option(help: "The duration of the measurement in seconds, 1 to 600.")
    var seconds = 10

    @Flag(help: "Ask for binary frames.")
    var binary = false

    @Option(
        help: """
            A file with an admin's key, for a server that asks for one; a key on the command line \
            could be seen by others.
            """)
    var keyFile: String?

    @Option(help: "The server's process id, to measure its CPU time (Linux).")
    var pid: Int32?

    func validate() throws {
        guard (1...10_000).contains(rooms), (1...10_000).contains(viewers) else {
            throw ValidationError("--rooms and --viewers must be from 1 to 10000.")
        }
        guard (0...1000).contains(giftsPerSecond), (1...600).contains(seconds) else {
            throw ValidationError("--gifts must be up to 1000, --seconds from 1 to 600.")
        }
    }

    private func readKey(_ path: String) throws -> String {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8),
            let line = text.split(separator: "\n").first
        else { throw misuse("the file \(path) with the key can't be read") }
        return String(line)
    }

    func run() throws {
        let load = LoadTest(
            host: host, port: port, rooms: rooms, viewers: viewers,
            giftsPerSecond: giftsPerSecond, seconds: seconds, isBinary: binary,
            key: try keyFile.map(readKey), pid: pid)
        do {
            StandardStream.write(Array((try load.run().line + "\n").utf8))
        } catch let error as LoadError {
            complain(error.description)
            throw ExitCode(69)
        }
    }
}
