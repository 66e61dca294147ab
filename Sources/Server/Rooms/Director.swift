import Stage
import Timeline
import Transport
import Wire

/// Decides when a room is looked at: at the ticks of the frame clock while it moves, once when it is
/// next due while it rests, never while nobody watches.
final class Director {
    let ticksPerSecond: Int
    private let metrics: Metrics
    /// Called with a room whose time has begun to run, or to stand still.
    private let clockChanged: (LiveRoom) -> Void
    private let encoder = FrameEncoder()
    private var moving: [LiveRoom] = []
    private var deadlines = Deadlines()
    /// Rooms whose viewers are to be told something in a moment.
    private var toBeTold: [LiveRoom] = []
    private var teller: LoopTimer!
    private let stragglers: Stragglers
    private let beat = Message(text: StreamMessage.beat)
    private var heartbeat: Heartbeat!
    private var clock: LoopTimer!
    private var alarm: LoopTimer!
    private var isTicking = false
    private var tick: UInt64 = 0
    private var firstTickNanoseconds: UInt64 = 0

    private var intervalNanoseconds: UInt64 { 1_000_000_000 / UInt64(ticksPerSecond) }

    init(
        loop: EventLoop, ticksPerSecond: Int, metrics: Metrics,
        clockChanged: @escaping (LiveRoom) -> Void
    ) throws(TransportError) {
        self.ticksPerSecond = ticksPerSecond
        self.metrics = metrics
        self.clockChanged = clockChanged
        stragglers = try Stragglers(loop: loop)
        clock = try loop.makeTimer { [unowned self] in ticked(expirations: $0) }
        alarm = try loop.makeTimer { [unowned self] _ in alarmed() }
        teller = try loop.makeTimer { [unowned self] _ in tellAll() }
        heartbeat = try Heartbeat(loop: loop) { [unowned self] in sendBeat(to: $0) }
    }

    // MARK: What happens to rooms

    /// A room was changed from outside. One that rested is shown at once; one that moves at the
    /// next tick.
    func changed(_ room: LiveRoom) {
        guard room.isSettled, !room.isInMotion, !room.audience.viewers.isEmpty else { return }
        room.refresh()
        serveAll(room)
        scheduleLook(at: room)
    }

    /// A viewer has come: it gets the picture of now, or of the last tick, which those who come
    /// between two ticks share.
    func joined(_ viewer: Viewer) {
        let room = viewer.room
        room.audience.add(viewer)
        heartbeat.add(viewer)
        room.advance(toNanoseconds: LoopTimer.now)
        // Else it gets the picture with all others, once there is one.
        guard room.isSettled else { return tell(to: viewer) }
        let isShown = room.hasFrame(
            within: Duration(microseconds: Int64(intervalNanoseconds / 1000)))
        if room.isInMotion {
            if !isShown { room.refresh() }
            serve(viewer)
        } else if isShown, room.audience.viewers.count > 1 {
            let wasRunning = room.isRunning
            serve(viewer)
            if room.isRunning != wasRunning { scheduleLook(at: room) }
        } else {
            // One that rests may have gone on just now, which all are to see.
            changed(room)
        }
    }

    /// A viewer has gone.
    func left(_ viewer: Viewer) {
        viewer.room.audience.remove(viewer)
        heartbeat.remove(viewer)
        audienceChanged(viewer.room)
    }

    /// A viewer has come into sight or gone out of it.
    func visibilityChanged(of viewer: Viewer) {
        audienceChanged(viewer.room)
        noteSent(by: viewer)
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

    private func setClock(of room: LiveRoom, atNanoseconds now: UInt64) -> Bool {
        guard room.setClock(atNanoseconds: now) else { return false }
        clockChanged(room)
        return true
    }

    /// A viewer that was behind takes messages again.
    func caughtUp(_ viewer: Viewer) {
        viewer.catchUp()
        let wasRunning = viewer.room.isRunning
        serve(viewer)
        if viewer.room.isRunning != wasRunning { scheduleLook(at: viewer.room) }
    }

    /// Sees to it that a room is looked at when it has something new to show.
    private func scheduleLook(at room: LiveRoom) {
        room.deadlineGeneration += 1
        guard room.isRunning, !room.audience.viewers.isEmpty else { return }
        if !room.isAtRest {
            room.isInMotion = true
            moving.append(room)
            startTicking()
        } else if let due = room.dueNanoseconds {
            deadlines.set(due, of: room)
            setAlarm()
        }
    }

    // MARK: The frame clock

    private func startTicking() {
        guard !isTicking else { return }
        isTicking = true
        tick = 0
        firstTickNanoseconds = LoopTimer.now + intervalNanoseconds
        clock.arm(
            atNanoseconds: firstTickNanoseconds, everyNanoseconds: intervalNanoseconds)
    }

    private func ticked(expirations: UInt64) {
        guard isTicking else { return }
        let scheduled = firstTickNanoseconds + (tick + expirations - 1) * intervalNanoseconds
        tick += expirations
        metrics.observeTick(
            lateNanoseconds: LoopTimer.now - min(scheduled, LoopTimer.now),
            missed: expirations - 1)
        var resting: [LiveRoom] = []
        for start in stride(from: 0, to: moving.count, by: Self.batch) {
            let rooms = moving[start..<min(start + Self.batch, moving.count)]
            for room in rooms {
                room.advance(toNanoseconds: scheduled)
                if room.isSettled { prepare(room) }
            }
            for room in rooms {
                if room.isSettled { show(room) }
                if room.isAtRest || !room.isRunning || room.audience.viewers.isEmpty {
                    resting.append(room)
                }
            }
        }
        if !resting.isEmpty { settle(resting) }
    }

    /// So many rooms' frames are made before the first of them is sent: what makes them and what
    /// sends them would drive each other out of the processor's caches.
    private static let batch = 64

    private func settle(_ rooms: [LiveRoom]) {
        for room in rooms { room.isInMotion = false }
        moving.removeAll { !$0.isInMotion }
        for room in rooms { scheduleLook(at: room) }
        if moving.isEmpty {
            isTicking = false
            clock.disarm()
        }
    }

    /// Makes the frame of those whose turn it is at this tick, which is all if the room comes to
    /// rest. A frame for nobody is not made.
    private func prepare(_ room: LiveRoom) {
        if let viewer = room.audience.viewers.first(where: takesTick) {
            room.refresh()
            room.audience.prepare(for: viewer, with: encoder)
        } else if !room.isMoving {
            room.refresh()
        }
    }

    private func show(_ room: LiveRoom) {
        for viewer in room.audience.viewers where room.isAtRest || takesTick(viewer) {
            serve(viewer)
        }
    }

    private func takesTick(_ viewer: Viewer) -> Bool {
        viewer.takes(tick: tick, of: ticksPerSecond)
    }

    private func serveAll(_ room: LiveRoom) {
        for viewer in room.audience.viewers { serve(viewer) }
    }

    private func noteSent(by viewer: Viewer) {
        if viewer.counts, viewer.isVisible, viewer.hasNewest { viewer.room.noteSent() }
    }

    private func serve(_ viewer: Viewer) {
        if viewer.isBehind {
            metrics.framesSkipped += 1
            return
        }
        let isFirst = !viewer.room.audience.hasBeenServed
        metrics.framesSent += viewer.room.audience.serve(viewer, with: encoder)
        if isFirst { _ = setClock(of: viewer.room, atNanoseconds: LoopTimer.now) }
        if viewer.isBehind { stragglers.add(viewer) }
        noteSent(by: viewer)
    }

    /// Tells a viewer that its connection lives. One that is behind is told by its next frame.
    private func sendBeat(to viewer: Viewer) {
        if !viewer.isBehind, !viewer.send(beat) { stragglers.add(viewer) }
    }

    /// Tells one viewer something that is not a frame.
    func tell(_ notice: Message, to viewer: Viewer) {
        viewer.enqueue(notice)
        tell(to: viewer)
    }

    /// Tells one viewer what is not a frame and waits for it.
    private func tell(to viewer: Viewer) {
        if !viewer.isBehind, !viewer.sendNotices() { stragglers.add(viewer) }
    }

    /// Tells all who watch a room something that is not a frame.
    func tell(_ notice: Message, in room: LiveRoom) {
        let now = LoopTimer.now
        if room.audience.add(notice, atNanoseconds: now, everyNanoseconds: intervalNanoseconds) {
            room.audience.tell(stragglers.add)
        } else if !room.isToBeTold {
            room.isToBeTold = true
            toBeTold.append(room)
            if toBeTold.count == 1 { teller.arm(atNanoseconds: now + intervalNanoseconds) }
        }
    }

    private func tellAll() {
        let rooms = toBeTold
        toBeTold = []
        for room in rooms {
            room.isToBeTold = false
            room.audience.tell(stragglers.add)
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
