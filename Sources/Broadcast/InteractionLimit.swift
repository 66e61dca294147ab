package import Access

/// Limits a viewer's taps and dismissals. Each is written to the disk, and a page in an endless loop must not delay
/// other clients.
///
/// `rate` limits their frequency, and `underWayLimit` the number without an answer.
package struct InteractionLimit {
    package static let rate = Rate(perSecond: 20, burst: 20)
    static let underWayLimit = 8

    private var underWay = 0
    private var bucket = TokenBucket()

    /// Counts an interaction at `nanoseconds` of the monotonic clock. Returns false if it is over a limit. The caller
    /// calls `end` once for each one that was counted.
    package mutating func begin(atNanoseconds nanoseconds: UInt64) -> Bool {
        guard underWay < Self.underWayLimit, bucket.take(Self.rate, atNanoseconds: nanoseconds)
        else { return false }
        underWay += 1
        return true
    }

    /// Notes that an interaction has been answered.
    package mutating func end() {
        underWay -= 1
    }
}
