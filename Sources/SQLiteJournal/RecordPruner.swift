import Foundation
import GRDB
import Journal
import Texts
import Timeline

/// Deletes old events with their outcomes from the SQLite journal, the oldest first.
struct RecordPruner {
    let db: Database
    /// The checksums of snapshots that are known to be readable, by the key of their room.
    private(set) var decoded: [Int64: Int64]
    private(set) var result = PruningResult()
    /// The place where the next step continues; nil if this one came to the end.
    private(set) var next: Place?

    /// A place in the order of deletion: by hour, then by room.
    struct Place {
        let hour: Int64
        let room: Int64
    }

    init(db: Database, decoded: [Int64: Int64] = [:]) {
        self.db = db
        self.decoded = decoded.count > Self.rememberedCount ? [:] : decoded
    }

    /// The number of remembered snapshots at which all are forgotten.
    private static let rememberedCount = 1 << 14

    /// The number of rows of the table `age` in one step.
    private static let rowsAtOnce = 64

    /// Deletes up to `limit` events, from `place` on, that came before the hour `hour` and before
    /// log time `log`; of all rooms, or of the room with this key. Events that no snapshot covers stay.
    mutating func prune(
        of room: Int64? = nil, before hour: Int64, log: Int64, from place: Place?, limit: Int
    ) throws {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT * FROM age WHERE \(room.map { "room = \($0) AND" } ?? "")
                    hour < ? AND log < ? AND (hour, room) >= (?, ?)
                ORDER BY hour, room LIMIT ?
                """, arguments: [hour, log, place?.hour ?? 0, place?.room ?? 0, Self.rowsAtOnce])
        result.isComplete = false
        for row in rows {
            let age = try Unreadable.naming("the age of events") { () throws(RowFault) in
                try AgeRow(row)
            }
            next = Place(hour: age.hour, room: age.room)
            if result.count >= limit { return }
            try prune(age, limit - result.count)
        }
        if rows.count < Self.rowsAtOnce, result.count < limit { next = nil }
        result.isComplete = next == nil
    }

    /// Deletes up to `limit` of the events of an `age` row, and the row once all are deleted.
    private mutating func prune(_ age: AgeRow, _ limit: Int) throws {
        var room = try RoomRow.read(db, key: age.room)
        let covered = try covered(of: room)
        let following = try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT min(seq) FROM age WHERE room = ? AND hour > ?"),
            arguments: [age.room, age.hour])
        let end = following.map { $0 - 1 } ?? Int64.max
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: "SELECT * FROM event WHERE room = ? AND seq <= ? ORDER BY seq LIMIT ?"),
            arguments: [age.room, min(end, covered), limit])
        for row in rows { try delete(row, of: &room) }
        result.count += rows.count
        if !rows.isEmpty { try room.write(db) }
        if rows.count == limit { return }
        if try hasEvents(of: age.room, upTo: end) {
            result.uncovered.append(room.name)
        } else {
            try db.cachedStatement(sql: "DELETE FROM age WHERE hour = ? AND room = ?")
                .execute(arguments: [age.hour, age.room])
            if following == nil { result.emptied.append(.init(room: room.name, seq: room.seq)) }
        }
    }

    /// Returns the number of the last event that the room's snapshot replaces; 0 without a usable snapshot. A snapshot
    /// counts only if its checksum matches and it can be decoded: otherwise the events are the only copy.
    private mutating func covered(of room: RoomRow) throws -> Int64 {
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM snapshot WHERE room = ? AND seq > ?"),
            arguments: [room.key, room.seq])
        guard let row, let snapshot = try? SnapshotRow(row), let sum = try? row.sum()
        else { return 0 }
        if decoded[room.key] != sum {
            guard (try? snapshot.decoded()) != nil else { return 0 }
            decoded[room.key] = sum
        }
        return snapshot.seq
    }

    private func hasEvents(of room: Int64, upTo seq: Int64) throws -> Bool {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT 1 FROM event WHERE room = ? AND seq <= ? LIMIT 1"),
            arguments: [room, seq]) != nil
    }

    /// Deletes an event, and moves the beginning of the room's history behind it: with the newest
    /// configuration up to there, and with the event's link, on which the chain continues.
    private func delete(_ row: Row, of room: inout RoomRow) throws {
        let event = try Unreadable.naming("an event of room \(room.name)") {
            () throws(RowFault) in try EventRow(row, room: room.key)
        }
        if let configuration = try configuration(setBy: event.body) {
            room.configuration = configuration
        }
        room.seq = event.seq
        room.time = event.time
        room.chain = try Unreadable.naming("event \(event.seq) of room \(room.name)") {
            () throws(RowFault) in try row.digest("chain")
        }
        for (table, column) in [("event", "seq"), ("outcome", "seq"), ("life", "id")] {
            try db.cachedStatement(
                sql: "DELETE FROM \(table) WHERE room = ? AND \(column) = ?"
            ).execute(arguments: [room.key, row[column] as DatabaseValue])
        }
    }

    /// Returns the configuration that an event with this body has set; nil if the event has another type.
    private func configuration(setBy body: Text) throws -> Text? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT json_extract(?1, '$.config') WHERE CASE WHEN json_valid(?1)
                    THEN json_extract(?1, '$.type') = 'config' END
                """)
        return try String.fetchOne(statement, arguments: [body.string]).map { Text($0) }
    }
}
