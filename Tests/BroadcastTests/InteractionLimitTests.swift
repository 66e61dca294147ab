import Testing
import Texts

@testable import Broadcast

@Suite("Interaction limit")
struct InteractionLimitTests {
    private let millisecond: UInt64 = 1_000_000
    private let start: UInt64 = 5_000_000_000

    /// The number of accepted interactions of `count` at one instant, each completed at once.
    private func accepted(
        _ count: Int, by limit: inout InteractionLimit, atMilliseconds milliseconds: UInt64
    ) -> Int {
        var accepted = 0
        for _ in 0..<count
        where limit.begin(atNanoseconds: start + milliseconds * millisecond) {
            limit.end()
            accepted += 1
        }
        return accepted
    }

    @Test("Twenty interactions are accepted at once, then one every 50 ms")
    func rate() {
        var limit = InteractionLimit()
        #expect(accepted(100, by: &limit, atMilliseconds: 0) == 20)
        #expect(accepted(100, by: &limit, atMilliseconds: 49) == 0)
        #expect(accepted(100, by: &limit, atMilliseconds: 50) == 1)
        #expect(accepted(100, by: &limit, atMilliseconds: 50) == 0)
        #expect(accepted(100, by: &limit, atMilliseconds: 150) == 2)
        #expect(accepted(100, by: &limit, atMilliseconds: 1150) == 20)
        #expect(accepted(100, by: &limit, atMilliseconds: 1_000_000) == 20)
    }

    @Test("A continuous flood is limited to twenty interactions a second")
    func flood() {
        var limit = InteractionLimit()
        var sum = 0
        for milliseconds in 0..<10_000 {
            sum += accepted(1, by: &limit, atMilliseconds: UInt64(milliseconds))
        }
        #expect(sum == 20 + 199)
    }

    @Test("At most eight interactions are in progress")
    func underWay() {
        var limit = InteractionLimit()
        func isAccepted(atMilliseconds milliseconds: UInt64) -> Bool {
            limit.begin(atNanoseconds: start + milliseconds * millisecond)
        }
        #expect((0..<10).map { _ in isAccepted(atMilliseconds: 0) }.count { $0 } == 8)
        #expect(!isAccepted(atMilliseconds: 1000))
        limit.end()
        #expect(isAccepted(atMilliseconds: 1000))
        #expect(!isAccepted(atMilliseconds: 1000))
    }
}
