import ArgumentParser
import Journal
import Replay
import SQLiteJournal
import Texts

/// The command `ovation import`, which records the output of `export` as the history of an unused room.
struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Read a history that export wrote into a room without a history.",
        discussion: """
            Reads events from standard input, and records all of them or none. The server must not \
            be running.

            Exits 64 after wrong arguments, 65 with the line's number if the input is invalid, 69 if \
            the journal can't be used or the room has a history, and 74 if the input can't be read.
            """)

    @OptionGroup var target: RoomOptions

    func run() throws {
        var lines = LineReader(StandardStream.read)
        do {
            let log = try SQLiteLog(directory: target.dataDirectory)
            let count = try HistoryImport.run(
                into: Text(target.room), of: log, next: { lines.next() },
                refused: { complain("\($0)") })
            try log.close()
            complain("\(count) events taken into the room \"\(target.room)\"")
        } catch let error as LineError {
            complain("\(error)")
            throw ExitCode(65)
        } catch {
            complain("\(error)")
            throw ExitCode(69)
        }
    }
}
