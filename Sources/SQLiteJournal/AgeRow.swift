import GRDB

/// A row of the SQLite table `age`: the hour in which a room's event arrived. The log finds old events by it.
///
/// The room's events from `seq` on came in this hour or later.
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
