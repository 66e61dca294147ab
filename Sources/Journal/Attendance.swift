public import Texts

/// Who watches a room at one of the servers that share a log, as that server says.
///
/// It holds for as long as the server is heard of, and has to be said again within `keptSeconds`.
public struct Attendance: Hashable, Sendable {
    public static let keptSeconds = 90

    /// How many there are.
    public let count: Int
    /// The one of them that would be heard if there were no other server; nil: none.
    public let voice: Voice?
    /// What else is known of them. What that means is its reader's business.
    public let details: Text

    public init(count: Int, voice: Voice?, details: Text) {
        (self.count, self.voice, self.details) = (count, voice, details)
    }
}

/// A viewer that may be the one of its room that is heard.
public struct Voice: Hashable, Sendable {
    /// Whether it says that it is part of what goes on air.
    public let isActive: Bool
    /// Since when it watches: log time in microseconds.
    public let sinceMicroseconds: Int64
    /// Which of its server's viewers it is.
    public let number: Int

    public init(isActive: Bool, sinceMicroseconds: Int64, number: Int) {
        (self.isActive, self.sinceMicroseconds, self.number) = (isActive, sinceMicroseconds, number)
    }

    /// Whether it is heard rather than another one: those that are active come first, then the oldest.
    public func isHeard(before other: Voice) -> Bool {
        if isActive != other.isActive { return isActive }
        return (sinceMicroseconds, number) < (other.sinceMicroseconds, other.number)
    }
}
