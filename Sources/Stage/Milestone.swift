public import Texts
public import Timeline

/// A step in the life of shown content, which entered the stage, or began to leave the stage or the queue.
public struct Milestone: Hashable, Sendable {
    /// The ID of the event that brought the combo, card, call or caption.
    public let id: Text
    public let time: Instant
    public let step: Step
    /// The name of the rule that made the alert, if the step is that of an alert; nil for other content.
    public let rule: Text?

    public init(id: Text, time: Instant, step: Step, rule: Text? = nil) {
        self.id = id
        self.time = time
        self.step = step
        self.rule = rule
    }

    public enum Step: Hashable, Sendable {
        /// An alert waits at this place, counted from 1.
        case queued(position: Int)
        case entered
        case left(Reason)
        /// An alert got no place in the queue.
        case dropped
        /// A moderator hid the message of an alert.
        case messageHidden
    }

    /// The reason why content left the stage or the queue.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// Its time was over.
        case played
        /// A `skip` sent it away.
        case skipped
        /// A `clear` emptied the stage and the queues.
        case cleared
        /// A user dismissed or deleted it.
        case dismissed
        /// Newer content took its place.
        case replaced
        /// Its widget was switched off.
        case disabled
        /// Its event was retracted.
        case takenBack
    }
}
