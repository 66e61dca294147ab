import GRDB
public import Journal

/// A summary of a journal, with its size, and the number and times of its events.
public struct JournalFacts: Equatable, Sendable {
    /// The size of the file and of its write-ahead log.
    public var bytes = 0
    public var rooms = 0
    public var events = 0
    /// The arrival of the oldest event, by the wall clock.
    public var oldest: WallTime?
    /// The last write, by the wall clock.
    public var written: WallTime?

    init(path: String, _ db: Database) throws {
        for suffix in ["", "-wal"] { bytes += FileBytes.count(of: path + suffix) ?? 0 }
        rooms = try Int.fetchOne(db, sql: "SELECT count(*) FROM room") ?? 0
        events = try Int.fetchOne(db, sql: "SELECT count(*) FROM event") ?? 0
        oldest = try Int64.fetchOne(db, sql: "SELECT min(wall) FROM event")
            .map(WallTime.init(microseconds:))
        written = try Int64.fetchOne(db, sql: "SELECT wall FROM clock")
            .map(WallTime.init(microseconds:))
    }
}
