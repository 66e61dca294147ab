import Foundation
import GRDB
import Journal
import Texts
import Timeline

/// Copies the intact part of a damaged journal into an empty one, with new chains.
struct Salvage {
    let from: Database
    let to: Database
    /// Descriptions of the lost parts, a line each.
    private(set) var lost: [String] = []

    private var log: Int64 = 0
    private var chain = Digest.none
    private let now = AgeClock.Reading.now

    init(from: Database, to: Database) {
        self.from = from
        self.to = to
    }

    mutating func run() throws {
        let clock = try? ClockRow.read(from)
        log = clock?.log ?? 0
        if clock == nil { lost.append("the clock: rooms stand where their last event left them") }
        let rooms = rows("SELECT * FROM room ORDER BY key", "rooms")
        var owned: Set<Int64> = []
        for row in rooms {
            guard let key = try? row.integer("key") else {
                lost.append("a room: its key can't be read")
                continue
            }
            owned.insert(key)
            try salvageRoom(row, key)
        }
        let keys = rows("SELECT DISTINCT room FROM event", "events").compactMap {
            try? $0.integer("room")
        }
        for key in keys where !owned.contains(key) {
            try salvageRoom(nil, key)
        }
        // Older versions lack some of these tables.
        try salvageSettings()
        try salvageEach("audit", "note of who did what", "notes of who did what", AuditRow.init) {
            try $0.write($1)
        }
        try salvageEach(
            "unread", "snapshot of earlier", "snapshots of earlier", SnapshotRow.init(unread:)
        ) { snapshot, to in
            // A leftover of an erased room is not copied.
            let isOwned = try Bool.fetchOne(
                to, sql: "SELECT EXISTS (SELECT 1 FROM room WHERE key = ?)",
                arguments: [snapshot.room])
            if isOwned == true { try snapshot.write(to, to: "unread") }
        }
        try ClockRow(
            log: log, wall: now.wall, believed: clock?.believed ?? now.wall, isOpen: false,
            chain: chain
        ).write(to)
    }

    private mutating func salvageSettings() throws {
        let former = FourthSchema(db: from)
        try salvageEach("access", "key", "keys", former.key) { setting, to in
            if let setting { try SettingRow(setting).write(to) }
        }
        try salvageEach("standing", "setting of a room", "settings of rooms", former.standing) {
            for setting in $0 { try SettingRow(setting).write($1) }
        }
        try salvageEach("setting", "key or setting", "keys and settings", SettingRow.init) {
            try $0.write($1)
        }
    }

    /// Copies every intact row of a table, if the file has the table.
    private mutating func salvageEach<Value>(
        _ table: String, _ what: String, _ several: String,
        _ read: (Row) throws(Unreadable) -> Value,
        _ write: (Value, Database) throws -> Void
    ) throws {
        guard (try? from.tableExists(table)) == true else { return }
        for row in rows("SELECT * FROM \(table)", several) {
            guard let value = try? read(row) else {
                lost.append("a \(what)")
                continue
            }
            try write(value, to)
        }
    }

    /// Copies one room, as far as its row and its records are intact.
    private mutating func salvageRoom(_ row: Row?, _ key: Int64) throws {
        var room = row.flatMap { try? RoomRow($0) }
        if room == nil {
            let name = row.flatMap { try? $0.text("name") } ?? Text("room-\(key)")
            lost.append("room \(name): its row; it begins with the default configuration")
            room = RoomRow(
                key: key, name: name, configuration: "{}",
                clock: RoomClock(standingAt: .zero, log: log))
        }
        guard var room, !RoomEraser.isRemains(room.name) else { return }
        let snapshot = try salvageSnapshot(of: room)
        if snapshot == nil, room.seq > 0 {
            lost.append(
                "room \(room.name): what events up to \(room.seq), forgotten since, had set")
            room.seq = 0
        }
        room.chain = .none
        try salvageEvents(of: &room, coveredTo: snapshot ?? 0)
        for table in ["outcome", "life"] { try salvageRows(of: table, room) }
    }

    private mutating func salvageSnapshot(of room: RoomRow) throws -> Int64? {
        let found = rows("SELECT * FROM snapshot WHERE room = \(room.key)", "snapshots").first
        guard let found else { return nil }
        guard let snapshot = try? SnapshotRow(found) else {
            lost.append("room \(room.name): its snapshot")
            return nil
        }
        guard (try? snapshot.decoded()) != nil else {
            // Kept as a server would keep it; the server rebuilds the room from its events.
            try snapshot.write(to, to: "unread")
            return nil
        }
        try snapshot.write(to)
        return snapshot.seq
    }

    private mutating func salvageEvents(of room: inout RoomRow, coveredTo covered: Int64) throws {
        var link = Digest.none
        var (seq, time) = (room.seq, room.time)
        var hasAge = false
        for row in events(of: room) {
            let here = (try? row.integer("seq")) ?? seq + 1
            guard let event = try? EventRow(row, room: room.key) else {
                lost.append("room \(room.name): event \(here)")
                seq = max(seq, here)
                continue
            }
            if event.seq > seq + 1, seq > 0 || event.seq > 1, covered < event.seq - 1 {
                lost.append("room \(room.name): events \(seq + 1) to \(event.seq - 1), if any")
            }
            if !hasAge {
                hasAge = true
                try AgeRow(
                    hour: now.wall / AgeRow.hourMicroseconds, room: room.key, seq: event.seq,
                    log: log
                ).write(to)
            }
            link = try event.insert(to, after: link) ?? link
            (seq, time) = (event.seq, max(time, event.time))
        }
        // Missing events that a snapshot covers count as pruned.
        if covered > seq {
            lost.append("room \(room.name): events after \(seq)")
            try to.execute(sql: "DELETE FROM event WHERE room = ?", arguments: [room.key])
            (room.seq, room.time, link) = (covered, time, .none)
        }
        if room.clock.instant(at: log) < time {
            room.clock = RoomClock(standingAt: time, log: log)
        }
        try room.write(to)
        chain = chain.mixed(with: link)
    }

    private mutating func salvageRows(of table: String, _ room: RoomRow) throws {
        var count = 0
        for row in rows("SELECT * FROM \(table) WHERE room = \(room.key)", "\(table)s") {
            switch table {
            case "outcome":
                guard let outcome = try? OutcomeRow.verify(row, room: room.key) else { break }
                try outcome.write(to)
                continue
            default:
                guard let life = try? LifeRow(row, room: room.key) else { break }
                try life.write(to)
                continue
            }
            count += 1
        }
        if count > 0 { lost.append("room \(room.name): \(count) rows of what became of events") }
    }

    // MARK: Reading what may not be readable

    /// Reads the events of a room from both ends, because the middle may be unreadable.
    private mutating func events(of room: RoomRow) -> [Row] {
        let sql = "SELECT * FROM event WHERE room = \(room.key) ORDER BY seq"
        let (first, isWhole) = read(sql)
        if isWhole { return first }
        lost.append("room \(room.name): some events, where the file can't be read")
        let known = Set(first.compactMap { try? $0.integer("seq") })
        let last = read(sql + " DESC").rows.reversed().filter {
            !known.contains((try? $0.integer("seq")) ?? 0)
        }
        return first + last
    }

    private mutating func rows(_ sql: String, _ what: String) -> [Row] {
        let (rows, isWhole) = read(sql)
        if !isWhole { lost.append("some \(what), where the file can't be read") }
        return rows
    }

    /// Returns the rows up to the first unreadable one.
    private func read(_ sql: String) -> (rows: [Row], isWhole: Bool) {
        var rows: [Row] = []
        do {
            let cursor = try Row.fetchCursor(from, sql: sql)
            while let row = try cursor.next() { rows.append(row.copy()) }
            return (rows, true)
        } catch {
            return (rows, false)
        }
    }
}
