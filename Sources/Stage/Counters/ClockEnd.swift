public import Texts
public import Timeline

/// The end of a clock that came to 0 by itself or because an event took its time away.
public struct ClockEnd: Hashable, Sendable {
    /// The name of the counter.
    public let counter: Text
    public let instant: Instant
}
