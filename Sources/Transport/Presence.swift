/// Tells whether the loop itself was running: nobody's silence is judged by a time in which nobody
/// listened.
///
/// A process can be stopped, and a machine overloaded. What ought to be looked at every second or
/// less then is not.
public struct Presence {
    /// What is late by less is no absence.
    private static let patienceNanoseconds: UInt64 = 2_000_000_000

    private var seenNanoseconds: UInt64

    public init(at nanoseconds: UInt64) {
        seenNanoseconds = nanoseconds
    }

    /// Notes that the loop is there; returns for how long it was not, in nanoseconds.
    public mutating func absence(at nanoseconds: UInt64) -> UInt64 {
        let gone = nanoseconds - min(nanoseconds, seenNanoseconds)
        seenNanoseconds = nanoseconds
        return gone > Self.patienceNanoseconds ? gone : 0
    }
}
