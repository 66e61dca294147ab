import Foundation
import GRDB
import Snapshots
import Stage
import Texts
import Timeline

/// A row of the table `event`, with a recorded event, its digest, and its link in the room's chain.
struct EventRow {
    let room: Int64
    let seq: Int64
    let time: Instant
    let wall: Int64
    let id: Text
    let body: Text

    /// The digest of the event. The chain links digests, so it can be verified without the events' texts.
    var digest: Digest {
        var seal = Seal()
        for number in [room, seq, time.microseconds, wall] { seal.add(number) }
        seal.add(id)
        seal.add(body)
        return seal.digest
    }

    /// Writes the row after the event with the link `chain`. Returns the row's own link, or nil if the room
    /// already has an event with its ID.
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

    /// Reads a row whose first columns are those of the table; throws if the digest does not match.
    init(_ row: Row, room: Int64) throws(RowFault) {
        self.init(
            room: room, seq: try row.integer("seq", at: 1),
            time: Instant(microseconds: try row.integer("time", at: 2)),
            wall: try row.integer("wall", at: 3), id: try row.text("id", at: 4),
            body: try row.text("body", at: 5))
        guard try row.digest("digest", at: 6) == digest else { throw .altered }
    }

    /// Returns the link in a row of the table.
    static func link(_ row: Row) throws(RowFault) -> Digest { try row.digest("chain", at: 7) }
}

/// A row of the table `outcome`: the result of an event when it was applied.
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

    /// Reads the outcome in a joined row of an event's columns and its outcome's. Returns nil if the event has
    /// none.
    static func read(_ row: Row, room: Int64) throws(RowFault) -> Outcome? {
        guard try row.sum(at: 10) != nil else { return nil }
        return try verify(row, room: room, from: 8).stored.outcome
    }

    /// Reads a row; throws if its checksum does not match. `place` is the index of the column `word`.
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

/// A row of the table `life`: one step in the life of an item on the stage. The item entered the stage, left
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
    /// The reason for leaving.
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

    /// Writes the row. For `sent`, an existing row stays, because the first time counts.
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

/// A row of the table `age`, which records the age of events: the room's events from `seq` on came in
/// this hour or later.
struct AgeRow {
    static let hourMicroseconds: Int64 = 3_600_000_000

    /// Hours since 1970, by `AgeClock`.
    let hour: Int64
    let room: Int64
    let seq: Int64
    /// The log time at which the event `seq` came.
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

    /// Returns the room's state; throws if this version cannot read it.
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
