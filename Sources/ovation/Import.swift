import ArgumentParser
import Journal
import Replay
import SQLiteJournal
import Texts

/// `ovation import`: reads a history that `export` wrote into an unused room.
struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Take a history that export wrote into a room that has none.",
        discussion: """
            Reads events from standard input. All of them are taken, or none. The server must not \
            be running.

            Exits 64 where it is used wrongly, 65, naming the line, where the input is not as it \
            must be, 69 where the journal can't be used or the room has a history, and 74 where \
            the input can't be read.
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
