import Testing
import Texts
import Timeline

@testable import Stage

/// The rules by which events add time to clocks. All expected numbers were calculated by hand.
@Suite("Rules of clocks")
struct ClockRulesTests {
    /// A room with a stopped clock `n` of 100 s at most 1000 s, and these rules.
    private func script(
        _ rules: ClockRule..., change: (inout Configuration) -> Void = { _ in }
    ) throws -> Script {
        var script = Script {
            $0.clocks.rules = rules
            change(&$0)
        }
        var update = ClockUpdate(left: Duration(seconds: 100))
        update.isRunning = false
        update.max = Duration(seconds: 1000)
        update.format.style = .decimal
        try script.apply(.clock(name: "n", update), at: 0)
        return script
    }

    private func rule(
        _ seconds: Double, per: ClockRule.Quantity = .event, unit: Int = 1,
        _ change: (inout ClockRule) -> Void = { _ in }
    ) -> ClockRule {
        var rule = ClockRule(name: "r", counter: "n", time: Duration(seconds: seconds))
        rule.per = per
        rule.unit = unit
        change(&rule)
        return rule
    }

    private func gift(
        _ count: Int = 1, value: Double? = nil, sender: Text = "Ann", item: Text = "Tulip",
        currency: Text? = nil, mark: Event.Mark? = nil, origin: Origin? = nil
    ) -> Event.Kind {
        .gift(
            Gift(
                sender: Person(name: sender),
                item: GiftItem(name: item, value: value, currency: currency), count: count,
                origin: origin), mark: mark)
    }

    private func content(_ script: Script, at seconds: Double) -> CounterContent? {
        guard case .counter(let content)? = script.node("counter/n", at: seconds)?.content else {
            return nil
        }
        return content
    }

    private func left(_ script: Script) -> Double? {
        let seconds = Double(script.room.now.microseconds) / 1e6
        return content(script, at: seconds).map { Double($0.value.units) / 100 }
    }

    @Test(
        "Time is added once for each event, by count, or by worth",
        arguments: [
            (ClockRule.Quantity.event, 1, 110.0), (.count, 1, 130), (.count, 7, 130),
            (.worth, 1, 310), (.worth, 4, 152.5), (.worth, 1000, 100.21),
        ])
    func quantities(per: ClockRule.Quantity, unit: Int, expected: Double) throws {
        var script = try script(rule(10, per: per, unit: unit))
        try script.apply(gift(3, value: 7), at: 1)
        #expect(left(script) == expected)
    }

    @Test("Fractions of a microsecond are cut off towards zero")
    func fractions() throws {
        var clock = Clock(ClockUpdate(left: Duration(seconds: 1)), seq: 1, at: .zero)
        let facts = EventFacts(
            Gift(sender: Person(name: "Ann"), item: GiftItem(name: "A", value: 2), count: 1),
            key: nil, currency: "USD")
        for (seconds, microseconds) in [(0.00001, 6), (-0.00001, -6)] as [(Double, Int128)] {
            let rule = rule(seconds, per: .worth, unit: 3)
            let added = rule.microseconds(for: facts, isSecond: false, in: Catalogue([]))
            #expect(added == microseconds)
        }
        // 10⁷ s for each unit of a worth of 10¹⁸: more than 64 bits hold.
        clock.add(
            microseconds: Int128(10_000_000_000_000) * 1_000_000_000_000_000_000, of: nil, at: .zero
        )
        #expect(clock.left(at: .zero) == 10_000_000_000_000)
        let seconds = try #require(clock.addition?.seconds)
        #expect(abs(seconds / 1e25 - 1) < 1e-12)
    }

    @Test("Rules apply in order, and the time stays within 0 and the maximum after each")
    func order() throws {
        var script = try script(rule(950), rule(-300), rule(20))
        try script.apply(gift(), at: 1)
        #expect(left(script) == 720)
        var other = try self.script(rule(-300), rule(20)) { $0.sounds.clock = "/c.mp3" }
        try other.apply(gift(), at: 1)
        #expect(left(other) == 20)
        #expect(content(other, at: 2)?.ended == false)
        #expect(other.cues(until: 9) == [])
    }

    @Test("A rule that takes all time away ends the clock")
    func ending() throws {
        var script = try script(rule(-300)) { $0.sounds.clock = "/c.mp3" }
        try script.apply(gift(), at: 1)
        #expect(content(script, at: 1)?.endedAt == Instant(1))
        #expect(script.cues(until: 9) == ["clock n at 1.0"])
    }

    @Test("An addition names its sender, unless the name is blocked")
    func senders() throws {
        var script = try script(rule(5), rule(1000), rule(-1)) {
            $0.sources.blocklist = Blocklist("eve, tulip")
        }
        try script.apply(gift(sender: "Ann"), at: 1)
        let first = try #require(content(script, at: 1))
        #expect(first.added == 1000)
        #expect(first.addedBy == "Ann")
        #expect(first.addedAt == Instant(1))
        try script.apply(gift(sender: "Eve"), at: 2)
        #expect(content(script, at: 2)?.addedAt == Instant(2))
        #expect(content(script, at: 2)?.addedBy == nil)
        try script.call("Bob", at: 3)
        #expect(content(script, at: 3)?.addedBy == "Bob")
    }

    @Test("Tests and replays add nothing")
    func unreal() throws {
        var script = try script(rule(5))
        try script.apply(gift(mark: .test), at: 1)
        try script.apply(gift(mark: .replay(of: "e1")), at: 1)
        try script.apply(.call(Person(name: "Bob"), mark: .test), at: 1)
        #expect(left(script) == 100)
    }

    @Test("Conditions compare the event alone, with the worth in the room's currency")
    func conditions() throws {
        var big = rule(5)
        big.condition.leastWorth = 10
        var money = rule(50)
        money.condition.isMoney = true
        var script = try script(big, money)
        // Two parts of one combo are worth 12 together.
        try script.apply(gift(2, value: 3), at: 1)
        try script.apply(gift(2, value: 3), at: 1)
        #expect(left(script) == 100)
        try script.apply(gift(1, value: 10), at: 2)
        #expect(left(script) == 105)
        try script.apply(gift(1, value: 1000, currency: "EUR"), at: 3)
        #expect(left(script) == 105)
        try script.apply(gift(1, value: 9, currency: "USD"), at: 4)
        #expect(left(script) == 155)
        try script.apply(gift(1, item: "castle"), at: 5)
        #expect(left(script) == 160)
    }

    @Test("A rule without a type counts one event of a delivery; a rule with a type counts each")
    func deliveries() throws {
        var typed = rule(50)
        typed.condition.type = .gift
        var script = try script(rule(5), typed)
        let item = GiftItem(name: "Sub")
        let notice = Notice(
            kind: "subscription", sender: Person(name: "Ann"), item: item,
            origin: Origin(source: "twitch"))
        try script.apply(.notice(notice), at: 1)
        #expect(left(script) == 105)
        try script.apply(gift(origin: Origin(source: "twitch", with: "e2")), at: 1)
        #expect(left(script) == 155)
    }

    @Test("Gifts count that the stage does not show")
    func unseen() throws {
        var script = try script(rule(5)) {
            $0.gifts.enabled = false
            $0.calls.enabled = false
        }
        try script.apply(gift(), at: 1)
        try script.call("Bob", at: 1)
        #expect(left(script) == 110)
    }

    @Test("Plain counters and missing ones get no time")
    func others() throws {
        var script = try script(rule(5) { $0.counter = "m" })
        try script.apply(gift(), at: 1)
        try script.apply(.counter(name: "m", CounterUpdate(to: 3)), at: 1)
        try script.apply(gift(), at: 9)
        #expect(left(script) == 100)
        #expect(script.room.overview.counters.first { $0.name == "m" }?.text == "3")
    }

    // MARK: Taking back

    private func takingBack(_ kind: Event.Kind, _ id: Text, seq: Int64?) -> Event.Kind {
        if case .gift(let gift, let mark) = kind {
            return .takeBack(TakenBack(id: id, seq: seq, given: .init(gift, mark: mark)))
        }
        return .takeBack(TakenBack(id: id, seq: seq, other: kind))
    }

    @Test("A retracted event takes its time back, and the addition stays")
    func takenBack() throws {
        var script = try script(rule(10, per: .count), rule(-2))
        try script.apply(gift(3), id: "g", at: 1)
        #expect(left(script) == 128)
        try script.apply(takingBack(gift(3), "g", seq: 2), at: 2)
        #expect(left(script) == 100)
        #expect(content(script, at: 2)?.added == 30)
        let call = Event.Kind.call(Person(name: "Bob"))
        try script.apply(call, id: "c", at: 3)
        #expect(left(script) == 108)
        try script.apply(takingBack(call, "c", seq: 4), at: 4)
        #expect(left(script) == 100)
        try script.apply(takingBack(gift(mark: .test), "t", seq: 9), at: 5)
        #expect(left(script) == 100)
    }

    @Test("A retracted event from before the clock's setting takes nothing back")
    func takenBackLater() throws {
        var script = try script(rule(10))
        // The clock's setting has the number 1.
        try script.apply(takingBack(gift(), "old", seq: 1), at: 1)
        #expect(left(script) == 100)
        try script.apply(takingBack(gift(), "unknown", seq: nil), at: 1)
        #expect(left(script) == 90)
    }

    @Test("Time that is taken back ends a clock, but leaves no time below 0")
    func takenBackToZero() throws {
        var script = try script(rule(500)) { $0.sounds.clock = "/c.mp3" }
        try script.apply(takingBack(gift(), "g", seq: 9), at: 3)
        #expect(content(script, at: 3)?.endedAt == Instant(3))
        #expect(left(script) == 0)
        #expect(script.cues(until: 9) == ["clock n at 3.0"])
    }
}
