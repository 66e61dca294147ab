import Testing
import Texts
import Timeline

@testable import Stage

/// Clocks, which are counters that run down. All expected numbers were calculated by hand.
@Suite("Clocks")
struct ClocksTests {
    private func clock(_ seconds: Double, _ change: (inout ClockUpdate) -> Void = { _ in })
        -> Event.Kind
    {
        var update = ClockUpdate(left: Duration(seconds: seconds))
        change(&update)
        return .clock(name: "n", update)
    }

    private func adding(_ seconds: Double?, running: Bool? = nil) -> Event.Kind {
        let added = seconds.map { Duration(seconds: $0) }
        return .changeClock(name: "n", ClockChange(added: added, isRunning: running))
    }

    private func content(_ script: Script, at seconds: Double) -> CounterContent? {
        guard case .counter(let content)? = script.node("counter/n", at: seconds)?.content else {
            return nil
        }
        return content
    }

    private func text(_ script: Script, at seconds: Double) -> Text? {
        content(script, at: seconds)?.text
    }

    private func value(_ script: Script, at seconds: Double) -> Double? {
        content(script, at: seconds).map { Double($0.value.units) / 100 }
    }

    // MARK: Formats

    @Test(
        "Each format rounds what is left up to its smallest unit",
        arguments: [
            (CounterFormat.Style.hours, 0, "0:00:00", 0.0), (.hours, 1, "0:00:01", 1),
            (.hours, 3_599_000_001, "1:00:00", 3600), (.hours, 36_000_000_000, "10:00:00", 36_000),
            (.hours, 10_000_000_000_000, "2777:46:40", 10_000_000),
            (.minutes, 59_000_000, "0:59", 59), (.minutes, 3_661_000_000, "61:01", 3661),
            (.days, 5_000_000, "0 00:00:05", 5), (.days, 93_784_000_000, "1 02:03:04", 93_784),
            (.integer, 1_234_000_001, "1235", 1235), (.decimal, 1, "0.01", 0.01),
            (.decimal, 1_234_560_000, "1234.56", 1234.56),
            (.decimal, 1_234_560_001, "1234.57", 1234.57), (.decimal, 2_000_000, "2.00", 2),
        ])
    func formats(style: CounterFormat.Style, left: Int64, text: String, value: Double) {
        let (shown, seconds) = CounterFormat(style: style).clock(left)
        #expect(shown.string == text)
        #expect(Double(seconds.units) / 100 == value)
    }

    @Test("Numbers of a clock can have commas, times have none")
    func grouping() {
        var format = CounterFormat(style: .integer)
        format.grouping = true
        format.prefix = "<"
        format.suffix = " s>"
        #expect(format.clock(1_234_567_000_000).text == "<1,234,567 s>")
        format.style = .decimal
        #expect(format.clock(1_234_567_000_000).text == "<1,234,567.00 s>")
        format.style = .hours
        #expect(format.clock(10_000_000_000_000).text == "<2777:46:40 s>")
    }

    // MARK: Time

    @Test("A clock falls by a second each second and stays at 0")
    func falls() throws {
        var script = Script()
        try script.apply(clock(3600), at: 1)
        #expect(text(script, at: 1) == "1:00:00")
        #expect(text(script, at: 2 - tick) == "1:00:00")
        #expect(text(script, at: 2) == "0:59:59")
        #expect(value(script, at: 2) == 3599)
        #expect(text(script, at: 3601 - tick) == "0:00:01")
        #expect(text(script, at: 3601) == "0:00:00")
        #expect(value(script, at: 9999) == 0)
    }

    @Test("A clock's time is at most its maximum")
    func most() throws {
        var script = Script()
        try script.apply(clock(90) { $0.max = Duration(seconds: 60) }, at: 0)
        #expect(value(script, at: 0) == 60)
        try script.apply(adding(10), at: 5.5)
        #expect(value(script, at: 5.5) == 60)
        #expect(content(script, at: 5.5)?.added == 10)
    }

    @Test("A stopped clock keeps its time until it runs again")
    func stopped() throws {
        var script = Script()
        try script.apply(clock(10) { $0.isRunning = false }, at: 0)
        #expect(value(script, at: 50) == 10)
        try script.apply(adding(nil, running: true), at: 50)
        #expect(value(script, at: 53) == 7)
        try script.apply(adding(nil, running: false), at: 53.25)
        #expect(value(script, at: 99) == 7)
        try script.apply(adding(-0.75), at: 99)
        #expect(value(script, at: 99) == 6)
    }

    @Test("Time is added before the clock starts or stops")
    func addedAndStopped() throws {
        var script = Script()
        try script.apply(clock(10), at: 0)
        try script.apply(adding(5, running: false), at: 4)
        #expect(value(script, at: 90) == 11)
    }

    @Test("A change keeps the format, except for what it has")
    func keptFormat() throws {
        var script = Script()
        try script.apply(
            clock(100) {
                $0.format.style = .minutes
                $0.format.prefix = "left "
            }, at: 0)
        try script.apply(adding(20), at: 0)
        #expect(text(script, at: 0) == "left 2:00")
        var change = ClockChange(added: nil, isRunning: false)
        change.style = .integer
        change.suffix = " s"
        try script.apply(.changeClock(name: "n", change), at: 1)
        #expect(text(script, at: 9) == "left 119 s")
    }

    @Test("A new setting of a clock starts it again with default values")
    func setAgain() throws {
        var script = Script()
        try script.apply(
            clock(100) {
                $0.format.style = .minutes
                $0.isRunning = false
            }, at: 0)
        try script.apply(adding(5), at: 1)
        try script.apply(clock(50), at: 2)
        #expect(text(script, at: 3) == "0:00:49")
        #expect(content(script, at: 3)?.added == nil)
        #expect(content(script, at: 3)?.addedAt == nil)
    }

    // MARK: The end

    @Test("A clock that runs down ends at its instant with one cue")
    func ends() throws {
        var script = Script { $0.sounds.clock = "/c.mp3" }
        try script.apply(clock(2), at: 1)
        #expect(content(script, at: 3 - tick)?.ended == false)
        let end = try #require(content(script, at: 3))
        #expect(end.ended)
        #expect(end.endedAt == Instant(3))
        #expect(script.cues(until: 9) == ["clock n at 3.0"])
    }

    @Test("A clock that is set to 0 has ended without an instant and without a cue")
    func setToZero() throws {
        var script = Script { $0.sounds.clock = "/c.mp3" }
        try script.apply(clock(0), at: 1)
        let shown = try #require(content(script, at: 1))
        #expect(shown.ended)
        #expect(shown.endedAt == nil)
        try script.apply(adding(-5), at: 2)
        #expect(content(script, at: 2)?.endedAt == nil)
        #expect(script.cues(until: 9) == [])
    }

    @Test("Time that is taken away ends a clock, even if it is stopped")
    func takenToZero() throws {
        var script = Script { $0.sounds.clock = "/c.mp3" }
        try script.apply(clock(5) { $0.isRunning = false }, at: 0)
        try script.apply(adding(-5), at: 2)
        #expect(content(script, at: 2)?.endedAt == Instant(2))
        #expect(script.cues(until: 9) == ["clock n at 2.0"])
    }

    @Test("An ended clock that gets time runs again if it was running")
    func runsAgain() throws {
        var script = Script { $0.sounds.clock = "/c.mp3" }
        try script.apply(clock(1), at: 0)
        try script.apply(adding(3), at: 5)
        let shown = try #require(content(script, at: 6))
        #expect(shown.ended == false)
        #expect(shown.endedAt == nil)
        #expect(shown.text == "0:00:02")
        #expect(content(script, at: 8)?.endedAt == Instant(8))
        #expect(script.cues(until: 9) == ["clock n at 1.0", "clock n at 8.0"])
    }

    @Test("An event at the instant of the end comes after the end")
    func eventAtTheEnd() throws {
        var script = Script { $0.sounds.clock = "/c.mp3" }
        try script.apply(clock(2), at: 0)
        try script.apply(adding(10), at: 2)
        #expect(script.cues(until: 3) == ["clock n at 2.0"])
        #expect(content(script, at: 3)?.ended == false)
        #expect(value(script, at: 3) == 9)
    }

    // MARK: Additions

    @Test("Only added time is an addition, and the newest one shows")
    func additions() throws {
        var script = Script()
        try script.apply(clock(60), at: 0)
        try script.apply(adding(12.5), at: 1)
        try script.apply(adding(-10), at: 2)
        try script.apply(adding(0), at: 3)
        let shown = try #require(content(script, at: 4))
        #expect(shown.added == 12.5)
        #expect(shown.addedAt == Instant(1))
        #expect(shown.addedBy == nil)
    }

    // MARK: Plain counters

    @Test("A clock becomes a plain counter from what is left")
    func plainAgain() throws {
        var script = Script()
        try script.apply(clock(10), at: 0)
        try script.apply(adding(1), at: 1)
        var update = CounterUpdate(to: 0)
        update.easing = .linear
        update.format.style = .decimal
        try script.apply(.counter(name: "n", update), at: 2.5)
        #expect(text(script, at: 2.5) == "8.50")
        #expect(text(script, at: 3.5) == "4.25")
        let shown = try #require(content(script, at: 9))
        #expect(shown == CounterContent(text: "0.00", value: Hundredths(0)))
    }

    @Test("A plain counter becomes a clock in its row")
    func becomesClock() throws {
        var script = Script()
        for name: Text in ["a", "n", "z"] {
            try script.apply(.counter(name: name, CounterUpdate(to: 5)), at: 0)
        }
        let y = script.node("counter/n", at: 0)?.y
        try script.apply(clock(30), at: 1)
        #expect(script.node("counter/n", at: 1)?.y == y)
        #expect(text(script, at: 1) == "0:00:30")
    }

    @Test("Only a clock can be changed")
    func refusals() throws {
        var script = Script()
        #expect(throws: Refusal.noSuchCounter("n")) { try script.apply(adding(5), at: 0) }
        try script.apply(.counter(name: "n", CounterUpdate(to: 5)), at: 0)
        #expect(throws: Refusal.noClock("n")) { try script.apply(adding(5), at: 0) }
        try script.configure(at: 1) { $0.counters.enabled = false }
        #expect(try script.apply(adding(5), at: 1) == .skipped(.disabled))
        #expect(try script.apply(clock(5), at: 1) == .skipped(.disabled))
    }

    // MARK: Frames

    @Test("A running clock changes its frame once a second and does not move between")
    func rest() throws {
        var script = Script()
        try script.apply(clock(2.5), at: 1)
        var room = script.room
        #expect(!room.isMoving)
        var changes: [Double] = []
        while let next = room.nextChange {
            changes.append(Double(next.microseconds) / 1e6)
            room.advance(to: next)
        }
        #expect(changes == [1.5, 2.5, 3.5])
        #expect(room.due == nil)
    }

    @Test("A running clock with decimals moves until its end")
    func moves() throws {
        var script = Script()
        try script.apply(clock(2) { $0.format.style = .decimal }, at: 0)
        #expect(script.room.isMoving)
        #expect(script.room.nextChange == Instant(2))
        script.room.advance(to: Instant(2))
        #expect(!script.room.isMoving)
        try script.apply(clock(2) { $0.isRunning = false }, at: 3)
        #expect(!script.room.isMoving)
        #expect(script.room.nextChange == nil)
    }

    @Test("Clear, skip and hold leave clocks alone")
    func controls() throws {
        var script = Script()
        try script.apply(clock(10), at: 0)
        for control: Event.Control in [.hold, .skip, .clear] { try script.control(control, at: 1) }
        #expect(value(script, at: 4) == 6)
    }

    @Test("The overview tells the state of a clock")
    func overview() throws {
        var script = Script()
        try script.apply(clock(10) { $0.max = Duration(seconds: 20) }, at: 0)
        script.room.advance(to: Instant(2.25))
        let summary = try #require(script.room.overview.counters.first?.clock)
        #expect(summary.left == Duration(seconds: 7.75))
        #expect(summary.isRunning)
        #expect(summary.max == Duration(seconds: 20))
        #expect(!summary.hasEnded)
        try script.apply(.counter(name: "n", CounterUpdate(to: 1)), at: 3)
        #expect(script.room.overview.counters.first?.clock == nil)
    }

    // MARK: The notice of the end

    @Test(
        "The end of a clock stays unconfirmed until its notice is recorded, also in a restored room"
    )
    func confirmation() throws {
        var script = Script()
        try script.apply(clock(3), at: 0)
        script.room.advance(to: Instant(4))
        let end = ClockEnd(counter: "n", instant: Instant(3))
        #expect(script.room.unconfirmedClockEnds == [end])
        #expect(script.room.hasUnconfirmedClockEnds)
        let notice = Notice(kind: "clock-end", sender: Person(name: "anonymous"), title: "n")
        try script.apply(.notice(notice), id: "clock-end:n:3000000", at: 4.5)
        let restored = Room(configuration: script.room.configuration, state: script.room.state)
        for room in [script.room, restored] {
            #expect(room.unconfirmedClockEnds.isEmpty)
            #expect(!room.hasUnconfirmedClockEnds)
        }
        // Added time makes the next end.
        try script.apply(adding(1), at: 5)
        script.room.advance(to: Instant(7))
        #expect(script.room.unconfirmedClockEnds == [ClockEnd(counter: "n", instant: Instant(6))])
    }

    // MARK: State

    @Test("A restored clock goes on as if nothing had happened", arguments: [0.5, 4, 5, 12])
    func restored(seconds: Double) throws {
        var script = Script { $0.sounds.clock = "/c.mp3" }
        try script.apply(
            clock(3) {
                $0.max = Duration(seconds: 100)
                $0.standing = .wall
                $0.format.style = .days
            }, at: 0)
        try script.apply(adding(2.5), at: 0.25)
        script.room.advance(to: Instant(seconds))
        _ = script.room.takeCues()
        _ = script.room.takeClockEnds()
        let restored = Room(configuration: script.room.configuration, state: script.room.state)
        #expect(restored == script.room)
        var copy = script
        copy.room = restored
        for later in [seconds, 5.5, 6, 20] where later >= seconds {
            #expect(copy.frame(at: later) == script.frame(at: later))
        }
        #expect(copy.cues(until: 20) == script.cues(until: 20))
    }
}

extension Script {
    /// The cues that the room makes until an instant, as "cause id at seconds". It takes those made so far too.
    func cues(until seconds: Double) -> [String] {
        var future = room
        future.advance(to: Instant(seconds))
        return future.takeCues().map {
            "\($0.cause.rawValue) \($0.id) at \(Double($0.time.microseconds) / 1e6)"
        }
    }
}
