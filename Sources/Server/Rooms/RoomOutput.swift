import Access
import Journal
import Stage
import Texts
import Timeline
import Transport

/// The output of one room, which consists of its viewers, the frames and sound cues for them, and the feed to its
/// studios.
///
/// Used only on the event loop's thread.
final class RoomOutput {
    // The fields that every frame needs come first, as in `RoomTimeline`.

    let audience = Audience()
    let timeline: RoomTimeline
    /// True if later frames will equal the newest frame until an event comes or a change is due.
    private(set) var isAtRest = true
    /// The timeline's `transitions` at the newest frame; nil before the first frame.
    private var framedTransitions: UInt64?
    /// The sound cues that have not been sent yet.
    private var cues = CueSheet()
    private var unseen = Unseen()
    let records: RoomRecords
    private let residency: RoomResidency
    /// True if the `start` command lets the clock run without viewers.
    private(set) var isStarted = false
    /// Reports the room's activity to its studios; nil while no studio is connected.
    var feed: Feed?

    init(of timeline: RoomTimeline, records: RoomRecords, residency: RoomResidency) {
        self.timeline = timeline
        self.records = records
        self.residency = residency
    }

    var name: Text { timeline.name }
    /// The place of the newest applied event; 0 if there is none.
    var seq: Int64 { records.seq }
    var share: Share? { timeline.share }

    // MARK: Frames

    /// Samples the present as the newest frame for viewers.
    func refresh() {
        audience.frames.addNewest(keepingFrom: audience.oldestSent) {
            isAtRest = !timeline.sample(into: &$0)
        }
        framedTransitions = timeline.transitions
        unseen.noteFrame()
    }

    /// True if the newest frame shows the present or, while the room moves, is less than `age` old.
    func hasFrame(within age: Duration) -> Bool {
        guard audience.frames.seq > 0 else { return false }
        return isAtRest
            ? framedTransitions == timeline.transitions
            : timeline.room.now < audience.frames.newestTime + age
    }

    /// Records that a visible viewer has been sent the new items in the newest frame.
    func recordSent() {
        let ids = unseen.takeFramed()
        guard !ids.isEmpty else { return }
        let wall = WallTime.now
        records.append(.sent(room: name, ids: ids, wallMicroseconds: wall.microseconds))
        feed?.noteSent(ids, at: wall)
    }

    /// Notes items that have entered and left the stage.
    func add(_ milestones: [Milestone]) {
        if let feed { for milestone in milestones { feed.note(milestone) } }
        unseen.note(milestones)
    }

    /// The files that the next waiting effects need: pictures, videos and sounds.
    var upcomingFiles: [Text] { timeline.room.upcomingFiles }

    // MARK: Sounds

    /// Adds the cues that the room has made, or with `isAhead` its speculative copy. Without viewers all waiting cues
    /// are dropped, so that they are not played later.
    func add(_ made: [SoundCue], isAhead: Bool) {
        cues.note(made, isAhead: isAhead)
        if !isAhead { dropUnheardCues() }
    }

    /// Returns the cues to send and removes them here.
    func takeCues() -> [SoundCue] { cues.takeAll() }

    /// Drops the waiting sounds if the room has no viewers.
    func dropUnheardCues() { if audience.viewers.isEmpty { cues.drop() } }

    /// Drops new cues until the timeline has caught up, because they belong to a time without viewers.
    func muteUntilCaughtUp() { cues.isMuted = true }

    func unmute() { cues.isMuted = false }

    // MARK: Viewers

    /// True if neither a viewer nor a studio is connected.
    var isUnwatched: Bool { audience.viewers.isEmpty && feed == nil }

    /// The streams of all viewers and studios of the room.
    var streams: [Stream] {
        audience.viewers.map(\.stream) + (feed?.studios.map(\.stream) ?? [])
    }

    /// Updates whether a viewer counts as visible; returns true if that has changed.
    func updateVisibility(of viewer: Viewer) -> Bool {
        let isVisible = viewer.saysVisible && counts(viewer)
        guard viewer.isVisible != isVisible else { return false }
        audience.setVisibility(of: viewer, isVisible: isVisible)
        return true
    }

    /// True if a viewer counts. Beside pinned keys, viewers with other keys do not count.
    private func counts(_ viewer: Viewer) -> Bool {
        let pinned = residency.provision.pinnedKeys
        return pinned.isEmpty || viewer.caller.key.map(pinned.contains) ?? false
    }

    /// Notes that a viewer has been sent a frame. Returns true if it is the first frame since the server's start to a
    /// viewer of this room that counts.
    func recordServed(_ viewer: Viewer) -> Bool {
        guard !audience.hasBeenServed, viewer.counts, viewer.sentSeq > 0, counts(viewer) else {
            return false
        }
        audience.hasBeenServed = true
        return true
    }

    // MARK: The clock

    /// Starts or stops the clock as the room's configuration and viewers require. If the log is shared, it sends the
    /// log a wish instead, because the log decides. Returns true if it made a record, which the caller must hand to the
    /// journal at once.
    @discardableResult
    func setClock(atNanoseconds nanoseconds: UInt64) -> Bool {
        let log = timeline.logClock.microseconds(atNanoseconds: nanoseconds)
        if let share, share.isBorn || timeline.isAwaitingEarlierEvents {
            guard let wish = timeWish(at: log), share.wishes.say(wish, atNanoseconds: nanoseconds)
            else { return false }
            records.append(.wish(room: name, wish))
            return true
        }
        guard mayRun ? timeline.startClock(at: log) : timeline.stopClock(at: log) else {
            return false
        }
        if !timeline.isShared { records.append(.clock(room: name, timeline.clock)) }
        return true
    }

    /// Lets the clock run without viewers until a viewer becomes visible, for the `start` command.
    func startWithoutViewer() { isStarted = true }

    /// True if the room's configuration and viewers let the clock run.
    var mayRun: Bool {
        switch timeline.configuration.stage.waitForViewer {
        case .first: return audience.hasBeenServed || isStarted
        case .always:
            if audience.hasVisibleViewer { isStarted = false }
            return audience.hasVisibleViewer || isStarted
        case .never: return true
        }
    }

    /// The reason why the clock may run without viewers. It is kept in memory only and survives the room's eviction.
    var beginning: Beginning {
        get { Beginning(wasServed: audience.hasBeenServed, isAsked: isStarted) }
        set {
            audience.hasBeenServed = newValue.wasServed
            isStarted = newValue.isAsked
        }
    }

    /// Moves a replayed room to the present time of its clock. If its clock may not run, it has stood still since
    /// `startMicroseconds` of log time, when the server started. If the replay is ahead of the clock, the clock is set
    /// to the replay's instant.
    func resumeClock(from startMicroseconds: Int64) {
        let log = timeline.logClock.now
        if !mayRun, timeline.stopClock(at: startMicroseconds) {
            records.append(.clock(room: name, timeline.clock))
        }
        if timeline.moveClockToBase(at: log) {
            records.append(.clock(room: name, timeline.clock))
        }
        timeline.advanceBase(toLog: log)
    }
}
