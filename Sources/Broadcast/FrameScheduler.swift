package import Monitoring
import RoomRuntime
import Stage
import Timeline
package import Transport
import Wire

/// Decides when each room's next frame is made and sent, and keeps this up to date when viewers join, leave, or become
/// visible or hidden. A room gets a frame at each tick of the frame
/// clock while it moves, one at its next deadline while it rests, and none while it has no viewers.
package final class FrameScheduler {
    package private(set) var clock: FrameClock!
    package let sender: Sender
    package let announcements: Announcements
    /// Called with a room after its clock has started or stopped.
    private let clockChanged: (RoomOutput) -> Void
    /// Called with a room whose time runs after a change of its clock.
    package var clockStarted: (RoomOutput) -> Void = { _ in }
    private var deadlines = Deadlines()
    private var alarm: LoopTimer!
    private let heartbeat: Heartbeat
    /// Called with a room after its set of viewers, or the state that they report, has changed.
    package var attendanceChanged: (RoomOutput) -> Void = { _ in }
    /// Decides if a room's audio candidate plays the room's audio.
    package var isVoiceHeard: (RoomOutput) -> Bool = { _ in true }

    package init(
        loop: EventLoop, ticksPerSecond: Int, metrics: Metrics,
        clockChanged: @escaping (RoomOutput) -> Void
    ) throws(TransportError) {
        self.clockChanged = clockChanged
        let sender = try Sender(loop: loop, metrics: metrics)
        self.sender = sender
        heartbeat = try Heartbeat(loop: loop) { sender.sendBeats(to: $0) }
        announcements = try Announcements(
            loop: loop, sender: sender,
            pauseNanoseconds: FrameClock.intervalNanoseconds(ticksPerSecond))
        clock = try FrameClock(
            loop: loop, ticksPerSecond: ticksPerSecond, sender: sender, metrics: metrics
        ) { [unowned self] in scheduleLook(at: $0) }
        alarm = try loop.makeTimer { [unowned self] _ in alarmed() }
        sender.firstServed = { [unowned self] in
            _ = setClock(of: $0, atNanoseconds: LoopTimer.now)
        }
    }

    // MARK: Changes of rooms and viewers

    /// Shows a room that an event or a setting has changed: at once if the room was at rest, else at the next tick.
    package func changed(_ room: RoomOutput) {
        guard room.timeline.isSettled, !clock.contains(room), !room.audience.viewers.isEmpty else {
            return
        }
        room.refresh()
        sender.enqueueCues(of: room)
        sender.serveAll(of: room)
        scheduleLook(at: room)
    }

    /// Adds a viewer to its room and sends it a frame. Viewers that join between two ticks share one frame.
    package func joined(_ viewer: Viewer) {
        let room = viewer.output
        room.timeline.advance(toNanoseconds: LoopTimer.now)
        // Sends earlier cues to the earlier viewers only: the new viewer is not in the audience yet.
        sender.enqueueCues(of: room)
        room.audience.add(viewer)
        heartbeat.add(viewer)
        attendanceChanged(room)
        let files = room.audience.upcomingFiles
        if !files.isEmpty { viewer.enqueue(Message(text: StreamMessage.ahead(files))) }
        // The viewer gets its first frame together with the other viewers, once the room has caught up.
        guard room.timeline.isSettled else {
            // Sounds from the time without viewers are not played.
            if room.audience.viewers.count == 1 { room.muteUntilCaughtUp() }
            return sender.tellWaiting(to: viewer)
        }
        let isShown = room.hasFrame(
            within: Duration(microseconds: Int64(clock.intervalNanoseconds / 1000)))
        if clock.contains(room) {
            if !isShown { room.refresh() }
            sender.serve(viewer)
        } else if isShown, room.audience.viewers.count > 1 {
            let wasRunning = room.timeline.isRunning
            sender.serve(viewer)
            if room.timeline.isRunning != wasRunning { scheduleLook(at: room) }
        } else {
            // A room at rest may have changed just now, and then all viewers need the new frame.
            changed(room)
        }
    }

    /// Removes a viewer from its room.
    package func left(_ viewer: Viewer) {
        viewer.output.audience.remove(viewer)
        viewer.output.dropUnheardCues()
        heartbeat.remove(viewer)
        settleSpeaker(of: viewer)
        audienceChanged(viewer.output)
    }

    /// Updates the room after a viewer has become visible or hidden.
    package func visibilityChanged(of viewer: Viewer) {
        audienceChanged(viewer.output)
        sender.recordSent(to: viewer)
        settleSpeaker(of: viewer)
    }

    /// Chooses the room's audio output again after a viewer has changed.
    package func settleSpeaker(of viewer: Viewer) {
        viewer.output.audience.settleVoice(of: viewer)
        settleSpeaker(of: viewer.output)
        attendanceChanged(viewer.output)
    }

    /// Chooses the room's audio output again after its candidates have changed, and tells the viewers
    /// affected.
    package func settleSpeaker(of room: RoomOutput) {
        for (viewer, isSpeaker) in room.audience.settleSpeaker(isHeard: isVoiceHeard(room)) {
            sender.tell(Message(text: StreamMessage.speaker(isSpeaker)), to: [viewer])
        }
    }

    /// Starts or stops the room's clock after its audience has changed.
    private func audienceChanged(_ room: RoomOutput) {
        let now = LoopTimer.now
        room.timeline.advance(toNanoseconds: now)
        if setClock(of: room, atNanoseconds: now) { changed(room) }
    }

    /// Starts or stops the room's clock after a change of its configuration.
    package func configured(_ room: RoomOutput, atNanoseconds now: UInt64) {
        _ = setClock(of: room, atNanoseconds: now)
    }

    /// Makes all viewers of a room reconnect, because the size of the stage or its image hosts have changed since their
    /// first message.
    package func reconnectAll(of room: RoomOutput) {
        close(room.audience.viewers.map(\.stream), code: 1012, reason: "the stage is another")
    }

    /// Closes any number of connections, a batch at each turn of the loop.
    package func close(_ streams: [Stream], code: UInt16, reason: String) {
        sender.fanout.close(streams, code: code, reason: reason)
    }

    /// Counts the visible viewers of a room again after its pinned keys have changed.
    package func visibilityChanged(in room: RoomOutput) {
        sender.fanout.change(room.audience.viewers) { [unowned self] viewer in
            if viewer.output.updateVisibility(of: viewer) { visibilityChanged(of: viewer) }
            // Frames that the viewer got before its key was pinned count from now on.
            if viewer.output.recordServed(viewer) { audienceChanged(viewer.output) }
        }
    }

    /// Follows a change of the room's clock that its authority has decided.
    package func clockChanged(of room: RoomOutput) {
        _ = setClock(of: room, atNanoseconds: LoopTimer.now)
        if room.timeline.isRunning { clockStarted(room) }
        scheduleLook(at: room)
    }

    private func setClock(of room: RoomOutput, atNanoseconds now: UInt64) -> Bool {
        guard room.setClock(atNanoseconds: now) else { return false }
        clockChanged(room)
        if room.timeline.isRunning { clockStarted(room) }
        return true
    }

    /// Sends the newest frame to a viewer whose connection accepts messages again.
    package func caughtUp(_ viewer: Viewer) {
        viewer.catchUp()
        let wasRunning = viewer.output.timeline.isRunning
        sender.serve(viewer)
        if viewer.output.timeline.isRunning != wasRunning { scheduleLook(at: viewer.output) }
    }

    /// Schedules the room's next frame: with the frame clock while the room moves, else at its deadline.
    private func scheduleLook(at room: RoomOutput) {
        deadlines.cancel(of: room)
        guard room.timeline.isRunning, !room.audience.viewers.isEmpty else { return }
        if !room.isAtRest {
            clock.add(room)
        } else if let change = room.timeline.nextChangeNanoseconds {
            deadlines.set(change, of: room)
            setAlarm()
        }
    }

    // MARK: Deadlines

    private func setAlarm() {
        if let next = deadlines.next() {
            alarm.arm(atNanoseconds: next)
        } else {
            alarm.disarm()
        }
    }

    private func alarmed() {
        let now = LoopTimer.now
        while let room = deadlines.popRoom(dueBy: now) {
            room.timeline.advance(toNanoseconds: now)
            changed(room)
        }
        setAlarm()
    }
}
