import Journal
import RedisJournal
import SQLiteJournal

/// What a room of an archive is to the room of that name in the log.
enum Kinship {
    /// The log goes on where the archive ends, or both end there.
    case same
    /// The log has another room: the one that was there has been erased.
    case begunAnew
    /// They begin alike, and then the log has lost or changed something.
    case parted

    /// Compares `newest`, the archive's newest event of a room, with the room in the log.
    static func of(
        _ newest: StoredEvent, _ head: RedisHistory.Head, in log: RedisHistory,
        _ archive: SQLiteLog
    ) throws(JournalError) -> Kinship {
        if head.ends(with: newest) { return .same }
        if head.seq > newest.seq, try log.hasAfter(newest, head) { return .same }
        // The oldest event that the log keeps says which room this is.
        let oldest = try log.events(of: head.room, after: head.forgottenSeq, limit: 1).first
        guard let oldest, oldest.seq <= newest.seq else {
            return oldest == nil ? .parted : .begunAnew
        }
        let archived = try archive.events(of: head.room, after: oldest.seq - 1, limit: 1).first
        return archived?.isSame(as: oldest) ?? false ? .parted : .begunAnew
    }
}

extension RedisHistory {
    /// Whether what a room has behind `event` is its sequel.
    fileprivate func hasAfter(_ event: StoredEvent, _ head: Head) throws(JournalError) -> Bool {
        guard let next = try events(of: head.room, after: event.seq - 1, limit: 1).first else {
            return head.time > event.time
        }
        return next.seq == event.seq ? next.isSame(as: event) : next.time > event.time
    }
}

extension StoredEvent {
    /// Whether it is the same event, whatever is known of what became of it.
    fileprivate func isSame(as other: StoredEvent) -> Bool {
        landmark == other.landmark && time == other.time && body == other.body
    }
}
