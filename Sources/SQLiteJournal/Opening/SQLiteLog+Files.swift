import Foundation
import GRDB
import Journal

/// Creates the journal's directory, and opens the journal's file in SQLite.
extension SQLiteLog {
    /// Creates the directory, accessible only for its owner, if it does not exist.
    static func make(_ directory: String) throws(JournalError) {
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw .unusable(path: directory, reason: reason(of: error))
        }
    }

    /// Returns the system's reason why a file or directory could not be created or copied.
    static func reason(of error: any Error) -> String {
        let cause = (error as? CocoaError)?.underlying as? POSIXError
        return cause.map { String(cString: strerror($0.code.rawValue)) } ?? "\(error)"
    }

    /// The size to which SQLite shrinks the write-ahead log when it restarts it. The log grows during long reads, and
    /// a start after a crash reads all of it.
    static let logBytes = 16 << 20

    /// Seconds of waiting for other processes that have the file locked.
    static let busySeconds = 2

    /// Opens the file, and creates it if it does not exist.
    static func open(_ path: String, _ isReadOnly: Bool) throws -> DatabasePool {
        var configuration = GRDB.Configuration()
        configuration.readonly = isReadOnly
        configuration.busyMode = .timeout(Double(busySeconds))
        configuration.maximumReaderCount = 2
        let pool = try DatabasePool(path: path, configuration: configuration)
        // Commits must be durable, and deleted data must not stay in the file. A function that prepares each
        // connection could not set this, because GRDB lowers `synchronous` after it when it turns on
        // write-ahead logging.
        if !isReadOnly {
            try pool.writeWithoutTransaction {
                try $0.execute(
                    sql: """
                        PRAGMA synchronous = FULL;
                        PRAGMA secure_delete = ON;
                        PRAGMA journal_size_limit = \(logBytes)
                        """)
            }
            // GRDB wrote to the file while it opened it, and that must be on the disk before any further write.
            try WriteAheadFile(path: path).flush()
            try Installation(path: path).flushNames()
        }
        return pool
    }
}
