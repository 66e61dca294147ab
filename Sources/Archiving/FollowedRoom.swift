import Journal
import RedisJournal
import SQLiteJournal
import Stage
import Texts
import Timeline

/// The archive's progress in copying one room from the log, and the room's events whose status may still change.
struct FollowedRoom {
    /// The room's state in the log when it was last copied completely; nil: not yet.
    var head: RedisHistory.Head?
    /// The newest event in the archive.
    var newest: StoredEvent?
    /// The number of the last pass that found the room in the log.
    var pass: Int
    /// The place up to which missing events were reported.
    var toldSeq: Int64 = 0
    /// True if the archive has given up on the room because of a fault.
    var isLeft = false
    /// True if the room has left the log.
    var isGone = false
    private var birth: NewEvent.Birth?
    /// The events whose status may still change, oldest first; nil: they have to be looked up.
    private var open: [OpenEvent]? = []
    /// True if the archive may have events of the room that were not read since the start.
    private var isUnread: Bool

    /// The number of newest events of a room whose status is followed.
    private static let mostOpen = 4096

    init(pass: Int, isUnread: Bool = false) {
        self.pass = pass
        self.isUnread = isUnread
    }

    /// Reads the end of the archived room, where copying continues.
    mutating func read(_ room: Text, from journal: SQLiteLog) throws(JournalError) {
        guard isUnread else { return }
        isUnread = false
        newest = try journal.newest(of: room)
        open = newest == nil ? [] : nil
    }

    /// Returns the room's beginning, for its first event in the archive.
    mutating func birth(
        of room: Text, in log: RedisHistory
    ) throws(JournalError) -> NewEvent.Birth {
        if let birth { return birth }
        let configuration = newest == nil ? try log.room(room)?.birthConfiguration : nil
        let birth = NewEvent.Birth(
            configuration: configuration ?? "{}", clock: RoomClock(standingAt: .zero, log: 0))
        // The journal needs it for the first event only, so it is read once.
        self.birth = birth
        return birth
    }

    /// Passes the changes in an event's status to `write`, and keeps the event if more may follow.
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

    /// Removes and returns the events after `seq` whose status may have changed, for `note`.
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
                    outcome: event.outcome, alert: event.alert,
                    life: try journal.life(of: room, id: event.id)))
            if !open.isSettled { events.append(open) }
        }
        return events
    }
}
