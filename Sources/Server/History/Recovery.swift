import Journal
import Stage
import Texts
import Timeline
import Wire

/// Brings the rooms back as they were.
///
/// Each room starts from its newest snapshot, applies the events after it, each at its time, and goes
/// on at the time that the log's clock shows: what was on screen is on screen again.
struct Recovery {
    let log: any EventLog

    private static let page = 1000

    /// All rooms, each at the instant at which it goes on; throws if one can't be read.
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
            seq: seq, snapshotSeq: seq, clock: stored.clock, logClock: log.clock)
        while true {
            let events = try log.events(of: stored.name, after: live.seq, limit: Self.page)
            for event in events { try replay(event, in: live) }
            if events.count < Self.page { break }
        }
        live.lastEventAt = stored.lastWallMicroseconds.map(WallTime.init)
        if stored.lastWallMicroseconds == nil { live.noteForgotten(upTo: live.seq) }
        live.resume()
        return live
    }

    private func newborn(_ stored: StoredRoom) throws(JournalError) -> Room {
        try reading("the first configuration of room \(stored.name)") {
            let birth = try JSON(parsing: Array(stored.birthConfiguration.utf8))
            return Room(configuration: try ConfigurationDocument.read(birth, from: .history))
        }
    }

    private func replay(_ event: StoredEvent, in live: LiveRoom) throws(JournalError) {
        let kind = try reading("event \(event.seq) of room \(live.name)") {
            try Event.Kind(stored: JSON(parsing: Array(event.body.utf8)))
        }
        let again = Event(seq: event.seq, id: event.id, kind: kind)
        live.replay(again, at: event.time, hasOutcome: event.outcome != nil)
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
