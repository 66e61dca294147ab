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
        /// The room had changed when the event's turn came: what it needed was full or gone.
        case overtaken
    }
}

/// Why an event can't be taken. The room is as if it had never come.
public enum Refusal: Error, Hashable, Sendable {
    /// The room takes as much memory as a room may, `limit` bytes.
    case roomFull(limit: Int)
    /// The queue of gifts holds `limit` combos, or cards.
    case queueFull(limit: Int)
    /// `limit` calls wait already.
    case callsFull(limit: Int)
    /// There are `limit` counters already.
    case countersFull(limit: Int)
    /// `limit` captions are shown already.
    case captionsFull(limit: Int)
    /// The captions that are shown would have more than `limit` bytes in all.
    case captionsTooLong(limit: Int)
    /// No call of this id stands or waits.
    case noSuchCall(Text)
    /// The call of this id waits: it has no card that could be tapped.
    case callWaits(Text)
    case noSuchCounter(Text)
    /// No combo of this id waits.
    case noSuchCombo(Text)
    case noSuchCaption(Text)
}
