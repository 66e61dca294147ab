package import Journal
package import Stage
package import Texts
package import Timeline

/// The state of one room over time: after all recorded events, and as viewers see it now, with the room's clock.
///
/// Used only on the event loop's thread.
package final class RoomTimeline {
    // The fields that every frame needs come first, side by side. With a thousand rooms few of them are in the
    // processor's caches, so the cost of a frame is the memory that it touches.

    /// True if everything due at the last advance was performed. Otherwise the room continues at later turns of the
    /// loop and gets no new frame before it has caught up.
    package private(set) var isSettled = true
    /// True if the base has performed everything that is due at its present instant.
    package private(set) var isBaseSettled = true
    /// True while an event may still come whose instant is earlier than the present.
    package private(set) var isAwaitingEarlierEvents = false
    package let logClock: LogClock
    /// Maps log time to room time, and can stand still.
    package private(set) var clock: RoomClock
    /// Decides about the room's clock; nil: the room itself decides.
    package var authority: (any RoomAuthority)?
    /// A speculative copy of the base at the present instant; nil while the base itself may be advanced to the present.
    /// The base must wait while an event with an earlier instant may still come.
    private var speculative: Speculative?
    /// The queue in which the room waits while it has not caught up; nil: it may take unlimited time.
    package var catchUpQueue: CatchUpQueue?
    /// A counter of events and transitions: while it is the same, so are the items on the stage and in the queues.
    package private(set) var transitions: UInt64 = 0
    /// The room after all recorded events, each applied at its instant. It depends on the journal alone.
    package private(set) var base: Room

    package let name: Text
    /// Receives the changes that the passing of time makes.
    package weak var delegate: (any RoomTimelineDelegate)?
    /// A copy of the room's configuration, because every event needs it and reading it from the room would copy the
    /// room.
    package private(set) var configuration: Configuration
    /// A counter of changes that may alter when waiting items enter. A forecast for an older value is stale.
    package private(set) var changes: UInt64 = 0
    /// Calls to make once the room has caught up.
    private var waiting: [() -> Void] = []

    package init(name: Text, room: Room, clock: RoomClock, logClock: LogClock) {
        self.name = name
        base = room
        configuration = room.configuration
        self.clock = clock
        self.logClock = logClock
    }

    deinit {
        Disposal.free(base)
    }

    /// Boxed, so that a nil check is cheap.
    private final class Speculative {
        var room: Room

        init(_ room: Room) { self.room = room }
    }

    /// The room as viewers see it: at the present instant, after all recorded events. It is yielded without a copy,
    /// because a room is large and every frame reads it.
    package var room: Room {
        _read {
            if let speculative { yield speculative.room } else { yield base }
        }
    }

    /// Resets the state to that of a new room with this configuration.
    package func reset(to configuration: Configuration) {
        (base, speculative) = (Room(configuration: configuration), nil)
        self.configuration = configuration
        transitions += 1
    }

    /// Resets the state to that of a new room with this configuration, at the same instant as before.
    package func restart(with configuration: Configuration) {
        let now = base.now
        reset(to: configuration)
        base.advance(to: now)
    }

    /// Makes the base wait while events whose instants are earlier than the present may still come.
    package func awaitEarlierEvents(_ mayCome: Bool) { isAwaitingEarlierEvents = mayCome }

    // MARK: Time

    /// Performs everything due by `nanoseconds` of the monotonic clock, or as much as the loop has time for. A room
    /// that has not caught up continues at its turn instead.
    package func advance(toNanoseconds nanoseconds: UInt64) {
        if isSettled { resume(toNanoseconds: nanoseconds) }
    }

    /// Performs everything due by `nanoseconds`, as `advance` does, even if the room has not caught up.
    package func resume(toNanoseconds nanoseconds: UInt64) {
        let log = logClock.microseconds(atNanoseconds: nanoseconds)
        let instant = clock.instant(at: log)
        if let nextChange, nextChange <= instant { transitions += 1 }
        if let certain = certainInstant(at: log) {
            if !isBaseSettled || certain > base.now {
                isBaseSettled = advanceBase(to: max(certain, base.now))
            }
            guard isBaseSettled else { return update(isSettled: false) }
            let speculative = current ?? Speculative(base)
            self.speculative = speculative
            let isDone = speculative.room.advance(to: instant) { [catchUpQueue] in
                catchUpQueue.hasTime
            }
            // The base records these milestones when it comes to the same instant.
            _ = speculative.room.takeMilestones()
            _ = speculative.room.takeClockEnds()
            let cues = speculative.room.takeCues()
            if !cues.isEmpty { delegate?.timelineMade(cues, isAhead: true) }
            update(isSettled: isDone)
        } else {
            speculative = nil
            isBaseSettled = advanceBase(to: instant)
            update(isSettled: isBaseSettled)
        }
    }

    /// The speculative copy, unless it is behind the base: such a copy would make cues again that the base has made.
    private var current: Speculative? {
        speculative.flatMap { $0.room.now < base.now ? nil : $0 }
    }

    /// Returns the instant after which events may still come; nil: the present.
    private func certainInstant(at log: Int64) -> Instant? {
        guard let authority else { return isAwaitingEarlierEvents ? base.now : nil }
        return authority.certainMicroseconds.map { clock.instant(at: min($0, log)) } ?? base.now
    }

    private func advanceBase(to instant: Instant) -> Bool {
        let isDue = base.due.map { $0 <= instant } ?? false
        defer { if isDue { collectMilestones() } }
        return base.advance(to: instant) { [catchUpQueue] in catchUpQueue.hasTime }
    }

    /// Advances the base without a time limit to the instant that the clock has at a log time.
    package func advanceBase(toLog log: Int64) {
        base.advance(to: clock.instant(at: log))
        collectMilestones()
    }

    private func update(isSettled: Bool) {
        let wasSettled = self.isSettled
        self.isSettled = isSettled
        if !isSettled {
            catchUpQueue?.add(self)
        } else if !wasSettled {
            delegate?.timelineCaughtUp()
        }
    }

    /// True if a caller waits until the room has caught up.
    package var isAwaited: Bool { !waiting.isEmpty }

    /// Calls `body` once everything due has been performed.
    package func onceSettled(_ body: @escaping () -> Void) {
        if isSettled { body() } else { waiting.append(body) }
    }

    /// Calls the callers that waited until the room has caught up.
    package func endWaiting() {
        let bodies = waiting
        waiting = []
        for body in bodies { body() }
    }

    /// The instant of the shown room's next transition.
    private var due: Instant? {
        if let speculative { speculative.room.due } else { base.due }
    }

    /// The instant at which the frame of the shown room next changes by itself, if the room is not moving.
    private var nextChange: Instant? {
        if let speculative { speculative.room.nextChange } else { base.nextChange }
    }

    /// The time of the shown room's next transition, in nanoseconds of the monotonic clock; nil if there is none.
    package var dueNanoseconds: UInt64? { due.flatMap(nanoseconds) }

    /// The time at which the frame of the shown room next changes by itself, if the room is not moving; nil if it does
    /// not.
    package var nextChangeNanoseconds: UInt64? { nextChange.flatMap(nanoseconds) }

    private func nanoseconds(of instant: Instant) -> UInt64? {
        clock.log(of: instant).map(logClock.nanoseconds(at:))
    }

    // MARK: Events

    /// Advances the base to the instant of the next event. Returns false if the loop had no time to finish.
    package func advance(toEventAt instant: Instant) -> Bool {
        speculative = nil
        isBaseSettled = advanceBase(to: instant)
        update(isSettled: isBaseSettled)
        return isBaseSettled
    }

    /// Applies a recorded event and returns its outcome and that of its alert, if a rule made one. An event that the room
    /// refuses has the outcome `skipped`.
    ///
    /// The event's instant may be a little earlier than frames that were already shown without it. So the speculative
    /// copy is dropped here and made again from the base with the event. The caller collects the milestones.
    package func apply(_ event: Event, at instant: Instant) -> (Outcome, AlertOutcome?) {
        speculative = nil
        base.advance(to: instant)
        let outcome = event.kind.mayEmpty ? applyEmptying(event) : applyToBase(event)
        let alert = base.alertOutcome(of: event.id)
        if case .configure = event.kind { configuration = base.configuration }
        isBaseSettled = base.advance(to: base.now) { [catchUpQueue] in catchUpQueue.hasTime }
        update(isSettled: isBaseSettled)
        transitions += 1
        changes += 1
        return (outcome, alert)
    }

    private func applyToBase(_ event: Event) -> Outcome {
        (try? base.take(event)) ?? .skipped(.overtaken)
    }

    /// Applies an event that may remove all waiting items, and lets another thread free them.
    private func applyEmptying(_ event: Event) -> Outcome {
        let before = base
        defer { Disposal.free(before) }
        return applyToBase(event)
    }

    /// Returns the reason why an event would be refused now, with `pending` events of its kind on their way; nil if it
    /// would be accepted.
    package func refusal(of kind: Event.Kind, pending: Int = 0) -> Refusal? {
        if let speculative {
            speculative.room.refusal(of: kind, pending: pending)
        } else {
            base.refusal(of: kind, pending: pending)
        }
    }

    /// Reports the cues and the milestones of the base since the last call to the delegate.
    package func collectMilestones() {
        delegate?.timelineMade(base.takeCues(), isAhead: false)
        delegate?.timelineEnded(base.takeClockEnds())
        let milestones = base.takeMilestones()
        guard !milestones.isEmpty else { return }
        changes += 1
        delegate?.timelinePassed(milestones)
    }

    // MARK: Frames

    /// Writes the present into a frame. Returns true if later frames will differ without a new event.
    package func sample(into frame: inout Frame) -> Bool {
        if let speculative {
            speculative.room.sample(into: &frame)
        } else {
            base.sample(into: &frame)
        }
    }

    /// Returns a frame of the present, apart from the frames that viewers are sent.
    package func frame() -> Frame {
        var frame = Frame()
        _ = sample(into: &frame)
        return frame
    }

    // MARK: The clock

    /// Starts the clock at a log time; returns false if it runs already.
    package func startClock(at log: Int64) -> Bool { clock.start(at: log) }

    /// Stops the clock at a log time; returns false if it stands already.
    package func stopClock(at log: Int64) -> Bool { clock.stop(at: log) }

    /// Sets the clock to the base's instant if that is later. Returns true if it was.
    package func moveClockToBase(at log: Int64) -> Bool {
        guard clock.instant(at: log) < base.now else { return false }
        clock = RoomClock(standingAt: base.now, log: log)
        return true
    }

    /// Sets the clock as the room's authority has decided. Discards the speculative copy if the present changes.
    package func follow(_ clock: RoomClock) {
        let (log, before) = (logClock.now, self.clock)
        self.clock = clock
        guard clock.instant(at: log) != before.instant(at: log) else { return }
        speculative = nil
        transitions += 1
        changes += 1
    }

    /// Returns the time that clocks of the recorded room have lost until now, at a wall time.
    package func lostTimes(at wall: WallTime) -> [Room.LostTime] {
        guard base.hasWallClocks else { return [] }
        return base.lostTimes(at: clock.instant(at: logClock.now), wall: wall.microseconds)
    }

    /// True if the room will change by itself: its clock runs, and a change is due or in progress.
    package var isActive: Bool { isRunning && (base.due != nil || base.isMoving) }

    /// True if an item on the stage moves, so that later frames will differ from the present frame.
    package var isMoving: Bool { room.isMoving }

    /// True if the room's clock runs. An authority may let it run for a limited time.
    package var isRunning: Bool {
        clock.isRunning || authority != nil && clock.runs(at: logClock.now)
    }
}

/// Receives the changes that the passing of time makes in a room.
package protocol RoomTimelineDelegate: AnyObject {
    /// Items have entered and left the stage.
    func timelinePassed(_ milestones: [Milestone])
    /// The room has made sound cues, or with `isAhead` its speculative copy has.
    func timelineMade(_ cues: [SoundCue], isAhead: Bool)
    /// Clocks have ended by themselves.
    func timelineEnded(_ clocks: [ClockEnd])
    /// Everything due has been performed, after the timeline had fallen behind.
    func timelineCaughtUp()
}
