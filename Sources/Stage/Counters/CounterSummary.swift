public import Texts
public import Timeline

/// One counter on the stage, in the overview of a room.
public struct CounterSummary: Hashable, Sendable {
    public let name: Text
    public let text: Text
    public let value: Hundredths
    /// The clock's state; nil if the counter is no clock.
    public let clock: ClockSummary?
}

/// The state of one clock, in the overview of a room.
public struct ClockSummary: Hashable, Sendable {
    public let left: Duration
    public let isRunning: Bool
    /// The maximum time left.
    public let max: Duration
    public let hasEnded: Bool
}
