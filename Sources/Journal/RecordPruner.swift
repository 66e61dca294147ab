import GRDB

/// Forgets what is old.
struct RecordPruner {
    let db: Database

    /// Forgets up to `limit` events that came before `wall`, in microseconds since 1970, and that
    /// a snapshot covers; returns how many.
    func prune(before wall: Int64, limit: Int) throws -> Int {
        var pruned = 0
        let rooms = try Row.fetchAll(db, sql: "SELECT room, seq FROM snapshot")
        for row in rooms where pruned < limit {
            pruned += try prune(
                room: row["room"], upTo: row["seq"], before: wall, limit: limit - pruned)
        }
        return pruned
    }

    private func prune(room: Int64, upTo seq: Int64, before wall: Int64, limit: Int) throws -> Int {
        let old = try Row.fetchAll(
            db,
            sql: """
                SELECT seq, id FROM event WHERE room = ? AND seq <= ? AND wall < ?
                ORDER BY seq LIMIT ?
                """, arguments: [room, seq, wall, limit])
        for row in old {
            for (table, column) in [("event", "seq"), ("outcome", "seq"), ("life", "id")] {
                try db.execute(
                    sql: "DELETE FROM \(table) WHERE room = ? AND \(column) = ?",
                    arguments: [room, row[column] as DatabaseValue])
            }
        }
        return old.count
    }
}
