public import Stage
public import Timeline

/// The stored times of an event's content: when it entered the stage, when and why it left, and when it was sent.
public struct StoredLife: Sendable, Hashable {
    public var entered: Instant?
    public var left: Instant?
    public var reason: Milestone.Reason?
    /// The time when the content was first sent to a viewer that reports to be visible, in microseconds since 1970.
    public var sentWallMicroseconds: Int64?

    public init() {}
}
