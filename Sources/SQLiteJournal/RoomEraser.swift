import Foundation
import GRDB
import Texts

/// Erases a room from the SQLite journal in pieces, so that the events of other rooms do not wait for it.
///
/// The first piece renames the room, so that no request finds it any longer. It is called `/key` while it has rows
/// in other tables, and `//key` once only its row in the table `room` is left. That row is deleted when the
/// write-ahead log has no data of the room either (`removeEmptied`). After a crash, opening the log erases the
/// leftovers.
struct RoomEraser {
    let db: Database
    /// The number of rows of a table in one step of an erasure.
    var rowCount = Self.normalRowCount

    static let normalRowCount = 2000
    /// For a full disk: the write-ahead log of a step fits into the `DiskReserve`.
    static let smallRowCount = 100

    /// Returns the name for the leftovers of a room, which no room can have.
    static func remains(of key: Int64) -> Text { "/\(key)" }

    /// An SQL condition on the table `room`: the row is a room, and not a leftover of an erased one.
    static let isRoom = "name NOT GLOB '/*'"
    /// The opposite condition, in a form for which SQLite uses an index.
    static let isRest = "name GLOB '/*'"

    static func isRemains(_ name: Text) -> Bool { name.begins(with: "/") }
    /// Tells if only the row in the table `room` is left.
    static func isEmptied(_ name: Text) -> Bool { name.begins(with: "//") }

    /// Erases a piece of the room with this key. Returns true if more is left.
    func erase(_ key: Int64) throws -> Bool {
        try rename(key, Self.remains(of: key))
        var isLeft = false
        for (table, column) in [("event", "seq"), ("outcome", "seq"), ("life", "id")] {
            try db.execute(
                sql: """
                    DELETE FROM \(table) WHERE room = ? AND \(column) IN
                    (SELECT \(column) FROM \(table) WHERE room = ? LIMIT \(rowCount))
                    """, arguments: [key, key])
            isLeft = isLeft || db.changesCount >= rowCount
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

    /// Deletes the rows of erased rooms without any other leftovers.
    static func removeEmptied(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM room WHERE name GLOB '//*'")
    }

    /// Returns the keys of the rooms whose erasure a crash has interrupted.
    static func allRemains(_ db: Database) throws -> [Int64] {
        try Int64.fetchAll(db, sql: "SELECT key FROM room WHERE \(isRest)")
    }

    /// Returns the files beside the journal that may contain its data.
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
