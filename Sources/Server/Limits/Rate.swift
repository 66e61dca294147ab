/// How often something may happen: so many at once, and so many a second after that.
struct Rate: Hashable, Sendable {
    let perSecond: Int
    let burst: Int

    /// Both at least 1 and at most 1,000,000, so that no sum of theirs overflows.
    init(perSecond: Int, burst: Int) {
        precondition((1...1_000_000).contains(perSecond) && (1...1_000_000).contains(burst))
        self.perSecond = perSecond
        self.burst = burst
    }

    /// From one to the next, once the burst is used up.
    var intervalNanoseconds: UInt64 { 1_000_000_000 / UInt64(perSecond) }
}

/// A token bucket: it holds a rate's burst, is emptied by what happens, and refills steadily.
struct TokenBucket: Hashable, Sendable {
    /// When the bucket will be full again, on the monotonic clock. One that is full is as good as new.
    private(set) var fullNanoseconds: UInt64 = 0

    /// Takes one at `nanoseconds`. Returns nil if it was there, else in how many nanoseconds it will be;
    /// then nothing is taken.
    mutating func take(_ rate: Rate, atNanoseconds nanoseconds: UInt64) -> UInt64? {
        let full = max(fullNanoseconds, nanoseconds) + rate.intervalNanoseconds
        let allowed = UInt64(rate.burst) * rate.intervalNanoseconds
        let missing = full - nanoseconds
        guard missing <= allowed else { return missing - allowed }
        fullNanoseconds = full
        return nil
    }

    func isFull(atNanoseconds nanoseconds: UInt64) -> Bool { fullNanoseconds <= nanoseconds }
}
