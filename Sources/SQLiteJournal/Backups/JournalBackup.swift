import Foundation
import GRDB
import Glibc
public import Journal

/// A copy of a journal in one file of its own, and the way back.
public enum JournalBackup {
    /// Copies the journal in `directory` to `file`, as it is at one moment; a server may go on writing it.
    ///
    /// All of the copy is read and held against its checksums before it has its name: what stands there
    /// before stays there until then. Throws, and leaves that as it was, if `file` is something else than
    /// a journal, or one in use, or can't be written (`unusable` with its path), or if the journal is damaged.
    public static func write(of directory: String, to file: String) throws(JournalError)
        -> JournalFacts
    {
        let path = directory + "/journal.sqlite"
        guard FileManager.default.fileExists(atPath: path) else {
            throw .missing(directory: directory)
        }
        guard try isJournal(file) ?? true else {
            throw .unusable(path: file, reason: "something else is there, which is left as it is")
        }
        if isInUse(file, beside: path) {
            throw .unusable(path: file, reason: "it is a journal in use, which is left as it is")
        }
        let draft = Draft(of: file)
        defer { draft.clear() }
        try draft.make()
        do {
            var configuration = GRDB.Configuration()
            configuration.readonly = true
            configuration.busyMode = .timeout(10)
            let source = try DatabaseQueue(path: path, configuration: configuration)
            let target = try DatabaseQueue(path: draft.path)
            // In one step: what is written meanwhile is not in it, and does not make it begin again.
            try source.backup(to: target)
            try source.close()
            try target.close()
        } catch {
            throw draft.failure(error) ?? JournalError(error, path: path)
        }
        let facts = try draft.verify(as: path)
        try draft.put()
        return facts
    }

    /// Puts a copy into the place of the journal in `directory`, where no server may be. What was there
    /// is kept beside it, under the name that is returned; nil if there was nothing.
    ///
    /// Throws, and changes nothing, if the copy is damaged or a newer version's.
    public static func restore(
        from file: String, to directory: String
    ) throws(JournalError) -> (facts: JournalFacts, kept: String?) {
        guard let isJournal = try isJournal(file) else {
            throw .unusable(path: file, reason: "there is no such file")
        }
        guard isJournal else { throw .damaged(path: file, reason: "it is no journal") }
        try SQLiteLog.make(directory)
        let lock = try DirectoryLock(directory: directory)
        defer { withExtendedLifetime(lock) {} }
        let path = directory + "/journal.sqlite"
        let draft = Draft(of: path)
        defer { draft.clear() }
        try draft.make()
        try draft.copy(file)
        let facts = try draft.verify(as: file)
        let kept = try keep(path)
        try draft.put()
        return (facts, kept)
    }

    /// Gives a journal that is to go another name beside its own, under which it is whole: whatever cuts
    /// this off, the one or the other is there. What waits in the log beside it would else be taken for
    /// the new one's.
    private static func keep(_ path: String) throws(JournalError) -> String? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let kept = path + ".replaced"
        for suffix in ["", "-wal"] {
            unlink(kept + suffix)
            guard link(path + suffix, kept + suffix) == 0 || errno == ENOENT else {
                throw .unusable(path: kept, reason: String(cString: strerror(errno)))
            }
        }
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
        return kept
    }

    /// Whether a file is the journal that is to be copied, or has a log beside it as one has that is open.
    private static func isInUse(_ file: String, beside path: String) -> Bool {
        FileManager.default.fileExists(atPath: file + "-wal")
            || FileIdentity.File(file) == FileIdentity.File(path)
    }

    /// Whether a file begins as journals do; nil if there is none.
    private static func isJournal(_ file: String) throws(JournalError) -> Bool? {
        guard let head = try FileBytes.read(file, upTo: 72) else { return nil }
        // What an empty copy would be overwritten with.
        if head.isEmpty { return true }
        guard head.count == 72, head.starts(with: "SQLite format 3\0".utf8) else { return false }
        return head[68...].reduce(0) { $0 << 8 | Int($1) } == Schema.applicationID
    }
}
