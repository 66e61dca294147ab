import Foundation
import GRDB
import Stage
import Texts
import Timeline

/// Writes records within one transaction.
struct RecordWriter {
    let db: Database
    let path: String
    var index: RoomIndex

    /// Writes one record; returns the verdict on an event or a question.
    mutating func write(_ record: Record) throws -> Verdict? {
        switch record {
        case .event(let event, let ticket):
            return Verdict(ticket: ticket, result: try insert(event))
        case .question(let event, let ticket):
            return Verdict(ticket: ticket, result: try known(event) ?? .unknown)
        case .erase(let room, let ticket):
            return Verdict(ticket: ticket, result: try erase(room))
        case .outcome(let room, let seq, let time, let outcome):
            let stored = StoredOutcome(outcome)
            try execute(
                "INSERT OR REPLACE INTO outcome VALUES (?, ?, ?, ?, ?)", room,
                [seq, time.microseconds, stored.word.string, stored.detail?.string])
        case .milestone(let room, let milestone): try write(milestone, room)
        case .sent(let room, let ids, let wall):
            for id in ids {
                try execute(
                    """
                    INSERT INTO life (room, id, sent) VALUES (?, ?, ?) ON CONFLICT (room, id)
                    DO UPDATE SET sent = coalesce(sent, excluded.sent)
                    """, room, [id.string, wall])
            }
        case .mark(let room, let time):
            guard let key = index[room]?.key else { return nil }
            try db.cachedStatement(sql: "UPDATE room SET time = max(time, ?) WHERE key = ?")
                .execute(arguments: [time.microseconds, key])
        case .snapshot(let room, let seq, let state):
            try execute(
                "INSERT OR REPLACE INTO snapshot VALUES (?, ?, ?, ?)", room,
                [SQLiteLog.snapshotVersion, seq, try JSONEncoder().encode(state)])
        }
        return nil
    }

    // MARK: Events

    private mutating func insert(_ event: NewEvent) throws -> Verdict.Result {
        let entry = try index[event.room] ?? makeRoom(of: event)
        let statement = try db.cachedStatement(
            sql: "INSERT INTO event VALUES (?, ?, ?, ?, ?) ON CONFLICT (room, id) DO NOTHING")
        let seq = max(entry.nextSeq, event.seq ?? 0)
        try statement.execute(arguments: [
            entry.key, seq, event.id.string, event.wallMicroseconds, event.body.string,
        ])
        if db.changesCount == 0, let known = try known(event) { return known }
        index[event.room] = RoomIndex.Entry(key: entry.key, nextSeq: seq + 1)
        return .recorded(seq: seq)
    }

    private func makeRoom(of event: NewEvent) throws -> RoomIndex.Entry {
        try db.cachedStatement(sql: "INSERT INTO room (name, configuration) VALUES (?, ?)")
            .execute(arguments: [event.room.string, event.birthConfiguration.string])
        return RoomIndex.Entry(key: db.lastInsertedRowID, nextSeq: 1)
    }

    /// What is recorded of an event; nil where nothing is. One that can't be read fails alone: others
    /// of the transaction are none the worse for it.
    private func known(_ event: NewEvent) throws -> Verdict.Result? {
        guard let key = index[event.room]?.key else { return nil }
        do {
            let reader = RecordReader(db: db, room: event.room, key: key)
            return try reader.event(id: event.id).map { .known($0) }
        } catch let error as Unreadable {
            return .failed(JournalError(error, path: path))
        }
    }

    private mutating func erase(_ room: Text) throws -> Verdict.Result {
        if let entry = index[room] {
            index[room] = nil
            if try RoomEraser(db: db).erase(entry.key) {
                let rest = RoomEraser.rest(of: entry.key)
                index[rest] = entry
                return .erased(rest: rest, copies: [])
            }
        }
        return .erased(rest: nil, copies: RoomEraser.copies(of: path))
    }

    // MARK: What became of them

    private func write(_ milestone: Milestone, _ room: Text) throws {
        switch milestone.step {
        case .entered:
            try execute(
                """
                INSERT INTO life (room, id, entered) VALUES (?, ?, ?) ON CONFLICT (room, id)
                DO UPDATE SET entered = excluded.entered
                """, room, [milestone.id.string, milestone.time.microseconds])
        case .left(let reason):
            try execute(
                """
                INSERT INTO life (room, id, "left", reason) VALUES (?, ?, ?, ?)
                ON CONFLICT (room, id)
                DO UPDATE SET "left" = excluded."left", reason = excluded.reason
                """, room, [milestone.id.string, milestone.time.microseconds, reason.rawValue])
        }
    }

    /// Executes a statement whose first argument is the room's key; a room that has no events
    /// has nothing worth keeping.
    private func execute(
        _ sql: String, _ room: Text, _ arguments: [(any DatabaseValueConvertible)?]
    ) throws {
        guard let key = index[room]?.key else { return }
        try db.cachedStatement(sql: sql).execute(arguments: StatementArguments([key] + arguments))
    }
}
