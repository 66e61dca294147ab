public import Texts

/// An event that is taken back, with all that has to be known of it: the room keeps no list of what
/// it was given.
public struct TakenBack: Hashable, Sendable {
    /// The event's ID, or a streak's.
    public let id: Text
    /// True if the ID is a streak's, which the platform deleted. Other events take back the counted parts.
    public let isStreak: Bool
    /// The event's place in the history, by which goals know whether they counted it; nil: they did.
    public let seq: Int64?
    /// What it gave; nil: it was no gift.
    public let given: Given?

    /// A gift as it was sent, and what became of it.
    public struct Given: Hashable, Sendable {
        public let gift: Gift
        public let mark: Event.Mark?
        /// The combo it went into; nil: that of its own id.
        public let combo: Text?
        /// Whether there was no place for it when it was applied: no goal counted it.
        public let wasOvertaken: Bool

        public init(
            _ gift: Gift, mark: Event.Mark? = nil, combo: Text? = nil, wasOvertaken: Bool = false
        ) {
            self.gift = gift
            self.mark = mark
            self.combo = combo
            self.wasOvertaken = wasOvertaken
        }
    }

    public init(id: Text, seq: Int64?, given: Given? = nil, isStreak: Bool = false) {
        self.id = id
        self.isStreak = isStreak
        self.seq = seq
        self.given = given
    }
}

extension TakenBack: Weighed {
    var byteEstimate: Int { 60 + id.byteCount + (given.map { $0.gift.byteEstimate + 60 } ?? 0) }
}
