/// How often a viewer's taps and dismissals are taken: each is written to the disk, and a page in a
/// loop must not keep it from others.
///
/// A token bucket that holds `burst` and refills at `perSecond`, and a bound on what is under way.
struct Allowance {
    static let perSecond: UInt64 = 20
    static let burst: UInt64 = 20
    static let underWayLimit = 8

    private static let intervalNanoseconds = 1_000_000_000 / perSecond

    private var underWay = 0
    /// When the bucket will be full again.
    private var fullNanoseconds: UInt64 = 0

    /// Takes one more, at `nanoseconds` of the monotonic clock; false, and nothing is taken, where
    /// that is too much. Each that was taken has its `end`.
    mutating func begin(atNanoseconds nanoseconds: UInt64) -> Bool {
        let full = max(fullNanoseconds, nanoseconds) + Self.intervalNanoseconds
        guard underWay < Self.underWayLimit,
            full - nanoseconds <= Self.burst * Self.intervalNanoseconds
        else { return false }
        fullNanoseconds = full
        underWay += 1
        return true
    }

    /// One of those taken has been answered.
    mutating func end() {
        underWay -= 1
    }
}
