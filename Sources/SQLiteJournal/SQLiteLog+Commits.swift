import GRDB
import Journal
import Synchronization

/// Runs the transactions of the SQLite journal, and handles failures of the disk during a commit.
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

    /// Repeats a check after a commit. If it fails now, the commit is perhaps useless, and the result is `unsure`: the
    /// commit exists again once the file is restored or salvaged.
    func stillHolds(_ check: () throws(JournalError) -> Void) throws(JournalError) {
        do throws(JournalError) {
            try check()
        } catch {
            throw .unsure(code: 0, message: "\(error)")
        }
    }

    /// Runs `body` in one transaction. Throws `unsure` if the disk failed during the commit: then no
    /// write happens before the file has been opened again.
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

    /// Tells if a commit that failed with this code may still be on the disk. After a failed write it is not,
    /// because the frame that completes the commit is written last.
    private static func isUnsure(_ code: ResultCode) -> Bool {
        code.primaryResultCode == .SQLITE_IOERR && code != .SQLITE_IOERR_WRITE
    }

    /// Closes and reopens the file after a failure with an unknown result. From then on only data that can be read
    /// back counts, and it is flushed again. A different file in the journal's place is not touched.
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

    /// Closes the file and opens it again; throws without reading if it is now a different file.
    private func reopen() throws -> DatabasePool {
        // The files are checked again, because the wait for readers may have taken long.
        try checkFiles()
        try? pool.close()
        let fresh = try Self.open(path, isReadOnly)
        // The files beside the journal may be new: the last connection that closes deletes them.
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

    /// Empties the write-ahead log if it still has data of an erased room. With `waits` this waits some seconds for
    /// readers; otherwise it is tried at most once a second, without waiting.
    func emptyLogIfOwed(_ state: inout State, waits: Bool) {
        let now = LogClock.monotonic()
        guard state.owesEmptyLog, !state.isClosed, !isUnsure.load(ordering: .relaxed),
            waits || now - state.triedNanoseconds > 1_000_000_000
        else { return }
        state.triedNanoseconds = now
        guard Self.emptiesLog(pool, waits: waits) else { return }
        reserve.fill()
        let isRemoved = (try? commit { try RoomEraser.removeEmptied($0) }) != nil
        if isRemoved { state.owesEmptyLog = false }
    }
}
