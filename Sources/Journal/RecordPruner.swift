import Foundation
import GRDB
import Snapshots
public import Texts
import Timeline

/// What one step of deleting old events did, and what keeps it from deleting more.
public struct Forgotten: Sendable {
    /// How many events were deleted.
    public var count = 0
    /// Rooms that keep old events because no snapshot covers them: without one, the room's state
    /// can't be rebuilt.
    public var uncovered: [Text] = []
    /// Rooms of which no event is left, each with the place of its last one.
    public var emptied: [(room: Text, seq: Int64)] = []
    /// Where the next step goes on; nil: this one came to the end.
    var next: Place?

    /// Whether nothing more can be deleted now.
    public var isAll: Bool { next == nil }

    public init() {}

    /// A place in the order in which events are deleted: by hour, then by room.
    struct Place {
        let hour: Int64
        let room: Int64
    }
}

/// Deletes old events and what became of them, oldest first.
struct RecordPruner {
    let db: Database

    /// So many rows of the table `age` are gone through in one step.
    private static let rowsAtOnce = 64

    /// Deletes up to `limit` events, from `place` on, that came before the hour `hour` and before
    /// log time `log`. Events that no snapshot covers stay.
    func forget(
        before hour: Int64, log: Int64, from place: Forgotten.Place?, limit: Int
    ) throws -> Forgotten {
        var forgotten = Forgotten()
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT * FROM age WHERE hour < ? AND log < ? AND (hour, room) >= (?, ?)
                ORDER BY hour, room LIMIT ?
                """, arguments: [hour, log, place?.hour ?? 0, place?.room ?? 0, Self.rowsAtOnce])
        for row in rows {
            let age = try Unreadable.naming("the age of events") { () throws(RowFault) in
                try AgeRow(row)
            }
            forgotten.next = .init(hour: age.hour, room: age.room)
            if forgotten.count >= limit { return forgotten }
            try forget(age, limit - forgotten.count, &forgotten)
        }
        if rows.count < Self.rowsAtOnce, forgotten.count < limit { forgotten.next = nil }
        return forgotten
    }

    /// Deletes up to `limit` of the events that `age` stands for, and its row once none is left.
    private func forget(_ age: AgeRow, _ limit: Int, _ forgotten: inout Forgotten) throws {
        var room = try RoomRow.read(db, key: age.room)
        let covered = try Int64.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT seq FROM snapshot
                    WHERE room = ? AND typeof(seq) = 'integer' AND version BETWEEN ? AND ?
                    """),
            arguments: [age.room, Snapshot.readable.lowerBound, Snapshot.readable.upperBound])
        let following = try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT min(seq) FROM age WHERE room = ? AND hour > ?"),
            arguments: [age.room, age.hour])
        let end = following.map { $0 - 1 } ?? Int64.max
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: "SELECT * FROM event WHERE room = ? AND seq <= ? ORDER BY seq LIMIT ?"),
            arguments: [age.room, min(end, covered ?? 0), limit])
        for row in rows { try forget(row, of: &room) }
        forgotten.count += rows.count
        if !rows.isEmpty { try room.write(db) }
        if rows.count == limit { return }
        if try hasEvents(of: age.room, upTo: end) {
            forgotten.uncovered.append(room.name)
        } else {
            try db.cachedStatement(sql: "DELETE FROM age WHERE hour = ? AND room = ?")
                .execute(arguments: [age.hour, age.room])
            if following == nil { forgotten.emptied.append((room.name, room.seq)) }
        }
    }

    private func hasEvents(of room: Int64, upTo seq: Int64) throws -> Bool {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT 1 FROM event WHERE room = ? AND seq <= ? LIMIT 1"),
            arguments: [room, seq]) != nil
    }

    /// Deletes an event, and lets the room's history begin after it: with the configuration that
    /// was set last, and with the event's link, from which the chain goes on.
    private func forget(_ row: Row, of room: inout RoomRow) throws {
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

    /// The configuration that the event with this body has set; nil if it is of another type.
    private func configuration(setBy body: Text) throws -> Text? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT json_extract(?1, '$.config') WHERE CASE WHEN json_valid(?1)
                    THEN json_extract(?1, '$.type') = 'config' END
                """)
        return try String.fetchOne(statement, arguments: [body.string]).map { Text($0) }
    }
}
