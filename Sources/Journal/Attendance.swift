public import Texts

/// One server's report to the other servers of a cluster about the viewers of a room.
///
/// A report is valid while the server is known to run, and the server repeats it within `keptSeconds`.
public struct Attendance: Hashable, Sendable {
    public static let keptSeconds = 90

    /// The number of viewers.
    public let count: Int
    /// The viewer that would play the sounds if this were the only server; nil if no viewer may.
    public let voice: Voice?
    /// More about the viewers, in a form that only the reader knows.
    public let details: Text

    public init(count: Int, voice: Voice?, details: Text) {
        (self.count, self.voice, self.details) = (count, voice, details)
    }
}

/// A viewer that may play the sounds of its room. Only one viewer of a room plays them.
public struct Voice: Hashable, Sendable {
    /// True if the viewer reports that it is on air in OBS.
    public let isActive: Bool
    /// The log time in microseconds at which the viewer connected.
    public let sinceMicroseconds: Int64
    /// The viewer's number at its server.
    public let number: Int

    public init(isActive: Bool, sinceMicroseconds: Int64, number: Int) {
        (self.isActive, self.sinceMicroseconds, self.number) = (isActive, sinceMicroseconds, number)
    }

    /// True if this viewer is preferred to another one: active viewers come first, then the oldest.
    public func isHeard(before other: Voice) -> Bool {
        if isActive != other.isActive { return isActive }
        return (sinceMicroseconds, number) < (other.sinceMicroseconds, other.number)
    }
}
