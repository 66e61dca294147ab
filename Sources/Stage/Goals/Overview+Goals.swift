public import Texts

/// The goals on the stage, for the overview of a room.
extension Overview {
    /// The goals on the stage, in the order of their rows.
    public var goals: [ShownGoal] { room.goals.shown }

    public struct ShownGoal: Hashable, Sendable {
        public let name: Text
        public let title: Text
        /// The exact amount given.
        public let amount: Int64
        public let target: Double
        public let isReached: Bool
        /// True if the goal's amounts are money in the room's currency.
        public let isMoney: Bool
    }
}
