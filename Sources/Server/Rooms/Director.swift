import Stage
import Timeline
import Transport
import Wire

/// Decides when a room is looked at: at the ticks of the frame clock while it moves, once when it is
/// next due while it rests, never while nobody watches.
final class Director {
    private(set) var clock: FrameClock!
    let sender: Sender
    let announcements: Announcements
    /// Called with a room whose time has begun to run, or to stand still.
    private let clockChanged: (LiveRoom) -> Void
    private var deadlines = Deadlines()
    private var alarm: LoopTimer!
    private let heartbeat: Heartbeat
    /// Called with a room of which others than before may watch.
    var attendanceChanged: (LiveRoom) -> Void = { _ in }

    init(
        loop: EventLoop, ticksPerSecond: Int, metrics: Metrics,
        clockChanged: @escaping (LiveRoom) -> Void
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

    // MARK: What happens to rooms

    /// A room was changed from outside. One that rested is shown at once; one that moves at the
    /// next tick.
    func changed(_ room: LiveRoom) {
        guard room.isSettled, !room.isInMotion, !room.audience.viewers.isEmpty else { return }
        room.refresh()
        sender.enqueueCues(of: room)
        sender.serveAll(of: room)
        scheduleLook(at: room)
    }

    /// A viewer has come: it gets the picture of now, or of the last tick, which those who come
    /// between two ticks share.
    func joined(_ viewer: Viewer) {
        let room = viewer.room
        room.advance(toNanoseconds: LoopTimer.now)
        // What was to be heard until now is not for it.
        sender.enqueueCues(of: room)
        room.audience.add(viewer)
        heartbeat.add(viewer)
        attendanceChanged(room)
        let files = room.audience.upcomingFiles
        if !files.isEmpty { viewer.enqueue(Message(text: StreamMessage.ahead(files))) }
        // Else it gets the picture with all others, once there is one.
        guard room.isSettled else {
            // Nor is what happened while nobody watched.
            if room.audience.viewers.count == 1 { room.cues.isMuted = true }
            return sender.tellWaiting(to: viewer)
        }
        let isShown = room.hasFrame(
            within: Duration(microseconds: Int64(clock.intervalNanoseconds / 1000)))
        if room.isInMotion {
            if !isShown { room.refresh() }
            sender.serve(viewer)
        } else if isShown, room.audience.viewers.count > 1 {
            let wasRunning = room.isRunning
            sender.serve(viewer)
            if room.isRunning != wasRunning { scheduleLook(at: room) }
        } else {
            // One that rests may have gone on just now, which all are to see.
            changed(room)
        }
    }

    /// A viewer has gone.
    func left(_ viewer: Viewer) {
        viewer.room.audience.remove(viewer)
        viewer.room.dropUnheardCues()
        heartbeat.remove(viewer)
        settleSpeaker(of: viewer)
        audienceChanged(viewer.room)
    }

    /// A viewer has come into sight or gone out of it.
    func visibilityChanged(of viewer: Viewer) {
        audienceChanged(viewer.room)
        sender.noteSent(by: viewer)
        settleSpeaker(of: viewer)
    }

    /// Another viewer may be the speaker now, because of this one.
    func settleSpeaker(of viewer: Viewer) {
        viewer.room.audience.settleVoice(of: viewer)
        settleSpeaker(of: viewer.room)
        attendanceChanged(viewer.room)
    }

    /// Another viewer may be the speaker now, because of other servers.
    func settleSpeaker(of room: LiveRoom) {
        let isHeard = room.isVoiceHeard(atNanoseconds: LoopTimer.now)
        for (viewer, isSpeaker) in room.audience.settleSpeaker(isHeard: isHeard) {
            sender.tell(Message(text: StreamMessage.speaker(isSpeaker)), to: [viewer])
        }
    }

    /// The room's time may run or stand still now.
    private func audienceChanged(_ room: LiveRoom) {
        let now = LoopTimer.now
        room.advance(toNanoseconds: now)
        if setClock(of: room, atNanoseconds: now) { changed(room) }
    }

    /// The room has another configuration, under which its time may run or stand still.
    func configured(_ room: LiveRoom, atNanoseconds now: UInt64) {
        _ = setClock(of: room, atNanoseconds: now)
    }

    /// Has all viewers of a room connect anew, because what they were told first no longer holds.
    func reconnectAll(of room: LiveRoom) {
        close(room.audience.viewers.map(\.stream), code: 1012, reason: "the stage is another")
    }

    /// Closes connections, however many.
    func close(_ streams: [Stream], code: UInt16, reason: String) {
        sender.fanout.close(streams, code: code, reason: reason)
    }

    /// Others may count as visible in a room now, or no longer.
    func visibilityChanged(in room: LiveRoom) {
        sender.fanout.change(room.audience.viewers) { [unowned self] viewer in
            if viewer.room.updateVisibility(of: viewer) { visibilityChanged(of: viewer) }
            // Frames from before its key was pinned count now.
            if viewer.room.noteServed(viewer) { audienceChanged(viewer.room) }
        }
    }

    /// The log that others share has it that a room's time runs otherwise.
    func clockChanged(of room: LiveRoom) {
        _ = setClock(of: room, atNanoseconds: LoopTimer.now)
        scheduleLook(at: room)
    }

    private func setClock(of room: LiveRoom, atNanoseconds now: UInt64) -> Bool {
        guard room.setClock(atNanoseconds: now) else { return false }
        clockChanged(room)
        return true
    }

    /// A viewer that was behind takes messages again.
    func caughtUp(_ viewer: Viewer) {
        viewer.catchUp()
        let wasRunning = viewer.room.isRunning
        sender.serve(viewer)
        if viewer.room.isRunning != wasRunning { scheduleLook(at: viewer.room) }
    }

    /// Sees to it that a room is looked at when it has something new to show.
    private func scheduleLook(at room: LiveRoom) {
        room.deadlineGeneration += 1
        guard room.isRunning, !room.audience.viewers.isEmpty else { return }
        if !room.isAtRest {
            clock.add(room)
        } else if let due = room.dueNanoseconds {
            deadlines.set(due, of: room)
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
            room.advance(toNanoseconds: now)
            changed(room)
        }
        setAlarm()
    }
}
