import Foundation
import GRDB
import Journal
import Texts
import Timeline

/// A row of the table `room`, with a room's name, clock and configuration, and the end of its pruned history.
struct RoomRow {
    let key: Int64
    let name: Text
    /// The configuration document at the beginning of the stored history.
    var configuration: Text
    var clock: RoomClock
    /// The `seq`, time and link of the last pruned event.
    var seq: Int64
    var time: Instant
    var chain: Digest

    private var seal: Seal {
        var seal = Seal()
        seal.add(key)
        seal.add(name)
        seal.add(configuration)
        seal.add(clock.offMicroseconds)
        seal.add(clock.untilMicroseconds)
        seal.add(seq)
        seal.add(time.microseconds)
        seal.add(chain)
        return seal
    }

    init(
        key: Int64, name: Text, configuration: Text, clock: RoomClock, seq: Int64 = 0,
        time: Instant = .zero, chain: Digest = .none
    ) {
        self.key = key
        self.name = name
        self.configuration = configuration
        self.clock = clock
        self.seq = seq
        self.time = time
        self.chain = chain
    }

    /// The range of clock offsets. They can be negative, because an imported room may be older than the log.
    private static let offsets = -Row.numbers.upperBound...Row.numbers.upperBound

    init(_ row: Row) throws(Unreadable) {
        let name = try Unreadable.naming("a room") { () throws(RowFault) in try row.text("name") }
        self = try Unreadable.naming("room \(name)") { () throws(RowFault) in
            let room = RoomRow(
                key: try row.integer("key"), name: name,
                configuration: try row.text("configuration"),
                clock: RoomClock(
                    offMicroseconds: try row.integer("off", in: Self.offsets),
                    untilMicroseconds: try row.integerIfAny("until")),
                seq: try row.integer("seq"),
                time: Instant(microseconds: try row.integer("time")),
                chain: try row.digest("chain"))
            try row.check(room.seal)
            return room
        }
    }

    /// Reads the room with this key.
    static func read(_ db: Database, key: Int64) throws -> RoomRow {
        let statement = try db.cachedStatement(sql: "SELECT * FROM room WHERE key = ?")
        guard let row = try Row.fetchOne(statement, arguments: [key]) else {
            throw Unreadable(subject: "a room", cause: RowFault(description: "it is gone"))
        }
        return try RoomRow(row)
    }

    /// Returns the key of the room with this name; nil if the room does not exist.
    static func key(of name: Text, _ db: Database) throws -> Int64? {
        try Int64.fetchOne(
            db, sql: "SELECT key FROM room WHERE name = ?", arguments: [name.string])
    }

    func write(_ db: Database) throws {
        try db.run("INSERT OR REPLACE INTO room VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)") {
            $0.add(key)
            $0.add(name)
            $0.add(configuration)
            $0.add(clock.offMicroseconds)
            $0.add(clock.untilMicroseconds)
            $0.add(seq)
            $0.add(time.microseconds)
            $0.add(chain)
            $0.add(seal.sum)
        }
    }
}
