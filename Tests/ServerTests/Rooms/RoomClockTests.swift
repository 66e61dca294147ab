import Testing
import Texts
import Timeline

@testable import Server

@Suite("Room clock")
struct RoomClockTests {
    @Test("Room time runs from 0 with the machine's clock, in whole microseconds")
    func runs() {
        var clock = RoomClock()
        clock.start(atNanoseconds: 5_000_000)
        #expect(clock.instant(atNanoseconds: 5_000_000) == .zero)
        #expect(clock.instant(atNanoseconds: 5_000_999) == .zero)
        #expect(clock.instant(atNanoseconds: 5_001_000) == Instant(microseconds: 1))
        #expect(clock.instant(atNanoseconds: 3_605_000_000) == Instant(microseconds: 3_600_000))
        #expect(clock.instant(atNanoseconds: 1) == .zero)
    }

    @Test("An instant is reached at the machine's time that gives it back")
    func deadlines() {
        var clock = RoomClock(at: Instant(microseconds: 700))
        clock.start(atNanoseconds: 123_456_789)
        #expect(clock.nanoseconds(of: Instant(microseconds: 700)) == 123_456_789)
        #expect(clock.nanoseconds(of: Instant(microseconds: 701)) == 123_457_789)
        #expect(clock.nanoseconds(of: .zero) == 123_456_789)
        for microseconds in [700, 701, 5_000_000] as [Int64] {
            let instant = Instant(microseconds: microseconds)
            #expect(clock.instant(atNanoseconds: clock.nanoseconds(of: instant)!) == instant)
        }
    }

    @Test("A clock that stands still gives the instant at which it was stopped")
    func stands() {
        var clock = RoomClock()
        clock.start(atNanoseconds: 1_000_000_000)
        clock.stop(atNanoseconds: 3_000_000_000)
        #expect(clock.instant(atNanoseconds: 9_000_000_000) == Instant(microseconds: 2_000_000))
        #expect(clock.nanoseconds(of: Instant(microseconds: 2_500_000)) == nil)
        clock.start(atNanoseconds: 10_000_000_000)
        #expect(clock.instant(atNanoseconds: 10_500_000_000) == Instant(microseconds: 2_500_000))
    }
}
