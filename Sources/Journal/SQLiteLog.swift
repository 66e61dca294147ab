import Foundation
import GRDB
import Stage
import Synchronization
import Timeline

/// A log in one SQLite file: write-ahead logging, every commit flushed to the disk.
///
/// Its description is the file's path.
public final class SQLiteLog: EventLog, CustomStringConvertible {
    /// Snapshots of another version are passed over.
    static let snapshotVersion = 1

    let pool: DatabasePool
    let path: String
    public var description: String { path }
    private let lock: DirectoryLock?
    /// Where each room's next event goes; nil after a failed write, of which it can't be known
    /// whether it reached the disk all the same.
    private let index: Mutex<RoomIndex?>
    /// Held while events are forgotten or a room is erased: the one must not meet a room that the other
    /// has put in the place of the one it looked for.
    private let deletion = Mutex(())

    /// Opens the journal in `directory`, which is made if need be.
    ///
    /// Throws, and changes nothing, where another process has it open (unless `isReadOnly`), where
    /// the file is damaged or where a newer version wrote it.
    public init(directory: String, isReadOnly: Bool = false) throws(JournalError) {
        path = directory + "/journal.sqlite"
        do {
            if !isReadOnly { try Self.make(directory) }
            lock = isReadOnly ? nil : try DirectoryLock(directory: directory)
            let isNew = !FileManager.default.fileExists(atPath: path)
            if isNew, isReadOnly { throw JournalError.missing(directory: directory) }
            if !isReadOnly {
                for suffix in ["", "-wal", "-shm"] { PrivateFile.close(path + suffix) }
            }
            if isNew { PrivateFile.make(path) } else { try Self.inspect(path) }
            pool = try DatabasePool(path: path, configuration: Self.configuration(isReadOnly))
            if !isReadOnly { try pool.writeWithoutTransaction(Self.keepPromises) }
            if isNew { try pool.write(Schema.create) }
            if !isReadOnly { try Self.eraseRests(pool) }
            index = Mutex(nil)
            try index.withLock { $0 = try pool.read(RoomIndex.init) }
        } catch {
            throw JournalError(opening: path, error)
        }
    }

    /// A log that is not closed by `close`, because what it says is of no use, is left as it was:
    /// the pool's own end would write what waits in the log beside the file into it.
    deinit {
        try? pool.close()
    }

    private static func make(_ directory: String) throws(JournalError) {
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            let cause = (error as? CocoaError)?.underlying as? POSIXError
            throw .unusable(
                path: directory,
                reason: cause.map { String(cString: strerror($0.code.rawValue)) } ?? "\(error)")
        }
    }

    private static func configuration(_ isReadOnly: Bool) -> GRDB.Configuration {
        var configuration = GRDB.Configuration()
        configuration.readonly = isReadOnly
        configuration.busyMode = .timeout(2)
        configuration.maximumReaderCount = 2
        return configuration
    }

    /// A commit is a promise, and what is deleted is gone: nothing of it stays in the file. GRDB asks for less when it opens a file for write-ahead logging, after
    /// it has called what prepares a connection.
    private static func keepPromises(_ db: Database) throws {
        try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")
    }

    /// Files up to this size are read in full before they are used.
    private static let inspectedBytes = 64 << 20

    /// Looks at a file without writing to it; throws where it is not a sound journal.
    private static func inspect(_ path: String) throws {
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.read { db in
            let application = try Int.fetchOne(db, sql: "PRAGMA application_id")
            let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            guard application == Schema.applicationID else {
                throw JournalError.damaged(path: path, reason: "it is no journal")
            }
            guard version <= Schema.version else { throw JournalError.tooNew(path: path) }
            let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
            guard let size, size <= inspectedBytes else { return }
            let report = try String.fetchOne(db, sql: "PRAGMA quick_check(1)")
            guard report == "ok" else {
                throw JournalError.damaged(path: path, reason: report ?? "it can't be read")
            }
        }
        try queue.close()
    }

    // MARK: Writing

    public func append(_ records: [Record]) throws(JournalError) -> [Verdict] {
        try index.withLock { index throws(JournalError) in
            let known = index
            index = nil
            let (verdicts, written) = try perform {
                guard records.contains(where: \.isErasure) else { return try write(records, known) }
                return try deletion.withLock { _ in try write(records, known) }
            }
            index = written
            if verdicts.contains(where: \.isErased) { Self.bury(pool) }
            return verdicts
        }
    }

    private func write(
        _ records: [Record], _ index: RoomIndex?
    ) throws -> ([Verdict], RoomIndex) {
        try pool.write { db in
            if records.isEmpty { try Schema.touch(db) }
            var writer = RecordWriter(db: db, path: path, index: try index ?? RoomIndex(db))
            let verdicts = try records.compactMap { try writer.write($0) }
            return (verdicts, writer.index)
        }
    }

    public func prune(before wallMicroseconds: Int64, limit: Int) throws(JournalError) -> Int {
        try perform { [pool] in
            try deletion.withLock { _ in
                let batches = try pool.read { db in
                    try RecordPruner(db: db).find(before: wallMicroseconds, limit: limit)
                }
                guard !batches.isEmpty else { return 0 }
                try pool.write { db in
                    for batch in batches { try RecordPruner(db: db).forget(batch) }
                }
                return batches.reduce(0) { $0 + $1.rows.count }
            }
        }
    }

    public func close() {
        // The last connection to be closed is a reading one, which leaves the log beside the file.
        if lock != nil { _ = try? pool.writeWithoutTransaction { try $0.checkpoint(.truncate) } }
        try? pool.close()
    }

    /// Does `work` and gives its errors their type.
    func perform<Value>(_ work: () throws -> Value) throws(JournalError) -> Value {
        do {
            return try work()
        } catch {
            throw JournalError(error, path: path)
        }
    }
}

extension JournalError {
    fileprivate init(opening path: String, _ error: any Error) {
        self.init(error, path: path)
        if case .storage(let code, let message) = self {
            let reason = code == 0 ? message : "\(message) (SQLite \(code))"
            self = .unusable(path: path, reason: reason)
        }
    }

    init(_ error: any Error, path: String) {
        switch error {
        case let error as JournalError: self = error
        case let error as Unreadable: self = .damaged(path: path, reason: "\(error)")
        case let error as DatabaseError:
            switch error.resultCode {
            case .SQLITE_NOTADB, .SQLITE_CORRUPT:
                self = .damaged(path: path, reason: error.message ?? "it can't be read")
            default:
                self = .storage(
                    code: error.extendedResultCode.rawValue,
                    message: error.message ?? "unknown error")
            }
        default: self = .storage(code: 0, message: "\(path): \(error)")
        }
    }
}
