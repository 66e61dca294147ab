import Foundation
import GRDB
import Journal
import Texts
import Timeline

/// The tables of version 0.1 of the journal's file, and their migration to the current form.
///
/// In that form a room had a mark of how far its time had come. An event's time was stored with its outcome, and
/// was lost if a crash came before that. No row had a checksum.
struct FirstSchema {
    let db: Database
    private let now = AgeClock.Reading.now
    /// The log time at which all migrated rooms stand: the latest time of any of them.
    private let log: Int64

    static let version = 1

    init(_ db: Database) throws {
        self.db = db
        log =
            try Int64.fetchOne(
                db,
                sql: """
                    SELECT max(
                        coalesce((SELECT max(time) FROM room WHERE typeof(time) = 'integer'), 0),
                        coalesce((SELECT max(time) FROM outcome WHERE typeof(time) = 'integer'), 0))
                    """) ?? 0
    }

    func migrate() throws {
        try db.execute(sql: "DROP INDEX event_id")
        for table in ["room", "event", "outcome", "life", "snapshot"] {
            try db.execute(sql: "ALTER TABLE \(table) RENAME TO first_\(table)")
        }
        try Schema.create(in: db)
        var chain = Digest.none
        let rooms = "SELECT * FROM first_room WHERE \(RoomEraser.isRoom) ORDER BY key"
        for row in try Row.fetchAll(db, sql: rooms) {
            chain = chain.mixed(with: try migrate(row))
        }
        for table in ["room", "event", "outcome", "life", "snapshot"] {
            try db.execute(sql: "DROP TABLE first_\(table)")
        }
        let believed = try newestWall().map { newest in
            let absence = now.wall - newest
            return absence <= AgeClock.longestAbsenceMicroseconds ? now.wall : newest
        }
        try ClockRow(
            log: log, wall: now.wall, believed: believed ?? now.wall, isOpen: false, chain: chain
        ).write(db)
    }

    /// Returns the arrival of the newest event, without events whose time is in the future.
    private func newestWall() throws -> Int64? {
        try Int64.fetchOne(
            db, sql: "SELECT max(wall) FROM event WHERE wall <= ?", arguments: [now.wall])
    }

    /// Migrates a room; returns the last link of its chain.
    private func migrate(_ row: Row) throws -> Digest {
        let name = try Unreadable.naming("a room") { () throws(RowFault) in try row.text("name") }
        let (key, configuration, mark) = try Unreadable.naming("room \(name)") {
            () throws(RowFault) in
            (try row.integer("key"), try row.text("configuration"), try row.integer("time"))
        }
        try migrateSnapshot(of: key, name)
        let events = try migrateEvents(of: key, name, mark)
        try migrateLife(of: key, name)
        let time = Instant(microseconds: max(mark, events.time))
        try RoomRow(
            key: key, name: name, configuration: configuration,
            clock: RoomClock(standingAt: time, log: log), seq: events.forgotten
        ).write(db)
        return events.chain
    }

    private typealias Events = (chain: Digest, time: Int64, forgotten: Int64)

    private func migrateEvents(of key: Int64, _ name: Text, _ mark: Int64) throws -> Events {
        let sql = """
            SELECT seq, id, wall, body, o.time AS time, o.word AS word, o.detail AS detail
            FROM first_event LEFT JOIN first_outcome AS o USING (room, seq)
            WHERE first_event.room = ? ORDER BY seq
            """
        let covered = try Int64.fetchOne(
            db, sql: "SELECT seq FROM first_snapshot WHERE room = ?", arguments: [key])
        var chain = Digest.none
        var forgotten: Int64?
        var time: Int64 = 0
        var hour: Int64 = -1
        let rows = try Row.fetchCursor(db, sql: sql, arguments: [key])
        while let row = try rows.next() {
            let seq = try Unreadable.naming("an event of room \(name)") {
                () throws(RowFault) in try row.integer("seq")
            }
            forgotten = forgotten ?? (covered ?? 0 >= seq - 1 ? seq - 1 : 0)
            let event = try Unreadable.naming("event \(seq) of room \(name)") {
                () throws(RowFault) in
                // If a crash lost the time, the room would have continued at `mark`.
                time = max(time, try row.integerIfAny("time") ?? mark)
                return EventRow(
                    room: key, seq: seq, time: Instant(microseconds: time),
                    wall: try row.integer("wall"), id: try row.text("id"),
                    body: try row.text("body"))
            }
            chain = try event.insert(db, after: chain) ?? chain
            try migrateOutcome(row, event, name)
            let came = min(event.wall, now.wall) / AgeRow.hourMicroseconds
            if came > hour {
                hour = came
                try AgeRow(hour: hour, room: key, seq: seq, log: log).write(db)
            }
        }
        return (chain, time, forgotten ?? covered ?? 0)
    }

    private func migrateOutcome(_ row: Row, _ event: EventRow, _ name: Text) throws {
        let outcome = try Unreadable.naming("event \(event.seq) of room \(name)") {
            () throws(RowFault) in
            let detail = try row.textIfAny("detail")
            return try row.textIfAny("word").map { StoredOutcome(word: $0, detail: detail) }
        }
        guard let outcome else { return }
        try OutcomeRow(room: event.room, seq: event.seq, stored: outcome).write(db)
    }

    private func migrateLife(of key: Int64, _ name: Text) throws {
        let rows = try Row.fetchCursor(
            db, sql: "SELECT * FROM first_life WHERE room = ?", arguments: [key])
        while let row = try rows.next() {
            let steps = try Unreadable.naming("what became of an event of room \(name)") {
                () throws(RowFault) in
                let id = try row.text("id")
                let reason = try row.textIfAny("reason")
                return [
                    (LifeRow.Step.entered, try row.integerIfAny("entered"), nil),
                    (.left, try row.integerIfAny("left"), reason),
                    (.sent, try row.integerIfAny("sent"), nil),
                ].compactMap { step, time, detail in
                    time.map { LifeRow(room: key, id: id, step: step, time: $0, detail: detail) }
                }
            }
            for step in steps { try step.write(db) }
        }
    }

    private func migrateSnapshot(of key: Int64, _ name: Text) throws {
        let row = try Row.fetchOne(
            db, sql: "SELECT * FROM first_snapshot WHERE room = ?", arguments: [key])
        guard let row else { return }
        try Unreadable.naming("the snapshot of room \(name)") { () throws(RowFault) in
            SnapshotRow(
                room: try row.integer("room"), version: try row.integer("version"),
                seq: try row.integer("seq"), state: try row.data("state"))
        }.write(db)
    }
}
