import Testing
import Texts
import Timeline

@testable import Stage

@Suite("Events that wait for approval")
struct HeldTests {
    private static let day: Int64 = 86_400_000_000

    private static func gift(_ count: Int = 1, streak: StreakPart? = nil) -> Gift {
        Gift(
            sender: Person(name: "Ann"), item: GiftItem(name: "Rose"), count: count,
            streak: streak)
    }

    private static func part(_ id: Text = "s", recurs: Bool = false) -> StreakPart {
        StreakPart(id: id, isEnd: false, recurs: recurs, wallMicroseconds: 1)
    }

    private static func hold(_ gift: Gift = gift(), wall: Int64 = 0) -> Event.Kind {
        .hold(HeldEvent(source: "kofi", wallMicroseconds: wall, kinds: [.gift(gift)]))
    }

    private static func approval(_ id: Text, _ gift: Gift = gift()) -> Event.Kind {
        .gift(gift, mark: .approved(id))
    }

    private func waiting(_ script: Script) -> [Text] {
        script.room.held.ids(atWallMicroseconds: 0)
    }

    private func count(of goal: Text, _ script: Script, at seconds: Double) -> Double? {
        script.frame(at: seconds).nodes.lazy.compactMap { node in
            guard case .goal(let goal) = node.content else { return nil as Double? }
            return Double(goal.value.units) / 100
        }.first
    }

    @Test("A held gift is shown and counted once, when it is approved")
    func approving() throws {
        var script = Script()
        try script.apply(
            .goal(name: "g", GoalUpdate(title: "Roses", target: 10)), at: 0)
        #expect(try script.apply(Self.hold(Self.gift(3)), id: "a", at: 0) == .skipped(.held))
        #expect(script.senders(at: 1) == "")
        #expect(count(of: "g", script, at: 1) == 0)
        #expect(waiting(script) == ["a"])
        #expect(try script.apply(Self.approval("a", Self.gift(3)), at: 2) == .shown)
        #expect(script.senders(at: 2) == "Ann")
        #expect(waiting(script) == [])
        #expect(throws: Refusal.self) { try script.apply(Self.approval("a"), at: 3) }
        #expect(throws: Refusal.self) { try script.apply(Self.approval("nobody"), at: 3) }
        #expect(count(of: "g", script, at: 5) == 3)
    }

    @Test("A retracted event no longer waits for approval")
    func refusing() throws {
        var script = Script()
        try script.apply(Self.hold(), id: "a", at: 0)
        try script.apply(.takeBack(TakenBack(id: "a", seq: 1)), at: 1)
        #expect(waiting(script) == [])
        #expect(throws: Refusal.self) { try script.apply(Self.approval("a"), at: 2) }
        #expect(script.senders(at: 2) == "")
    }

    @Test("A held gift keeps waiting if the queue is full, but not if it has a blocked word")
    func full() throws {
        var script = Script {
            $0.gifts.channels = 1
            $0.gifts.queueLimit = 0
        }
        try script.gift("Bob", "Rose", at: 0)
        try script.apply(Self.hold(), id: "a", at: 0)
        #expect(throws: Refusal.self) { try script.apply(Self.approval("a"), at: 0) }
        #expect(waiting(script) == ["a"])
        try script.configure(at: 0) { $0.sources.blocked = "rose" }
        #expect(try script.apply(Self.approval("a"), at: 0) == .skipped(.blocked))
        #expect(waiting(script) == [])
    }

    @Test("Only the largest part of a streak waits, and its approval adds only the increase")
    func streaks() throws {
        var script = Script()
        for (id, count) in [("a", 2), ("b", 7), ("c", 5)] as [(Text, Int)] {
            try script.apply(Self.hold(Self.gift(count, streak: Self.part())), id: id, at: 0)
        }
        #expect(waiting(script) == ["b"])
        try script.apply(Self.approval("b", Self.gift(7, streak: Self.part())), at: 0)
        try script.apply(Self.hold(Self.gift(9, streak: Self.part())), id: "d", at: 0)
        try script.apply(Self.approval("d", Self.gift(9, streak: Self.part())), at: 0)
        // 7 + 2 gives nine pops, which end at 4.75.
        #expect(script.row(0, at: 4.8)?.gift?.count == 9)
        for (id, count) in [("e", 3), ("f", 1)] as [(Text, Int)] {
            try script.apply(
                Self.hold(Self.gift(count, streak: Self.part("r", recurs: true))), id: id, at: 5)
        }
        #expect(waiting(script) == ["e", "f"])
    }

    @Test("No part of a deleted streak waits, whether it came before the deletion or after it")
    func deletedStreak() throws {
        var script = Script()
        func hold(_ count: Int, _ id: Text, _ streak: Text) throws -> Outcome {
            try script.apply(
                Self.hold(Self.gift(count, streak: Self.part(streak))), id: id, at: 0)
        }
        _ = try hold(2, "a", "s")
        _ = try hold(2, "b", "t")
        try script.apply(.takeBack(TakenBack(id: "s", seq: nil, isStreak: true)), at: 0)
        #expect(waiting(script) == ["b"])
        #expect(try hold(5, "c", "s") == .applied)
        #expect(try hold(5, "d", "t") == .skipped(.held))
        #expect(waiting(script) == ["d"])
        #expect(script.room.span(ofStreak: "s") == 1...1)
        #expect(script.room.span(ofStreak: "t") == 2...5)
        let again = Room(configuration: script.room.configuration, state: script.room.state)
        #expect(again == script.room)
    }

    @Test("At most 100 events wait, and none longer than 7 days")
    func bounds() throws {
        var script = Script()
        for number in 0..<101 { try script.apply(Self.hold(), id: Text("n\(number)"), at: 0) }
        #expect(waiting(script).count == 100)
        #expect(waiting(script).first == "n1")
        #expect(throws: Refusal.self) { try script.apply(Self.approval("n0"), at: 0) }
        try script.apply(Self.hold(wall: 7 * Self.day - 1), id: "x", at: 0)
        #expect(waiting(script).count == 100)
        #expect(script.room.held.ids(atWallMicroseconds: 7 * Self.day) == ["x"])
        try script.apply(Self.hold(wall: 7 * Self.day), id: "y", at: 0)
        #expect(waiting(script) == ["x", "y"])
    }

    @Test("Waiting events survive a clear and a hold, and are part of the room's state")
    func kept() throws {
        var script = Script()
        #expect(script.room.isBare)
        try script.apply(Self.hold(Self.gift(4, streak: Self.part())), id: "a", at: 0)
        try script.control(.clear, at: 1)
        try script.control(.hold, at: 1)
        try script.control(.resume, at: 2)
        #expect(!script.room.isBare)
        let again = Room(configuration: script.room.configuration, state: script.room.state)
        #expect(again.held == script.room.held)
    }
}
