import ArgumentParser
import Journal
import Replay
import SQLiteJournal
import Texts

/// `ovation export`: a room's history as `simulate` reads it.
struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write a room's history in simulate's input form.",
        discussion: """
            One event a line, each at the instant at which it was applied, so that \
            "ovation simulate" shows again what was shown. The server may go on running.

            Exits 64 where it is used wrongly, 66 where there is no such journal or room, 69 where \
            the journal can't be read, and 74 where the output can't be written.
            """)

    @OptionGroup var source: RoomOptions

    func run() throws {
        do {
            let log = try SQLiteLog(directory: source.dataDirectory, isReadOnly: true)
            guard let export = try HistoryExport(of: Text(source.room), in: log) else {
                complain("there is no room \"\(source.room)\" in \(source.dataDirectory)")
                throw ExitCode(66)
            }
            try write(export, of: log)
        } catch let error as JournalError {
            complain("\(error)")
            if case .missing = error { throw ExitCode(66) }
            throw ExitCode(69)
        }
    }

    private func write(_ export: HistoryExport, of log: SQLiteLog) throws {
        do {
            try export.write(StandardStream.write)
        } catch let error as JournalError {
            throw error
        } catch {
            // What was written of an event is not as it must be.
            throw JournalError.damaged(path: "\(log)", reason: "room \(source.room): \(error)")
        }
    }
}
