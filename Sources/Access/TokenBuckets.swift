/// The token buckets of one rate limit, by the name of the key, room or address that each one limits.
///
/// Senders can make up any number of names. So the number of buckets is limited: while there are more names, the latest
/// share one bucket.
struct TokenBuckets<Name: Hashable> {
    static var most: Int { 16_384 }

    let rate: Rate
    /// The buckets that are not full; a full bucket need not be kept.
    private var buckets: [Name: TokenBucket] = [:]
    private var others = TokenBucket()
    /// The time of the last removal of full buckets.
    private var sweptNanoseconds: UInt64 = 0

    init(_ rate: Rate) {
        self.rate = rate
    }

    var count: Int { buckets.count }

    /// Takes `taken` tokens from the bucket of `name`. Returns false, and takes none, if the bucket has fewer.
    mutating func take(for name: Name, count taken: Int = 1, atNanoseconds now: UInt64) -> Bool {
        if count >= Self.most, buckets[name] == nil {
            sweep(atNanoseconds: now)
            if count >= Self.most { return others.take(rate, count: taken, atNanoseconds: now) }
        }
        return buckets[name, default: TokenBucket()].take(rate, count: taken, atNanoseconds: now)
    }

    /// Removes full buckets, at most ten times a second, because there may be many buckets.
    private mutating func sweep(atNanoseconds now: UInt64) {
        guard now >= sweptNanoseconds + 100_000_000 else { return }
        sweptNanoseconds = now
        buckets = buckets.filter { $0.value.fullNanoseconds > now }
    }
}

/// A token bucket: it holds at most a rate's `burst` tokens and gains one in each interval.
package struct TokenBucket {
    /// The time at which the bucket is full again, on the monotonic clock.
    private(set) var fullNanoseconds: UInt64 = 0

    /// Makes a full bucket.
    package init() {}

    /// Takes `count` tokens. Returns false, and takes none, if the bucket has fewer.
    package mutating func take(_ rate: Rate, count: Int = 1, atNanoseconds now: UInt64) -> Bool {
        let full = max(fullNanoseconds, now) + UInt64(count) * rate.intervalNanoseconds
        guard full - now <= UInt64(rate.burst) * rate.intervalNanoseconds else { return false }
        fullNanoseconds = full
        return true
    }
}
