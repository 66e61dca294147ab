public import Texts

/// The result of an event when the room applied it, such as shown, merged, queued or skipped.
public enum Outcome: Hashable, Sendable {
    /// The event's content is on the stage.
    case shown
    /// The gift joined the combo, or the waiting effect, with this ID.
    case merged(into: Text)
    /// The event waits at this position, counted from 1.
    case queued(position: Int)
    /// The event is recorded and not shown.
    case skipped(Skip)
    /// The event changed the room and shows no content of its own.
    case applied

    /// The reason why an event is recorded and not shown.
    public enum Skip: String, Hashable, Sendable, CaseIterable {
        /// Its widget is switched off.
        case disabled
        /// The same caller stands or waits already.
        case repeated
        /// It has a blocked word, or its sender is blocked.
        case blocked
        /// It waits for a moderator's approval.
        case held
        /// The room had changed when the event's turn came: what it needed was full or gone.
        case overtaken
        /// No rule makes an alert of the notice.
        case unmatched
        /// The queue of alerts has no place for it.
        case dropped
    }

    /// The name of an outcome in answers, metrics and logs.
    public enum Name: String, Sendable, CaseIterable {
        case shown
        case merged
        case queued
        case skipped
        case applied
    }

    public var name: Name {
        switch self {
        case .shown: .shown
        case .merged: .merged
        case .queued: .queued
        case .skipped: .skipped
        case .applied: .applied
        }
    }

    /// The outcome's name as a text.
    public var word: Text { Text(name.rawValue) }
}
