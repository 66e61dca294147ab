package import Broadcast
package import Journal
package import RoomRuntime
package import Stage
package import Texts
package import Timeline
import Transport
import Wire

/// A room in the running server, with its timeline, its records for the journal, its output to viewers and its
/// residency.
///
/// A file that needs one part gets only that part. Used only on the event loop's thread.
package final class LiveRoom {
    package let timeline: RoomTimeline
    package let records: RoomRecords
    package let output: RoomOutput
    package let residency: RoomResidency
    package let pendingEvents: PendingEvents
    var leaderPeriod = LeaderPeriod()
    /// The ends of clocks since the room was loaded.
    var endedClocks: Set<ClockEnd> = []
    /// The ends of clocks whose notices are known to be recorded.
    var recordedClockEnds: Set<ClockEnd> = []

    /// - Parameters:
    /// - room: The room's state after the event `seq`.
    /// - snapshotSeq: The place of the event up to which the journal has a snapshot.
    package init(
        name: Text, birthConfiguration: Text, room: Room, seq: Int64, snapshotSeq: Int64,
        clock: RoomClock, logClock: LogClock
    ) {
        timeline = RoomTimeline(name: name, room: room, clock: clock, logClock: logClock)
        residency = RoomResidency(name: name)
        records = RoomRecords(
            of: timeline, residency: residency, birthConfiguration: birthConfiguration, seq: seq,
            snapshotSeq: snapshotSeq)
        output = RoomOutput(of: timeline, records: records, residency: residency)
        pendingEvents = PendingEvents(of: timeline)
        timeline.delegate = self
    }

    package var name: Text { timeline.name }
    /// The room as viewers see it, at the present instant.
    package var room: Room {
        _read { yield timeline.room }
    }
    package var configuration: Configuration {
        _read { yield timeline.configuration }
    }
    /// The place of the newest applied event; 0 if there is none.
    package var seq: Int64 { records.seq }

    // MARK: Events

    /// Applies a recorded event. It is the only way in which a room changes from outside.
    package func apply(
        _ event: Event, at instant: Instant, cameAt wall: WallTime
    ) -> (Outcome, AlertOutcome?) {
        let (outcome, alert) = timeline.apply(event, at: instant)
        residency.recordEvent(at: wall)
        leaderPeriod.record(timeline.base.leaderSpan, after: event.seq, at: wall)
        records.append(outcome, alert, of: event, cameAt: wall)
        timeline.collectMilestones()
        return (outcome, alert)
    }

    /// Applies an event from the journal again, before the room's time goes on. If the journal has the event's outcome,
    /// it also has all records from before it, so the room drops these, except outcomes of earlier events that the
    /// journal lacks.
    package func replay(
        _ event: Event, at instant: Instant, cameAt wall: WallTime, hasOutcome: Bool
    ) {
        _ = apply(event, at: instant, cameAt: wall)
        if hasOutcome { records.keepEarlierOutcomes() }
    }

    /// Notes that the journal has deleted all events up to `seq`.
    package func recordForgotten(upTo seq: Int64) {
        if seq > 0, seq == self.seq { residency.recordForgotten() }
    }

    // MARK: The beginning

    /// Resets the room to an empty room after the journal has erased it. Its time continues, for the viewers that are
    /// connected.
    package func restart(_ configuration: Configuration, _ birthConfiguration: Text) {
        timeline.restart(with: configuration)
        records.reset(to: birthConfiguration)
        timeline.authority?.restart()
        residency.restart()
        leaderPeriod = LeaderPeriod()
        records.removeAll()
    }

    /// Returns the first event of an earlier delivery, if that delivery reported all gifts of this report.
    package func first(reporting report: GiftReport, id: Text, count: Int) -> Text? {
        room.first(
            reporting: report, id: id, count: count,
            pending: pendingEvents.gifts(reporting: report.subject))
    }

    // MARK: Maintenance

    /// Advances the room and adds a snapshot if one is due; called in rounds of `Upkeep`. Returns true if the journal
    /// must note the present log time, because a change is in progress or ended just now.
    func visit(atNanoseconds nanoseconds: UInt64) -> Bool {
        let isActive = timeline.isActive || residency.wasActive
        if isActive { timeline.advance(toNanoseconds: nanoseconds) }
        residency.recordVisit(isActive: timeline.isActive)
        records.addDueSnapshot()
        return isActive
    }

    /// True if the room has no recorded and no pending events.
    package var isUnrecorded: Bool { seq == 0 && pendingEvents.isEmpty }

    /// True if the room has no events, settings, viewers or studios.
    var isUntouched: Bool { isUnrecorded && !residency.isProvidedFor && output.isUnwatched }

    private static let soonNanoseconds: UInt64 = 60_000_000_000

    /// True if the room may leave memory: the journal can restore it exactly, it has no viewers and no pending work,
    /// and no change is due in the next minute.
    func mayLeave(atNanoseconds now: UInt64) -> Bool {
        guard output.isUnwatched, pendingEvents.isEmpty, timeline.isSettled, !timeline.isAwaited,
            !residency.isBeingErased, timeline.authority?.allowsEviction ?? true
        else { return false }
        guard timeline.isActive else { return true }
        return !timeline.isMoving
            && timeline.dueNanoseconds.map { $0 > now + Self.soonNanoseconds } ?? true
    }

    /// True if the room has no content that a user could miss: all its events are forgotten, none is pending, its state
    /// and its configuration are those of a new room, it has no keys or admin settings, and it has no viewers.
    func isSpent(_ configuration: Configuration) -> Bool {
        residency.hasForgottenAll && !residency.isBeingErased && pendingEvents.isEmpty
            && !residency.isProvidedFor && output.isUnwatched && room.isBare
            && self.configuration == configuration
    }
}

/// Hands the changes that time makes to the other parts of the room.
extension LiveRoom: RoomTimelineDelegate {
    package func timelinePassed(_ milestones: [Milestone]) {
        records.append(.milestones(room: name, milestones))
        output.add(milestones)
    }

    package func timelineMade(_ cues: [SoundCue], isAhead: Bool) {
        output.add(cues, isAhead: isAhead)
    }

    package func timelineEnded(_ clocks: [ClockEnd]) { endedClocks.formUnion(clocks) }

    package func timelineCaughtUp() { output.unmute() }
}

extension RoomTimeline {
    /// The room that has this timeline; nil if it was freed.
    package var liveRoom: LiveRoom? { delegate as? LiveRoom }
}
