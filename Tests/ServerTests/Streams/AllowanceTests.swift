import Testing
import Texts

@testable import Server

@Suite("Allowance")
struct AllowanceTests {
    private let millisecond: UInt64 = 1_000_000
    private let start: UInt64 = 5_000_000_000

    /// How many of `count` are taken at one instant, each answered at once.
    private func taken(
        _ count: Int, by allowance: inout Allowance, atMilliseconds milliseconds: UInt64
    ) -> Int {
        var taken = 0
        for _ in 0..<count
        where allowance.begin(atNanoseconds: start + milliseconds * millisecond) {
            allowance.end()
            taken += 1
        }
        return taken
    }

    @Test("Twenty are taken at once, then one every 50 ms, and twenty again after a second")
    func rate() {
        var allowance = Allowance()
        #expect(taken(100, by: &allowance, atMilliseconds: 0) == 20)
        #expect(taken(100, by: &allowance, atMilliseconds: 49) == 0)
        #expect(taken(100, by: &allowance, atMilliseconds: 50) == 1)
        #expect(taken(100, by: &allowance, atMilliseconds: 50) == 0)
        #expect(taken(100, by: &allowance, atMilliseconds: 150) == 2)
        #expect(taken(100, by: &allowance, atMilliseconds: 1150) == 20)
        #expect(taken(100, by: &allowance, atMilliseconds: 1_000_000) == 20)
    }

    @Test("Someone who goes on and on gets twenty a second")
    func flood() {
        var allowance = Allowance()
        var sum = 0
        for milliseconds in 0..<10_000 {
            sum += taken(1, by: &allowance, atMilliseconds: UInt64(milliseconds))
        }
        #expect(sum == 20 + 199)
    }

    @Test("Eight may be under way; each that is answered makes room for one")
    func underWay() {
        var allowance = Allowance()
        func isTaken(atMilliseconds milliseconds: UInt64) -> Bool {
            allowance.begin(atNanoseconds: start + milliseconds * millisecond)
        }
        #expect((0..<10).map { _ in isTaken(atMilliseconds: 0) }.count { $0 } == 8)
        #expect(!isTaken(atMilliseconds: 1000))
        allowance.end()
        #expect(isTaken(atMilliseconds: 1000))
        #expect(!isTaken(atMilliseconds: 1000))
    }
}
