public import Journal
public import RedisJournal
public import SQLiteJournal
public import Texts

/// The history of rooms from an archive and from the log that it follows: from the archive what it has, from
/// the log what is newer.
public struct JoinedHistory: HistorySource {
    private let archive: SQLiteLog
    private let log: RedisHistory

    public init(_ archive: SQLiteLog, _ log: RedisHistory) {
        self.archive = archive
        self.log = log
    }

    /// What the two have of a room.
    public enum Extent: Sendable, Equatable {
        /// All of it.
        case whole
        /// All but these events, which the log forgot before the archive had them.
        case lacking(ClosedRange<Int64>)
        /// Two rooms: one that was erased, and one that was begun anew under its name.
        case begunAnew
        /// Two histories that begin alike.
        case parted
    }

    public func extent(of room: Text) throws(JournalError) -> Extent {
        guard let newest = try archive.newest(of: room),
            let head = try log.heads(of: [room]).first
        else { return .whole }
        switch try Kinship.of(newest, head, in: log, archive) {
        case .same:
            return head.forgottenSeq > newest.seq
                ? .lacking(newest.seq + 1...head.forgottenSeq) : .whole
        case .begunAnew: return .begunAnew
        case .parted: return .parted
        }
    }

    public func room(_ name: Text) throws(JournalError) -> StoredRoom? {
        if let room = try archive.room(name) { return room }
        return try log.room(name)
    }

    public func events(
        of room: Text, after seq: Int64, limit: Int, byteLimit: Int
    ) throws(JournalError) -> [StoredEvent] {
        let older = try archive.events(of: room, after: seq, limit: limit, byteLimit: byteLimit)
        if !older.isEmpty { return older }
        return try log.events(of: room, after: seq, limit: limit, byteLimit: byteLimit)
    }
}
