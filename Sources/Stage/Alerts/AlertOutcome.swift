public import Texts

/// The alert that a rule made of an event, and its place when the room applied the event.
public struct AlertOutcome: Hashable, Sendable {
    /// The name of the rule.
    public let rule: Text
    public let place: Place

    public init(rule: Text, place: Place) {
        self.rule = rule
        self.place = place
    }

    public enum Place: Hashable, Sendable {
        /// The alert is on the stage.
        case shown
        /// The alert waits at this position, counted from 1.
        case queued(position: Int)
        /// The queue had no place for the alert.
        case dropped
    }

    /// Returns the outcome that a step shows; nil for a later step, or for a step of other content.
    init?(_ milestone: Milestone) {
        guard let rule = milestone.rule else { return nil }
        self.rule = rule
        switch milestone.step {
        case .entered: place = .shown
        case .queued(let position): place = .queued(position: position)
        case .dropped: place = .dropped
        case .left, .messageHidden: return nil
        }
    }
}
