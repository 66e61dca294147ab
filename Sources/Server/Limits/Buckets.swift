/// A bucket for each of many: addresses, keys, rooms.
///
/// Only those that are not full are kept, and of them at most `limit`: beyond that newcomers share
/// one bucket, so that whoever comes under a million names gains nothing and takes no memory.
struct Buckets<Name: Hashable> {
    private let rate: Rate
    private let limit: Int
    private var buckets: [Name: TokenBucket] = [:]
    private var shared = TokenBucket()
    /// Full ones are looked for when there are so many, and when some may have become full.
    private var sweepCount: Int
    private var sweepNanoseconds: UInt64 = 0

    private static var leastSweep: Int { 1024 }

    init(_ rate: Rate, limit: Int = 65_536) {
        self.rate = rate
        self.limit = limit
        sweepCount = Swift.min(Self.leastSweep, limit)
    }

    var count: Int { buckets.count }

    /// Takes one from the bucket of `name`. Returns nil if it was there, else in how many nanoseconds
    /// it will be.
    mutating func take(_ name: Name, atNanoseconds nanoseconds: UInt64) -> UInt64? {
        if buckets[name] == nil {
            if buckets.count >= sweepCount, nanoseconds >= sweepNanoseconds {
                sweep(atNanoseconds: nanoseconds)
            }
            guard buckets.count < limit else {
                return shared.take(rate, atNanoseconds: nanoseconds)
            }
        }
        return buckets[name, default: TokenBucket()].take(rate, atNanoseconds: nanoseconds)
    }

    private mutating func sweep(atNanoseconds nanoseconds: UInt64) {
        buckets = buckets.filter { !$0.value.isFull(atNanoseconds: nanoseconds) }
        // To sweep again and again what is not full would cost more than it frees: the next sweep waits
        // for twice as many, and at the limit for the time in which an empty bucket fills.
        sweepCount = Swift.min(Swift.max(2 * buckets.count, Self.leastSweep), limit)
        if buckets.count * 2 > limit {
            sweepNanoseconds = nanoseconds + UInt64(rate.burst) * rate.intervalNanoseconds
        }
    }
}
