import Foundation
import GRDB
import Texts

/// Erases a room a piece at a time, so that others' events don't wait for it.
///
/// With the first piece it loses its name, and nobody finds it any more. It is called `/key` while rows
/// of it are left, and `//key` once only its row of the table `room` is; that goes when the write-ahead
/// log holds nothing of the room either (`removeEmptied`). What a crash leaves of it is erased when the
/// log is opened.
struct RoomEraser {
    let db: Database

    /// So many rows of a table go at once.
    static let piece = 2000

    /// The name of what is left of a room: one that no room can have.
    static func remains(of key: Int64) -> Text { "/\(key)" }

    /// Of the table `room`: what is a room, and not the remains of one.
    static let isRoom = "name NOT GLOB '/*'"
    /// The contrary, in words for which SQLite has an index.
    static let isRest = "name GLOB '/*'"

    static func isRemains(_ name: Text) -> Bool { name.begins(with: "/") }
    /// Whether nothing is left of it but its row.
    static func isEmptied(_ name: Text) -> Bool { name.begins(with: "//") }

    /// Erases a piece of the room of this key; returns whether anything is left.
    func erase(_ key: Int64) throws -> Bool {
        try rename(key, Self.remains(of: key))
        var isLeft = false
        for (table, column) in [("event", "seq"), ("outcome", "seq"), ("life", "id")] {
            try db.execute(
                sql: """
                    DELETE FROM \(table) WHERE room = ? AND \(column) IN
                    (SELECT \(column) FROM \(table) WHERE room = ? LIMIT \(Self.piece))
                    """, arguments: [key, key])
            isLeft = isLeft || db.changesCount >= Self.piece
        }
        if isLeft { return true }
        for table in ["age", "snapshot", "unread"] {
            try db.execute(sql: "DELETE FROM \(table) WHERE room = ?", arguments: [key])
        }
        try rename(key, "/" + Self.remains(of: key))
        return false
    }

    private func rename(_ key: Int64, _ name: Text) throws {
        let room = try RoomRow.read(db, key: key)
        try RoomRow(key: key, name: name, configuration: "", clock: room.clock).write(db)
    }

    /// Removes the rows of rooms of which nothing else is left.
    static func removeEmptied(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM room WHERE name GLOB '//*'")
    }

    /// The keys of rooms of which a crash has left something.
    static func allRemains(_ db: Database) throws -> [Int64] {
        try Int64.fetchAll(db, sql: "SELECT key FROM room WHERE \(isRest)")
    }

    /// Files beside the log's own that may hold what was in it.
    static func copies(of path: String) -> [Text] {
        let file = URL(fileURLWithPath: path)
        let directory = file.deletingLastPathComponent().path
        let name = file.lastPathComponent
        let own = [name, name + "-wal", name + "-shm"]
        let all = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return all.filter { $0.hasPrefix("journal") && !own.contains($0) }.sorted().map { Text($0) }
            + all.map { Text($0) }.filter { $0 == FileRestoring.keptName }
    }
}

extension SQLiteLog {
    /// Erases what a crash has left of rooms.
    static func eraseRemains(_ pool: DatabasePool) throws {
        let remains = try pool.read(RoomEraser.allRemains)
        for key in remains { while try pool.write({ try RoomEraser(db: $0).erase(key) }) {} }
        if !remains.isEmpty, emptiesLog(pool) {
            try pool.write { try RoomEraser.removeEmptied($0) }
        }
    }

    /// Copies the write-ahead log into the file, so that SQLite writes it from its beginning; false if the copy failed.
    static func rewindsLog(_ pool: DatabasePool) -> Bool {
        pool.writeWithoutTransaction { db in (try? db.checkpoint(.restart)) != nil }
    }

    /// Empties the write-ahead log, which holds pages as they were; false: somebody is reading, and has
    /// been for seconds if it `waits`. Only if it is empty may the erased rooms' rows go, which have a
    /// later start do it again.
    static func emptiesLog(_ pool: DatabasePool, waits: Bool = true) -> Bool {
        pool.writeWithoutTransaction { db in
            if !waits { try? db.execute(sql: "PRAGMA busy_timeout = 0") }
            defer {
                if !waits { try? db.execute(sql: "PRAGMA busy_timeout = \(busySeconds * 1000)") }
            }
            return (try? db.checkpoint(.truncate)) != nil
        }
    }
}
