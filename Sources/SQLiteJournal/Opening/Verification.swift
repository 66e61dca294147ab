import Foundation
import GRDB
import Texts

/// Reads everything in a journal, and holds it against its checksums.
struct Verification {
    let db: Database
    /// Of the file's tables.
    var version = Schema.version
    /// Called with each fault; throws if one is enough.
    var found: (Unreadable) throws -> Void = { throw $0 }

    /// Throws what `found` throws, and what SQLite can't read.
    func run() throws {
        try look { try Schema.check(db, version: version) }
        try look { _ = try ClockRow.read(db) }
        try look { _ = try RoomIndex(db) }
        for row in try Row.fetchAll(db, sql: "SELECT * FROM room") {
            var room: RoomRow?
            try look { room = try RoomRow(row) }
            if let room, !RoomEraser.isRest(room.name) { try verify(room) }
        }
        try verify("age", "the age of events") { (row) throws(RowFault) in _ = try AgeRow(row) }
        if version >= 3 { try verifyEach("access", KeyRow.init) }
        if version >= 4 {
            try verifyEach("standing", StandingRow.init)
            try verifyEach("audit", AuditRow.init)
        }
        for table in ["event", "outcome", "life", "age", "snapshot"] { try verifyOwners(of: table) }
    }

    private func look(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as Unreadable {
            try found(error)
        }
    }

    /// Every row of a table is some room's.
    private func verifyOwners(of table: String) throws {
        let stray = try Int.fetchOne(
            db, sql: "SELECT 1 FROM \(table) WHERE room NOT IN (SELECT key FROM room) LIMIT 1")
        guard stray != nil else { return }
        try found(
            Unreadable(
                subject: "a room", cause: RowFault(description: "it is gone; its \(table)s are not")
            ))
    }

    /// Everything there is of one room.
    func verify(_ room: RoomRow) throws {
        try verifyEvents(of: room)
        try verify("outcome", "an outcome in room \(room.name)", of: room.key) {
            (row) throws(RowFault) in try OutcomeRow.verify(row, room: room.key)
        }
        try verify("life", "what became of an event of room \(room.name)", of: room.key) {
            (row) throws(RowFault) in _ = try LifeRow(row, room: room.key)
        }
        try verify("snapshot", "the snapshot of room \(room.name)", of: room.key) {
            (row) throws(RowFault) in _ = try SnapshotRow(row)
        }
    }

    private func verifyEvents(of room: RoomRow) throws {
        var chain = room.chain
        var seq = room.seq
        let events = try Row.fetchCursor(
            db, sql: "SELECT * FROM event WHERE room = ? ORDER BY seq", arguments: [room.key])
        while let row = try events.next() {
            let here = (try? row.integer("seq", at: 1)) ?? seq + 1
            try look {
                try Unreadable.naming("event \(here) of room \(room.name)") {
                    () throws(RowFault) in
                    let event = try EventRow(row, room: room.key)
                    guard event.seq > seq,
                        try EventRow.link(row) == Seal.link(after: chain, event.digest)
                    else { throw .unlinked }
                }
            }
            seq = here
            chain = (try? EventRow.link(row)) ?? chain
        }
    }

    /// Every row of a table that names itself.
    private func verifyEach<Value>(
        _ table: String, _ read: (Row) throws(Unreadable) -> Value
    ) throws {
        let rows = try Row.fetchCursor(db, sql: "SELECT * FROM \(table)")
        while let row = try rows.next() {
            try look { () throws(Unreadable) in _ = try read(row) }
        }
    }

    private func verify(
        _ table: String, _ subject: String, of room: Int64? = nil,
        _ check: (Row) throws(RowFault) -> Void
    ) throws {
        let rows = try Row.fetchCursor(
            db, sql: "SELECT * FROM \(table) WHERE ?1 IS NULL OR room = ?1", arguments: [room])
        while let row = try rows.next() {
            try look { try Unreadable.naming(subject) { () throws(RowFault) in try check(row) } }
        }
    }
}
