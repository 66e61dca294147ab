import Foundation
import GRDB
import Stage
import Timeline

/// Reads what was written.
struct RecordReader {
    let db: Database

    private static let columns =
        "seq, id, wall, body, outcome.time AS time, outcome.word AS word, outcome.detail AS detail"
    private static let tables = "event LEFT JOIN outcome USING (room, seq)"

    func key(of room: String) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT key FROM room WHERE name = ?"), arguments: [room])
    }

    func event(room: Int64, id: String) throws -> StoredEvent? {
        let statement = try db.cachedStatement(
            sql: "SELECT \(Self.columns) FROM \(Self.tables) WHERE event.room = ? AND id = ?")
        return try Row.fetchOne(statement, arguments: [room, id]).map(Self.event)
    }

    func events(room: Int64, after seq: Int64, limit: Int) throws -> [StoredEvent] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(Self.columns) FROM \(Self.tables)
                WHERE event.room = ? AND seq > ? ORDER BY seq LIMIT ?
                """)
        return try Row.fetchAll(statement, arguments: [room, seq, limit]).map(Self.event)
    }

    private static func event(_ row: Row) -> StoredEvent {
        var applied: StoredEvent.Applied?
        if let time: Int64 = row["time"], let word: String = row["word"],
            let outcome = StoredOutcome(word: word, detail: row["detail"]).outcome
        {
            applied = .init(time: Instant(microseconds: time), outcome: outcome)
        }
        return StoredEvent(
            seq: row["seq"], id: row["id"], body: row["body"], wallMicroseconds: row["wall"],
            applied: applied)
    }

    func life(room: Int64, id: String) throws -> StoredLife? {
        let statement = try db.cachedStatement(
            sql: "SELECT * FROM life WHERE room = ? AND id = ?")
        guard let row = try Row.fetchOne(statement, arguments: [room, id]) else { return nil }
        var life = StoredLife()
        life.entered = (row["entered"] as Int64?).map(Instant.init)
        life.left = (row["left"] as Int64?).map(Instant.init)
        life.reason = (row["reason"] as String?).flatMap(Milestone.Reason.init)
        life.sentWallMicroseconds = row["sent"]
        return life
    }

    func rooms() throws -> [StoredRoom] {
        let sql = """
            SELECT name, configuration, time, version, seq, state
            FROM room LEFT JOIN snapshot ON snapshot.room = room.key ORDER BY key
            """
        return try Row.fetchAll(db, sql: sql).map { row in
            StoredRoom(
                name: row["name"], birthConfiguration: row["configuration"],
                time: Instant(microseconds: row["time"]), snapshot: Self.snapshot(row))
        }
    }

    /// The snapshot of a row; nil where there is none that this version can read.
    private static func snapshot(_ row: Row) -> (seq: Int64, state: Room)? {
        guard let version: Int = row["version"], version == SQLiteLog.snapshotVersion,
            let data: Data = row["state"],
            let state = try? JSONDecoder().decode(Room.self, from: data)
        else { return nil }
        return (row["seq"], state)
    }
}

extension SQLiteLog {
    public func rooms() throws(JournalError) -> [StoredRoom] {
        try perform { [pool] in try pool.read { try RecordReader(db: $0).rooms() } }
    }

    public func events(
        of room: String, after seq: Int64, limit: Int
    ) throws(JournalError) -> [StoredEvent] {
        try read(of: room) { try $0.events(room: $1, after: seq, limit: limit) } ?? []
    }

    public func event(of room: String, id: String) throws(JournalError) -> StoredEvent? {
        try read(of: room) { try $0.event(room: $1, id: id) } ?? nil
    }

    public func life(of room: String, id: String) throws(JournalError) -> StoredLife? {
        try read(of: room) { try $0.life(room: $1, id: id) } ?? nil
    }

    /// What `body` reads of a room; nil where there is no such room.
    private func read<Value>(
        of room: String, _ body: (RecordReader, Int64) throws -> Value
    ) throws(JournalError) -> Value? {
        try perform { [pool] in
            try pool.read { db in
                let reader = RecordReader(db: db)
                return try reader.key(of: room).map { try body(reader, $0) }
            }
        }
    }
}
