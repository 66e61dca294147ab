import Testing
import Texts
import Timeline

@testable import Stage

@Suite("Streaks")
struct StreaksTests {
    /// A part sent `seconds` after a fixed midnight.
    private func part(
        _ id: Text = "s", ends: Bool = false, recurs: Bool = false, at seconds: Double = 0
    ) -> StreakPart {
        StreakPart(
            id: id, isEnd: ends, recurs: recurs,
            wallMicroseconds: 1_795_219_200_000_000 + Int64((seconds * 1e6).rounded()))
    }

    @Test("Each part of a streak adds its increase over the largest part before it")
    func growth() {
        var streaks = Streaks()
        #expect([1, 3, 3, 2, 7].map { streaks.note(part(), count: $0) } == [1, 2, 0, 0, 4])
        #expect(streaks.note(part(ends: true), count: 7) == 0)
        #expect(streaks.note(part("t"), count: 2) == 2)
    }

    @Test("A streak with a unique ID never restarts, however late its parts arrive")
    func uniqueID() {
        var streaks = Streaks()
        #expect(streaks.note(part(ends: true, at: 9), count: 10) == 10)
        #expect(streaks.note(part(at: 2), count: 4) == 0)
        #expect(streaks.note(part(at: 3600), count: 11) == 1)
        #expect(streaks.note(part(at: -50), count: 10) == 0)
    }

    @Test("A streak with a recurring ID ends with its end part or after 4.5 s of silence")
    func recurringID() {
        var streaks = Streaks()
        func increase(_ seconds: Double, _ count: Int, ends: Bool = false) -> Int {
            streaks.note(part(ends: ends, recurs: true, at: seconds), count: count)
        }
        #expect(increase(0, 1) == 1)
        #expect(increase(4.499_999, 3) == 2)
        #expect(increase(8.999_999, 2) == 2)
        #expect(increase(10, 4) == 2)
        #expect(increase(11, 5, ends: true) == 1)
        // Within 0.5 s after the end, a part whose count is not higher adds nothing. Any other part
        // starts a new streak.
        #expect(increase(11.4, 5, ends: true) == 0)
        #expect(increase(11.499_999, 1) == 0)
        #expect(increase(11.5, 2) == 2)
        #expect(increase(12, 3, ends: true) == 1)
        #expect(increase(12.1, 4) == 4)
        // A wall clock that was set back does not count as silence.
        #expect(increase(-3600, 6) == 2)
    }

    @Test("1,000 streaks are remembered, and the oldest is forgotten for a new one")
    func maximum() {
        var streaks = Streaks()
        for number in 0..<1000 { #expect(streaks.note(part("\(number)"), count: 2) == 2) }
        #expect(streaks.note(part("0"), count: 3) == 1)
        #expect(streaks.note(part("new"), count: 1) == 1)
        #expect(streaks.count == 1000)
        #expect(streaks.note(part("1"), count: 3) == 1)
        #expect(streaks.note(part("0"), count: 3) == 3)
    }

    // MARK: In a room

    private func gift(
        _ count: Int, of part: StreakPart?, mark: Event.Mark? = nil
    ) -> Event.Kind {
        .gift(
            Gift(
                sender: Person(id: "1", name: "Ann"), item: GiftItem(id: "r", name: "Rose"),
                count: count, streak: part), mark: mark)
    }

    private func amount(_ script: Script) -> Int64? { script.room.overview.goals.first?.amount }

    @Test("Rows and goals grow by each part's increase, and a part without one shows no row")
    func room() throws {
        var script = Script()
        try script.apply(
            .goal(name: "g", GoalUpdate(title: "All", target: 100)), at: 0)
        #expect(try script.apply(gift(2, of: part()), id: "a", at: 0) == .shown)
        #expect(try script.apply(gift(5, of: part()), at: 0.1) == .merged(into: "a"))
        #expect(try script.apply(gift(4, of: part()), at: 0.2) == .applied)
        #expect(try script.apply(gift(5, of: part(ends: true)), at: 0.3) == .applied)
        #expect(script.room.overview.channels.map(\.target) == [5])
        #expect(amount(script) == 5)
        // A clear empties the stage, but the streak and the goal keep their counts.
        try script.control(.clear, at: 0.4)
        #expect(try script.apply(gift(6, of: part()), at: 0.5) == .shown)
        #expect(script.room.overview.channels.map(\.target) == [1])
        #expect(amount(script) == 6)
    }

    @Test("Test gifts and replays do not belong to a streak")
    func marks() throws {
        var script = Script()
        try script.apply(gift(3, of: part()), at: 0)
        try script.apply(gift(9, of: part(), mark: .test), at: 0)
        try script.apply(gift(9, of: part(), mark: .replay(of: "e1")), at: 0)
        #expect(script.room.overview.channels.map(\.target) == [21])
        #expect(try script.apply(gift(4, of: part()), at: 0) == .merged(into: "e1"))
        #expect(script.room.overview.channels.map(\.target) == [22])
    }

    @Test("A refused part leaves no trace, and the next accepted part makes up for it")
    func refused() throws {
        var script = Script { configuration in
            configuration.gifts.channels = 1
            configuration.gifts.queueLimit = 0
        }
        try script.gift("Bob", "Car", at: 0)
        let first = gift(3, of: part())
        #expect(script.room.refusal(of: first) == .queueFull(limit: 0))
        #expect(throws: Refusal.self) { try script.apply(first, at: 0) }
        try script.control(.clear, at: 1)
        #expect(try script.apply(gift(4, of: part()), at: 1) == .shown)
        #expect(script.room.overview.channels.map(\.target) == [4])
        // A part without an increase needs no free channel.
        try script.control(.clear, at: 2)
        try script.gift("Bob", "Car", at: 2)
        #expect(script.room.refusal(of: gift(4, of: part(ends: true))) == nil)
        #expect(try script.apply(gift(4, of: part(ends: true)), at: 2) == .applied)
    }

    private static let deletion = Event.Kind.takeBack(
        TakenBack(id: "s", seq: nil, isStreak: true))

    @Test("Parts that come after the deletion of their streak add nothing")
    func deleted() throws {
        var script = Script()
        try script.apply(.goal(name: "g", GoalUpdate(title: "All", target: 100)), at: 0)
        try script.apply(gift(2, of: part()), at: 0)
        try script.apply(gift(1, of: part("t")), at: 0)
        try script.apply(gift(5, of: part()), at: 0)
        #expect(script.room.span(ofStreak: "s") == 2...4)
        #expect(script.room.span(ofStreak: "nobody") == nil)
        #expect(try script.apply(Self.deletion, at: 1) == .applied)
        #expect(try script.apply(gift(9, of: part()), at: 1) == .applied)
        #expect(script.room.span(ofStreak: "s") == 2...4)
        // Each part is taken back by an event of its own.
        #expect(amount(script) == 6)
        #expect(try script.apply(gift(3, of: part("t")), at: 1) != .applied)
        #expect(amount(script) == 8)
        var again = Room(configuration: script.room.configuration, state: script.room.state)
        #expect(again == script.room)
        let next = Event(seq: 9, id: "n", kind: gift(12, of: part()))
        #expect(try again.apply(next, at: again.now) == .applied)
    }

    @Test("A deletion that comes before its streak's parts lets them add nothing")
    func deletedBefore() throws {
        var script = Script()
        try script.apply(Self.deletion, at: 0)
        #expect(try script.apply(gift(3, of: part(recurs: true)), at: 0) == .applied)
        #expect(try script.apply(gift(1, of: part(recurs: true, at: 99)), at: 0) == .applied)
        #expect(script.room.overview.channels.isEmpty)
    }

    @Test("A restored room continues its streaks")
    func state() throws {
        var script = Script()
        try script.apply(gift(3, of: part("a", recurs: true, at: 1)), at: 0)
        try script.apply(gift(1, of: part("b", ends: true, at: 2)), at: 0)
        var again = Room(configuration: script.room.configuration, state: script.room.state)
        #expect(again == script.room)
        let next = Event(seq: 9, id: "n", kind: gift(5, of: part("a", recurs: true, at: 5)))
        _ = try again.apply(next, at: again.now)
        #expect(again.overview.channels.map(\.target) == [6])
    }
}
