import Foundation
import GRDB

/// The row of the table `clock`, with the log's clock, and the digest of all rooms' newest links.
struct ClockRow {
    /// The log time of the newest transaction.
    var log: Int64
    /// The wall clock at that moment, and the believed time (`AgeClock`); in microseconds since 1970.
    var wall: Int64
    var believed: Int64
    /// True if a server has the log open, or had it open when it crashed.
    var isOpen: Bool
    /// The newest links of all rooms, mixed into one digest. It shows if the end of a room's history is missing.
    var chain: Digest

    /// Returns the row of an empty log.
    static func first(now: AgeClock.Reading = .now) -> ClockRow {
        ClockRow(log: 0, wall: now.wall, believed: now.wall, isOpen: false, chain: .none)
    }

    private var seal: Seal {
        var seal = Seal()
        for number in [log, wall, believed, isOpen ? 1 : 0] { seal.add(number) }
        seal.add(chain)
        return seal
    }

    static func read(_ db: Database) throws -> ClockRow {
        guard let row = try Row.fetchOne(db, sql: "SELECT * FROM clock WHERE key = 1") else {
            throw Unreadable(subject: "the clock", cause: RowFault(description: "it is gone"))
        }
        return try Unreadable.naming("the clock") { () throws(RowFault) in
            let clock = ClockRow(
                log: try row.integer("log"), wall: try row.integer("wall"),
                believed: try row.integer("believed"), isOpen: try row.integer("open") != 0,
                chain: try row.digest("chain"))
            try row.check(clock.seal)
            return clock
        }
    }

    func write(_ db: Database) throws {
        try db.run("INSERT OR REPLACE INTO clock VALUES (1, ?, ?, ?, ?, ?, ?)") {
            for number in [log, wall, believed, isOpen ? 1 : 0] { $0.add(number) }
            $0.add(chain)
            $0.add(seal.sum)
        }
    }
}
