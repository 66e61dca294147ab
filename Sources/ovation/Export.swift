import ArgumentParser
import Journal
import Server

/// `ovation export`: a room's history as `simulate` reads it.
struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write a room's history in simulate's input form.",
        discussion: """
            One event a line, each at the instant at which it was applied, so that \
            "ovation simulate" shows again what was shown. The server may go on running.
            """)

    @Option(name: .customLong("data"), help: "The directory of the journal.")
    var dataDirectory = "./ovation-data"

    @Option(help: "The room.")
    var room = "main"

    func run() throws {
        do {
            let log = try SQLiteLog(directory: dataDirectory, isReadOnly: true)
            guard let export = try HistoryExport(of: room, in: log) else {
                complain("there is no room \"\(room)\" in \(dataDirectory)")
                throw ExitCode(66)
            }
            try export.write(StandardStream.write)
        } catch let error as JournalError {
            complain("\(error)")
            throw ExitCode(66)
        }
    }
}
