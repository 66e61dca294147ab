import Foundation
import GRDB
import Glibc
import Journal

/// Creates a journal file of the current form, new or migrated from an older version, and moves it into place.
///
/// The journal is completed under another name first, so that a crash leaves the old state.
struct Installation {
    let path: String

    private var draft: String { path + ".new" }

    /// Returns the path at which the file of an older version is kept.
    static func keptPath(of path: String, version: Int) -> String { "\(path).v\(version)" }

    /// Creates an empty journal.
    func make() throws {
        guard !FileManager.default.fileExists(atPath: path + "-wal") else {
            throw JournalError.damaged(
                path: path, reason: "it is gone, but what belongs to it is there: \(path)-wal")
        }
        try makeDraft(from: nil)
        try put()
    }

    /// Migrates the journal of an older version, which is kept beside the new one.
    func migrate(from version: Int) throws {
        let old = try DatabaseQueue(path: path)
        try old.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        try makeDraft(from: old)
        try old.close()
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
        let kept = Self.keptPath(of: path, version: version)
        unlink(kept)
        PrivateFile.restrictToOwner(path)
        guard link(path, kept) == 0 else { throw failure("kept beside it") }
        try put()
    }

    /// Deletes the files that an interrupted start has left.
    func clear() {
        for suffix in ["", "-journal", "-wal", "-shm"] { unlink(draft + suffix) }
    }

    private func makeDraft(from old: DatabaseQueue?) throws {
        clear()
        PrivateFile.make(draft)
        do {
            let queue = try DatabaseQueue(path: draft)
            if let old { try old.backup(to: queue) }
            // A draft needs no crash safety: after a crash it is discarded.
            try queue.writeWithoutTransaction {
                try $0.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
            }
            try Schema.migrator.migrate(queue)
            try queue.writeWithoutTransaction {
                try $0.execute(sql: "VACUUM; PRAGMA journal_mode = WAL")
                _ = try $0.checkpoint(.truncate)
            }
            try queue.close()
        } catch {
            clear()
            throw error
        }
    }

    /// Renames the draft to its final name.
    private func put() throws {
        try flush(draft)
        guard rename(draft, path) == 0 else { throw failure("put in its place") }
        try flushNames()
    }

    /// Flushes the names of the files. SQLite creates the write-ahead log without checking that its name was
    /// flushed.
    func flushNames() throws {
        try flush((path as NSString).deletingLastPathComponent)
    }

    private func flush(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("flushed") }
        defer { Glibc.close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("flushed") }
    }

    private func failure(_ what: String) -> JournalError {
        let reason = String(cString: strerror(errno))
        clear()
        return .unusable(path: path, reason: "it can't be \(what): \(reason)")
    }
}
