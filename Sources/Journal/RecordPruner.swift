import Foundation
import GRDB
import Snapshots
public import Texts
import Timeline

/// What was forgotten, and what stands in the way of forgetting more.
public struct Forgotten: Sendable {
    /// How many events.
    public var count = 0
    /// Rooms whose old events no snapshot covers.
    public var uncovered: [Text] = []
    /// Where to go on; nil: there is nothing more.
    var next: Place?

    /// Whether there is nothing more to be forgotten now.
    public var isAll: Bool { next == nil }

    public init() {}

    /// A place in the order of age.
    struct Place {
        let hour: Int64
        let room: Int64
    }
}

/// Forgets what is old, oldest first.
struct RecordPruner {
    let db: Database

    private static let hoursAtOnce = 64

    /// Forgets up to `limit` events that came before the hour `hour`, and before log time `log`, as
    /// far as snapshots cover them; from `place` on.
    func forget(
        before hour: Int64, log: Int64, from place: Forgotten.Place?, limit: Int
    ) throws -> Forgotten {
        var forgotten = Forgotten()
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT * FROM age WHERE hour < ? AND log < ? AND (hour, room) >= (?, ?)
                ORDER BY hour, room LIMIT ?
                """, arguments: [hour, log, place?.hour ?? 0, place?.room ?? 0, Self.hoursAtOnce])
        for row in rows {
            let age = try Unreadable.naming("the age of events") { () throws(RowFault) in
                try AgeRow(row)
            }
            forgotten.next = .init(hour: age.hour, room: age.room)
            if forgotten.count >= limit { return forgotten }
            try forget(age, limit - forgotten.count, &forgotten)
        }
        if rows.count < Self.hoursAtOnce, forgotten.count < limit { forgotten.next = nil }
        return forgotten
    }

    /// Forgets up to `limit` events of a room's hour, and the hour with the last of them.
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
        }
    }

    private func hasEvents(of room: Int64, upTo seq: Int64) throws -> Bool {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT 1 FROM event WHERE room = ? AND seq <= ? LIMIT 1"),
            arguments: [room, seq]) != nil
    }

    /// Forgets an event. A configuration becomes the one that the room's history begins with; the
    /// chain goes on from the event's link.
    private func forget(_ row: Row, of room: inout RoomRow) throws {
        let event = try Unreadable.naming("an event of room \(room.name)") {
            () throws(RowFault) in try EventRow(row, room: room.key)
        }
        if let configuration = try configuration(set: event.body) {
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

    /// The configuration that an event of this body set; nil where it is none.
    private func configuration(set body: Text) throws -> Text? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT json_extract(?1, '$.config') WHERE CASE WHEN json_valid(?1)
                    THEN json_extract(?1, '$.type') = 'config' END
                """)
        return try String.fetchOne(statement, arguments: [body.string]).map { Text($0) }
    }
}
