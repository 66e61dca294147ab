import Foundation
import GRDB
import Snapshots
import Stage
import Texts
import Timeline

/// A row of the table `event`.
struct EventRow {
    let room: Int64
    let seq: Int64
    let time: Instant
    let wall: Int64
    let id: Text
    let body: Text

    /// What the event comes to. A chain goes over digests: it holds without the event's text.
    var digest: Digest {
        var seal = Seal()
        for number in [room, seq, time.microseconds, wall] { seal.add(number) }
        seal.add(id)
        seal.add(body)
        return seal.digest
    }

    /// Writes it after the event with the link `chain`; returns its own link, or nil if the room has
    /// an event of its id.
    func insert(_ db: Database, after chain: Digest) throws -> Digest? {
        let digest = digest
        let link = Seal.link(after: chain, digest)
        try db.run(
            "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (room, id) DO NOTHING"
        ) {
            for number in [room, seq, time.microseconds, wall] { $0.add(number) }
            $0.add(id)
            $0.add(body)
            $0.add(digest)
            $0.add(link)
        }
        return db.changesCount == 0 ? nil : link
    }

    init(room: Int64, seq: Int64, time: Instant, wall: Int64, id: Text, body: Text) {
        self.room = room
        self.seq = seq
        self.time = time
        self.wall = wall
        self.id = id
        self.body = body
    }

    /// Reads a row whose first columns are those of the table; throws if its digest doesn't fit.
    init(_ row: Row, room: Int64) throws(RowFault) {
        self.init(
            room: room, seq: try row.integer("seq", at: 1),
            time: Instant(microseconds: try row.integer("time", at: 2)),
            wall: try row.integer("wall", at: 3), id: try row.text("id", at: 4),
            body: try row.text("body", at: 5))
        guard try row.digest("digest", at: 6) == digest else { throw .altered }
    }

    /// The link in a row of the table.
    static func link(_ row: Row) throws(RowFault) -> Digest { try row.digest("chain", at: 7) }
}

/// A row of the table `outcome`.
struct OutcomeRow {
    let room: Int64
    let seq: Int64
    let stored: StoredOutcome

    private var seal: Seal {
        var seal = Seal()
        seal.add(room)
        seal.add(seq)
        seal.add(stored.word)
        seal.add(stored.detail)
        return seal
    }

    func write(_ db: Database) throws {
        try db.run("INSERT OR REPLACE INTO outcome VALUES (?, ?, ?, ?, ?)") {
            $0.add(room)
            $0.add(seq)
            $0.add(stored.word)
            $0.add(stored.detail)
            $0.add(seal.sum)
        }
    }

    /// The outcome in a joined row: an event's columns, then its outcome's. Nil if the event has
    /// none.
    static func read(_ row: Row, room: Int64) throws(RowFault) -> Outcome? {
        guard try row.sum(at: 10) != nil else { return nil }
        return try verify(row, room: room, from: 8).stored.outcome
    }

    /// Reads a row; throws if its checksum doesn't fit. `place` is the index of the column `word`.
    @discardableResult
    static func verify(
        _ row: Row, room: Int64, from place: Int = 2
    ) throws(RowFault) -> OutcomeRow {
        let outcome = OutcomeRow(
            room: room, seq: try row.integer("seq", at: 1),
            stored: StoredOutcome(
                word: try row.text("word", at: place),
                detail: try row.textIfAny("detail", at: place + 1)))
        try row.check(outcome.seal, at: place + 2)
        return outcome
    }
}

/// A row of the table `life`: one step in the life of something shown. It entered the stage, left
/// it, or was first sent to a viewer who can see it.
struct LifeRow {
    enum Step: Int64 {
        case entered = 1
        case left = 2
        case sent = 3
    }

    let room: Int64
    let id: Text
    let step: Step
    /// Room time in microseconds; for `sent`, wall time in microseconds since 1970.
    let time: Int64
    /// Why it left.
    let detail: Text?

    private var seal: Seal {
        var seal = Seal()
        seal.add(room)
        seal.add(id)
        seal.add(step.rawValue)
        seal.add(time)
        seal.add(detail)
        return seal
    }

    /// Of the times at which something was sent, the first stays.
    func write(_ db: Database) throws {
        let sql =
            step == .sent
            ? "INSERT OR IGNORE INTO life VALUES (?, ?, ?, ?, ?, ?)"
            : "INSERT OR REPLACE INTO life VALUES (?, ?, ?, ?, ?, ?)"
        try db.run(sql) {
            $0.add(room)
            $0.add(id)
            $0.add(step.rawValue)
            $0.add(time)
            $0.add(detail)
            $0.add(seal.sum)
        }
    }

    init(room: Int64, id: Text, step: Step, time: Int64, detail: Text? = nil) {
        self.room = room
        self.id = id
        self.step = step
        self.time = time
        self.detail = detail
    }

    init(_ row: Row, room: Int64) throws(RowFault) {
        guard let step = Step(rawValue: try row.integer("step", at: 2)) else {
            throw .wrongType("step", "step")
        }
        self.init(
            room: room, id: try row.text("id", at: 1), step: step,
            time: try row.integer("time", at: 3), detail: try row.textIfAny("detail", at: 4))
        try row.check(seal, at: 5)
    }
}

/// A row of the table `age`, which tells how old events are: a room's events from `seq` on came in
/// this hour or later.
struct AgeRow {
    static let hourMicroseconds: Int64 = 3_600_000_000

    /// Hours since 1970, by `AgeClock`.
    let hour: Int64
    let room: Int64
    let seq: Int64
    /// Log time when the event `seq` came.
    let log: Int64

    private var seal: Seal {
        var seal = Seal()
        for number in [hour, room, seq, log] { seal.add(number) }
        return seal
    }

    func write(_ db: Database) throws {
        try db.run("INSERT OR IGNORE INTO age VALUES (?, ?, ?, ?, ?)") {
            for number in [hour, room, seq, log, seal.sum] { $0.add(number) }
        }
    }

    init(hour: Int64, room: Int64, seq: Int64, log: Int64) {
        self.hour = hour
        self.room = room
        self.seq = seq
        self.log = log
    }

    init(_ row: Row) throws(RowFault) {
        self.init(
            hour: try row.integer("hour"), room: try row.integer("room"),
            seq: try row.integer("seq"), log: try row.integer("log"))
        try row.check(seal)
    }
}

/// A row of the table `snapshot`, or of `unread`, which keeps snapshots that could not be read.
struct SnapshotRow {
    let room: Int64
    let version: Int64
    let seq: Int64
    let state: Data

    private var seal: Seal {
        var seal = Seal()
        for number in [room, version, seq] { seal.add(number) }
        seal.add(state)
        return seal
    }

    func write(_ db: Database, to table: String = "snapshot") throws {
        try db.run("INSERT OR REPLACE INTO \(table) VALUES (?, ?, ?, ?, ?)") {
            for number in [room, version, seq] { $0.add(number) }
            $0.add(state)
            $0.add(seal.sum)
        }
    }

    init(room: Int64, version: Int64, seq: Int64, state: Data) {
        self.room = room
        self.version = version
        self.seq = seq
        self.state = state
    }

    init(_ row: Row) throws(RowFault) {
        self.init(
            room: try row.integer("room"), version: try row.integer("version"),
            seq: try row.integer("seq"), state: try row.data("state"))
        try row.check(seal)
    }

    /// The room's state; throws if this version can't read it.
    func decoded() throws(SnapshotError) -> Room {
        try Snapshot.read([UInt8](state), form: version)
    }

    /// A row of the table `unread`.
    init(unread row: Row) throws(Unreadable) {
        self = try Unreadable.naming("a snapshot that could not be read") { () throws(RowFault) in
            try SnapshotRow(row)
        }
    }
}
