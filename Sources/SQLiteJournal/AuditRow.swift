import Foundation
import GRDB
public import Journal
public import Texts

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

/// A row of the table `audit`.
struct AuditRow {
    let stored: StoredAuditNote

    static let table = """
        CREATE TABLE audit (
            seq INTEGER PRIMARY KEY,
            room TEXT,
            wall INTEGER NOT NULL,
            details TEXT NOT NULL,
            sum INTEGER NOT NULL
        );
        CREATE INDEX audit_room ON audit (room, seq);
        """

    /// So many are kept of a room, and of what is about all of them.
    static let most = 1000

    private var seal: Seal {
        var seal = Seal()
        seal.add(stored.seq)
        seal.add(stored.note.room)
        seal.add(stored.note.wallMicroseconds)
        seal.add(stored.note.details)
        return seal
    }

    private init(seq: Int64, _ note: AuditNote) {
        stored = StoredAuditNote(seq: seq, note: note)
    }

    init(_ row: Row) throws(Unreadable) {
        self = try Unreadable.naming("a note of who did what") { () throws(RowFault) in
            let read = AuditRow(
                seq: try row.integer("seq"),
                AuditNote(
                    room: try row.textIfAny("room"), wallMicroseconds: try row.integer("wall"),
                    details: try row.text("details")))
            try row.check(read.seal)
            return read
        }
    }

    func write(_ db: Database) throws {
        let note = stored.note
        try db.execute(
            sql: "INSERT INTO audit VALUES (?, ?, ?, ?, ?)",
            arguments: [
                stored.seq, note.room?.string, note.wallMicroseconds, note.details.string, seal.sum,
            ])
    }

    /// Adds a note behind all there are, and drops the oldest of its room if that has too many.
    static func add(_ note: AuditNote, _ db: Database) throws {
        let numbers = Row.numbers
        let wall = min(max(note.wallMicroseconds, numbers.lowerBound), numbers.upperBound)
        let last = try Int64.fetchOne(db, sql: "SELECT coalesce(max(seq), 0) FROM audit") ?? 0
        let kept = AuditNote(room: note.room, wallMicroseconds: wall, details: note.details)
        try AuditRow(seq: last + 1, kept).write(db)
        try db.execute(
            sql: """
                DELETE FROM audit WHERE room IS ?1 AND seq <= (
                    SELECT seq FROM audit WHERE room IS ?1 ORDER BY seq DESC LIMIT 1 OFFSET \(most))
                """, arguments: [note.room?.string])
    }

    /// Forgets the notes about a room.
    static func removeAll(of room: Text, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM audit WHERE room = ?", arguments: [room.string])
    }
}
