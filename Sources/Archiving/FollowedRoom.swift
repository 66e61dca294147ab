import Journal
import RedisJournal
import SQLiteJournal
import Stage
import Texts
import Timeline

/// A room that the archive follows: how far it has come, and what is still to be learnt of its events.
struct FollowedRoom {
    /// The room as it was when all of it had been taken; nil: it has not been yet.
    var head: RedisHistory.Head?
    /// The newest event that was taken.
    var newest: StoredEvent?
    /// In which pass it was last seen.
    var pass: Int
    /// The place up to which it was said that events are missing.
    var toldSeq: Int64 = 0
    /// Whether it is not followed any more.
    var isLeft = false
    /// Whether the log has it no more.
    var isGone = false
    private var birth: NewEvent.Birth?
    /// Events of which more may become known, oldest first; nil: they have to be looked up.
    private var open: [OpenEvent]? = []
    /// Whether the archive has a room of this name, and it was not looked yet how far it is.
    private var isUnread: Bool

    /// Of so many events of a room it is looked what becomes of them.
    private static let mostOpen = 4096

    init(pass: Int, isUnread: Bool = false) {
        self.pass = pass
        self.isUnread = isUnread
    }

    /// Goes on where the archive ends.
    mutating func read(_ room: Text, from journal: SQLiteLog) throws(JournalError) {
        guard isUnread else { return }
        isUnread = false
        newest = try journal.newest(of: room)
        open = newest == nil ? [] : nil
    }

    /// How the room began, for its first event here.
    mutating func birth(
        of room: Text, in log: RedisHistory
    ) throws(JournalError) -> NewEvent.Birth {
        if let birth { return birth }
        let configuration = newest == nil ? try log.room(room)?.birthConfiguration : nil
        let birth = NewEvent.Birth(
            configuration: configuration ?? "{}", clock: RoomClock(standingAt: .zero, log: 0))
        // Of a room that is there it is not asked again.
        self.birth = birth
        return birth
    }

    /// Hands what is new of an event's fate to `write`, and keeps the event if there may be more.
    mutating func note(
        _ event: OpenEvent, _ fate: RedisHistory.Fate, of room: Text, write: (Record) -> Void
    ) {
        var event = event
        event.note(fate, of: room, write: write)
        if event.isSettled { return }
        open?.append(event)
        if let count = open?.count, count > 2 * Self.mostOpen {
            open?.removeFirst(count - Self.mostOpen)
        }
    }

    /// The events after `seq` of which more may have become known, for `note`.
    mutating func takeOpen(
        of room: Text, after seq: Int64, from journal: SQLiteLog
    ) throws(JournalError) -> [OpenEvent] {
        var events: [OpenEvent]
        if let open {
            events = open
        } else {
            events = try readOpen(of: room, after: seq, from: journal)
        }
        open = []
        events.removeAll { $0.seq <= seq }
        return events
    }

    private func readOpen(
        of room: Text, after seq: Int64, from journal: SQLiteLog
    ) throws(JournalError) -> [OpenEvent] {
        guard let newest else { return [] }
        let first = max(seq, newest.seq - Int64(Self.mostOpen))
        var events: [OpenEvent] = []
        for event in try journal.events(of: room, after: first, limit: Self.mostOpen) {
            let open = OpenEvent(
                seq: event.seq, id: event.id,
                known: .init(
                    outcome: event.outcome, life: try journal.life(of: room, id: event.id)))
            if !open.isSettled { events.append(open) }
        }
        return events
    }
}
