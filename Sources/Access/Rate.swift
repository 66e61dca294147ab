/// A rate of a rate limit: the number of actions that are allowed at once, and the time until one more is allowed.
package struct Rate: Hashable, Sendable {
    /// The maximum at once.
    package let burst: Int
    /// The time after which one more is allowed.
    package let intervalNanoseconds: UInt64

    /// Makes a rate of `perSecond` in the long run, with `burst` at once.
    package init(perSecond: Int, burst: Int) {
        self.burst = burst
        intervalNanoseconds = 1_000_000_000 / UInt64(perSecond)
    }

    /// Makes a rate of `perMinute` in the long run, with the same number at once.
    init(perMinute: Int) {
        burst = perMinute
        intervalNanoseconds = 60_000_000_000 / UInt64(perMinute)
    }

    /// Makes a rate of `perDay` in the long run, with the same number at once.
    init(perDay: Int) {
        burst = perDay
        intervalNanoseconds = 86_400_000_000_000 / UInt64(perDay)
    }
}
