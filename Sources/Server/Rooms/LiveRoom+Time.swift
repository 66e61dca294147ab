import Journal
import Stage
import Timeline
import Transport

/// Whether a room's time runs, and how it came to that.
extension LiveRoom {
    /// Whether the room will change by itself.
    var goesOn: Bool { isRunning && (base.due != nil || base.isMoving) }

    /// Whether something on the stage moves: frames to come differ from one of the present.
    var isMoving: Bool { room.isMoving }

    /// Whether the room's time runs.
    var isRunning: Bool { clock.isRunning || isShared && clock.runs(at: logClock.now) }

    /// Starts or stops the clock, as the room's configuration and its viewers want it, or wishes so of a
    /// log that is shared. Returns whether that is a change: then the journal is to be told at once.
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

    /// Lets time run although nobody watches, until somebody does: what the command `start` asks
    /// for.
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

    /// How it came to run, which the journal does not know: from memory to memory.
    var beginning: Beginning {
        get { Beginning(wasServed: audience.hasBeenServed, isAsked: isStarted) }
        set {
            audience.hasBeenServed = newValue.wasServed
            isStarted = newValue.isAsked
        }
    }

    /// Brings a replayed room to the time on its clock. If its time may not run, it has stood still since
    /// `startMicroseconds` of log time, when the server began. If the replay came further than the clock,
    /// the clock is set to that instant.
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
