import GRDB
public import Journal
public import Texts

/// Stores audit notes in the SQLite journal.
extension SQLiteLog: AuditLog {
    public func add(_ note: AuditNote) throws(JournalError) {
        try write { db in try AuditRow.add(note, db) }
    }

    public func notes(
        of room: Text?, after seq: Int64, limit: Int
    ) throws(JournalError) -> [StoredAuditNote] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM audit WHERE seq > ?1 AND (?2 IS NULL OR room = ?2)
                    ORDER BY seq LIMIT ?3
                    """, arguments: [seq, room?.string, limit]
            ).map { try AuditRow($0).stored }
        }
    }
}
