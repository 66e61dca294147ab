import GRDB

/// Forgets what is old.
struct RecordPruner {
    let db: Database

    /// The oldest events of one room that may go.
    struct Batch {
        let room: Int64
        let rows: [Row]
    }

    /// Finds up to `limit` events that came before `wall`, in microseconds since 1970, and that a
    /// snapshot covers. Reads only the oldest events of each room.
    func find(before wall: Int64, limit: Int) throws -> [Batch] {
        var batches: [Batch] = []
        var left = limit
        for row in try Row.fetchAll(db, sql: "SELECT room, seq FROM snapshot") where left > 0 {
            let oldest = try Row.fetchAll(
                db,
                sql: """
                    SELECT seq, id, wall, body FROM event WHERE room = ? AND seq <= ?
                    ORDER BY seq LIMIT ?
                    """, arguments: [row["room"] as Int64, row["seq"] as Int64, left])
            let old = Array(oldest.prefix { ($0["wall"] as Int64) < wall })
            if !old.isEmpty { batches.append(Batch(room: row["room"], rows: old)) }
            left -= old.count
        }
        return batches
    }

    /// Forgets a batch. The configuration in force at its end becomes the one that the room's
    /// history begins with.
    func forget(_ batch: Batch) throws {
        for row in batch.rows {
            try db.cachedStatement(
                sql: """
                    UPDATE room SET configuration = json_extract(?1, '$.config')
                    WHERE key = ?2 AND json_extract(?1, '$.type') = 'config'
                    """
            ).execute(arguments: [row["body"] as String, batch.room])
            for (table, column) in [("event", "seq"), ("outcome", "seq"), ("life", "id")] {
                try db.cachedStatement(
                    sql: "DELETE FROM \(table) WHERE room = ? AND \(column) = ?"
                ).execute(arguments: [batch.room, row[column] as DatabaseValue])
            }
        }
    }
}
