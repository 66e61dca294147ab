import ArgumentParser
import Journal
import SQLiteJournal
import Texts

/// The command `ovation restore`, which puts a backup of a journal and of the uploaded files into their place.
struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Restore a copy of a journal and of the uploaded files.",
        discussion: """
            The server must be stopped. The copy and the files beside it (FILE.files) are read in full \
            and checked first. If a part is damaged or missing, nothing is changed. The replaced journal \
            and files are kept as journal.sqlite.replaced and assets.replaced. A copy of a version that \
            did not copy files leaves the present files unchanged.

            \(BackupWords.holds)

            \(BackupWords.leftOut)

            Exits 0 once the copy is in place, 64 after wrong arguments, 65 if the copy or one of its \
            files is damaged, and 69 if the copy can't be read or put in place, or a server is running.
            """)

    @Option(name: .customLong("from"), help: "The copy's file.")
    var file: String

    @Option(name: .customLong("data"), help: "The server's --data directory.")
    var dataDirectory = "./ovation-data"

    @Flag(help: "Skip damaged and missing files of the copy, and list them.")
    var skipDamagedFiles = false

    func run() throws {
        do throws(JournalError) {
            let restored = try JournalBackup.restore(
                from: file, to: dataDirectory, skipsDamaged: skipDamagedFiles)
            StandardStream.write(Array(said(of: restored).utf8))
            if !restored.facts.lacking.isEmpty {
                complain(
                    "these files of the copy are damaged or gone, and were left out. Upload them again:"
                        + BackupWords.list(restored.facts.lacking))
            }
        } catch {
            complain(told(error))
            if case .damaged = error { throw ExitCode(65) }
            throw ExitCode(69)
        }
    }

    private func said(of restored: JournalBackup.Restored) -> String {
        let facts = restored.facts
        var said = "\(dataDirectory) has \(facts.journal.summary), every checksum read\n"
        if let files = facts.files {
            said += "\(dataDirectory)/assets has \(BackupWords.files(files)), every hash checked\n"
        } else {
            said +=
                "The copy holds no uploaded files: an older version made it. Files in "
                + "\(dataDirectory)/assets stay as they are.\n"
        }
        if !restored.kept.isEmpty {
            said += "What was there is \(restored.kept.joined(separator: " and ")).\n"
        }
        return said + BackupWords.leftOut + "\n"
    }

    private func told(_ error: JournalError) -> String {
        guard case .damaged(let path, let reason) = error else { return "\(error)" }
        let start = "\(path) is damaged (\(reason)). Nothing in \(dataDirectory) was changed. "
        return Text(path) == Text(file)
            ? start + "Copy the backup again from where it was made, or restore an older one"
            : start
                + "Copy \(JournalBackup.filesPath(of: file)) again from where the backup was made, "
                + "or leave damaged files out with --skip-damaged-files"
    }
}
