import Journal
import Stage
import Timeline
import Wire

/// Brings the rooms back as they were.
///
/// Each goes on from its newest snapshot and the events after it, at the latest instant that is
/// known of it: its last mark or its last event. What was on screen is on screen again.
struct Recovery {
    let log: any EventLog

    private static let page = 1000

    /// All rooms, each at the instant at which it goes on; throws where an event can't be read.
    func rooms() throws -> [LiveRoom] {
        try log.rooms().map(room)
    }

    private func room(_ stored: StoredRoom) throws -> LiveRoom {
        let birth = try JSON(parsing: Array(stored.birthConfiguration.utf8))
        let live = LiveRoom(
            name: stored.name, birthConfiguration: stored.birthConfiguration,
            room: try stored.snapshot?.state
                ?? Room(configuration: ConfigurationDocument.read(birth)),
            seq: stored.snapshot?.seq ?? 0, snapshotSeq: stored.snapshot?.seq ?? 0)
        while true {
            let events = try log.events(of: stored.name, after: live.seq, limit: Self.page)
            for event in events { try replay(event, in: live, goingOnAt: stored.time) }
            if events.count < Self.page { break }
        }
        live.goOn(at: stored.time)
        return live
    }

    /// An event whose instant was lost in a crash is applied where the room goes on.
    private func replay(
        _ event: StoredEvent, in live: LiveRoom, goingOnAt instant: Instant
    ) throws {
        let kind = try Event.Kind(stored: JSON(parsing: Array(event.body.utf8)))
        let again = Event(seq: event.seq, id: event.id, kind: kind)
        live.replay(
            again, at: event.applied?.time ?? instant, hasOutcome: event.applied != nil)
    }
}
