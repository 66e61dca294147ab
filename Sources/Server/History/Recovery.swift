import Journal
import Logging
import Stage
import Texts
import Timeline
import Wire

/// Brings the rooms back as they were.
///
/// Each goes on from its newest snapshot and the events after it, at the latest instant that is
/// known of it: its last mark or its last event. What was on screen is on screen again.
struct Recovery {
    let log: any EventLog
    let logger: Logger

    private static let page = 1000

    /// All rooms, each at the instant at which it goes on; throws where one can't be read.
    func rooms() throws(JournalError) -> [LiveRoom] {
        var rooms: [LiveRoom] = []
        for stored in try log.rooms() { rooms.append(try room(stored)) }
        return rooms
    }

    private func room(_ stored: StoredRoom) throws(JournalError) -> LiveRoom {
        let (seq, state) =
            if let snapshot = stored.snapshot {
                snapshot
            } else {
                (seq: 0, state: try newborn(stored))
            }
        let live = LiveRoom(
            name: stored.name, birthConfiguration: stored.birthConfiguration, room: state,
            seq: seq, snapshotSeq: seq)
        while true {
            let events = try log.events(of: stored.name, after: live.seq, limit: Self.page)
            if live.seq == 0 { warn(of: stored.name, beginningWith: events.first) }
            for event in events { try replay(event, in: live, goingOnAt: stored.time) }
            if events.count < Self.page { break }
        }
        live.lastEventAt = stored.lastWallMicroseconds.map(WallTime.init)
        live.goOn(at: stored.time)
        return live
    }

    /// Says so where the events from which a room would be rebuilt are forgotten: the snapshot that
    /// stood for them can't be read.
    private func warn(of room: Text, beginningWith first: StoredEvent?) {
        if first?.seq == 1 { return }
        let kept = first.map { "its events from \($0.seq) on" } ?? "its first configuration"
        logger.warning(
            """
            room \(room): its snapshot can't be read and older events are forgotten; it is rebuilt \
            from \(kept), and what was before (counters, totals, what was shown or waited) is gone
            """)
    }

    private func newborn(_ stored: StoredRoom) throws(JournalError) -> Room {
        try reading("the first configuration of room \(stored.name)") {
            let birth = try JSON(parsing: Array(stored.birthConfiguration.utf8))
            return Room(configuration: try ConfigurationDocument.read(birth, from: .history))
        }
    }

    /// An event whose instant was lost in a crash is applied where the room goes on.
    private func replay(
        _ event: StoredEvent, in live: LiveRoom, goingOnAt instant: Instant
    ) throws(JournalError) {
        let kind = try reading("event \(event.seq) of room \(live.name)") {
            try Event.Kind(stored: JSON(parsing: Array(event.body.utf8)))
        }
        let again = Event(seq: event.seq, id: event.id, kind: kind)
        live.replay(
            again, at: event.applied?.time ?? instant, hasOutcome: event.applied != nil)
    }

    /// Does `read` and says of what its error speaks.
    private func reading<Value>(
        _ what: String, _ read: () throws -> Value
    ) throws(JournalError) -> Value {
        do {
            return try read()
        } catch {
            throw .damaged(path: "\(log)", reason: "\(what): \(error)")
        }
    }
}
