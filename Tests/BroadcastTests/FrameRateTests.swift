import Testing
import Timeline

@testable import Broadcast

@Suite("Frame rate")
struct FrameRateTests {
    private func rate(_ milliseconds: [Int64], wanted: Int = 60) -> Int? {
        var rate = FrameRate()
        for instant in milliseconds {
            rate.note(Instant(microseconds: instant * 1000), wanted: wanted)
        }
        return rate.perSecond
    }

    @Test("Frames every 20 ms are 50 frames a second, however many there are")
    func steady() {
        for count in [6, 60, 119, 120, 121, 500] {
            #expect(rate((0..<Int64(count)).map { $0 * 20 }) == 50)
        }
    }

    @Test(
        "A viewer that asks for a few frames a second gets that rate", arguments: [1, 2, 3, 4, 5])
    func few(wanted: Int) {
        for count in [6, 119, 120, 500] {
            let instants = (0..<count).map { Int64($0 * 1000 / wanted) }
            #expect(rate(instants, wanted: wanted) == wanted)
        }
    }

    @Test("A pause does not count, and too few frames give no rate")
    func rest() {
        #expect(rate([]) == nil)
        #expect(rate([0, 20, 40, 60, 80]) == nil)
        #expect(rate([0, 20, 40, 60, 5000, 5020, 5040, 5060]) == 50)
    }

    @Test("The rate adapts to slower frames")
    func change() throws {
        let fast = (0..<Int64(200)).map { $0 * 20 }
        let slow = (1...Int64(300)).map { fast.last! + $0 * 40 }
        #expect(try #require(rate(fast + slow)) < 28)
    }
}
