import Testing
import Texts
import Timeline

@testable import Stage

/// Section 11 of docs/behaviour.md. All expected numbers were calculated by hand.
@Suite("Goals")
struct GoalsTests {
    private func goal(
        _ target: Double = 100, _ change: (inout GoalUpdate) -> Void = { _ in }
    ) -> Event.Kind {
        var update = GoalUpdate(title: "Roses", target: target)
        change(&update)
        return .goal(name: "g", update)
    }

    private func content(_ script: Script, at seconds: Double) -> GoalContent? {
        guard case .goal(let content)? = script.node("goal/g", at: seconds)?.content else {
            return nil
        }
        return content
    }

    private func value(_ script: Script, at seconds: Double) -> Double? {
        content(script, at: seconds).map { Double($0.value.units) / 100 }
    }

    // easeOut is 1 − 0.5³ = 0.875 after 0.5 s of 1 s.
    @Test("A gift moves the bar to the new amount in one second")
    func ease() throws {
        var script = Script()
        try script.apply(goal(), at: 0)
        #expect(value(script, at: 0) == 0)
        #expect(!script.room.isMoving)
        try script.gift("Ann", "Rose", 8, at: 1)
        #expect(value(script, at: 1) == 0)
        #expect(value(script, at: 1.5) == 7)
        #expect(value(script, at: 2) == 8)
        #expect(content(script, at: 1.5)?.level == Thousandths(0.07))
    }

    // At half time the amplitude is 3 · (1 − 0.5) points, and the phase is 24 · 0.5 / π radians.
    @Test("The bar's end is a wave while it moves, but not at rest")
    func wave() throws {
        var script = Script()
        try script.apply(goal(), at: 0)
        #expect(content(script, at: 0)?.wave == nil)
        try script.gift("Ann", "Rose", at: 1)
        #expect(
            content(script, at: 1.5)?.wave
                == .init(amplitude: Thousandths(1.5), phase: Thousandths(3.82)))
        #expect(content(script, at: 2)?.wave == nil)
    }

    @Test("A second gift continues from the shown value")
    func redirected() throws {
        var script = Script()
        try script.apply(goal(), at: 0)
        try script.gift("Ann", "Rose", 8, at: 0)
        try script.gift("Bob", "Rose", 8, at: 0.5)
        #expect(value(script, at: 0.5) == 7)
        // 7 + 0.875 · (16 − 7)
        #expect(value(script, at: 1) == 14.88)
        #expect(value(script, at: 1.5) == 16)
    }

    @Test("A goal is reached from the instant at which its shown value comes to its target")
    func reached() throws {
        var script = Script()
        try script.apply(goal(3), at: 0)
        try script.gift("Ann", "Rose", 2, at: 1)
        #expect(content(script, at: 5)?.reached == false)
        try script.gift("Ann", "Rose", 1, at: 6)
        #expect(content(script, at: 6)?.reached == false)
        #expect(content(script, at: 7)?.reached == true)
        try script.gift("Ann", "Rose", 5, at: 8)
        #expect(content(script, at: 9)?.level == Thousandths(1))
        #expect(value(script, at: 9) == 8)
    }

    @Test("A value goal adds value times count, and a gift without a value adds 0")
    func values() throws {
        var script = Script()
        try script.apply(goal(1000) { $0.measure = .value }, at: 0)
        let rose = GiftItem(name: "Rose", value: 5)
        try script.apply(
            .gift(Gift(sender: Person(name: "Ann"), item: rose, count: 30)), at: 1)
        try script.gift("Bob", "Leaf", 9, at: 1)
        #expect(value(script, at: 2) == 150)
    }

    // The gifts are worth 3, 9,000 · (10¹² − 1), and twice 10⁶ · 10¹², which exceeds the maximum.
    @Test("Amounts are exact and stop at 2⁵³ − 1, the largest safe integer in JSON")
    func exact() throws {
        var script = Script()
        try script.apply(goal(1000) { $0.measure = .value }, at: 0)
        func give(_ value: Double, _ count: Int, at seconds: Double) throws {
            let item = GiftItem(name: "Moon", value: value)
            try script.apply(
                .gift(Gift(sender: Person(name: "Ann"), item: item, count: count)),
                at: seconds)
        }
        try give(3, 1, at: 1)
        try give(1e12 - 1, 9000, at: 1)
        #expect(
            content(script, at: 2)?.value == Hundredths(8_999_999_999_991_003))
        #expect(script.room.overview.goals.map(\.amount) == [8_999_999_999_991_003])
        try give(1e12, 1_000_000, at: 3)
        try give(1e12, 1_000_000, at: 3)
        #expect(script.room.overview.goals.map(\.amount) == [9_007_199_254_740_991])
        #expect(content(script, at: 4)?.value.units == 900_719_925_474_099_100)
    }

    @Test("A refused gift adds to no goal")
    func refused() throws {
        var script = Script {
            $0.gifts.channels = 1
            $0.gifts.queueLimit = 0
        }
        try script.apply(goal(), at: 0)
        try script.gift("Ann", "Rose", at: 0)
        #expect(throws: Refusal.queueFull(limit: 0)) {
            try script.gift("Bob", "Rose", at: 0)
        }
        #expect(value(script, at: 1) == 1)
    }

    @Test("A goal may count a single gift, by its ID or its name")
    func singleGift() throws {
        var script = Script()
        try script.apply(goal { $0.gift = "r" }, at: 0)
        let presents = [
            GiftItem(id: "r", name: "Rose"), GiftItem(name: "r"), GiftItem(name: "Rose"),
        ]
        for item in presents {
            try script.apply(
                .gift(Gift(sender: Person(name: "Ann"), item: item, count: 1)), at: 1)
        }
        #expect(value(script, at: 2) == 2)
    }

    @Test("Tests and replays do not count, but skipped and cleared gifts do")
    func marks() throws {
        var script = Script { $0.gifts.enabled = false }
        try script.apply(goal(), at: 0)
        let gift = Gift(
            sender: Person(name: "Ann"), item: GiftItem(name: "Rose"), count: 1)
        for mark: Event.Mark in [.test, .replay(of: "e1")] {
            try script.apply(.gift(gift, mark: mark), at: 1)
        }
        #expect(value(script, at: 3) == 0)
        #expect(try script.apply(.gift(gift), at: 3) == .skipped(.disabled))
        try script.control(.clear, at: 3.5)
        #expect(value(script, at: 4) == 1)
    }

    @Test("An update keeps the amount unless it sets one, and resets its other fields")
    func updated() throws {
        var script = Script()
        try script.apply(goal { $0.gift = "Rose" }, at: 0)
        try script.gift("Ann", "Rose", 8, at: 0)
        try script.apply(goal(50), at: 2)
        #expect(value(script, at: 2) == 8)
        #expect(content(script, at: 2)?.level == Thousandths(0.16))
        try script.gift("Ann", "Leaf", 1, at: 3)
        #expect(value(script, at: 4) == 9)
        try script.apply(goal(50) { $0.start = 1 }, at: 5)
        #expect(value(script, at: 5.5) == 2)
        #expect(value(script, at: 6) == 1)
    }

    @Test("A start equal to the amount does not interrupt an ease")
    func sameStart() throws {
        var script = Script()
        try script.apply(goal(), at: 0)
        try script.gift("Ann", "Rose", 8, at: 0)
        try script.apply(goal { $0.start = 8 }, at: 0.5)
        #expect(value(script, at: 0.5) == 7)
        #expect(value(script, at: 1) == 8)
    }

    @Test("A goal appears with its start amount")
    func start() throws {
        var script = Script()
        try script.apply(goal { $0.start = 40 }, at: 0)
        #expect(value(script, at: 0) == 40)
        #expect(content(script, at: 0)?.wave == nil)
    }

    // Rows are 32 high with gaps of 8, and the first row is at (680, 24).
    @Test("A goal takes the lowest free row and keeps it, and one above `max` is refused")
    func rows() throws {
        var script = Script { $0.goals.max = 3 }
        for name: Text in ["a", "b", "c"] {
            try script.apply(.goal(name: name, GoalUpdate(title: name, target: 1)), at: 0)
        }
        #expect(throws: Refusal.goalsFull(limit: 3)) {
            try script.apply(.goal(name: "d", GoalUpdate(title: "d", target: 1)), at: 0)
        }
        try script.apply(.deleteGoal(name: "b"), at: 1)
        try script.apply(.goal(name: "d", GoalUpdate(title: "d", target: 1)), at: 2)
        let nodes = script.frame(at: 2).nodes
        #expect(nodes.map(\.id) == ["goal/a", "goal/d", "goal/c"])
        #expect(nodes.map(\.top) == [24, 64, 104])
        #expect(nodes.allSatisfy { $0.left == 680 && $0.width == Hundredths(256) })
        #expect(throws: Refusal.noSuchGoal("b")) {
            try script.apply(.deleteGoal(name: "b"), at: 3)
        }
    }

    @Test("Disabling goals removes them for good and skips updates")
    func disabled() throws {
        var script = Script()
        try script.apply(goal(), at: 0)
        try script.configure(at: 1) { $0.goals.enabled = false }
        #expect(script.frame(at: 1).nodes.isEmpty)
        #expect(try script.apply(goal(), at: 2) == .skipped(.disabled))
    }

    @Test("A money goal has the room's current currency, also in a restored room")
    func money() throws {
        var script = Script { $0.sources.currency = "EUR" }
        let money = goal(10_000) {
            $0.measure = .value
            $0.isMoney = true
        }
        try script.apply(money, at: 0)
        #expect(content(script, at: 0)?.currency == "EUR")
        #expect(script.room.overview.goals.map(\.isMoney) == [true])
        let restored = Room(configuration: script.room.configuration, state: script.room.state)
        #expect(restored == script.room)
        try script.configure(at: 1) { $0.sources.currency = "JPY" }
        #expect(content(script, at: 1)?.currency == "JPY")
        try script.apply(goal(10_000) { $0.measure = .value }, at: 2)
        #expect(content(script, at: 2)?.currency == nil)
    }

    // The default catalogue values Rose at 1 and Castle at 5000.
    @Test(
        "A gift counts by its value, the catalogue's or its price, and 0 in a foreign currency",
        arguments: [
            (GiftItem(name: "Tulip", price: 7), 14), (GiftItem(name: "Tulip", price: 0), 0),
            (GiftItem(name: "Tulip", value: 3, price: 7), 6), (GiftItem(name: "Rose", price: 7), 2),
            (GiftItem(name: "Castle", value: 0, price: 7), 0), (GiftItem(name: "Tulip"), 0),
            (GiftItem(id: "CASTLE", name: "x", price: 1), 10_000),
            (GiftItem(name: "Tulip", value: 5, currency: "USD"), 10),
            (GiftItem(name: "Tulip", value: 5, currency: "EUR"), 0),
            (GiftItem(name: "Rose", currency: "EUR"), 0),
            (GiftItem(name: "Tulip", price: 5, currency: "JPY"), 0),
        ] as [(GiftItem, Double)])
    func worth(item: GiftItem, amount: Double) throws {
        var script = Script()
        try script.apply(goal(1e6) { $0.measure = .value }, at: 0)
        let gift = Gift(sender: Person(name: "Ann"), item: item, count: 2)
        try script.apply(.gift(gift), at: 0)
        #expect(value(script, at: 1) == amount)
    }

    @Test(
        "A goal's gift matches all names of one catalogue entry",
        arguments: ["rose", "Rose", "ROSE"])
    func oneEntry(wanted: Text) throws {
        var script = Script()
        try script.apply(goal { $0.gift = wanted }, at: 0)
        for name: Text in ["rose", "Rose", "rOse", "castle"] {
            try script.gift("Ann", name, at: 0)
        }
        #expect(value(script, at: 1) == 3)
        var taken = TakenBack(
            id: "e3", seq: 3,
            given: .init(
                Gift(sender: Person(name: "Ann"), item: GiftItem(name: "Rose"), count: 1),
                combo: "e2"))
        try script.apply(.takeBack(taken), at: 2)
        #expect(value(script, at: 3) == 2)
        taken = TakenBack(
            id: "e5", seq: 5,
            given: .init(
                Gift(sender: Person(name: "Ann"), item: GiftItem(name: "castle"), count: 1)))
        try script.apply(.takeBack(taken), at: 4)
        #expect(value(script, at: 5) == 2)
    }

    @Test("A goal's gift without a catalogue entry matches only the exact name")
    func noEntry() throws {
        var script = Script()
        try script.apply(goal { $0.gift = "Tulip" }, at: 0)
        for name: Text in ["tulip", "Tulip", "TULIP"] { try script.gift("Ann", name, at: 0) }
        #expect(value(script, at: 1) == 1)
    }

    @Test("A room restored while a goal moves equals the original")
    func stored() throws {
        var script = Script()
        try script.apply(goal { $0.gift = "Rose" }, at: 0)
        try script.gift("Ann", "Rose", 8, at: 1)
        script.room.advance(to: Instant(1.25))
        let restored = Room(
            configuration: script.room.configuration, state: script.room.state)
        #expect(restored == script.room)
    }
}
