public import Journal
public import RedisJournal
import SQLiteJournal
import Synchronization
import Texts

/// A log's archive, read while somebody else may write it, or put a copy of it in its place.
public final class ArchiveReader: Sendable {
    private let directory: String
    private let log: RedisHistory
    private let opened = Mutex<SQLiteLog?>(nil)

    /// `log` is that of which it has to be the archive.
    public init(directory: String, of log: RedisHistory) {
        self.directory = directory
        self.log = log
    }

    /// Throws if there is no archive by now, or if it is no archive of this log.
    public func check() throws(JournalError) { _ = try journal() }

    /// The archive as it is now.
    func journal() throws(JournalError) -> SQLiteLog {
        try opened.withLock { opened throws(JournalError) in
            if let journal = opened, (try? journal.check()) != nil { return journal }
            opened = nil
            let journal = try SQLiteLog(directory: directory, isReadOnly: true)
            // Before its first pass it is that of any log.
            if try isMarked(journal) { opened = journal }
            return journal
        }
    }

    /// Whether it is said there that it is this log's archive; throws if anything else is.
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
