import Archiving
import ArgumentParser
import Journal
import RedisJournal
import Replay
import SQLiteJournal
import Texts
import Wire

/// The command `ovation export`, which writes a room's history in the input form of `simulate`.
struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write a room's history in simulate's input form.",
        discussion: """
            Writes one event per line, each with the time at which it was applied, so that \
            "ovation simulate" repeats the same show. The server may be running.

            With --redis, reads the log that servers share; with --data too, reads the log's archive \
            first, and then the log.

            Exits 64 after wrong arguments, 65 if the archive lacks events before those in the log, \
            66 if the journal or the room does not exist, 69 if the journal or Redis can't be read, \
            and 74 if the output can't be written.
            """)

    @Option(
        name: .customLong("data"),
        help: "The directory of the journal, or of the archive. (default: ./ovation-data)")
    var dataDirectory: String?

    @Option(
        name: .customLong("redis"),
        help: "The log that servers share: redis://[:password@]host[:port][/prefix].",
        transform: RedisOption.address)
    var address: RedisAddress?

    @Option(help: "The room.")
    var room = "main"

    func validate() throws { try RoomOptions.validate(room) }

    func run() throws {
        do {
            let source = try source()
            guard let export = try HistoryExport(of: Text(room), in: source) else {
                complain("there is no room \"\(room)\" in \(place)")
                throw ExitCode(66)
            }
            try write(export)
        } catch let error as JournalError {
            complain("\(error)")
            if case .missing = error { throw ExitCode(66) }
            throw ExitCode(69)
        }
    }

    private var directory: String { dataDirectory ?? "./ovation-data" }

    private var place: String { address.map { "\($0)" } ?? directory }

    private func source() throws -> any HistorySource {
        guard let address else { return try SQLiteLog(directory: directory, isReadOnly: true) }
        let log = RedisHistory(address)
        guard let dataDirectory else { return log }
        let joined = JoinedHistory(ArchiveReader(directory: dataDirectory, of: log), log)
        switch try joined.extent(of: Text(room)) {
        case .whole: return joined
        case .lacking(let seqs):
            complain("events \(seqs.lowerBound) to \(seqs.upperBound) are in neither")
            return joined
        case .archived: return try SQLiteLog(directory: dataDirectory, isReadOnly: true)
        case .begunAnew:
            complain("the archive has an earlier room of this name, which has been erased")
            return log
        case .parted:
            complain("the archive in \(dataDirectory) has not what comes before the log's events")
            throw ExitCode(65)
        }
    }

    private func write(_ export: HistoryExport) throws {
        do {
            try export.write(StandardStream.write)
        } catch let error as JournalError {
            throw error
        } catch {
            // A recorded event has an invalid form.
            throw JournalError.damaged(path: place, reason: "room \(room): \(error)")
        }
    }
}
