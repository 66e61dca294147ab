public import Timeline

/// A room's time beside the log's: it runs with it, and can stand still.
public struct RoomClock: Sendable, Hashable {
    /// Log time at which the room's time was 0, had it never stood still.
    public private(set) var offMicroseconds: Int64
    /// Log time from which on the room's time has stood still; nil while it runs.
    public private(set) var untilMicroseconds: Int64?

    public init(offMicroseconds: Int64, untilMicroseconds: Int64?) {
        self.offMicroseconds = offMicroseconds
        self.untilMicroseconds = untilMicroseconds
    }

    /// A clock that stands at `instant`, at a log time.
    public init(standingAt instant: Instant, log: Int64) {
        offMicroseconds = log - instant.microseconds
        untilMicroseconds = log
    }

    public var isRunning: Bool { untilMicroseconds == nil }

    /// Whether it runs at a log time: a clock may be due to stand still later.
    public func runs(at log: Int64) -> Bool { untilMicroseconds.map { log < $0 } ?? true }

    /// The room's time at a log time.
    public func instant(at log: Int64) -> Instant {
        Instant(microseconds: min(log, untilMicroseconds ?? log) - offMicroseconds)
    }

    /// When the room's time will be `instant`, in log time; nil if the clock stands still before.
    public func log(of instant: Instant) -> Int64? {
        let log = instant.microseconds + offMicroseconds
        return untilMicroseconds.map { log < $0 } ?? true ? log : nil
    }

    /// Lets the clock run from a log time on; returns whether it stood still.
    public mutating func start(at log: Int64) -> Bool {
        guard let until = untilMicroseconds else { return false }
        offMicroseconds += log - until
        untilMicroseconds = nil
        return true
    }

    /// Lets the clock stand still from a log time on; returns whether it ran.
    public mutating func stop(at log: Int64) -> Bool {
        guard isRunning else { return false }
        untilMicroseconds = log
        return true
    }
}
