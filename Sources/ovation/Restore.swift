import ArgumentParser
import Journal
import SQLiteJournal

/// `ovation restore`: a copy of a journal back into its place.
struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Put a copy of a journal into its place.",
        discussion: """
            The server must be stopped. The copy is read in full and held against its checksums \
            first; the journal that was there is kept beside it.

            Exits 0 once the copy is in place, 64 where it is used wrongly, 65 where the copy is \
            damaged or no journal, and 69 where it can't be read or put there, or a server is \
            running.
            """)

    @Option(name: .customLong("from"), help: "The copy's file.")
    var file: String

    @Option(name: .customLong("data"), help: "The server's --data directory.")
    var dataDirectory = "./ovation-data"

    func run() throws {
        do throws(JournalError) {
            let (facts, kept) = try JournalBackup.restore(from: file, to: dataDirectory)
            var said = "\(dataDirectory) has \(facts.summary), every checksum read\n"
            if let kept { said += "What was there is \(kept).\n" }
            StandardStream.write(Array(said.utf8))
        } catch {
            complain("\(error)")
            if case .damaged = error { throw ExitCode(65) }
            throw ExitCode(69)
        }
    }
}
