/// Detects that the event loop did not run for a while, for example because the process was stopped. A client's silence in such
/// a time does not count against it.
///
/// The loop is asked every second or more often; a long gap between two questions shows that it did not run.
public struct StallDetector {
    /// A shorter gap does not count.
    private static let patienceNanoseconds: UInt64 = 2_000_000_000

    private var seenNanoseconds: UInt64

    public init(at nanoseconds: UInt64) {
        seenNanoseconds = nanoseconds
    }

    /// Records that the loop is running. Returns the time for which it was not, in nanoseconds.
    public mutating func absence(at nanoseconds: UInt64) -> UInt64 {
        let gone = nanoseconds - min(nanoseconds, seenNanoseconds)
        seenNanoseconds = nanoseconds
        return gone > Self.patienceNanoseconds ? gone : 0
    }
}
