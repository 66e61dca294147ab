import Foundation
import GRDB
import Texts

/// Reads a whole SQLite journal and verifies all its checksums and chains.
struct Verification {
    let db: Database
    /// The schema version of the file.
    var version = Schema.version
    /// Called with each fault; throws to stop at the first.
    var report: (Unreadable) throws -> Void = { throw $0 }

    /// Runs all checks. Throws errors of `report` and of SQLite.
    func run() throws {
        try reporting { try Schema.check(db, version: version) }
        try reporting { _ = try ClockRow.read(db) }
        try reporting { try RoomIndex.verify(db) }
        for row in try Row.fetchAll(db, sql: "SELECT * FROM room") {
            var room: RoomRow?
            try reporting { room = try RoomRow(row) }
            if let room, !RoomEraser.isRemains(room.name) { try verify(room) }
        }
        try verify("age", "the age of events") { (row) throws(RowFault) in _ = try AgeRow(row) }
        let former = FourthSchema(db: db)
        if version == 3 || version == 4 { try verifyEach("access", former.key) }
        if version == 4 { try verifyEach("standing", former.standing) }
        if version >= 4 { try verifyEach("audit", AuditRow.init) }
        if version >= 5 { try verifyEach("setting", SettingRow.init) }
        for table in ["event", "outcome", "life", "age", "snapshot", "unread"] {
            try verifyOwners(of: table)
        }
    }

    private func reporting(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as Unreadable {
            try report(error)
        }
    }

    /// Checks that every row of `table` belongs to a room.
    private func verifyOwners(of table: String) throws {
        let stray = try Int.fetchOne(
            db, sql: "SELECT 1 FROM \(table) WHERE room NOT IN (SELECT key FROM room) LIMIT 1")
        guard stray != nil else { return }
        try report(
            Unreadable(
                subject: "a room", cause: RowFault(description: "it is gone; its \(table)s are not")
            ))
    }

    /// Verifies all records of one room.
    func verify(_ room: RoomRow) throws {
        var place: Place? = Place()
        while let here = place { place = try verify(room, from: here, limit: .max) }
    }

    /// The place at which the verification of a room continues.
    struct Place {
        fileprivate var part = Part.events
        /// The key of the last row that was read, without the room's; empty before the first.
        fileprivate var key: [DatabaseValue] = []

        fileprivate enum Part: Int {
            case events, outcomes, lives, snapshot
        }

        /// Returns the place after a row, or the beginning of the next part if this one is over.
        fileprivate func next(_ key: [DatabaseValue], isOver: Bool) -> Place? {
            if !isOver { return Place(part: part, key: key) }
            return Part(rawValue: part.rawValue + 1).map { Place(part: $0) }
        }
    }

    /// Verifies the next `limit` rows of one room. Returns the place at which it continues; nil at the end.
    func verify(_ room: RoomRow, from place: Place, limit: Int) throws -> Place? {
        switch place.part {
        case .events: return try verifyEvents(of: room, from: place, limit: limit)
        case .outcomes:
            return try verifyPiece(
                "outcome", "an outcome in room \(room.name)", of: room, from: place, ["seq"], limit
            ) { (row) throws(RowFault) in try OutcomeRow.verify(row, room: room.key) }
        case .lives:
            return try verifyPiece(
                "life", "what became of an event of room \(room.name)", of: room, from: place,
                ["id", "step"], limit
            ) { (row) throws(RowFault) in _ = try LifeRow(row, room: room.key) }
        case .snapshot:
            try verify("snapshot", "the snapshot of room \(room.name)", of: room.key) {
                (row) throws(RowFault) in _ = try SnapshotRow(row)
            }
            return nil
        }
    }

    private func verifyEvents(
        of room: RoomRow, from place: Place, limit: Int
    ) throws -> Place? {
        var chain = room.chain
        var seq = room.seq
        // The last row that was read may have been pruned or changed since.
        if let last = place.key.first.flatMap(Int64.fromDatabaseValue), last > seq {
            seq = last
            let statement = try db.cachedStatement(
                sql: "SELECT chain FROM event WHERE room = ? AND seq = ?")
            try reporting {
                try Unreadable.naming("event \(last) of room \(room.name)") {
                    () throws(RowFault) in
                    let row = try? Row.fetchOne(statement, arguments: [room.key, last])
                    guard let row else { throw .unlinked }
                    chain = try row.digest("chain", at: 0)
                }
            }
        }
        var count = 0
        let events = try Row.fetchCursor(
            db, sql: "SELECT * FROM event WHERE room = ? AND seq > ? ORDER BY seq LIMIT ?",
            arguments: [room.key, place.key.isEmpty ? Int64.min : seq, limit])
        while let row = try events.next() {
            let here = (try? row.integer("seq", at: 1)) ?? seq + 1
            try reporting {
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
            count += 1
        }
        return place.next([seq.databaseValue], isOver: count < limit)
    }

    /// Verifies the next `limit` rows of a room in a table, in the order of the columns `key`.
    private func verifyPiece(
        _ table: String, _ subject: String, of room: RoomRow, from place: Place, _ key: [String],
        _ limit: Int, _ check: (Row) throws(RowFault) -> Void
    ) throws -> Place? {
        let columns = key.joined(separator: ", ")
        let places = key.map { _ in "?" }.joined(separator: ", ")
        let bound = place.key.isEmpty ? "" : "AND (\(columns)) > (\(places))"
        let rows = try Row.fetchCursor(
            db, sql: "SELECT * FROM \(table) WHERE room = ? \(bound) ORDER BY \(columns) LIMIT ?",
            arguments: StatementArguments([room.key.databaseValue] + place.key)
                + [limit])
        var last = place.key
        var count = 0
        while let row = try rows.next() {
            try reporting {
                try Unreadable.naming(subject) { () throws(RowFault) in try check(row) }
            }
            last = key.map { row[$0] }
            count += 1
        }
        return place.next(last, isOver: count < limit)
    }

    /// Verifies every row of a table whose reader names the row in its errors.
    private func verifyEach<Value>(
        _ table: String, _ read: (Row) throws(Unreadable) -> Value
    ) throws {
        let rows = try Row.fetchCursor(db, sql: "SELECT * FROM \(table)")
        while let row = try rows.next() {
            try reporting { () throws(Unreadable) in _ = try read(row) }
        }
    }

    private func verify(
        _ table: String, _ subject: String, of room: Int64? = nil,
        _ check: (Row) throws(RowFault) -> Void
    ) throws {
        let rows = try Row.fetchCursor(
            db, sql: "SELECT * FROM \(table) WHERE ?1 IS NULL OR room = ?1", arguments: [room])
        while let row = try rows.next() {
            try reporting {
                try Unreadable.naming(subject) { () throws(RowFault) in try check(row) }
            }
        }
    }
}
