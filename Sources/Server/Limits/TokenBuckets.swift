/// How much of something there may be.
struct Rate: Hashable, Sendable {
    /// In the long run.
    let perSecond: Int
    /// At once.
    let burst: Int

    fileprivate var intervalNanoseconds: UInt64 { 1_000_000_000 / UInt64(perSecond) }
}

/// Holds a rate's `burst` and refills at `perSecond`.
struct TokenBucket {
    /// When it will be full again, on the monotonic clock.
    private(set) var fullNanoseconds: UInt64 = 0

    /// Takes one; false, and nothing is taken, if it is empty.
    mutating func take(_ rate: Rate, atNanoseconds now: UInt64) -> Bool {
        let full = max(fullNanoseconds, now) + rate.intervalNanoseconds
        guard full - now <= UInt64(rate.burst) * rate.intervalNanoseconds else { return false }
        fullNanoseconds = full
        return true
    }
}

/// A token bucket for each name.
///
/// Names may be as many as senders make up. Buckets are kept for so many at the most; when there are
/// more at a time, those that come last share one.
struct TokenBuckets<Name: Hashable> {
    static var most: Int { 16_384 }

    let rate: Rate
    /// Those that are full need not be kept.
    private var buckets: [Name: TokenBucket] = [:]
    private var others = TokenBucket()
    /// When full ones were last looked for.
    private var sweptNanoseconds: UInt64 = 0

    init(_ rate: Rate) {
        self.rate = rate
    }

    var count: Int { buckets.count }

    /// Takes one from a bucket; false, and nothing is taken, if it is empty.
    mutating func take(for name: Name, atNanoseconds now: UInt64) -> Bool {
        if count >= Self.most, buckets[name] == nil {
            sweep(atNanoseconds: now)
            if count >= Self.most { return others.take(rate, atNanoseconds: now) }
        }
        return buckets[name, default: TokenBucket()].take(rate, atNanoseconds: now)
    }

    /// Forgets those that are full, at most once in a tenth of a second: there may be many.
    private mutating func sweep(atNanoseconds now: UInt64) {
        guard now >= sweptNanoseconds + 100_000_000 else { return }
        sweptNanoseconds = now
        buckets = buckets.filter { $0.value.fullNanoseconds > now }
    }
}
