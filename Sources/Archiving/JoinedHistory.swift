public import Journal
public import RedisJournal
import SQLiteJournal
public import Texts

/// The history of rooms from a log in Redis, and before it from the archive, which keeps the events that the log has
/// deleted.
///
/// Archived events of a room that the log does not have, or that began again in the log, are not included:
/// the room may have been deleted on purpose.
public struct JoinedHistory: HistorySource {
    private let archive: ArchiveReader
    private let log: RedisHistory

    public init(_ archive: ArchiveReader, _ log: RedisHistory) {
        self.archive = archive
        self.log = log
    }

    // MARK: Extent

    /// The parts of a room's history that the log and the archive have together.
    public enum Extent: Sendable, Equatable {
        /// The whole history.
        case whole
        /// The whole history except for these events, which the log deleted before the archive had them.
        case lacking(ClosedRange<Int64>)
        /// A room that only the archive has.
        case archived
        /// Two rooms: an earlier one in the archive, and a new one with its name in the log.
        case begunAnew
        /// Two histories with the same beginning that differ later.
        case parted
    }

    public func extent(of room: Text) throws(JournalError) -> Extent {
        let journal = try archive.journal()
        guard let newest = try journal.newest(of: room) else { return .whole }
        guard let head = try log.head(of: room) else { return .archived }
        switch try Kinship.of(newest, head, in: log, journal) {
        case .same:
            return head.forgottenSeq > newest.seq
                ? .lacking(newest.seq + 1...head.forgottenSeq) : .whole
        case .begunAnew: return .begunAnew
        case .parted: return .parted
        }
    }

    /// The archived part of a room's history.
    private struct Older {
        let journal: SQLiteLog
        /// The place of the newest event in the archive.
        let newestSeq: Int64
    }

    /// Returns the archived part of a room; nil if the log has all events, or if the archive has none of the
    /// older ones.
    private func older(_ head: RedisHistory.Head) throws(JournalError) -> Older? {
        guard head.forgottenSeq > 0 else { return nil }
        let journal = try archive.journal()
        guard let newest = try journal.newest(of: head.room),
            try Kinship.of(newest, head, in: log, journal) == .same
        else { return nil }
        return Older(journal: journal, newestSeq: newest.seq)
    }

    // MARK: Reading

    public func room(_ name: Text) throws(JournalError) -> StoredRoom? {
        guard let head = try log.head(of: name) else { return nil }
        if let older = try older(head), let room = try older.journal.room(name) { return room }
        return try log.room(name)
    }

    public func events(
        of room: Text, after seq: Int64, limit: Int, byteLimit: Int
    ) throws(JournalError) -> [StoredEvent] {
        var head = try log.head(of: room)
        while let known = head {
            let page = try page(known, after: seq, limit: limit, byteLimit: byteLimit)
            head = try log.head(of: room)
            // Otherwise the log has deleted events, perhaps before they were read here.
            if head?.forgottenSeq == known.forgottenSeq { return page }
        }
        return []
    }

    private func page(
        _ head: RedisHistory.Head, after seq: Int64, limit: Int, byteLimit: Int
    ) throws(JournalError) -> [StoredEvent] {
        var page: [StoredEvent] = []
        if seq < head.forgottenSeq, let older = try older(head) {
            let archived = try older.journal.events(
                of: head.room, after: seq, limit: limit, byteLimit: byteLimit)
            page = Array(archived.prefix { $0.seq <= head.forgottenSeq })
            // The page is full, and further archived events follow.
            if page.count == archived.count, let last = page.last, last.seq < older.newestSeq {
                return page
            }
        }
        let rest = byteLimit - page.reduce(0) { $0 + $1.byteCount }
        guard page.count < limit, rest > 0 else { return page }
        let newer = try log.events(
            of: head.room, after: max(seq, head.forgottenSeq), limit: limit - page.count,
            byteLimit: rest)
        // A page has at least one event, of any length.
        if !page.isEmpty, let first = newer.first, first.byteCount > rest { return page }
        return page + newer
    }

    public func event(of room: Text, id: Text) throws(JournalError) -> StoredEvent? {
        if let event = try log.event(of: room, id: id) { return event }
        guard let head = try log.head(of: room), let older = try older(head),
            let event = try older.journal.event(of: room, id: id), event.seq <= head.forgottenSeq
        else { return nil }
        return event
    }

    public func life(of room: Text, id: Text) throws(JournalError) -> StoredLife? {
        if let life = try log.life(of: room, id: id) { return life }
        guard let head = try log.head(of: room), try log.event(of: room, id: id) == nil,
            let older = try older(head)
        else { return nil }
        return try older.journal.life(of: room, id: id)
    }
}
