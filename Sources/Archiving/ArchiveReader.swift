public import Journal
public import RedisJournal
import SQLiteJournal
import Synchronization
import Texts

/// Reads the events of an archive's journal, while another process may write it or replace it with a copy.
public final class ArchiveReader: Sendable {
    private let directory: String
    private let log: RedisHistory
    private let opened = Mutex<SQLiteLog?>(nil)

    /// `log` is the log that the archive must belong to.
    public init(directory: String, of log: RedisHistory) {
        self.directory = directory
        self.log = log
    }

    /// Throws if there is no archive yet, or if it does not belong to this log.
    public func check() throws(JournalError) { _ = try journal() }

    /// Returns the archive in its present state.
    func journal() throws(JournalError) -> SQLiteLog {
        try opened.withLock { opened throws(JournalError) in
            if let journal = opened, (try? journal.check()) != nil { return journal }
            opened = nil
            let journal = try SQLiteLog(directory: directory, isReadOnly: true)
            // An archive belongs to no log before its first pass.
            if try isMarked(journal) { opened = journal }
            return journal
        }
    }

    /// Returns true if the archive is marked as this log's, and false if it is empty. Throws in all other
    /// cases.
    private func isMarked(_ journal: SQLiteLog) throws(JournalError) -> Bool {
        let mark: ArchiveMark
        do throws(ArchiveFault) {
            mark = try ArchiveMark(directory: directory)
        } catch {
            throw .unusable(path: directory, reason: "\(error)")
        }
        guard let name = mark.edition?.name else {
            if try journal.names(after: "", limit: 1).isEmpty { return false }
            throw .unusable(path: directory, reason: "it is a server's journal, not an archive")
        }
        guard try log.edition()?.name == name else {
            throw .unusable(path: directory, reason: "it is the archive of another log than \(log)")
        }
        return true
    }
}
