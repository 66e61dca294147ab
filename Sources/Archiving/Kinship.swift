import Journal
import RedisJournal
import SQLiteJournal

/// Tells whether a room in an archive and the room of that name in the log are the same room.
enum Kinship {
    /// They are the same room: the log continues where the archive ends, or both have the same end.
    case same
    /// The log has another room: the archived one was erased, or was dropped because it was unused.
    case begunAnew
    /// They begin alike, but the log has lost or changed events.
    case parted

    /// Compares the archive's newest event of a room with the room in the log.
    static func of(
        _ newest: StoredEvent, _ head: RedisHistory.Head, in log: RedisHistory,
        _ archive: SQLiteLog
    ) throws(JournalError) -> Kinship {
        if head.ends(with: newest) { return .same }
        if head.seq > newest.seq, try log.hasAfter(newest, head) { return .same }
        // The oldest event that the log keeps identifies the room.
        let oldest = try log.events(of: head.room, after: head.forgottenSeq, limit: 1).first
        guard let oldest, oldest.seq <= newest.seq else {
            return oldest == nil ? .parted : .begunAnew
        }
        let archived = try archive.events(of: head.room, after: oldest.seq - 1, limit: 1).first
        return archived?.isSame(as: oldest) ?? false ? .parted : .begunAnew
    }
}

extension RedisHistory {
    /// True if the room's later events in the log continue from `event`.
    fileprivate func hasAfter(_ event: StoredEvent, _ head: Head) throws(JournalError) -> Bool {
        guard let next = try events(of: head.room, after: event.seq - 1, limit: 1).first else {
            return head.time > event.time
        }
        return next.seq == event.seq ? next.isSame(as: event) : next.time > event.time
    }
}

extension StoredEvent {
    /// True if it is the same event, even with another outcome.
    fileprivate func isSame(as other: StoredEvent) -> Bool {
        landmark == other.landmark && time == other.time && body == other.body
    }
}
