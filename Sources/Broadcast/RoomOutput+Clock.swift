import Journal
package import RoomRuntime
import Stage
import Texts

/// Starts and stops a room's clock, by its configuration and its viewers.
extension RoomOutput {
    /// Starts or stops the clock as the room's configuration and viewers require. If the room has an authority, it
    /// makes a request to it instead. Returns true if it made a record, which the caller must hand to the journal at
    /// once.
    @discardableResult
    package func setClock(atNanoseconds nanoseconds: UInt64) -> Bool {
        let mayRun = mayRun
        if let authority = timeline.authority, authority.decidesClock(of: timeline) {
            let request = authority.clockRequest(
                for: timeline, mayRun: mayRun, atNanoseconds: nanoseconds)
            guard let request else { return false }
            records.append(request)
            return true
        }
        let log = timeline.logClock.microseconds(atNanoseconds: nanoseconds)
        guard mayRun ? timeline.startClock(at: log) : timeline.stopClock(at: log) else {
            return false
        }
        if timeline.authority == nil { records.append(.clock(room: name, timeline.clock)) }
        return true
    }

    /// Lets the clock run without viewers until a viewer becomes visible, for the `start` command.
    package func startWithoutViewer() { isStarted = true }

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
    package var beginning: Beginning {
        get { Beginning(wasServed: audience.hasBeenServed, isAsked: isStarted) }
        set {
            audience.hasBeenServed = newValue.wasServed
            isStarted = newValue.isAsked
        }
    }

    /// Moves a replayed room to the present time of its clock. If its clock may not run, it has stood still since
    /// `startMicroseconds` of log time, when the server started. If the replay is ahead of the clock, the clock is set
    /// to the replay's instant.
    package func resumeClock(from startMicroseconds: Int64) {
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
