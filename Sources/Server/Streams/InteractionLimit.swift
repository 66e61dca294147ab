/// Limits a viewer's taps and dismissals: each is written to the disk, and a page in a loop must not
/// keep it from others.
///
/// `rate` is how often one may come. `underWayLimit` is how many may be without an answer.
struct InteractionLimit {
    static let rate = Rate(perSecond: 20, burst: 20)
    static let underWayLimit = 8

    private var underWay = 0
    private var bucket = TokenBucket()

    /// Begins one more, at `nanoseconds` of the monotonic clock; false, and nothing is begun, if that
    /// is too much. Each that was begun has its `end`.
    mutating func begin(atNanoseconds nanoseconds: UInt64) -> Bool {
        guard underWay < Self.underWayLimit, bucket.take(Self.rate, atNanoseconds: nanoseconds)
        else { return false }
        underWay += 1
        return true
    }

    /// One of those begun has been answered.
    mutating func end() {
        underWay -= 1
    }
}
