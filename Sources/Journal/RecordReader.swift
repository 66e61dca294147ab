import Foundation
import GRDB
import Stage
public import Texts
import Timeline

/// Reads what was written of a room; throws `Unreadable` where that is not as it was written.
struct RecordReader {
    let db: Database
    let room: Text
    let key: Int64

    private static let columns =
        "seq, id, wall, body, outcome.time AS time, outcome.word AS word, outcome.detail AS detail"
    private static let tables = "event LEFT JOIN outcome USING (room, seq)"

    init(db: Database, room: Text, key: Int64) {
        self.db = db
        self.room = room
        self.key = key
    }

    /// Nil where there is no such room.
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

    func events(after seq: Int64, limit: Int) throws -> [StoredEvent] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(Self.columns) FROM \(Self.tables)
                WHERE event.room = ? AND seq > ? ORDER BY seq LIMIT ?
                """)
        return try Row.fetchAll(statement, arguments: [key, seq, limit]).map(event)
    }

    private func event(_ row: Row) throws(Unreadable) -> StoredEvent {
        let seq = try Unreadable.naming("an event of room \(room)") { () throws(Row.WrongType) in
            try row.integer("seq")
        }
        return try Unreadable.naming("event \(seq) of room \(room)") { () throws(Row.WrongType) in
            StoredEvent(
                seq: seq, id: try row.text("id"), body: try row.text("body"),
                wallMicroseconds: try row.integer("wall"), applied: try Self.applied(row))
        }
    }

    private static func applied(_ row: Row) throws(Row.WrongType) -> StoredEvent.Applied? {
        guard let time = try row.integerIfAny("time"), let word = try row.textIfAny("word"),
            let outcome = StoredOutcome(word: word, detail: try row.textIfAny("detail")).outcome
        else { return nil }
        return .init(time: Instant(microseconds: time), outcome: outcome)
    }

    func life(id: Text) throws -> StoredLife? {
        let statement = try db.cachedStatement(
            sql: "SELECT * FROM life WHERE room = ? AND id = ?")
        guard let row = try Row.fetchOne(statement, arguments: [key, id.string]) else { return nil }
        return try Unreadable.naming("what became of event \"\(id)\" of room \(room)") {
            () throws(Row.WrongType) in
            var life = StoredLife()
            life.entered = try row.integerIfAny("entered").map(Instant.init)
            life.left = try row.integerIfAny("left").map(Instant.init)
            life.reason = try row.textIfAny("reason").flatMap(Milestone.Reason.init(word:))
            life.sentWallMicroseconds = try row.integerIfAny("sent")
            return life
        }
    }

    static func rooms(_ db: Database) throws -> [StoredRoom] {
        let sql = """
            SELECT name, configuration, time, version, seq, state,
                (SELECT wall FROM event WHERE room = key ORDER BY seq DESC LIMIT 1) AS wall
            FROM room LEFT JOIN snapshot ON snapshot.room = room.key
            WHERE \(RoomEraser.isRoom) ORDER BY key
            """
        return try Row.fetchAll(db, sql: sql).map(storedRoom)
    }

    private static func storedRoom(_ row: Row) throws(Unreadable) -> StoredRoom {
        let name = try Unreadable.naming("a room") { () throws(Row.WrongType) in
            try row.text("name")
        }
        return try Unreadable.naming("room \(name)") { () throws(Row.WrongType) in
            StoredRoom(
                name: name, birthConfiguration: try row.text("configuration"),
                time: Instant(microseconds: try row.integer("time")),
                lastWallMicroseconds: try row.integerIfAny("wall"), snapshot: snapshot(row))
        }
    }

    /// The snapshot of a row; nil where there is none that this version can read.
    private static func snapshot(_ row: Row) -> (seq: Int64, state: Room)? {
        guard let version = try? row.integerIfAny("version"),
            version == SQLiteLog.snapshotVersion, let seq = try? row.integerIfAny("seq"),
            case .blob(let data) = (row["state"] as DatabaseValue).storage,
            let state = try? JSONDecoder().decode(Room.self, from: data)
        else { return nil }
        return (seq, state)
    }
}

extension SQLiteLog {
    public func rooms() throws(JournalError) -> [StoredRoom] {
        try perform { [pool] in try pool.read(RecordReader.rooms) }
    }

    public func events(
        of room: Text, after seq: Int64, limit: Int
    ) throws(JournalError) -> [StoredEvent] {
        try read(of: room) { try $0.events(after: seq, limit: limit) } ?? []
    }

    public func event(of room: Text, id: Text) throws(JournalError) -> StoredEvent? {
        try read(of: room) { try $0.event(id: id) } ?? nil
    }

    public func life(of room: Text, id: Text) throws(JournalError) -> StoredLife? {
        try read(of: room) { try $0.life(id: id) } ?? nil
    }

    /// What `body` reads of a room; nil where there is no such room.
    private func read<Value>(
        of room: Text, _ body: (RecordReader) throws -> Value
    ) throws(JournalError) -> Value? {
        try perform { [pool] in
            try pool.read { db in try RecordReader(db: db, room: room).map(body) }
        }
    }
}
