import GRDB
import Journal
import Synchronization

extension SQLiteLog {
    /// Writes settings or notes in one transaction. Calls `committed` before any other thread writes.
    func write<Value: Sendable>(
        _ body: (Database) throws -> Value, committed: (Value) -> Void = { _ in }
    ) throws(JournalError) -> Value {
        if let damage = inspection?.damage { throw damage }
        return try state.withLock { state throws(JournalError) in
            try reopenIfUnsure(&state)
            try checkFiles()
            let value = try commit(body)
            committed(value)
            try stillHolds(checkFiles)
            return value
        }
    }

    /// What has been committed is perhaps of no use if `check` fails now: whoever puts the file back, or
    /// saves what is whole of it, finds it there.
    func stillHolds(_ check: () throws(JournalError) -> Void) throws(JournalError) {
        do throws(JournalError) {
            try check()
        } catch {
            throw .unsure(code: 0, message: "\(error)")
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
    /// here on only what is read back holds, and it is flushed once more. Another file that stands in its
    /// place is left alone.
    func reopenIfUnsure(_ state: inout State) throws(JournalError) {
        if state.isClosed { throw .storage(code: 0, message: "\(path) has been closed") }
        guard isUnsure.load(ordering: .relaxed) else { return }
        try checkFiles()
        do {
            try WriteAheadFile(path: path).writeAgain()
        } catch {
            throw .storage(code: ResultCode.SQLITE_IOERR.rawValue, message: "\(error)")
        }
        do {
            let fresh = try readers.alone { try reopen() }
            try fresh.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
            state.index = try fresh.read(RoomIndex.init)
            isUnsure.store(false, ordering: .relaxed)
            settingsChannel.tell(.missed)
        } catch {
            throw JournalError(error, path: path)
        }
    }

    /// Closes the file and opens it again; throws if it is another one now, of which nothing is read.
    private func reopen() throws -> DatabasePool {
        // For those who read it may have been waited for long.
        try checkFiles()
        try? pool.close()
        let fresh = try Self.open(path, isReadOnly)
        // Perhaps they have been made anew: whoever closes a file last takes them away.
        let found = FileIdentity(directory: directory)
        try identity.withLock { known in
            guard found.journal == known.journal else {
                try? fresh.close()
                throw JournalError.replaced(path: path)
            }
            known = found
        }
        connections.withLock { $0 = fresh }
        return fresh
    }

    /// Empties the log beside the file if it still holds something of a room that has been erased.
    /// `waits`: for seconds, if somebody reads; else it is tried once a second at the most, and at once
    /// given up.
    func emptyLogIfOwed(_ state: inout State, waits: Bool) {
        let now = LogClock.monotonic()
        guard state.owesEmptyLog, !state.isClosed, !isUnsure.load(ordering: .relaxed),
            waits || now - state.triedNanoseconds > 1_000_000_000
        else { return }
        state.triedNanoseconds = now
        guard Self.emptiesLog(pool, waits: waits) else { return }
        let isRemoved = (try? commit { try RoomEraser.removeEmptied($0) }) != nil
        if isRemoved { state.owesEmptyLog = false }
    }
}
