import Foundation
import GRDB
import Journal
import Stage
import Texts
import Timeline

/// Reads the records of one room, such as its events and its newest snapshot, from the SQLite journal. Throws
/// `Unreadable` if they are not as they were written.
struct RecordReader {
    let db: Database
    let room: Text
    let key: Int64

    private static let columns = """
        room, seq, time, wall, id, body, digest, chain, outcome.word, outcome.detail, outcome.sum
        """
    private static let tables = "event LEFT JOIN outcome USING (room, seq)"

    init(db: Database, room: Text, key: Int64) {
        self.db = db
        self.room = room
        self.key = key
    }

    /// Returns nil if the room does not exist.
    init?(db: Database, room: Text) throws {
        let statement = try db.cachedStatement(sql: "SELECT key FROM room WHERE name = ?")
        guard let key = try Int64.fetchOne(statement, arguments: [room.string]) else { return nil }
        self.init(db: db, room: room, key: key)
    }

    func event(id: Text) throws -> StoredEvent? {
        let statement = try db.cachedStatement(
            sql: "SELECT \(Self.columns) FROM \(Self.tables) WHERE event.room = ? AND id = ?")
        return try Row.fetchOne(statement, arguments: [key, id.string]).map(event)
    }

    func newest() throws -> StoredEvent? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(Self.columns) FROM \(Self.tables)
                WHERE event.room = ? ORDER BY seq DESC LIMIT 1
                """)
        return try Row.fetchOne(statement, arguments: [key]).map(event)
    }

    /// Returns the events after `seq`, the oldest first: at most `limit` of them, with at most
    /// `byteLimit` bytes in total, but at least one. Throws if an event is missing.
    func events(after seq: Int64, limit: Int, byteLimit: Int) throws -> [StoredEvent] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(Self.columns) FROM \(Self.tables)
                WHERE event.room = ? AND seq > ? ORDER BY seq LIMIT ?
                """)
        var events: [StoredEvent] = []
        var bytes = 0
        let end = try end(upTo: seq)
        var (last, link) = (seq, end.link)
        let rows = try Row.fetchCursor(statement, arguments: [key, seq, limit])
        while let row = try rows.next() {
            let event = try event(row)
            // Without this check a missing event would go unnoticed. In a damaged tree, SQLite may start elsewhere.
            link = try Unreadable.naming("event \(event.seq) of room \(room)") {
                () throws(RowFault) in
                let next = Seal.link(after: link, try row.digest("digest", at: 6))
                let follows = events.isEmpty ? end.isFollowed(by: event.seq) : event.seq > last
                guard follows, try EventRow.link(row) == next else { throw .unlinked }
                return next
            }
            last = event.seq
            bytes += event.byteCount
            if bytes > byteLimit, !events.isEmpty { return events }
            events.append(event)
        }
        if events.count < limit, try link != self.end(upTo: .max).link {
            throw Unreadable(
                subject: "an event after \(last) of room \(room)",
                cause: .unfound)
        }
        return events
    }

    /// The end of the part of a history up to some `seq`.
    private struct End {
        /// The `seq` that bounds the part, and that of its newest event, which is stored or was pruned.
        let limit: Int64
        let seq: Int64
        let link: Digest
        /// True if that event is as it was written.
        let isWhole: Bool

        /// Tells if an event may come next. If the event at the end was altered, perhaps in its `seq`, the next one
        /// must have the `seq` directly after it.
        func isFollowed(by next: Int64) -> Bool { next > limit && (isWhole || next == seq + 1) }
    }

    /// Returns the end of the history up to `seq`.
    private func end(upTo seq: Int64) throws -> End {
        let statement = try db.cachedStatement(
            sql: "SELECT * FROM event WHERE room = ? AND seq <= ? ORDER BY seq DESC LIMIT 1")
        guard let row = try Row.fetchOne(statement, arguments: [key, seq]) else {
            let room = try RoomRow.read(db, key: key)
            return End(limit: seq, seq: room.seq, link: room.chain, isWhole: true)
        }
        return try Unreadable.naming("an event of room \(room)") { () throws(RowFault) in
            let found = try row.integer("seq", at: 1)
            // In a damaged tree, SQLite may find another row.
            guard found <= seq else { throw .unfound }
            return End(
                limit: seq, seq: found, link: try EventRow.link(row),
                isWhole: (try? EventRow(row, room: key)) != nil)
        }
    }

    private func event(_ row: Row) throws(Unreadable) -> StoredEvent {
        let seq = try Unreadable.naming("an event of room \(room)") { () throws(RowFault) in
            try row.integer("seq", at: 1)
        }
        return try Unreadable.naming("event \(seq) of room \(room)") { () throws(RowFault) in
            let event = try EventRow(row, room: key)
            let stored = try OutcomeRow.read(row, room: key)
            return StoredEvent(
                seq: event.seq, id: event.id, body: event.body, wallMicroseconds: event.wall,
                time: event.time, outcome: stored?.outcome, alert: stored?.alert)
        }
    }

    func life(id: Text) throws -> StoredLife? {
        let statement = try db.cachedStatement(sql: "SELECT * FROM life WHERE room = ? AND id = ?")
        let rows = try Row.fetchAll(statement, arguments: [key, id.string])
        return try Unreadable.naming("what became of event \"\(id)\" of room \(room)") {
            () throws(RowFault) in
            var life: StoredLife?
            for row in rows { (try LifeRow(row, room: key)).add(to: &life) }
            return life
        }
    }

    /// Returns the room with this name and its newest snapshot; nil if there is no such room. Calls `passOver` with
    /// a snapshot that cannot be read and is not needed.
    static func room(
        _ name: Text, _ db: Database, passOver: (SnapshotRow) -> Void
    ) throws -> StoredRoom? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT room.*,
                    (SELECT wall FROM event WHERE room = key ORDER BY event.seq DESC LIMIT 1) AS wall
                FROM room WHERE name = ? AND \(RoomEraser.isRoom)
                """)
        guard let row = try Row.fetchOne(statement, arguments: [name.string]) else { return nil }
        let room = try RoomRow(row)
        let wall = try Unreadable.naming("the newest event of room \(name)") {
            () throws(RowFault) in try row.integerIfAny("wall")
        }
        return StoredRoom(
            name: room.name, birthConfiguration: room.configuration, clock: room.clock,
            forgottenSeq: room.seq, lastWallMicroseconds: wall,
            snapshot: try snapshot(db, of: room, passOver: passOver))
    }

    /// Returns up to `limit` names after `name` of rooms that meet a condition, in the order of their bytes.
    static func names(
        where condition: String, after name: Text, limit: Int, _ db: Database
    ) throws -> [Text] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT name FROM room WHERE name > ? AND \(RoomEraser.isRoom) AND \(condition)
                ORDER BY name LIMIT ?
                """)
        return try Row.fetchAll(statement, arguments: [name.string, limit]).map { row in
            try Unreadable.naming("a room") { () throws(RowFault) in try row.text("name") }
        }
    }

    /// Returns the snapshot of a room; nil if it has none, or if the snapshot cannot be read but all events are
    /// there. Throws if it is damaged, or if it cannot be read and older events are gone.
    private static func snapshot(
        _ db: Database, of room: RoomRow, passOver: (SnapshotRow) -> Void
    ) throws -> (seq: Int64, state: Room)? {
        let statement = try db.cachedStatement(sql: "SELECT * FROM snapshot WHERE room = ?")
        guard let row = try Row.fetchOne(statement, arguments: [room.key]) else {
            guard room.seq == 0 else {
                throw Unreadable(
                    subject: "the snapshot of room \(room.name)",
                    cause: RowFault(description: "it is gone, and so are older events"))
            }
            return nil
        }
        let subject = "the snapshot of room \(room.name)"
        let snapshot = try Unreadable.naming(subject) { () throws(RowFault) in
            try SnapshotRow(row)
        }
        if let state = try? snapshot.decoded() {
            return (snapshot.seq, state)
        }
        guard room.seq == 0 else {
            throw Unreadable(
                subject: subject,
                cause: RowFault(
                    description: "this version can't read it, and older events are forgotten"))
        }
        passOver(snapshot)
        return nil
    }
}

extension LifeRow {
    fileprivate func add(to life: inout StoredLife?) {
        var changed = life ?? StoredLife()
        switch step {
        case .entered: changed.content.entered = Instant(microseconds: time)
        case .left: leave(&changed.content)
        case .alertEntered: changed.alert.entered = Instant(microseconds: time)
        case .alertLeft: leave(&changed.alert)
        case .messageHidden: changed.messageHidden = Instant(microseconds: time)
        case .sent: changed.sentWallMicroseconds = time
        }
        life = changed
    }

    private func leave(_ stay: inout StoredLife.Stay) {
        stay.left = Instant(microseconds: time)
        stay.reason = detail.flatMap(Milestone.Reason.init(word:))
    }
}
