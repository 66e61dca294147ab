/// How much of something there may be.
struct Rate: Hashable, Sendable {
    /// At once.
    let burst: Int
    /// How long it takes until there may be one more.
    let intervalNanoseconds: UInt64

    /// In the long run so many a second.
    init(perSecond: Int, burst: Int) {
        self.burst = burst
        intervalNanoseconds = 1_000_000_000 / UInt64(perSecond)
    }

    /// So many at once, and in the long run as many a day.
    init(perDay: Int) {
        burst = perDay
        intervalNanoseconds = 86_400_000_000_000 / UInt64(perDay)
    }
}

/// Holds a rate's `burst` and refills at `perSecond`.
struct TokenBucket {
    /// When it will be full again, on the monotonic clock.
    private(set) var fullNanoseconds: UInt64 = 0

    /// Takes so many; false, and nothing is taken, if it has fewer.
    mutating func take(_ rate: Rate, count: Int = 1, atNanoseconds now: UInt64) -> Bool {
        let full = max(fullNanoseconds, now) + UInt64(count) * rate.intervalNanoseconds
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

    /// Takes so many from a bucket; false, and nothing is taken, if it has fewer.
    mutating func take(for name: Name, count taken: Int = 1, atNanoseconds now: UInt64) -> Bool {
        if count >= Self.most, buckets[name] == nil {
            sweep(atNanoseconds: now)
            if count >= Self.most { return others.take(rate, count: taken, atNanoseconds: now) }
        }
        return buckets[name, default: TokenBucket()].take(rate, count: taken, atNanoseconds: now)
    }

    /// Forgets those that are full, at most once in a tenth of a second: there may be many.
    private mutating func sweep(atNanoseconds now: UInt64) {
        guard now >= sweptNanoseconds + 100_000_000 else { return }
        sweptNanoseconds = now
        buckets = buckets.filter { $0.value.fullNanoseconds > now }
    }
}
