public import Texts

/// What became of an event at the moment it was applied.
public enum Outcome: Hashable, Sendable {
    /// It is on the stage.
    case shown
    /// It went into the combo of this id.
    case merged(into: Text)
    /// It waits, at this place, counted from 1.
    case queued(position: Int)
    /// It is recorded and not shown.
    case skipped(Skip)
    /// It changed the room and shows nothing of its own.
    case applied

    /// Why an event is recorded and not shown.
    public enum Skip: String, Hashable, Sendable, CaseIterable {
        /// Its widget is switched off.
        case disabled
        /// The same caller stands or waits already.
        case repeated
        /// It has a word of the room's blocklist.
        case blocked
        /// It waits for somebody to say that it is to happen.
        case held
        /// The room had changed when the event's turn came: what it needed was full or gone.
        case overtaken
    }

    /// What an outcome is called in answers, in metrics and in logs.
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

    /// Its name as a text.
    public var word: Text { Text(name.rawValue) }
}
