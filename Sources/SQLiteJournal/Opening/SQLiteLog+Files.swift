import Foundation
import GRDB
import Journal

extension SQLiteLog {
    /// Makes the directory, if there is none, for its owner alone.
    static func make(_ directory: String) throws(JournalError) {
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw .unusable(path: directory, reason: reason(of: error))
        }
    }

    /// Why a file or a directory could not be made or copied, in the system's words.
    static func reason(of error: any Error) -> String {
        let cause = (error as? CocoaError)?.underlying as? POSIXError
        return cause.map { String(cString: strerror($0.code.rawValue)) } ?? "\(error)"
    }

    /// What is more is given back when the log beside the file is begun anew: it grows while somebody
    /// reads for long, and a start after a crash reads all of it.
    static let logBytes = 16 << 20

    /// So long it waits for others who have the file locked.
    static let busySeconds = 2

    /// Opens the file, which comes into being if it is not there.
    static func open(_ path: String, _ isReadOnly: Bool) throws -> DatabasePool {
        var configuration = GRDB.Configuration()
        configuration.readonly = isReadOnly
        configuration.busyMode = .timeout(Double(busySeconds))
        configuration.maximumReaderCount = 2
        let pool = try DatabasePool(path: path, configuration: configuration)
        // A commit is a promise, and what is deleted is gone: nothing of it stays in the file. GRDB
        // asks for less when it opens a file for write-ahead logging, after it has called what
        // prepares a connection.
        if !isReadOnly {
            try pool.writeWithoutTransaction {
                try $0.execute(
                    sql: """
                        PRAGMA synchronous = FULL;
                        PRAGMA secure_delete = ON;
                        PRAGMA journal_size_limit = \(logBytes)
                        """)
            }
            // What GRDB wrote as it opened the file is flushed before anything follows it.
            try WriteAheadFile(path: path).flush()
            try Installation(path: path).flushNames()
        }
        return pool
    }
}
