import Foundation
import GRDB
import Journal
import Snapshots
import Stage
import Texts
import Timeline

import enum Journal.Record  // GRDB also has a `Record`.

/// Executes the commands to the log (`Record`) within one SQLite transaction: it writes rows and returns verdicts.
struct RecordWriter {
    let db: Database
    let path: String
    var index: RoomIndex
    /// The events that were recorded here and got their times here; imported events bring their own times.
    private(set) var recorded: [RecordedEvent] = []
    /// The changes of settings in this transaction.
    private(set) var settings: [SettingsRecord] = []
    /// The log time of the transaction and of its events.
    let log: Int64
    /// The wall clock, and the believed time of the `AgeClock`; in microseconds since 1970.
    let wall: Int64
    let believed: Int64

    private let unreadSnapshots: [Int64: Int64]
    /// An erasure deletes at most this many rows of each table in one record.
    var erasedRowCount = RoomEraser.normalRowCount

    init(
        db: Database, path: String, index: RoomIndex, unreadSnapshots: [Int64: Int64], log: Int64,
        wall: Int64, believed: Int64
    ) {
        self.db = db
        self.path = path
        self.index = index
        self.unreadSnapshots = unreadSnapshots
        self.log = log
        self.wall = wall
        self.believed = believed
    }

    /// Writes one record. Returns the verdict on an event, a question or an erasure, and nil for other records.
    mutating func write(_ record: Record) throws -> Verdict? {
        switch record {
        case .event(let event, let ticket):
            return Verdict(ticket: ticket, result: try insert(event, ticket))
        case .question(let event, let ticket):
            return Verdict(ticket: ticket, result: try known(event) ?? .unknown)
        case .erase(let room, let ticket):
            try eraseSettings(of: room)
            return Verdict(ticket: ticket, result: try erase(room))
        // Only this server writes events, so the room still has none.
        case .eraseSpent(let room, let ticket):
            if try !SettingRow.hasAny(of: room, db) { try eraseSettings(of: room) }
            return Verdict(ticket: ticket, result: try erase(room))
        case .outcome(let room, let seq, let outcome, let alert):
            guard let key = try index.entry(room, db)?.key else { return nil }
            try OutcomeRow(room: key, seq: seq, stored: StoredOutcome(outcome, alert: alert)).write(
                db)
        case .milestones(let room, let milestones):
            guard let key = try index.entry(room, db)?.key else { return nil }
            for milestone in milestones { try row(of: milestone, in: key)?.write(db) }
        case .sent(let room, let ids, let wall):
            guard let key = try index.entry(room, db)?.key else { return nil }
            for id in ids { try LifeRow(room: key, id: id, step: .sent, time: wall).write(db) }
        case .clock(let room, let clock): try set(clock, of: room)
        // These records coordinate several servers, and this log has only one.
        case .tick, .wish, .landmark, .comparison: break
        case .snapshot(let room, let seq, let state, _):
            guard let key = try index.entry(room, db)?.key else { return nil }
            try write(
                SnapshotRow(
                    room: key, version: Snapshot.form, seq: seq,
                    state: Data(Snapshot.write(state))))
        }
        return nil
    }

    /// Writes the clock's row; called last.
    func finish(isOpen: Bool) throws {
        try ClockRow(
            log: log, wall: wall, believed: believed, isOpen: isOpen, chain: index.chain
        ).write(db)
    }

    // MARK: Events

    private mutating func insert(
        _ event: NewEvent, _ ticket: UInt64
    ) throws -> Verdict.Result {
        var entry = try index.entry(event.room, db) ?? makeRoom(of: event)
        // Clamped, because a number outside these bounds could not be read again.
        let numbers = Row.numbers
        let wall = min(max(event.wallMicroseconds, numbers.lowerBound), numbers.upperBound)
        let row = EventRow(
            room: entry.key, seq: max(entry.nextSeq, event.seq ?? 0),
            time: event.time ?? time(in: entry), wall: wall, id: event.id, body: event.body)
        guard numbers.contains(row.seq), numbers.contains(row.time.microseconds) else {
            throw JournalError.storage(
                code: 0, message: "room \(event.room): an event's place or time is out of bounds")
        }
        guard let link = try row.insert(db, after: entry.chain) else {
            return try known(event) ?? .unknown
        }
        let hour = believed / AgeRow.hourMicroseconds
        if entry.hour != hour {
            try AgeRow(hour: hour, room: entry.key, seq: row.seq, log: log).write(db)
        }
        let before = entry.chain
        entry.nextSeq = row.seq + 1
        entry.time = row.time
        entry.chain = link
        entry.batch = log
        entry.hour = hour
        index.set(event.room, to: entry)
        if event.time == nil {
            recorded.append(
                RecordedEvent(room: event.room, ticket: ticket, row: row, chain: before))
        }
        return .recorded(seq: row.seq, time: row.time)
    }

    /// Returns the time of a room's next event. The events of one transaction get the same instant. It is later
    /// than that of all earlier events, even while the room's time stands still, because the frame of that
    /// instant was shown without the new events.
    private func time(in entry: RoomIndex.Entry) -> Instant {
        let time = entry.clock.instant(at: log)
        if entry.batch == log { return max(time, entry.time) }
        return max(time, entry.time + Duration(microseconds: 1))
    }

    private mutating func makeRoom(of event: NewEvent) throws -> RoomIndex.Entry {
        let key = try Int64.fetchOne(db, sql: "SELECT coalesce(max(key), 0) + 1 FROM room") ?? 1
        try RoomRow(
            key: key, name: event.room, configuration: event.birth.configuration,
            clock: event.birth.clock
        ).write(db)
        // The frame of a room whose time stands still was shown without its first event.
        return RoomIndex.Entry(
            key: key, clock: event.birth.clock, nextSeq: 1,
            time: event.birth.clock.isRunning
                ? Instant(microseconds: -1) : event.birth.clock.instant(at: log),
            chain: .none)
    }

    /// Returns the verdict on an event whose ID is recorded already; nil if it is not. If the recorded event cannot
    /// be read, only this event fails, and not the transaction.
    private mutating func known(_ event: NewEvent) throws -> Verdict.Result? {
        do {
            guard let key = try index.entry(event.room, db)?.key else { return nil }
            let reader = RecordReader(db: db, room: event.room, key: key)
            return try reader.event(id: event.id).map { .known($0) }
        } catch let error as Unreadable {
            return .failed(JournalError(error, path: path))
        }
    }

    // MARK: Rooms

    private mutating func set(_ clock: RoomClock, of room: Text) throws {
        guard var entry = try index.entry(room, db), entry.clock != clock else { return }
        var row = try RoomRow.read(db, key: entry.key)
        row.clock = clock
        try row.write(db)
        entry.clock = clock
        index.set(room, to: entry)
    }

    private mutating func eraseSettings(of room: Text) throws {
        // A leftover of an erased room has no settings: an earlier record erased them.
        if RoomEraser.isRemains(room) { return }
        settings.append(try SettingRow.erase(room, db))
        try AuditRow.removeAll(of: room, db)
    }

    private mutating func erase(_ room: Text) throws -> Verdict.Result {
        if let key = try index.entry(room, db)?.key ?? index.rests[room] {
            index.remove(room)
            index.setRest(room, to: nil)
            if try RoomEraser(db: db, rowCount: erasedRowCount).erase(key) {
                let rest = RoomEraser.remains(of: key)
                index.setRest(rest, to: key)
                return .erased(rest: rest, copies: [])
            }
        }
        // A commit with an unknown result may have left parts of a room.
        let rest = index.rests.keys.first { !RoomEraser.isEmptied($0) }
        return .erased(rest: rest, copies: rest == nil ? RoomEraser.copies(of: path) : [])
    }

    /// Writes a snapshot. If the room's old one could not be read, it is moved to the table `unread` first.
    private func write(_ snapshot: SnapshotRow) throws {
        if let seq = unreadSnapshots[snapshot.room] {
            try db.execute(
                sql: """
                    INSERT OR IGNORE INTO unread SELECT * FROM snapshot WHERE room = ? AND seq = ?
                    """, arguments: [snapshot.room, seq])
        }
        try snapshot.write(db)
    }

    /// Returns the row of a step; nil for a step that only alerts have.
    private func row(of milestone: Milestone, in room: Int64) -> LifeRow? {
        let isOfAlert = milestone.rule != nil
        return switch milestone.step {
        case .entered:
            LifeRow(
                room: room, id: milestone.id, step: isOfAlert ? .alertEntered : .entered,
                time: milestone.time.microseconds)
        case .left(let reason):
            LifeRow(
                room: room, id: milestone.id, step: isOfAlert ? .alertLeft : .left,
                time: milestone.time.microseconds, detail: Text(reason.rawValue))
        case .messageHidden:
            LifeRow(
                room: room, id: milestone.id, step: .messageHidden,
                time: milestone.time.microseconds)
        case .queued, .dropped: nil
        }
    }
}
