public import Texts
public import Timeline

/// A turn in the life of something shown: it came onto the stage, or began to leave it.
public struct Milestone: Hashable, Sendable {
    /// The id of the event that brought it: a combo's, a card's, a call's, a caption's.
    public let id: Text
    public let time: Instant
    public let step: Step

    public init(id: Text, time: Instant, step: Step) {
        self.id = id
        self.time = time
        self.step = step
    }

    public enum Step: Hashable, Sendable {
        case entered
        case left(Reason)
    }

    /// Why something left the stage, or the queue.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// Its time was over.
        case played
        /// A `skip` sent it away.
        case skipped
        /// A `clear` emptied the stage and the queues.
        case cleared
        /// Somebody dismissed or deleted it.
        case dismissed
        /// A newer one took its place.
        case replaced
        /// Its widget was switched off.
        case disabled
        /// The event that brought it was taken back.
        case takenBack
    }
}
