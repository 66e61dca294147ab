import Foundation
import GRDB
import Journal
import Texts

/// A row of the table `audit`, with a note about an administrative change.
struct AuditRow {
    let stored: StoredAuditNote

    /// The number of notes that are kept for each room and shelf.
    static let most = 1000

    private var seal: Seal {
        var seal = Seal()
        seal.add(stored.seq)
        seal.add(stored.note.room)
        seal.add(stored.note.wallMicroseconds)
        seal.add(stored.note.details)
        // Older versions had no shelves.
        if stored.note.shelf != .other { seal.add(Text(stored.note.shelf.rawValue)) }
        return seal
    }

    private init(seq: Int64, _ note: AuditNote) {
        stored = StoredAuditNote(seq: seq, note: note)
    }

    init(_ row: Row) throws(Unreadable) {
        self = try Unreadable.naming("a note of who did what") { () throws(RowFault) in
            let shelf = row.hasColumn("shelf") ? try row.text("shelf") : ""
            guard let shelf = AuditNote.Shelf(word: shelf) else {
                throw .outOfBounds("shelf")
            }
            let read = AuditRow(
                seq: try row.integer("seq"),
                AuditNote(
                    room: try row.textIfAny("room"), wallMicroseconds: try row.integer("wall"),
                    details: try row.text("details"), shelf: shelf))
            try row.check(read.seal)
            return read
        }
    }

    func write(_ db: Database) throws {
        let note = stored.note
        try db.execute(
            sql: "INSERT INTO audit VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [
                stored.seq, note.room?.string, note.wallMicroseconds, note.details.string, seal.sum,
                note.shelf.rawValue,
            ])
    }

    /// Appends a note, and deletes the oldest notes of its room and shelf if there are too many.
    static func add(_ note: AuditNote, _ db: Database) throws {
        let numbers = Row.numbers
        let wall = min(max(note.wallMicroseconds, numbers.lowerBound), numbers.upperBound)
        let last = try Int64.fetchOne(db, sql: "SELECT coalesce(max(seq), 0) FROM audit") ?? 0
        let kept = AuditNote(
            room: note.room, wallMicroseconds: wall, details: note.details, shelf: note.shelf)
        try AuditRow(seq: last + 1, kept).write(db)
        try db.execute(
            sql: """
                DELETE FROM audit WHERE room IS ?1 AND shelf = ?2 AND seq <= (
                    SELECT seq FROM audit WHERE room IS ?1 AND shelf = ?2
                    ORDER BY seq DESC LIMIT 1 OFFSET \(most))
                """, arguments: [note.room?.string, note.shelf.rawValue])
    }

    /// Deletes the notes about a room.
    static func removeAll(of room: Text, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM audit WHERE room = ?", arguments: [room.string])
    }
}
