public import Stage
public import Timeline

/// The stored times of an event's content and of its alert: when they entered the stage, when and why they left, and
/// when the content was sent.
public struct StoredLife: Sendable, Hashable {
    public var content = Stay()
    public var alert = Stay()
    /// The time when a moderator hid the message of the alert; nil: its message is not hidden.
    public var messageHidden: Instant?
    /// The time when the content was first sent to a viewer that reports to be visible, in microseconds since 1970.
    public var sentWallMicroseconds: Int64?

    public init() {}

    /// When content or an alert entered the stage, and when and why it left the stage or the queue.
    public struct Stay: Sendable, Hashable {
        public var entered: Instant?
        public var left: Instant?
        public var reason: Milestone.Reason?

        public init(entered: Instant? = nil, left: Instant? = nil, reason: Milestone.Reason? = nil)
        {
            self.entered = entered
            self.left = left
            self.reason = reason
        }

        mutating func add(_ milestone: Milestone) {
            switch milestone.step {
            case .entered: entered = milestone.time
            case .left(let reason):
                left = milestone.time
                self.reason = reason
            // The outcome of the event has these steps.
            case .queued, .dropped, .messageHidden: break
            }
        }
    }

    /// Adds a step of the content or of its alert.
    public mutating func add(_ milestone: Milestone) {
        if milestone.step == .messageHidden { messageHidden = milestone.time }
        if milestone.rule == nil { content.add(milestone) } else { alert.add(milestone) }
    }
}
