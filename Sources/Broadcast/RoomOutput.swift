import Access
package import Journal
package import RoomRuntime
package import Stage
package import Texts
import Timeline
package import Transport
package import Wire

/// The output of one room, which consists of its viewers, the frames and sound cues for them, and the feed to its
/// studios. Files of Broadcast call it `room`.
///
/// Used only on the event loop's thread.
package final class RoomOutput {
    // The fields that every frame needs come first, as in `RoomTimeline`.

    package let audience = Audience()
    package let timeline: RoomTimeline
    /// True if later frames will equal the newest frame until an event comes or a change is due.
    package private(set) var isAtRest = true
    /// The timeline's `transitions` at the newest frame; nil before the first frame.
    private var framedTransitions: UInt64?
    /// The sound cues that have not been sent yet.
    private var cues = PendingCues()
    private var unseen = UnsentItems()
    package let records: RoomRecords
    private let residency: RoomResidency
    /// True if the `start` command lets the clock run without viewers.
    var isStarted = false
    /// Receives the room's activity; nil while no studio is connected.
    package var observer: (any RoomObserver)?

    package init(of timeline: RoomTimeline, records: RoomRecords, residency: RoomResidency) {
        self.timeline = timeline
        self.records = records
        self.residency = residency
    }

    package var name: Text { timeline.name }
    /// The place of the newest applied event; 0 if there is none.
    package var seq: Int64 { records.seq }

    // MARK: Frames

    /// Samples the present as the newest frame for viewers.
    package func refresh() {
        var isMoving = false
        audience.frames.addNewest(keepingFrom: audience.oldestSent) { frame in
            isMoving = timeline.sample(into: &frame)
        }
        isAtRest = !isMoving
        framedTransitions = timeline.transitions
        unseen.noteFrame()
    }

    /// True if the newest frame shows all events and transitions and, while the room moves, is less than `age` old.
    func hasFrame(within age: Duration) -> Bool {
        guard audience.frames.seq > 0, framedTransitions == timeline.transitions else {
            return false
        }
        return isAtRest || timeline.room.now < audience.frames.newestTime + age
    }

    /// Records that a visible viewer has been sent the new items in the newest frame.
    func recordSent() {
        let ids = unseen.takeFramed()
        guard !ids.isEmpty else { return }
        let wall = WallTime.now
        records.append(.sent(room: name, ids: ids, wallMicroseconds: wall.microseconds))
        observer?.itemsWereSent(ids, at: wall)
    }

    /// Notes items that have entered and left the stage.
    package func add(_ milestones: [Milestone]) {
        observer?.itemsMoved(milestones)
        let content = milestones.filter { $0.rule == nil }
        if !content.isEmpty { unseen.note(content) }
    }

    /// The files that the next waiting effects need: pictures, videos and sounds.
    var upcomingFiles: [Text] { timeline.room.upcomingFiles }

    // MARK: Sounds

    /// Adds the cues that the room has made, or with `isAhead` its speculative copy. Without viewers all waiting cues
    /// are dropped, so that they are not played later.
    package func add(_ made: [SoundCue], isAhead: Bool) {
        cues.note(made, isAhead: isAhead)
        if !isAhead { dropUnheardCues() }
    }

    /// Returns the cues to send and removes them here.
    func takeCues() -> [SoundCue] { cues.takeAll() }

    /// Drops the waiting sounds if the room has no viewers.
    func dropUnheardCues() { if audience.viewers.isEmpty { cues.drop() } }

    /// Drops new cues until the timeline has caught up, because they belong to a time without viewers.
    func muteUntilCaughtUp() { cues.isMuted = true }

    package func unmute() { cues.isMuted = false }

    // MARK: Viewers

    /// True if neither a viewer nor a studio is connected.
    package var isUnwatched: Bool { audience.viewers.isEmpty && observer == nil }

    /// The streams of all viewers and studios of the room.
    package var streams: [Stream] {
        audience.viewers.map(\.stream) + (observer?.streams ?? [])
    }

    /// Updates whether a viewer counts as visible; returns true if that has changed.
    package func updateVisibility(of viewer: Viewer) -> Bool {
        let isVisible = viewer.saysVisible && counts(viewer)
        guard viewer.isVisible != isVisible else { return false }
        audience.setVisibility(of: viewer, isVisible: isVisible)
        return true
    }

    /// True if a viewer counts. Beside pinned keys, viewers with other keys do not count.
    private func counts(_ viewer: Viewer) -> Bool {
        let pinned = residency.registration.pinnedKeys
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
}

/// Receives the activity of one room, for its studios.
package protocol RoomObserver: AnyObject {
    /// The streams that receive the activity.
    var streams: [Stream] { get }
    /// An event has been applied. `entry`: its entry in the history. `steers`: true if it changes a queue in another
    /// way than by adding to it.
    func eventWasApplied(_ kind: Event.Kind, _ entry: @autoclosure () -> JSON, steers: Bool)
    /// Items have entered and left the stage.
    func itemsMoved(_ milestones: [Milestone])
    /// A visible viewer has been sent the items with these IDs for the first time.
    func itemsWereSent(_ ids: [Text], at wall: WallTime)
}
