import Testing
import Texts
import Timeline

@testable import Journal

@Suite("Room clock")
struct RoomClockTests {
    @Test("A started clock runs with log time from where it stood")
    func runs() {
        var clock = RoomClock(standingAt: Instant(microseconds: 700), log: 5_000)
        #expect(!clock.isRunning && clock.log(of: Instant(microseconds: 701)) == nil)
        #expect(clock.instant(at: 9_000) == Instant(microseconds: 700))
        let hasStarted = clock.start(at: 10_000)
        #expect(hasStarted)
        #expect(clock.instant(at: 10_000) == Instant(microseconds: 700))
        #expect(clock.instant(at: 10_050) == Instant(microseconds: 750))
        #expect(clock.log(of: Instant(microseconds: 750)) == 10_050)
    }

    @Test("A stopped clock stands still and continues from there")
    func stands() {
        var clock = RoomClock(offMicroseconds: 1_000, untilMicroseconds: nil)
        let hasStopped = clock.stop(at: 3_000)
        #expect(hasStopped)
        #expect(clock.instant(at: 9_000) == Instant(microseconds: 2_000))
        let hasStarted = clock.start(at: 10_000)
        #expect(hasStarted)
        #expect(clock.instant(at: 10_500) == Instant(microseconds: 2_500))
    }

    @Test("Stopping a stopped clock or starting a running one changes nothing")
    func unchanged() {
        var clock = RoomClock(offMicroseconds: 0, untilMicroseconds: nil)
        let changes = [clock.start(at: 5), clock.stop(at: 5), clock.stop(at: 9)]
        #expect(changes == [false, true, false])
        #expect(clock.untilMicroseconds == 5)
    }
}
