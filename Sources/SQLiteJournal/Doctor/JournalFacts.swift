import GRDB
public import Journal

/// What a journal holds, and since when.
public struct JournalFacts: Equatable, Sendable {
    /// The file and the log beside it.
    public var bytes = 0
    public var rooms = 0
    public var events = 0
    /// When its oldest event came, by the wall clock.
    public var oldest: WallTime?
    /// When it was written last, by the wall clock.
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
