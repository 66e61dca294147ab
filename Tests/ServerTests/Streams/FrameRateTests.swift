import Testing
import Timeline

@testable import Server

@Suite("Frame rate")
struct FrameRateTests {
    private func rate(_ milliseconds: [Int64]) -> Int? {
        var rate = FrameRate()
        for instant in milliseconds { rate.note(Instant(microseconds: instant * 1000)) }
        return rate.perSecond
    }

    @Test("Frames every 20 ms are 50 a second, however many there were")
    func steady() {
        for count in [6, 60, 119, 120, 121, 500] {
            #expect(rate((0..<Int64(count)).map { $0 * 20 }) == 50)
        }
    }

    @Test("A rest is not counted, and too few frames tell nothing")
    func rest() {
        #expect(rate([]) == nil)
        #expect(rate([0, 20, 40, 60, 80]) == nil)
        #expect(rate([0, 20, 40, 60, 5000, 5020, 5040, 5060]) == 50)
    }

    @Test("What has changed shows after a while")
    func change() throws {
        let fast = (0..<Int64(200)).map { $0 * 20 }
        let slow = (1...Int64(300)).map { fast.last! + $0 * 40 }
        #expect(try #require(rate(fast + slow)) < 28)
    }
}
