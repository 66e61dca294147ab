import Testing
import Texts

@testable import Server

@Suite("InteractionLimit")
struct InteractionLimitTests {
    private let millisecond: UInt64 = 1_000_000
    private let start: UInt64 = 5_000_000_000

    /// How many of `count` are taken at one instant, each answered at once.
    private func taken(
        _ count: Int, by limit: inout InteractionLimit, atMilliseconds milliseconds: UInt64
    ) -> Int {
        var taken = 0
        for _ in 0..<count
        where limit.begin(atNanoseconds: start + milliseconds * millisecond) {
            limit.end()
            taken += 1
        }
        return taken
    }

    @Test("Twenty are taken at once, then one every 50 ms, and twenty again after a second")
    func rate() {
        var limit = InteractionLimit()
        #expect(taken(100, by: &limit, atMilliseconds: 0) == 20)
        #expect(taken(100, by: &limit, atMilliseconds: 49) == 0)
        #expect(taken(100, by: &limit, atMilliseconds: 50) == 1)
        #expect(taken(100, by: &limit, atMilliseconds: 50) == 0)
        #expect(taken(100, by: &limit, atMilliseconds: 150) == 2)
        #expect(taken(100, by: &limit, atMilliseconds: 1150) == 20)
        #expect(taken(100, by: &limit, atMilliseconds: 1_000_000) == 20)
    }

    @Test("Someone who goes on and on gets twenty a second")
    func flood() {
        var limit = InteractionLimit()
        var sum = 0
        for milliseconds in 0..<10_000 {
            sum += taken(1, by: &limit, atMilliseconds: UInt64(milliseconds))
        }
        #expect(sum == 20 + 199)
    }

    @Test("Eight may be under way; each that is answered makes room for one")
    func underWay() {
        var limit = InteractionLimit()
        func isTaken(atMilliseconds milliseconds: UInt64) -> Bool {
            limit.begin(atNanoseconds: start + milliseconds * millisecond)
        }
        #expect((0..<10).map { _ in isTaken(atMilliseconds: 0) }.count { $0 } == 8)
        #expect(!isTaken(atMilliseconds: 1000))
        limit.end()
        #expect(isTaken(atMilliseconds: 1000))
        #expect(!isTaken(atMilliseconds: 1000))
    }
}
