public import Texts

/// One event's part of a sender's streak of gifts, with a count that is the streak's running total, not the number
/// added.
public struct StreakPart: Hashable, Sendable {
    /// The streak's ID, made from the platform's own IDs.
    public let id: Text
    /// True if the platform ends the streak with this part.
    public let isEnd: Bool
    /// True if the platform uses the ID for one streak after another; false if only for one.
    public let recurs: Bool
    /// The time of arrival, in microseconds since 1970.
    public let wallMicroseconds: Int64

    public init(id: Text, isEnd: Bool, recurs: Bool, wallMicroseconds: Int64) {
        self.id = id
        self.isEnd = isEnd
        self.recurs = recurs
        self.wallMicroseconds = wallMicroseconds
    }
}
