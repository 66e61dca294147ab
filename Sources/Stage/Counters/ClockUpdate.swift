public import Texts
public import Timeline

/// An event's setting of a clock: a counter that runs down to 0 in seconds of room time. Fields that the event leaves out
/// have their defaults.
public struct ClockUpdate: Hashable, Sendable {
    /// The time left from now on; at most `max` counts.
    public var left: Duration
    public var isRunning = true
    /// The maximum time left, which additions can't exceed.
    public var max = ClockUpdate.limit
    public var standing = Standing.room
    public var format = CounterFormat(style: .hours)
    /// The wall time of the event, in microseconds since 1970; nil: not known. The server needs it to compute the time
    /// that a clock of the standing `wall` has lost.
    public var wallMicroseconds: Int64?

    /// The maximum of every time of a clock.
    public static let limit = Duration(microseconds: 10_000_000_000_000)

    /// The behavior of a clock while room time stands still.
    public enum Standing: String, Hashable, Sendable, CaseIterable {
        /// The clock stands still too.
        case room
        /// The clock loses the time, as soon as room time runs again.
        case wall
    }

    public init(left: Duration) {
        self.left = left
    }
}

/// An event's change of a clock: it adds or takes time, starts or stops the clock, or changes its format. Fields
/// that are nil stay as they are.
public struct ClockChange: Hashable, Sendable {
    /// The time to add, or below 0 to take away.
    public var added: Duration?
    public var isRunning: Bool?
    public var style: CounterFormat.Style?
    public var prefix: Text?
    public var suffix: Text?
    public var grouping: Bool?
    /// The wall time of an event that starts the clock or subtracts lost time, in microseconds since 1970.
    public var wallMicroseconds: Int64?

    public init(added: Duration? = nil, isRunning: Bool? = nil) {
        self.added = added
        self.isRunning = isRunning
    }
}

extension ClockUpdate: Weighed {
    var byteEstimate: Int { 200 + format.prefix.byteCount + format.suffix.byteCount }
}

extension ClockChange: Weighed {
    var byteEstimate: Int { 100 + prefix.byteEstimate + suffix.byteEstimate }
}
