import ArgumentParser
import Foundation
import Replay
import Stage
import Timeline
import Wire

/// The command `ovation simulate`, which runs one room on virtual time.
struct Simulate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run one room on virtual time: events in, frames out.",
        discussion: """
            Reads events, one JSON object per line, from standard input and writes full frames, one \
            per line, to standard output, as fast as it can. Each event has "at" (seconds, not \
            decreasing) and "type"; docs/simulate.md lists the other keys.

            If a queue is full, the event is reported on standard error, and the run continues. \
            Exits 64 after wrong arguments, 65 with the line's number if the input or the \
            configuration is invalid, and 74 if a stream can't be read or written.
            """)

    @Option(name: .customLong("config"), help: "A file with the room's configuration (JSON).")
    var configFile: String?

    @Option(help: "Frames a second, from 1 to 1000.")
    var fps = 60

    @Option(
        name: .customLong("until"),
        help: "The time of the last frame at the latest, in seconds; required without --instants.")
    var untilSeconds: Double?

    @Option(
        name: .customLong("instants"),
        help: "A file of room times in microseconds, one per line, instead of --fps and --until.")
    var instantsFile: String?

    @Flag(
        name: .customLong("cues"),
        help: "Write sound cues as separate lines, each before the next frame.")
    var hasCues = false

    func validate() throws {
        guard (1...1000).contains(fps) else {
            throw ValidationError("--fps must be from 1 to 1000.")
        }
        guard (untilSeconds == nil) != (instantsFile == nil) else {
            throw ValidationError("Give --until SECONDS, or --instants FILE.")
        }
        guard (0...1e9).contains(untilSeconds ?? 0) else {
            throw ValidationError("--until must be from 0 to 1000000000 seconds.")
        }
    }

    func run() throws {
        let configuration =
            try configFile.map { try ConfigurationFile.read($0) } ?? Configuration()
        var simulation = try makeSimulation(configuration)
        var lines = LineReader(StandardStream.read)
        var output: [UInt8] = []
        do throws(LineError) {
            while let line = lines.next() {
                if let refused = try simulation.feed(line, into: &output) { complain("\(refused)") }
                if output.count > 1 << 16 { print(&output) }
            }
        } catch {
            print(&output)
            complain("\(error)")
            throw ExitCode(65)
        }
        simulation.finish(into: &output)
        print(&output)
    }

    private func makeSimulation(_ configuration: Configuration) throws -> Simulation {
        guard let instantsFile else {
            return Simulation(
                configuration: configuration, framesPerSecond: Int64(fps),
                untilSeconds: untilSeconds ?? 0, hasCues: hasCues)
        }
        return Simulation(
            configuration: configuration, instants: try instants(in: instantsFile), hasCues: hasCues
        )
    }

    private func instants(in path: String) throws -> [Instant] {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw misuse("the file \(path) can't be read")
        }
        let instants = try text.split(whereSeparator: \.isWhitespace).map { word in
            guard let microseconds = Int64(word), microseconds >= 0 else {
                throw misuse("\(path): \(word) is no room time in microseconds")
            }
            return Instant(microseconds: microseconds)
        }
        guard zip(instants, instants.dropFirst()).allSatisfy(<=) else {
            throw misuse("\(path): the times must not decrease")
        }
        return instants
    }

    private func print(_ output: inout [UInt8]) {
        StandardStream.write(output)
        output.removeAll(keepingCapacity: true)
    }
}
