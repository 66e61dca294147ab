public import Timeline

/// The clock of a room, which runs with log time and can be stopped.
public struct RoomClock: Sendable, Hashable {
    /// The log time at which the room's time would have been 0 if it had never stopped.
    public private(set) var offMicroseconds: Int64
    /// The log time at which the room's time stops; nil while it runs.
    public private(set) var untilMicroseconds: Int64?

    public init(offMicroseconds: Int64, untilMicroseconds: Int64?) {
        self.offMicroseconds = offMicroseconds
        self.untilMicroseconds = untilMicroseconds
    }

    /// A clock that is stopped at `instant`, at a log time.
    public init(standingAt instant: Instant, log: Int64) {
        offMicroseconds = log - instant.microseconds
        untilMicroseconds = log
    }

    public var isRunning: Bool { untilMicroseconds == nil }

    /// Returns true if the clock runs at a log time. A clock may have its stop in the future.
    public func runs(at log: Int64) -> Bool { untilMicroseconds.map { log < $0 } ?? true }

    /// Returns the room's time at a log time.
    public func instant(at log: Int64) -> Instant {
        Instant(microseconds: min(log, untilMicroseconds ?? log) - offMicroseconds)
    }

    /// Returns the log time at which the room's time is `instant`; nil if the clock stops before.
    public func log(of instant: Instant) -> Int64? {
        let log = instant.microseconds + offMicroseconds
        return untilMicroseconds.map { log < $0 } ?? true ? log : nil
    }

    /// Starts the clock at a log time; returns true if it was stopped.
    public mutating func start(at log: Int64) -> Bool {
        guard let until = untilMicroseconds else { return false }
        offMicroseconds += log - until
        untilMicroseconds = nil
        return true
    }

    /// Stops the clock at a log time; returns true if it ran.
    public mutating func stop(at log: Int64) -> Bool {
        guard isRunning else { return false }
        untilMicroseconds = log
        return true
    }
}
