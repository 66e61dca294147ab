import Testing
import Texts
import Timeline

@testable import Stage

/// Expected times were calculated by hand. An entrance takes 0.25 s, a pop 0.5 s, a rest 3 s and an
/// exit 0.25 s.
@Suite("Retractions")
struct TakingBackTests {
    private static func gift(_ sender: Text, _ count: Int = 1, value: Double? = nil) -> Gift {
        Gift(
            sender: Person(name: sender), item: GiftItem(name: "Thing", value: value),
            count: count)
    }

    private static func retraction(
        _ id: Text, _ gift: Gift? = nil, seq: Int64? = nil, in combo: Text? = nil,
        mark: Event.Mark? = nil, overtaken: Bool = false
    ) -> Event.Kind {
        .takeBack(
            TakenBack(
                id: id, seq: seq,
                given: gift.map {
                    .init($0, mark: mark, combo: combo, wasOvertaken: overtaken)
                }))
    }

    private func retractedIDs(_ script: inout Script) -> [Text] {
        script.room.takeMilestones().filter { $0.step == .left(.takenBack) }.map(\.id)
    }

    // MARK: Rows

    @Test("A row whose only gift is retracted is free at once for the next combo")
    func row() throws {
        var script = Script { $0.gifts.channels = 1 }
        try script.gift("Ann", "Thing", id: "a", at: 0)
        try script.gift("Bob", "Thing", id: "b", at: 0)
        #expect(try script.apply(Self.retraction("a", Self.gift("Ann")), at: 1) == .applied)
        #expect(script.senders(at: 1) == "Bob")
        #expect(retractedIDs(&script) == ["a"])
    }

    @Test("Retracting one gift of a combo keeps the others and lowers the count at once")
    func shared() throws {
        var script = Script()
        try script.gift("Ann", "Thing", 2, id: "a", at: 0)
        try script.gift("Ann", "Thing", 3, id: "b", at: 0)
        // Five pops end at 2.75.
        #expect(script.row(0, at: 3)?.gift?.count == 5)
        try script.apply(Self.retraction("b", Self.gift("Ann", 3), in: "a"), at: 3)
        #expect(script.row(0, at: 3)?.gift?.count == 2)
        #expect(retractedIDs(&script) == [])
        // The row's rest does not change.
        #expect(script.row(0, at: 6 - tick) != nil && script.row(0, at: 6) == nil)
    }

    @Test("A combo still counting stops at the sum of its remaining gifts")
    func counting() throws {
        var script = Script()
        try script.gift("Ann", "Thing", 2, id: "a", at: 0)
        try script.gift("Ann", "Thing", 3, id: "b", at: 0)
        try script.apply(Self.retraction("a", Self.gift("Ann", 2)), at: 0.5)
        #expect(script.row(0, at: 0.5)?.gift?.combo == "a")
        #expect(script.row(0, at: 1.75 - tick)?.gift?.count == 3)
        #expect(script.room.overview.channels.first?.target == 3)
        // Three pops end at 1.75, the rest at 4.75, and the exit at 5.
        #expect(script.row(0, at: 5 - tick) != nil && script.row(0, at: 5) == nil)
    }

    @Test("A retraction removes a leaving row at once, without a second leave milestone")
    func leaving() throws {
        var script = Script()
        try script.gift("Ann", "Thing", id: "a", at: 0)
        try script.apply(.skip(node: "gifts/0"), at: 1)
        try script.apply(Self.retraction("a", Self.gift("Ann")), at: 1.1)
        #expect(script.row(0, at: 1.1) == nil)
        #expect(retractedIDs(&script) == [])
    }

    @Test("A retraction makes a waiting combo smaller, or removes it")
    func waiting() throws {
        var script = Script { $0.gifts.channels = 1 }
        try script.gift("Ann", "Thing", id: "a", at: 0)
        try script.gift("Bob", "Thing", 2, id: "b", at: 0)
        try script.gift("Bob", "Thing", 5, id: "c", at: 0)
        try script.apply(Self.retraction("b", Self.gift("Bob", 2)), at: 1)
        #expect(script.room.overview.queue.map(\.count) == [5])
        try script.apply(Self.retraction("c", Self.gift("Bob", 5), in: "b"), at: 1)
        #expect(script.room.overview.queue.isEmpty)
        #expect(retractedIDs(&script) == ["b"])
    }

    @Test("A retraction while the room is on hold lets no combo enter")
    func held() throws {
        var script = Script { $0.gifts.channels = 1 }
        try script.gift("Ann", "Thing", id: "a", at: 0)
        try script.gift("Bob", "Thing", id: "b", at: 0)
        try script.control(.hold, at: 0)
        try script.apply(Self.retraction("a", Self.gift("Ann")), at: 1)
        #expect(script.senders(at: 1) == "")
    }

    // MARK: Other widgets

    @Test("A retracted call disappears at once, whether it stands, leaves or waits")
    func calls() throws {
        var script = Script()
        for name: Text in ["X", "Y", "Z"] { try script.call(name, at: 0) }
        try script.apply(.skip(node: "call/Y"), at: 1)
        try script.control(.hold, at: 1)
        try script.call("W", at: 1)
        for name: Text in ["W", "X", "Y"] { try script.apply(Self.retraction(name), at: 1) }
        #expect(script.frame(at: 1).nodes.map(\.id) == ["call/Z"])
        #expect(script.card("Z", at: 1.5)?.top == 17)
        #expect(script.room.overview.calls.count == 1)
        #expect(retractedIDs(&script) == ["W", "X"])
    }

    @Test("A retracted caption disappears at once, and a newer one in its slot stays")
    func captions() throws {
        var script = Script()
        try script.apply(.caption(Caption(text: "rude")), id: "a", at: 0)
        try script.apply(Self.retraction("a"), at: 1)
        #expect(script.frame(at: 1).nodes.isEmpty)
        #expect(retractedIDs(&script) == ["a"])
        try script.apply(.caption(Caption(text: "rude")), id: "b", at: 2)
        try script.apply(.caption(Caption(text: "polite")), id: "c", at: 2)
        try script.apply(Self.retraction("b"), at: 2)
        #expect(script.frame(at: 2).nodes.count == 1)
    }

    @Test("A retracted ticker card disappears at once, and the list still pans for it")
    func ticker() throws {
        var script = Script {
            $0.ticker.enabled = true
            $0.gifts.enabled = false
        }
        try script.gift("Ann", "Thing", id: "a", at: 0)
        try script.gift("Bob", "Thing", id: "b", at: 0)
        try script.gift("Cyd", "Thing", id: "c", at: 0)
        try script.apply(Self.retraction("b", Self.gift("Bob")), at: 0.1)
        try script.apply(Self.retraction("a", Self.gift("Ann")), at: 0.25)
        #expect(script.frame(at: 0.25).nodes.map(\.id) == ["ticker/c"])
        #expect(retractedIDs(&script) == ["b", "a"])
        // The card is one row lower while the list pans for the removed card, from 0.25 to 0.55.
        #expect(script.node("ticker/c", at: 0.25)?.top == 435)
        #expect(script.node("ticker/c", at: 0.6)?.top == 350)
    }

    @Test("A retracted effect disappears at once, and the next one starts after the gap")
    func effects() throws {
        var entry = CatalogueEntry(key: "Thing")
        entry.effect = EffectMedia(.file("/x.webm"), duration: Duration(seconds: 5))
        let catalogue = Catalogue([entry])
        var script = Script { $0.catalogue = catalogue }
        for name: Text in ["Ann", "Bob", "Cyd"] { try script.gift(name, "Thing", id: name, at: 0) }
        try script.apply(Self.retraction("Bob", Self.gift("Bob")), at: 1)
        try script.apply(Self.retraction("Ann", Self.gift("Ann")), at: 1)
        #expect(!script.frame(at: 1).nodes.contains { $0.id.begins(with: "effect/") })
        #expect(script.node("effect/Cyd", at: 1.2 - tick) == nil)
        #expect(script.node("effect/Cyd", at: 1.2) != nil)
    }

    // MARK: Goals

    private func goal(_ change: (inout GoalUpdate) -> Void = { _ in }) -> Event.Kind {
        var update = GoalUpdate(title: "t", target: 10)
        change(&update)
        return .goal(name: "g", update)
    }

    private func amount(_ script: Script) -> Int64? { script.room.overview.goals.first?.amount }

    @Test("A retraction lowers a goal's amount with an ease, and the goal is no longer reached")
    func goals() throws {
        var script = Script()
        try script.apply(goal { $0.measure = .value }, at: 0)
        try script.apply(.gift(Self.gift("Ann", 3, value: 4)), id: "a", at: 0)
        #expect(script.room.overview.goals.first?.isReached == true)
        try script.apply(Self.retraction("a", Self.gift("Ann", 3, value: 4), seq: 2), at: 5)
        #expect(amount(script) == 0)
        #expect(script.room.overview.goals.first?.isReached == false)
        // easeOut leaves 12 · 0.5³ after half a second.
        guard case .goal(let shown)? = script.node("goal/g", at: 5.5)?.content else {
            Issue.record("the goal is not shown")
            return
        }
        #expect(Double(shown.value.units) / 100 == 1.5)
    }

    @Test("A retraction does not lower a goal that never counted the gift")
    func uncounted() throws {
        var script = Script()
        try script.apply(.gift(Self.gift("Ann", 3)), id: "before", at: 0)  // 1
        try script.apply(goal(), at: 0)  // 2
        try script.apply(.gift(Self.gift("Ann", 5)), id: "in", at: 0)  // 3
        for kind in [
            Self.retraction("before", Self.gift("Ann", 3), seq: 1),
            Self.retraction("t", Self.gift("Ann", 3), seq: 3, mark: .test),
            Self.retraction("r", Self.gift("Ann", 3), seq: 3, mark: .replay(of: "x")),
            Self.retraction("o", Self.gift("Ann", 3), seq: 3, overtaken: true),
            Self.retraction("call", seq: 3),
        ] {
            try script.apply(kind, at: 1)
            #expect(amount(script) == 5)
        }
    }

    @Test("Gifts before a new start, measure or gift filter stay counted when retracted")
    func changed() throws {
        for (change, expected) in [
            ({ $0.title = "other" }, 0), ({ $0.target = 99 }, 0), ({ $0.start = 5 }, 5),
            ({ $0.measure = .value }, 5), ({ $0.gift = "Thing" }, 5),
        ] as [((inout GoalUpdate) -> Void, Int64)] {
            var script = Script()
            try script.apply(goal(), at: 0)
            try script.apply(.gift(Self.gift("Ann", 5, value: 1)), id: "a", at: 0)
            try script.apply(goal(change), at: 1)
            try script.apply(Self.retraction("a", Self.gift("Ann", 5, value: 1), seq: 2), at: 2)
            #expect(amount(script) == expected)
        }
    }

    @Test("A goal's amount never goes below 0, also in a restored room")
    func restored() throws {
        var script = Script()
        try script.apply(.gift(Self.gift("Ann", 5)), id: "a", at: 0)
        try script.apply(goal { $0.start = 2 }, at: 0)
        try script.apply(.gift(Self.gift("Ann", 1)), id: "b", at: 0)
        script.room = Room(configuration: script.room.configuration, state: script.room.state)
        try script.apply(Self.retraction("a", Self.gift("Ann", 5), seq: 1), at: 1)
        #expect(amount(script) == 3)
        try script.apply(Self.retraction("b", Self.gift("Ann", 9), seq: 3), at: 1)
        #expect(amount(script) == 0)
    }

    @Test("Retracting an unknown event is accepted and changes nothing")
    func nothing() throws {
        var script = Script()
        try script.gift("Ann", "Thing", id: "a", at: 0)
        let before = script.frame(at: 2)
        let kind = Self.retraction("nobody", Self.gift("Bob", 7))
        #expect(script.room.refusal(of: kind) == nil)
        #expect(try script.apply(kind, at: 1) == .applied)
        #expect(script.frame(at: 2) == before)
    }
}
