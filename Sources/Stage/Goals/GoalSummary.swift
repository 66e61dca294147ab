public import Texts

/// One goal on the stage, in the overview of a room.
public struct GoalSummary: Hashable, Sendable {
    public let name: Text
    public let title: Text
    /// The exact amount given.
    public let amount: Int64
    public let target: Double
    public let isReached: Bool
    /// True if the goal's amounts are money in the room's currency.
    public let isMoney: Bool
}
