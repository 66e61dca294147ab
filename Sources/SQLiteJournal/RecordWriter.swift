import Foundation
import GRDB
import Journal
import Snapshots
import Stage
import Texts
import Timeline

// GRDB has one of that name too.
import enum Journal.Record

/// Writes records within one transaction.
struct RecordWriter {
    let db: Database
    let path: String
    var index: RoomIndex
    /// Events recorded so far whose times were given here; those of an import bring theirs.
    private(set) var recorded: [RecordedEvent] = []
    /// The changes of settings.
    private(set) var settings: [SettingsRecord] = []
    /// Log time of the transaction: that of its events.
    let log: Int64
    /// What the wall clock says, and what the `AgeClock` believes of it; in microseconds since 1970.
    let wall: Int64
    let believed: Int64

    private let unreadSnapshots: [Int64: Int64]

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

    /// Writes one record; returns the verdict on an event, a question or an erasure.
    mutating func write(_ record: Record) throws -> Verdict? {
        switch record {
        case .event(let event, let ticket):
            return Verdict(ticket: ticket, result: try insert(event, ticket))
        case .question(let event, let ticket):
            return Verdict(ticket: ticket, result: try known(event) ?? .unknown)
        case .erase(let room, let ticket):
            try eraseSettings(of: room)
            return Verdict(ticket: ticket, result: try erase(room))
        // Only this server writes events, so the room has none.
        case .eraseSpent(let room, let ticket):
            if try !SettingRow.hasAny(of: room, db) { try eraseSettings(of: room) }
            return Verdict(ticket: ticket, result: try erase(room))
        case .outcome(let room, let seq, let outcome):
            guard let key = try index.entry(room, db)?.key else { return nil }
            try OutcomeRow(room: key, seq: seq, stored: StoredOutcome(outcome)).write(db)
        case .milestones(let room, let milestones):
            guard let key = try index.entry(room, db)?.key else { return nil }
            for milestone in milestones { try row(of: milestone, in: key).write(db) }
        case .sent(let room, let ids, let wall):
            guard let key = try index.entry(room, db)?.key else { return nil }
            for id in ids { try LifeRow(room: key, id: id, step: .sent, time: wall).write(db) }
        case .clock(let room, let clock): try set(clock, of: room)
        // This log has one server, which decides by itself.
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

    /// Notes how far the log has come; called last.
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
        // Clamped: a number outside these bounds could not be read again.
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

    /// The time of a room's next event. Those of one transaction come at one instant, which is later
    /// than that of any before, while the room's time stands still too: what was shown at that
    /// instant was shown without them.
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
        // A room whose time stands still is shown at that instant, without its first event.
        return RoomIndex.Entry(
            key: key, clock: event.birth.clock, nextSeq: 1,
            time: event.birth.clock.isRunning
                ? Instant(microseconds: -1) : event.birth.clock.instant(at: log),
            chain: .none)
    }

    /// The verdict on an event whose id is recorded already; nil if it is not. If the recorded one can't
    /// be read, this event alone fails, not the transaction.
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
        // An earlier record erased the settings.
        if RoomEraser.isRemains(room) { return }
        settings.append(try SettingRow.erase(room, db))
        try AuditRow.removeAll(of: room, db)
    }

    private mutating func erase(_ room: Text) throws -> Verdict.Result {
        if let key = try index.entry(room, db)?.key ?? index.rests[room] {
            index.remove(room)
            index.setRest(room, to: nil)
            if try RoomEraser(db: db).erase(key) {
                let rest = RoomEraser.remains(of: key)
                index.setRest(rest, to: key)
                return .erased(rest: rest, copies: [])
            }
        }
        // Of a commit of which it was not known that it had come to the disk, the rest is left.
        let rest = index.rests.keys.first { !RoomEraser.isEmptied($0) }
        return .erased(rest: rest, copies: rest == nil ? RoomEraser.copies(of: path) : [])
    }

    /// One that could not be read is moved to the table `unread` first.
    private func write(_ snapshot: SnapshotRow) throws {
        if let seq = unreadSnapshots[snapshot.room] {
            try db.execute(
                sql: """
                    INSERT OR IGNORE INTO unread SELECT * FROM snapshot WHERE room = ? AND seq = ?
                    """, arguments: [snapshot.room, seq])
        }
        try snapshot.write(db)
    }

    private func row(of milestone: Milestone, in room: Int64) -> LifeRow {
        switch milestone.step {
        case .entered:
            LifeRow(
                room: room, id: milestone.id, step: .entered,
                time: milestone.time.microseconds)
        case .left(let reason):
            LifeRow(
                room: room, id: milestone.id, step: .left, time: milestone.time.microseconds,
                detail: Text(reason.rawValue))
        }
    }
}
