import TestSupport
import Testing
import Texts
import Timeline

@testable import Stage

/// The tiers and the flourish of gift rows. The catalogue values a rose at 1, a star at 10 and a castle
/// at 5,000; the thresholds are 20, 200, 1,000 and 5,000.
struct TiersTests {
    private func flourish(_ script: Script, _ id: Text = "gifts/0", at seconds: Double) -> Flourish?
    {
        switch script.node(id, at: seconds)?.content {
        case .gift(let content): content.flourish
        case .ticker(let content): content.flourish
        default: nil
        }
    }

    private func money(_ cents: Double, _ currency: Text) -> Event.Kind {
        let item = GiftItem(name: "Tip", value: cents, currency: currency)
        return .gift(Gift(sender: Person(name: "Ann"), item: item, count: 1))
    }

    @Test("A gift worth 5,000 has tier 4 from its entrance, with the instants of pop and exit")
    func castle() throws {
        var script = Script()
        try script.gift("Ann", "castle", at: 1)
        var expected = Flourish(tier: 4, seed: 1, born: Instant(1))
        #expect(flourish(script, at: 1.2) == expected)
        expected.popped = Instant(1.25)
        #expect(flourish(script, at: 1.3) == expected)
        #expect(flourish(script, at: 4.7) == expected)
        // 0.25 s of entrance, 0.5 s of pop and 3 s of rest.
        expected.left = Instant(4.75)
        #expect(flourish(script, at: 4.8) == expected)
    }

    @Test("A row below the first threshold has no flourish")
    func rose() throws {
        var script = Script()
        try script.gift("Ann", "rose", 19, at: 0)
        for seconds in [0, 0.3, 5, 8] { #expect(flourish(script, at: seconds) == nil) }
    }

    // The pops show 1 5 9 12 14 16 17 18 19 20, half a second apart from 0.25 s on.
    @Test("A tier rises when the pop begins that shows the count for it")
    func rise() throws {
        var script = Script()
        try script.gift("Ann", "rose", 25, at: 0)
        #expect(flourish(script, at: 4.74) == nil)
        #expect(
            flourish(script, at: 4.75)
                == Flourish(
                    tier: 1, seed: 1, born: .zero, popped: Instant(4.75), rose: Instant(4.75),
                    roll: 19))
    }

    @Test("A gift for a resting row pops at once, and its tier rises with that pop")
    func resting() throws {
        var script = Script()
        try script.gift("Ann", "star", 1, at: 0)
        try script.gift("Ann", "star", 1, at: 2)
        #expect(
            flourish(script, at: 2)
                == Flourish(
                    tier: 1, seed: 1, born: .zero, popped: Instant(2), rose: Instant(2), roll: 1))
    }

    @Test("A tier does not fall when gifts are taken back or thresholds rise")
    func fall() throws {
        var script = Script()
        try script.gift("Ann", "star", 2, at: 0)
        #expect(flourish(script, at: 1)?.tier == 1)
        try script.configure(at: 1) { $0.tiers.value = TierThresholds([100, 200, 300, 400])! }
        #expect(flourish(script, at: 1)?.tier == 1)
    }

    @Test("Without tiers, rows have no flourish at once, and have it again when tiers are back")
    func disabled() throws {
        var script = Script()
        try script.gift("Ann", "castle", at: 0)
        try script.configure(at: 1) { $0.tiers.enabled = false }
        #expect(flourish(script, at: 1) == nil)
        try script.configure(at: 2) { $0.tiers.enabled = true }
        #expect(flourish(script, at: 2)?.tier == 4)
    }

    @Test("The seed is the sequence number of the first gift's event, modulo 65,536")
    func seed() throws {
        var room = Room()
        let gift = Gift(sender: Person(name: "Ann"), item: GiftItem(name: "castle"), count: 1)
        _ = try room.apply(Event(seq: 65_536 + 7, id: "a", kind: .gift(gift)), at: .zero)
        _ = try room.apply(Event(seq: 65_536 + 8, id: "b", kind: .gift(gift)), at: .zero)
        guard case .gift(let content)? = room.frame.nodes.last?.content else {
            Issue.record("no row")
            return
        }
        #expect(content.flourish?.seed == 7)
    }

    @Test(
        "Money in the room's currency has thresholds of its own; another currency has tier 0",
        arguments: [("EUR", 499.0, 0), ("EUR", 500, 1), ("EUR", 20000, 4), ("USD", 20000, 0)])
    func money(currency: Text, cents: Double, tier: Int) throws {
        var script = Script { $0.sources.currency = "EUR" }
        try script.apply(money(cents, currency), at: 0)
        #expect(flourish(script, at: 1)?.tier ?? 0 == tier)
    }

    @Test("A worth stops at 10¹⁸")
    func largest() {
        let configuration = Configuration()
        let item = GiftItem(name: "p", value: 1e12)
        #expect(configuration.tier(of: item, count: .max) == 4)
    }

    @Test(
        "Thresholds are four numbers from 1 to 10¹², each above the one before",
        arguments: [
            [1, 2, 3], [1, 2, 3, 4, 5], [0, 1, 2, 3], [1, 1, 2, 3], [4, 3, 2, 1],
            [1, 2, 3, 1_000_000_000_001],
        ])
    func thresholds(worths: [Int]) {
        #expect(TierThresholds(worths) == nil)
    }

    // The card enters for 0.5 s and then ticks every 0.7 s: 1 at 1.2 s and 20 at 1.9 s. The digit shows a
    // number when it has dipped, 0.25 s later.
    @Test("A ticker card's tier rises when its digit shows the number")
    func ticker() throws {
        var script = Script {
            $0.gifts.enabled = false
            $0.ticker.enabled = true
        }
        try script.gift("Ann", "star", 99, id: "t", at: 0)
        #expect(flourish(script, "ticker/t", at: 2.149) == nil)
        let risen = Flourish(
            tier: 2, seed: 1, born: .zero, popped: Instant(1.9), rose: Instant(2.15), roll: 1)
        #expect(flourish(script, "ticker/t", at: 2.15) == risen)
        try script.configure(at: 2) { $0.tiers.value = TierThresholds([201, 300, 400, 500])! }
        #expect(flourish(script, "ticker/t", at: 2.2) == nil)
    }

    // Seven ticks: 1 20 39 58 77 96 99, the last at 5.4 s; the card rests for 1 s.
    @Test("A fading ticker card says when its fade began")
    func fade() throws {
        var script = Script {
            $0.gifts.enabled = false
            $0.ticker.enabled = true
        }
        try script.gift("Ann", "castle", 99, id: "t", at: 0)
        #expect(flourish(script, "ticker/t", at: 6.3)?.left == nil)
        #expect(flourish(script, "ticker/t", at: 6.5)?.left == Instant(6.4))
    }

    @Test("A room that continues from its state shows the same flourish")
    func state() throws {
        var script = Script { $0.ticker.enabled = true }
        try script.gift("Ann", "star", 99, id: "t", at: 0)
        try script.gift("Bob", "castle", at: 0.5)
        for tenths in 0..<90 {
            script.room.advance(to: Instant(Double(tenths) / 10))
            let again = Room(configuration: script.room.configuration, state: script.room.state)
            for later in [0.0, 0.07, 0.3, 1] {
                let instant = script.room.now + Duration(seconds: later)
                var (one, two) = (script.room, again)
                one.advance(to: instant)
                two.advance(to: instant)
                #expect(one.frame == two.frame)
            }
        }
    }
}
