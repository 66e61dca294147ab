import GRDB
import Journal
import Synchronization

extension SQLiteLog {
    /// Writes what stands beside the events: who may do what, and what is settled of rooms.
    func write<Value: Sendable>(_ body: (Database) throws -> Value) throws(JournalError) -> Value {
        try state.withLock { state throws(JournalError) in
            try reopenIfUnsure(&state)
            return try commit(body)
        }
    }

    /// Does `body` in one transaction. Throws `unsure` if the disk failed while that was committed:
    /// then nothing is written before the file has been opened again.
    func commit<Value>(
        _ body: (Database) throws -> Value, failed: () -> Void = {}
    ) throws(JournalError) -> Value {
        var value: Value?
        do {
            try pool.writeWithoutTransaction { db in try db.transact { value = try body($0) } }
        } catch {
            failed()
            let failure = JournalError(error, path: path)
            guard value != nil, case .storage(let code, let message) = failure,
                Self.isUnsure(ResultCode(rawValue: code))
            else { throw failure }
            isUnsure.store(true, ordering: .relaxed)
            throw .unsure(code: code, message: message)
        }
        guard let value else { throw .storage(code: 0, message: "\(path): nothing was done") }
        return value
    }

    /// Whether a commit that failed with this code may be on the disk all the same. If a write failed it
    /// is not: the frame that makes it a commit is written last.
    private static func isUnsure(_ code: ResultCode) -> Bool {
        code.primaryResultCode == .SQLITE_IOERR && code != .SQLITE_IOERR_WRITE
    }

    /// After a failure of which it can't be known what it left the file is closed and opened again: from
    /// here on only what is read back holds, and it is flushed once more.
    func reopenIfUnsure(_ state: inout State) throws(JournalError) {
        if state.isClosed { throw .storage(code: 0, message: "\(path) has been closed") }
        guard isUnsure.load(ordering: .relaxed) else { return }
        do {
            try WriteAheadFile(path: path).writeAgain()
        } catch {
            throw .storage(code: ResultCode.SQLITE_IOERR.rawValue, message: "\(error)")
        }
        do {
            let fresh = try readers.alone {
                try? pool.close()
                let fresh = try Self.open(path, isReadOnly)
                connections.withLock { $0 = fresh }
                return fresh
            }
            identity.withLock { $0 = FileIdentity(path: path, logPath: logPath) }
            try fresh.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
            state.index = try fresh.read(RoomIndex.init)
            isUnsure.store(false, ordering: .relaxed)
        } catch {
            throw JournalError(error, path: path)
        }
    }
}
