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
    /// snapshot of this version covers. Reads only the oldest events of each room, up to one whose age can't be read.
    func find(before wall: Int64, limit: Int) throws -> [Batch] {
        var batches: [Batch] = []
        var left = limit
        let rooms = try Row.fetchAll(
            db, sql: "SELECT room, seq FROM snapshot WHERE typeof(seq) = 'integer' AND version = ?",
            arguments: [SQLiteLog.snapshotVersion])
        for row in rooms where left > 0 {
            let room = try row.integer("room")
            let oldest = try Row.fetchAll(
                db,
                sql: """
                    SELECT seq, id, wall, body FROM event WHERE room = ? AND seq <= ?
                    ORDER BY seq LIMIT ?
                    """, arguments: [room, try row.integer("seq"), left])
            let old = oldest.prefix { (try? $0.integer("wall")).map { $0 < wall } ?? false }
            if !old.isEmpty { batches.append(Batch(room: room, rows: Array(old))) }
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
                    WHERE key = ?2 AND CASE WHEN typeof(?1) = 'text' AND json_valid(?1)
                        THEN json_extract(?1, '$.type') = 'config' END
                    """
            ).execute(arguments: [row["body"] as DatabaseValue, batch.room])
            for (table, column) in [("event", "seq"), ("outcome", "seq"), ("life", "id")] {
                try db.cachedStatement(
                    sql: "DELETE FROM \(table) WHERE room = ? AND \(column) = ?"
                ).execute(arguments: [batch.room, row[column] as DatabaseValue])
            }
        }
    }
}
