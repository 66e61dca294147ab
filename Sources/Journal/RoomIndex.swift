import GRDB
import Texts

/// Each room's key in the tables and the seq of its next event.
struct RoomIndex {
    struct Entry {
        let key: Int64
        var nextSeq: Int64
    }

    private var entries: [Text: Entry] = [:]

    init(_ db: Database) throws {
        let sql = """
            SELECT key, name, max(
                coalesce((SELECT max(seq) FROM event WHERE room = key), 0),
                coalesce((SELECT seq FROM snapshot WHERE room = key), 0)) AS "newest seq"
            FROM room
            """
        for row in try Row.fetchAll(db, sql: sql) {
            let name = try Unreadable.naming("a room") { () throws(Row.WrongType) in
                try row.text("name")
            }
            entries[name] = try Unreadable.naming("room \(name)") { () throws(Row.WrongType) in
                Entry(key: try row.integer("key"), nextSeq: try row.integer("newest seq") + 1)
            }
        }
    }

    subscript(name: Text) -> Entry? {
        get { entries[name] }
        set { entries[name] = newValue }
    }
}
