import Journal
import Stage
import Timeline
import Transport

/// Starts and stops a live room's clock, by its configuration and its viewers.
extension LiveRoom {
    /// True if the room will change by itself: its clock runs, and a change is due or in progress.
    var goesOn: Bool { isRunning && (base.due != nil || base.isMoving) }

    /// True if an item on the stage moves, so that later frames will differ from the present frame.
    var isMoving: Bool { room.isMoving }

    /// True if the room's clock runs. In a shared room, other servers may keep it running for a limited time.
    var isRunning: Bool { clock.isRunning || isShared && clock.runs(at: logClock.now) }

    /// Starts or stops the clock as the room's configuration and viewers require. If the log is shared, it sends the
    /// log a wish instead, because the log decides. Returns true if it made a record, which the caller must hand to the
    /// journal at once.
    @discardableResult
    func setClock(atNanoseconds nanoseconds: UInt64) -> Bool {
        let log = logClock.microseconds(atNanoseconds: nanoseconds)
        if isShared, share?.isBorn == true || hasPendingEvents {
            guard let wish = timeWish(at: log),
                share?.wishes.say(wish, atNanoseconds: nanoseconds) == true
            else { return false }
            note(.wish(room: name, wish))
            return true
        }
        guard mayRun ? clock.start(at: log) : clock.stop(at: log) else { return false }
        if !isShared { note(.clock(room: name, clock)) }
        return true
    }

    /// Lets the clock run without viewers until a viewer becomes visible, for the `start` command.
    func startWithoutViewer() { isStarted = true }

    var mayRun: Bool {
        switch configuration.stage.waitForViewer {
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
    func resume(from startMicroseconds: Int64) {
        let log = logClock.now
        if !mayRun, clock.stop(at: startMicroseconds) { note(.clock(room: name, clock)) }
        if clock.instant(at: log) < base.now {
            clock = RoomClock(standingAt: base.now, log: log)
            note(.clock(room: name, clock))
        }
        base.advance(to: clock.instant(at: log))
        collectMilestones()
    }
}
