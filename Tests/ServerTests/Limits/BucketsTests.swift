import Testing

@testable import Server

@Suite("Buckets")
struct BucketsTests {
    private static let second: UInt64 = 1_000_000_000
    private let rate = Rate(perSecond: 10, burst: 3)

    @Test("A burst is let through, then one an interval, and it is said how long to wait")
    func bucket() {
        var bucket = TokenBucket()
        let start = 5 * Self.second
        for _ in 0..<3 { #expect(bucket.take(rate, atNanoseconds: start) == nil) }
        #expect(bucket.take(rate, atNanoseconds: start) == 100_000_000)
        #expect(bucket.take(rate, atNanoseconds: start + 40_000_000) == 60_000_000)
        #expect(bucket.take(rate, atNanoseconds: start + 100_000_000) == nil)
        #expect(bucket.take(rate, atNanoseconds: start + 100_000_000) == 100_000_000)
    }

    @Test("What was not used is kept up to the burst and no further")
    func idle() {
        var bucket = TokenBucket()
        _ = bucket.take(rate, atNanoseconds: 0)
        #expect(!bucket.isFull(atNanoseconds: 99_999_999))
        #expect(bucket.isFull(atNanoseconds: 100_000_000))
        for _ in 0..<3 { #expect(bucket.take(rate, atNanoseconds: 900 * Self.second) == nil) }
        #expect(bucket.take(rate, atNanoseconds: 900 * Self.second) != nil)
    }

    @Test("One name's haste is no other's")
    func names() {
        var buckets = Buckets<Int>(rate)
        for _ in 0..<10 { _ = buckets.take(1, atNanoseconds: 0) }
        #expect(buckets.take(1, atNanoseconds: 0) != nil)
        #expect(buckets.take(2, atNanoseconds: 0) == nil)
    }

    @Test("A million names take a bounded number of buckets, and share what is left")
    func memory() {
        var buckets = Buckets<Int>(rate, limit: 5000)
        var letThrough = 0
        for name in 0..<1_000_000 where buckets.take(name, atNanoseconds: 1) == nil {
            letThrough += 1
        }
        #expect(buckets.count == 5000)
        #expect(letThrough == 5000 + 3)
        // A second later all of them are full, and the next one makes room.
        #expect(buckets.take(-1, atNanoseconds: 2 * Self.second) == nil)
        #expect(buckets.count == 1)
    }

    @Test("Names that come slowly leave no buckets behind")
    func slow() {
        var buckets = Buckets<Int>(rate, limit: 100_000)
        for name in 0..<20_000 {
            #expect(buckets.take(name, atNanoseconds: UInt64(name) * Self.second) == nil)
        }
        #expect(buckets.count <= 1024)
    }
}
