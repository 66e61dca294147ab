import Foundation
import GRDB
import Glibc
import Journal

/// Puts a journal of the newest form in its place: a new one, or one made of an older version's.
///
/// It is made whole under another name first. Whatever cuts that off leaves what was there before.
struct Installation {
    let path: String

    private var draft: String { path + ".new" }

    /// What an older version's file is kept as.
    static func keptPath(of path: String, version: Int) -> String { "\(path).v\(version)" }

    /// Makes an empty journal.
    func make() throws {
        guard !FileManager.default.fileExists(atPath: path + "-wal") else {
            throw JournalError.damaged(
                path: path, reason: "it is gone, but what belongs to it is there: \(path)-wal")
        }
        try makeDraft(from: nil)
        try put()
    }

    /// Makes a journal of an older version's, which is kept beside it.
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

    /// Takes away what a start that was cut off has left.
    func clear() {
        for suffix in ["", "-journal", "-wal", "-shm"] { unlink(draft + suffix) }
    }

    private func makeDraft(from old: DatabaseQueue?) throws {
        clear()
        PrivateFile.make(draft)
        do {
            let queue = try DatabaseQueue(path: draft)
            if let old { try old.backup(to: queue) }
            // What a crash leaves of a draft is thrown away.
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

    /// Gives the draft its name.
    private func put() throws {
        try flush(draft)
        guard rename(draft, path) == 0 else { throw failure("put in its place") }
        try flushNames()
    }

    /// Flushes the names of the files: SQLite makes the log beside the file, and does not ask what came
    /// of that.
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
