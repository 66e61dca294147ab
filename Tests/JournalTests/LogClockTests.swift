import Synchronization
import Testing
import Texts

@testable import Journal

@Suite("Log clock")
struct LogClockTests {
    /// A monotonic clock that a test sets, in nanoseconds.
    private final class Monotonic: Sendable {
        let nanoseconds = Atomic<UInt64>(7_000_000_000)

        func pass(milliseconds: UInt64) {
            nanoseconds.add(milliseconds * 1_000_000, ordering: .relaxed)
        }
    }

    private let monotonic = Monotonic()

    private func clock(at microseconds: Int64 = 0) -> LogClock {
        LogClock(at: microseconds) { [monotonic] in monotonic.nanoseconds.load(ordering: .relaxed) }
    }

    @Test("It goes on where the log was, with the monotonic clock, and back again")
    func runs() {
        let clock = clock(at: 5_000_000)
        #expect(clock.now == 5_000_000)
        monotonic.pass(milliseconds: 250)
        #expect(clock.now == 5_250_000)
        #expect(clock.nanoseconds(at: 5_250_000) == 7_250_000_000)
        #expect(clock.microseconds(atNanoseconds: 7_100_000_000) == 5_100_000)
    }

    @Test("It follows a clock elsewhere, within the time that asking took")
    func follows() {
        let clock = clock()
        monotonic.pass(milliseconds: 10)
        // Asked at 7 s, answered at 7.01 s: it was 50 s there at some moment between.
        clock.follow(50_000_000, asked: 7_000_000_000, answered: 7_010_000_000)
        #expect(clock.now == 50_000_000)
        monotonic.pass(milliseconds: 5)
        // Nothing speaks against what it showed.
        clock.follow(50_004_000, asked: 7_012_000_000, answered: 7_015_000_000)
        #expect(clock.now == 50_005_000)
        // That one is slower.
        clock.follow(50_001_000, asked: 7_014_000_000, answered: 7_015_000_000)
        #expect(clock.now == 50_001_000)
        monotonic.pass(milliseconds: 30_000)
        // That one has run on while nobody looked here.
        clock.follow(80_000_000, asked: 37_015_000_000, answered: 37_015_000_000)
        #expect(clock.now == 80_000_000)
    }

    @Test("Of a pause in which nobody looked a second counts", arguments: [1, 2, 30, 86_400])
    func pauses(seconds: UInt64) {
        let clock = clock()
        monotonic.pass(milliseconds: seconds * 1000)
        #expect(clock.now == 1_000_000)
        monotonic.pass(milliseconds: 500)
        #expect(clock.now == 1_500_000)
        #expect(clock.nanoseconds(at: clock.now) == monotonic.nanoseconds.load(ordering: .relaxed))
    }

    @Test("A stamp is later than all that was read before, and than any other")
    func stamps() {
        let clock = clock()
        let now = clock.now
        let first = clock.stamp()
        #expect(first > now)
        #expect(clock.stamp() > first)
        monotonic.pass(milliseconds: 10)
        #expect(clock.stamp() == 10_001)
    }

    @Test("A disk that is always slow is reckoned with, one that was slow once is not")
    func leads() {
        let clock = clock()
        for _ in 0..<3 { clock.noteCommit(microseconds: 400_000) }
        #expect(clock.stamp() == 400_001)
        clock.noteCommit(microseconds: 1_000)
        monotonic.pass(milliseconds: 900)
        #expect(clock.stamp() == 901_001)
        for _ in 0..<8 { clock.noteCommit(microseconds: 30_000_000) }
        monotonic.pass(milliseconds: 900)
        #expect(clock.stamp() == 1_800_000 + 500_000 + 1)
    }
}
