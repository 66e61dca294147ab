import Broadcast
import HTTPRouting
package import Journal
package import RoomRuntime
package import Stage
package import Texts
import Timeline
import Wire

/// Restores a room from its newest snapshot and its later events in the journal.
///
/// A room starts from its newest snapshot, applies each later event at its time, and continues at the time of
/// the log's clock, so that the screen shows the same items again.
package struct Recovery: Sendable {
    package let log: any EventLog
    /// Continues the time of a restored room.
    private let resume: @Sendable (LiveRoom, StoredRoom) -> Void

    private static let page = 1000

    package init(log: any EventLog, resume: @escaping @Sendable (LiveRoom, StoredRoom) -> Void) {
        self.log = log
        self.resume = resume
    }

    /// For a log whose rooms set their clocks themselves.
    package init(log: any EventLog) {
        let startMicroseconds = log.clock.now
        self.init(log: log) { room, _ in room.output.resumeClock(from: startMicroseconds) }
    }

    /// Returns the room with this name as it was when it left memory; nil if the journal has no such room.
    /// `beginning`: the reasons for which its time may run without viewers. Throws if the room can't be read.
    package func room(_ name: Text, beginning: Beginning = Beginning()) throws(JournalError)
        -> LiveRoom?
    {
        guard let stored = try log.room(name) else { return nil }
        let room = try room(stored)
        room.output.beginning = beginning
        resume(room, stored)
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
        try restoreLeaderPeriod(of: live)
        live.residency.restoreLastEvent(at: stored.lastWallMicroseconds.map(WallTime.init))
        if stored.lastWallMicroseconds == nil { live.recordForgotten(upTo: live.seq) }
        return live
    }

    /// Reads the times of the events between which the present period of the leaders lies, which are perhaps in the
    /// snapshot.
    private func restoreLeaderPeriod(of live: LiveRoom) throws(JournalError) {
        guard live.configuration.leaders.period != .all, let seqs = live.room.leaderSpan else {
            return
        }
        var times: [WallTime] = []
        for seq in [seqs.lowerBound, seqs.upperBound] {
            let event = try log.events(of: live.name, after: seq - 1, limit: 1).first
            let time = event.map { WallTime(microseconds: $0.wallMicroseconds) }
            if event?.seq == seq, let time {
                times.append(time)
            } else {
                // The event was deleted because of its age, and events are kept for a day at least.
                let latest = WallTime(microseconds: WallTime.now.microseconds - 86_400_000_000)
                times.append(min(latest, time ?? latest))
            }
        }
        live.leaderPeriod.restore(first: times[0], last: times[1])
    }

    private func newborn(_ stored: StoredRoom) throws(JournalError) -> Room {
        try reading("the first configuration of room \(stored.name)") {
            Room(configuration: try Self.birth(stored.birthConfiguration))
        }
    }

    /// Parses the configuration that a room begins with. Throws if the document can't be read.
    package static func birth(_ document: Text) throws -> Configuration {
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

    /// Calls `read`. An error becomes a `JournalError` that names `what`.
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
