import ArgumentParser
import Journal
import SQLiteJournal
import Texts

/// `ovation backup`: a copy of a journal, from a running server too.
struct Backup: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Copy a journal to a file, while the server goes on.",
        discussion: """
            What was answered before is in the copy. All of it is read and held against its \
            checksums before it takes the file's name; a copy that stood there stays until then.

            Exits 0 once the copy is there, 64 where it is used wrongly, 65 where the journal is \
            damaged, 66 where there is none, 69 where it can't be read, and 74 where the copy can't \
            be written.
            """)

    @Option(name: .customLong("data"), help: "The server's --data directory.")
    var dataDirectory = "./ovation-data"

    @Option(name: .customLong("to"), help: "The copy's file.")
    var file: String

    func run() throws {
        do throws(JournalError) {
            let facts = try JournalBackup.write(of: dataDirectory, to: file)
            StandardStream.write(Array("\(file): \(facts.summary), every checksum read\n".utf8))
        } catch {
            complain("\(error)")
            throw Self.exitCode(of: error, file: file)
        }
    }

    private static func exitCode(of error: JournalError, file: String) -> ExitCode {
        switch error {
        case .damaged: ExitCode(65)
        case .missing: ExitCode(66)
        case .unusable(let path, _) where Text(path) == Text(file): ExitCode(74)
        default: ExitCode(69)
        }
    }
}

extension JournalFacts {
    /// `3 rooms, 8421 events, 9.1 MiB`.
    var summary: String {
        "\(rooms) room\(rooms == 1 ? "" : "s"), \(events) event\(events == 1 ? "" : "s"), "
            + Amount.bytes(bytes)
    }
}
