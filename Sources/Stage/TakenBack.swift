public import Texts

/// The retraction of an event, with all data that the room needs for it, because the room keeps no list of past events.
public struct TakenBack: Hashable, Sendable {
    /// The event's ID, or a streak's.
    public let id: Text
    /// True if the ID is that of a streak, which the platform deleted. Other events retract the
    /// counted parts.
    public let isStreak: Bool
    /// The event's sequence number, which tells goals whether they counted it; nil: they did.
    public let seq: Int64?
    /// The retracted gift; nil for other events.
    public let given: Given?
    /// The retracted call or notice; nil for other events.
    public let other: Event.Kind?

    /// A gift as it was sent, and what happened to it.
    public struct Given: Hashable, Sendable {
        public let gift: Gift
        public let mark: Event.Mark?
        /// The ID of the combo that the gift joined; nil: the combo of its own ID.
        public let combo: Text?
        /// True if there was no space for the gift when it was applied, so that no goal counted it.
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

    public init(
        id: Text, seq: Int64?, given: Given? = nil, other: Event.Kind? = nil,
        isStreak: Bool = false
    ) {
        self.id = id
        self.isStreak = isStreak
        self.seq = seq
        self.given = given
        self.other = other
    }
}

extension TakenBack: Weighed {
    var byteEstimate: Int {
        60 + id.byteCount + (given.map { $0.gift.byteEstimate + 60 } ?? 0)
            + (other?.byteEstimate ?? 0)
    }
}
