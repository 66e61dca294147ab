import Synchronization
import Testing
import Texts

@testable import Journal

@Suite("Log clock")
struct LogClockTests {
    /// A monotonic clock that a test advances, in nanoseconds.
    private final class TestMonotonicClock: Sendable {
        let nanoseconds = Atomic<UInt64>(7_000_000_000)

        func pass(milliseconds: UInt64) {
            nanoseconds.add(milliseconds * 1_000_000, ordering: .relaxed)
        }
    }

    private let monotonic = TestMonotonicClock()

    private func clock(at microseconds: Int64 = 0) -> LogClock {
        LogClock(at: microseconds) { [monotonic] in monotonic.nanoseconds.load(ordering: .relaxed) }
    }

    @Test("The clock continues from the log's time, and conversions to monotonic time match")
    func runs() {
        let clock = clock(at: 5_000_000)
        #expect(clock.now == 5_000_000)
        monotonic.pass(milliseconds: 250)
        #expect(clock.now == 5_250_000)
        #expect(clock.nanoseconds(at: 5_250_000) == 7_250_000_000)
        #expect(clock.microseconds(atNanoseconds: 7_100_000_000) == 5_100_000)
    }

    @Test("The clock follows a remote clock within the duration of the request")
    func follows() {
        let clock = clock()
        monotonic.pass(milliseconds: 10)
        // The request took 7.00 s to 7.01 s; the remote clock showed 50 s at some moment between.
        clock.follow(50_000_000, asked: 7_000_000_000, answered: 7_010_000_000)
        #expect(clock.now == 50_000_000)
        monotonic.pass(milliseconds: 5)
        // The remote answer is compatible with the local time, so the clock does not move.
        clock.follow(50_004_000, asked: 7_012_000_000, answered: 7_015_000_000)
        #expect(clock.now == 50_005_000)
        // The remote clock is slower than the local one.
        clock.follow(50_001_000, asked: 7_014_000_000, answered: 7_015_000_000)
        #expect(clock.now == 50_001_000)
        monotonic.pass(milliseconds: 30_000)
        // The remote clock ran on during a local pause.
        clock.follow(80_000_000, asked: 37_015_000_000, answered: 37_015_000_000)
        #expect(clock.now == 80_000_000)
    }

    @Test("A pause longer than a second counts as one second", arguments: [1, 2, 30, 86_400])
    func pauses(seconds: UInt64) {
        let clock = clock()
        monotonic.pass(milliseconds: seconds * 1000)
        #expect(clock.now == 1_000_000)
        monotonic.pass(milliseconds: 500)
        #expect(clock.now == 1_500_000)
        #expect(clock.nanoseconds(at: clock.now) == monotonic.nanoseconds.load(ordering: .relaxed))
    }

    @Test("A stamp is later than every earlier reading and stamp")
    func stamps() {
        let clock = clock()
        let now = clock.now
        let first = clock.stamp()
        #expect(first > now)
        #expect(clock.stamp() > first)
        monotonic.pass(milliseconds: 10)
        #expect(clock.stamp() == 10_001)
    }

    @Test("Stamps run ahead by the shortest recent commit, at most half a second")
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
