import Foundation
import GRDB
import Glibc
import Journal

/// A journal file that is made under a temporary name, for a backup or a restore, and verified before it gets its final
/// name.
struct Draft {
    let path: String
    private let file: String

    init(of file: String) {
        self.file = file
        path = file + ".new"
    }

    /// Creates the empty file, accessible only for its owner.
    func make() throws(JournalError) {
        clear()
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure() }
        Glibc.close(descriptor)
    }

    /// Copies a journal and its write-ahead log into the file.
    func copy(_ source: String) throws(JournalError) {
        do {
            for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: source + suffix)
            {
                try? FileManager.default.removeItem(atPath: path + suffix)
                try FileManager.default.copyItem(atPath: source + suffix, toPath: path + suffix)
                guard chmod(path + suffix, 0o600) == 0 else { throw failure() }
            }
        } catch let error as JournalError {
            throw error
        } catch {
            throw .unusable(path: file, reason: SQLiteLog.reason(of: error))
        }
    }

    /// Turns the copy into a single file, reads all of it, and checks its checksums. Errors name `source`, the
    /// original of the copy.
    func verify(
        as source: String
    ) throws(JournalError) -> (
        journal: JournalFacts, manifest: BackupManifest?, secrets: SecretFacts
    ) {
        do {
            let queue = try DatabaseQueue(path: path)
            try queue.writeWithoutTransaction { db in
                guard try DamageReport.version(of: db) <= Schema.version else {
                    throw JournalError.tooNew(path: source)
                }
                try db.execute(sql: "PRAGMA journal_mode = DELETE")
            }
            try queue.close()
            let findings = DamageReport.findings(in: path)
            if let first = findings.first {
                let more = findings.count == 1 ? "" : ", and \(findings.count - 1) more"
                throw JournalError.damaged(path: source, reason: first + more)
            }
            let checked = try DatabaseQueue(path: path)
            defer { try? checked.close() }
            return try checked.read { db in
                (
                    try JournalFacts(path: path, db), try BackupManifest.read(db),
                    try SecretFacts(db)
                )
            }
        } catch {
            throw failure(error) ?? JournalError(error, path: source)
        }
    }

    /// Turns a backup into a journal.
    func removeManifest() throws(JournalError) {
        do {
            let queue = try DatabaseQueue(path: path)
            try queue.write { try BackupManifest.remove($0) }
            try queue.close()
        } catch {
            throw failure(error) ?? JournalError(error, path: file)
        }
    }

    /// Returns the error for a failed write to this file, the only file that is written; nil for other errors.
    func failure(_ error: any Error) -> JournalError? {
        guard let error = error as? DatabaseError else { return nil }
        return switch error.extendedResultCode {
        case .SQLITE_FULL: .unusable(path: file, reason: String(cString: strerror(ENOSPC)))
        case .SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC,
            .SQLITE_IOERR_TRUNCATE:
            .unusable(path: file, reason: String(cString: strerror(EIO)))
        default: nil
        }
    }

    /// Flushes the file and renames it to its final name.
    func put() throws(JournalError) {
        try flush(path)
        guard rename(path, file) == 0 else { throw failure() }
        let directory = (file as NSString).deletingLastPathComponent
        try flush(directory.utf8.isEmpty ? "." : directory)
    }

    /// Deletes the file if it was not finished.
    func clear() {
        for suffix in ["", "-journal", "-wal", "-shm"] { unlink(path + suffix) }
    }

    private func flush(_ path: String) throws(JournalError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure() }
        defer { Glibc.close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure() }
    }

    private func failure() -> JournalError {
        .unusable(path: file, reason: String(cString: strerror(errno)))
    }
}
