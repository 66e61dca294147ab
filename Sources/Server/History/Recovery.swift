import Journal
import Stage
import Texts
import Timeline
import Wire

/// Brings rooms back as they were.
///
/// A room starts from its newest snapshot, applies the events after it, each at its time, and goes on at
/// the time that the log's clock shows: what was on screen is on screen again.
struct Recovery: Sendable {
    let log: any EventLog
    /// Log time when the server began.
    private let startMicroseconds: Int64

    private static let page = 1000

    init(log: any EventLog) {
        self.log = log
        startMicroseconds = log.clock.now
    }

    /// The room of a name, as it was when it last left memory; nil if there is none. `beginning` is how it
    /// came to run. Throws if the room can't be read.
    func room(_ name: Text, beginning: Beginning = Beginning()) throws(JournalError) -> LiveRoom? {
        guard let stored = try log.room(name) else { return nil }
        let room = try room(stored)
        room.beginning = beginning
        // Whether its time runs a log that is shared says itself.
        if log is any SharedLog {
            if room.newest == nil, room.seq > stored.forgottenSeq {
                // One that can't be read is told of when the room is compared.
                let newest = try? log.events(of: name, after: room.seq - 1, limit: 1).first
                if let newest { room.recognize(newest.landmark) }
            }
            room.collectMilestones()
        } else {
            room.resume(from: startMicroseconds)
        }
        return room
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
        return live
    }

    private func newborn(_ stored: StoredRoom) throws(JournalError) -> Room {
        try reading("the first configuration of room \(stored.name)") {
            Room(configuration: try Self.birth(stored.birthConfiguration))
        }
    }

    /// The configuration that a room begins with. Throws if the document can't be read.
    static func birth(_ document: Text) throws -> Configuration {
        try ConfigurationDocument.read(JSON(parsing: Array(document.utf8)), from: .history)
    }

    private func replay(_ event: StoredEvent, in live: LiveRoom) throws(JournalError) {
        let kind = try reading("event \(event.seq) of room \(live.name)") {
            try Event.Kind(stored: JSON(parsing: Array(event.body.utf8)))
        }
        let again = Event(seq: event.seq, id: event.id, kind: kind)
        live.replay(
            again, at: event.time, cameAt: WallTime(microseconds: event.wallMicroseconds),
            hasOutcome: event.outcome != nil)
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
