import ArgumentParser
import Foundation
import Journal
import SQLiteJournal
import Texts

/// The command `ovation backup`, which copies a journal and the uploaded files, also of a running server.
struct Backup: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Copy a journal and the uploaded files while the server runs.",
        discussion: """
            Writes the journal to the file of --to, and the rooms' files to a directory beside it with \
            the same name and ".files" at the end: keep both together. They contain everything that \
            the server confirmed before. Both are read in full and checked before the copy gets its \
            name; an older copy of that name stays until then.

            \(BackupWords.holds) \(BackupWords.readable)

            \(BackupWords.leftOut)

            Servers with --redis have their journal and their files in Redis: copy the files of Redis, \
            and back up the archive.

            Exits 0 once the copy is complete, 64 after wrong arguments, 65 if the journal is damaged \
            and no copy was made, or if files are damaged and the copy lacks them, 66 if there is no \
            journal, 69 if it can't be read, and 74 if the copy can't be written.
            """)

    @Option(name: .customLong("data"), help: "The server's --data directory.")
    var dataDirectory = "./ovation-data"

    @Option(
        name: .customLong("to"),
        help: "The copy's file. The uploaded files go to a directory beside it, FILE.files.")
    var file: String

    func run() throws {
        let facts: BackupFacts
        do throws(JournalError) {
            facts = try JournalBackup.write(of: dataDirectory, to: file)
        } catch {
            complain(told(error))
            throw exitCode(of: error)
        }
        StandardStream.write(Array(said(of: facts).utf8))
        if sharesCopies {
            complain(
                "\(dataDirectory) is that of a server with --redis, too. What it records is in Redis, "
                    + "not in this copy: see docs/scale.md")
        }
        if !facts.lacking.isEmpty {
            complain(
                "these files are damaged or gone in \(dataDirectory)/assets, and the copy lacks them. "
                    + "Upload them again, then make another copy:"
                    + BackupWords.list(facts.lacking))
            throw ExitCode(65)
        }
    }

    private func said(of facts: BackupFacts) -> String {
        var said = "\(file): \(facts.journal.summary), every checksum read\n"
        if let files = facts.files, files.files > 0 {
            said +=
                "\(JournalBackup.filesPath(of: file)): \(BackupWords.files(files)), every hash checked. "
                + "Keep it beside the copy\n"
        } else {
            said += "No uploaded files: no room has any\n"
        }
        said += BackupWords.secrets(facts.secrets)
        if isThere("archived-log") {
            said +=
                "This is an archive: keys, platforms, settings of rooms and uploaded files are in Redis. "
                + "Copy archived-log, too, if the copy is for --archive.\n"
        }
        return said + BackupWords.leftOut + "\n"
    }

    private func told(_ error: JournalError) -> String {
        guard case .missing = error, sharesCopies else { return "\(error)" }
        return
            "\(error): a server with --redis uses that directory. Its journal and its uploaded files "
            + "are in Redis. Copy the files of Redis (BGREWRITEAOF, then its appendonlydir), and back up "
            + "the archive: see docs/scale.md"
    }

    /// True if the directory has copies of shared files of Redis.
    private var sharesCopies: Bool { isThere("shared-assets") }

    private func isThere(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(dataDirectory)/\(name)")
    }

    private func exitCode(of error: JournalError) -> ExitCode {
        let targets = [file, JournalBackup.filesPath(of: file)].map { Text($0) }
        return switch error {
        case .damaged: ExitCode(65)
        case .missing: ExitCode(66)
        case .unusable(let path, _) where targets.contains(Text(path)): ExitCode(74)
        default: ExitCode(69)
        }
    }
}

extension JournalFacts {
    /// A summary such as `3 rooms, 8421 events, 9.1 MiB`.
    var summary: String {
        "\(BackupWords.count(rooms, "room")), \(BackupWords.count(events, "event")), "
            + Units.bytes(bytes)
    }
}
