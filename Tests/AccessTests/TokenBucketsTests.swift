import Testing
import Texts

@testable import Access

@Suite("Token buckets")
struct TokenBucketsTests {
    private static let second: UInt64 = 1_000_000_000

    @Test("A bucket allows its burst at once and is refilled at its rate")
    func rate() {
        var buckets = TokenBuckets<Int>(Rate(perSecond: 10, burst: 20))
        let start = 5 * Self.second
        func accepted(_ tries: Int, at time: UInt64) -> Int {
            (0..<tries).filter { _ in buckets.take(for: 1, atNanoseconds: time) }.count
        }
        #expect(accepted(100, at: start) == 20)
        #expect(accepted(100, at: start + Self.second / 10 - 1) == 0)
        #expect(accepted(100, at: start + Self.second / 10) == 1)
        #expect(accepted(100, at: start + Self.second + Self.second / 10) == 10)
        #expect(accepted(100, at: start + 100 * Self.second) == 20)
    }

    @Test("An empty bucket does not affect others")
    func apart() {
        var buckets = TokenBuckets<Int>(Rate(perSecond: 1, burst: 1))
        let accepted = [1, 1, 2].map { buckets.take(for: $0, atNanoseconds: Self.second) }
        #expect(accepted == [true, false, true])
    }

    @Test("The number of buckets is limited, and late names share one bucket")
    func bounded() {
        var buckets = TokenBuckets<Int>(Rate(perSecond: 1, burst: 2))
        let most = TokenBuckets<Int>.most
        let first = (0..<most).filter { buckets.take(for: $0, atNanoseconds: Self.second) }
        #expect(first.count == most)
        let late = (most..<most + 1000).filter { buckets.take(for: $0, atNanoseconds: Self.second) }
        #expect(late.count == 2)
        #expect(buckets.count == most)
        // A name that has a bucket is not affected.
        let again = buckets.take(for: 0, atNanoseconds: Self.second)
        #expect(again)
        // Later all buckets are full and removed.
        let new = buckets.take(for: -1, atNanoseconds: 10 * Self.second)
        #expect(new)
        #expect(buckets.count == 1)
    }
}
