import GRDB

/// Erases rooms, and empties the write-ahead log that has their old pages.
extension SQLiteLog {
    /// Erases the leftovers of rooms whose erasure a crash has interrupted.
    static func eraseRemains(_ pool: DatabasePool) throws {
        let remains = try pool.read(RoomEraser.allRemains)
        for key in remains { while try pool.write({ try RoomEraser(db: $0).erase(key) }) {} }
        if !remains.isEmpty, emptiesLog(pool) {
            try pool.write { try RoomEraser.removeEmptied($0) }
        }
    }

    /// Copies the write-ahead log into the file, so that SQLite restarts the log; false if this failed.
    @discardableResult
    static func rewindsLog(_ pool: DatabasePool) -> Bool {
        pool.writeWithoutTransaction { db in (try? db.checkpoint(.restart)) != nil }
    }

    /// Empties the write-ahead log, which still has old pages. Returns false if a reader is active; with `waits`
    /// only after some seconds. The rows of erased rooms may be deleted only if the log is empty: while they exist,
    /// a later start tries again.
    static func emptiesLog(_ pool: DatabasePool, waits: Bool = true) -> Bool {
        pool.writeWithoutTransaction { db in
            if !waits { try? db.execute(sql: "PRAGMA busy_timeout = 0") }
            defer {
                if !waits { try? db.execute(sql: "PRAGMA busy_timeout = \(busySeconds * 1000)") }
            }
            return (try? db.checkpoint(.truncate)) != nil
        }
    }
}
