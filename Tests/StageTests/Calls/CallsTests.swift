import Testing
import Texts
import Timeline

@testable import Stage

@Suite("Calls")
struct CallsTests {
    /// A script with calls by these names, all at one instant.
    private func stack(
        _ names: Text..., at seconds: Double = 0,
        _ change: (inout CallsConfiguration) -> Void = { _ in }
    ) throws -> Script {
        var script = Script { change(&$0.calls) }
        for name in names { try script.call(name, at: seconds) }
        return script
    }

    private func tops(_ script: Script, at seconds: Double) -> [String: Double] {
        Dictionary(
            uniqueKeysWithValues: script.frame(at: seconds).nodes.map {
                (String($0.id.string.dropFirst(5)), $0.top)
            })
    }

    // MARK: One card

    // y goes from 17 to −48 in 0.5 s with easeOut. Opacity changes with easeInOut in 0.2 s, and
    // later in 0.5 s. The values were calculated by hand and with mpmath.
    @Test(
        "A card fades in at its slot, stands for 5 s and slides out over the edge",
        arguments: [
            (0.0, 17.0, 0.0, false), (0.02, 17, 0.02, false), (0.05, 17, 0.129, false),
            (0.1, 17, 0.5, false), (0.2, 17, 1, false), (5 - tick, 17, 1, false),
            (5, 17, 1, true), (5.125, -20.58, 0.871, true), (5.25, -39.88, 0.5, true),
            (5.375, -46.98, 0.129, true),
        ])
    func life(at: Double, y: Double, alpha: Double, leaving: Bool) throws {
        let script = try stack("Ann")
        let node = try #require(script.card("Ann", at: at))
        #expect(node.top == y)
        #expect(node.opacity == alpha)
        #expect(node.call?.leaving == leaving)
        #expect(node.left == 395)
        #expect(node.width == Hundredths(170) && node.height == Hundredths(48))
        #expect(script.card("Ann", at: 5.5 - tick) != nil)
        #expect(script.frame(at: 5.5).nodes.isEmpty)
    }

    @Test(
        "Cards are centered, or have their left edge at x",
        arguments: [(nil, 395.0), (0, 0), (30.25, 30.25), (-20, -20)] as [(Double?, Double)])
    func leftEdge(x: Double?, left: Double) throws {
        let script = try stack("Ann", "Bea") { $0.x = x }
        #expect(script.frame(at: 1).nodes.map(\.left) == [left, left])
    }

    @Test("A dismissed card leaves at once, from its current opacity")
    func dismissal() throws {
        var script = try stack("Ann")
        #expect(try script.apply(.dismiss(call: "Ann"), at: 0.1) == .applied)
        #expect(script.card("Ann", at: 0.1)?.opacity == 0.5)
        #expect(script.card("Ann", at: 0.35)?.opacity == 0.25)
        #expect(script.card("Ann", at: 0.35)?.top == -39.88)
        #expect(script.card("Ann", at: 0.6 - tick) != nil)
        #expect(script.card("Ann", at: 0.6) == nil)
    }

    // MARK: Several cards

    @Test("Cards take the slots in order of arrival")
    func slots() throws {
        var script = try stack("Ann")
        try script.call("Bob", at: 1)
        try script.call("Cid", at: 2)
        #expect(tops(script, at: 2) == ["Ann": 17, "Bob": 75, "Cid": 133])
        #expect(script.frame(at: 2).nodes.map(\.id) == ["call/Ann", "call/Bob", "call/Cid"])
    }

    @Test("When the first card leaves, the others move up")
    func closingUp() throws {
        var script = try stack("Ann")
        try script.call("Bob", at: 1)
        try script.call("Cid", at: 2)
        // easeOut is 0.875 at half time, which gives 75 − 58·0.875 and 133 − 58·0.875.
        #expect(tops(script, at: 5.25) == ["Ann": -39.88, "Bob": 24.25, "Cid": 82.25])
        #expect(tops(script, at: 5.5) == ["Bob": 17, "Cid": 75])
        #expect(tops(script, at: 6.25)["Cid"] == 24.25)
    }

    @Test("Each card leaves by its own timer, regardless of cards that left before it")
    func ownTimers() throws {
        var script = try stack("Ann")
        try script.call("Bob", at: 1)
        try script.call("Cid", at: 2)
        try script.apply(.dismiss(call: "Ann"), at: 3)
        #expect(script.standing(at: 5) == ["Bob", "Cid"])
        #expect(script.standing(at: 6 - tick) == ["Bob", "Cid"])
        #expect(script.standing(at: 6) == ["Cid"])
        #expect(script.standing(at: 7) == [])
    }

    @Test("A dismissed card in the middle fades in place, and only the card below it moves")
    func dismissalInTheMiddle() throws {
        var script = try stack("Ann")
        try script.call("Bob", at: 1)
        try script.call("Cid", at: 2)
        try script.apply(.dismiss(call: "Bob"), at: 3)
        let bob = try #require(script.card("Bob", at: 3.25))
        #expect((bob.top, bob.opacity) == (75, 0.5))
        #expect(bob.call?.leaving == true)
        #expect(tops(script, at: 3.25) == ["Ann": 17, "Bob": 75, "Cid": 82.25])
        #expect(tops(script, at: 3.5) == ["Ann": 17, "Cid": 75])
    }

    @Test("A card dismissed while it moves fades and finishes its move")
    func dismissalOnTheWay() throws {
        var script = try stack("Ann", "Bob", "Cid")
        try script.apply(.dismiss(call: "Ann"), at: 1)
        try script.apply(.dismiss(call: "Cid"), at: 1.25)
        // Cid moves from 133 to 75 until 1.5, and is at easeOut(0.5) and then at easeOut(0.75).
        let start = try #require(script.card("Cid", at: 1.25))
        #expect((start.top, start.opacity) == (82.25, 1))
        let middle = try #require(script.card("Cid", at: 1.375))
        #expect((middle.top, middle.opacity) == (75.91, 0.871))
        let end = try #require(script.card("Cid", at: 1.5))
        #expect((end.top, end.opacity) == (75, 0.5))
        // Bob's slot has not changed, so Bob's card also finishes its move.
        #expect(script.card("Bob", at: 1.375)?.top == 17.91)
        #expect(script.card("Bob", at: 1.5)?.top == 17)
        #expect(script.card("Cid", at: 1.75 - tick) != nil)
        #expect(script.card("Cid", at: 1.75) == nil)
    }

    @Test("Cards whose timers end together leave together, and only slot 0 slides out")
    func timersAsOne() throws {
        let script = try stack("Ann", "Bob", "Cid")
        #expect(script.standing(at: 5 - tick) == ["Ann", "Bob", "Cid"])
        #expect(script.standing(at: 5) == [])
        #expect(tops(script, at: 5.25) == ["Ann": -39.88, "Bob": 75, "Cid": 133])
        #expect(script.card("Cid", at: 5.25)?.opacity == 0.5)
        #expect(script.frame(at: 5.5).nodes.isEmpty)
    }

    @Test("Two separate dismissals at one instant both slide their card out of slot 0")
    func dismissalsApart() throws {
        var script = try stack("Ann", "Bob")
        try script.apply(.dismiss(call: "Ann"), at: 1)
        try script.apply(.dismiss(call: "Bob"), at: 1)
        // Bob has slot 0 by then and slides out too, to 75 − 123·0.875.
        #expect(tops(script, at: 1.25) == ["Ann": -39.88, "Bob": -32.63])
    }

    @Test("A skip makes all cards leave together")
    func skip() throws {
        var script = try stack("Ann", "Bob")
        try script.control(.skip, at: 1)
        #expect(tops(script, at: 1.25) == ["Ann": -39.88, "Bob": 75])
        #expect(script.frame(at: 1.5).nodes.isEmpty)
    }

    // MARK: The cap

    @Test("With all slots taken, a new call pushes out the oldest and comes in from below")
    func cap() throws {
        var script = try stack("Ann", "Bob", "Cid")
        #expect(try script.call("Dan", at: 1) == .shown)
        #expect(script.standing(at: 1) == ["Bob", "Cid", "Dan"])
        // Dan appears below Cid at 133 and moves to 133.
        #expect(tops(script, at: 1) == ["Ann": 17, "Bob": 75, "Cid": 133, "Dan": 191])
        #expect(
            tops(script, at: 1.25) == ["Ann": -39.88, "Bob": 24.25, "Cid": 82.25, "Dan": 140.25])
        #expect(tops(script, at: 1.5) == ["Bob": 17, "Cid": 75, "Dan": 133])
    }

    @Test("Cards of a burst of calls do not overlap")
    func burst() throws {
        let script = try stack("Ann", "Bob", "Cid", "Dan", "Eve")
        #expect(
            tops(script, at: 0) == ["Ann": 17, "Bob": 75, "Cid": 133, "Dan": 191, "Eve": 249])
        // Cid 133 → 17, Dan 191 → 75, Eve 249 → 133; Ann and Bob slide out to −48.
        #expect(
            tops(script, at: 0.25)
                == ["Ann": -39.88, "Bob": -32.63, "Cid": 31.5, "Dan": 89.5, "Eve": 147.5])
        #expect(tops(script, at: 0.5) == ["Cid": 17, "Dan": 75, "Eve": 133])
    }

    @Test("A new card stays clear of a card that slides out, but not of one that fades in place")
    func keepsClear() throws {
        var sliding = try stack("Ann")
        try sliding.apply(.dismiss(call: "Ann"), at: 1)
        try sliding.call("Bob", at: 1)
        #expect(sliding.card("Bob", at: 1)?.top == 75)
        // Ann is at −39.875 by then. One pitch below that is still below slot 0.
        var later = try stack("Ann")
        try later.apply(.dismiss(call: "Ann"), at: 1)
        try later.call("Bob", at: 1.25)
        #expect(later.card("Bob", at: 1.25)?.top == 18.13)
        try later.call("Cid", at: 3)
        #expect(later.card("Cid", at: 3)?.top == 75)

        var fading = try stack("Ann", "Bob")
        try fading.apply(.dismiss(call: "Bob"), at: 1)
        try fading.call("Cid", at: 1)
        #expect(fading.card("Cid", at: 1)?.top == 75)
    }

    // MARK: Repetition

    struct Repeat: CustomTestStringConvertible, Sendable {
        let key: CallsConfiguration.RepetitionKey
        let first: Person
        let second: Person
        let isSkipped: Bool
        var testDescription: String { "\(key): \(first) then \(second)" }
    }

    static let repeats = [
        Repeat(
            key: .userId, first: Person(name: "Ann"), second: Person(name: "Ann"),
            isSkipped: true),
        Repeat(
            key: .userId, first: Person(id: "1", name: "Ann"),
            second: Person(id: "2", name: "Ann"), isSkipped: false),
        Repeat(
            key: .userId, first: Person(id: "1", name: "Ann"),
            second: Person(id: "1", name: "Bob"), isSkipped: true),
        Repeat(
            key: .userId, first: Person(id: "Ann", name: "Bob"), second: Person(name: "Ann"),
            isSkipped: false),
        Repeat(
            key: .userId, first: Person(id: "1", name: "Ann"), second: Person(name: "Ann"),
            isSkipped: false),
        Repeat(
            key: .name, first: Person(id: "1", name: "Ann"), second: Person(id: "2", name: "Ann"),
            isSkipped: true),
        Repeat(
            key: .name, first: Person(id: "1", name: "Ann"), second: Person(id: "1", name: "Bob"),
            isSkipped: false),
        Repeat(
            key: .name, first: Person(id: "1", name: "Ann"), second: Person(name: "Ann"),
            isSkipped: true),
    ]

    @Test(
        "A second call by a standing caller is skipped, compared by user ID or by name",
        arguments: repeats)
    func repetition(_ example: Repeat) throws {
        var script = Script { $0.calls.repetitionKey = example.key }
        try script.apply(.call(example.first), id: "a", at: 0)
        let outcome = try script.apply(.call(example.second), id: "b", at: 1)
        #expect(outcome == (example.isSkipped ? .skipped(.repeated) : .shown))
        #expect(script.standing(at: 1) == (example.isSkipped ? ["a"] : ["a", "b"]))
    }

    @Test("A second call is skipped while the first waits, but not while its card leaves")
    func repetitionBeyondTheStage() throws {
        var script = Script()
        try script.call("Ann", id: "a1", at: 0)
        try script.apply(.dismiss(call: "a1"), at: 1)
        #expect(try script.call("Ann", id: "a2", at: 1) == .shown)
        try script.control(.hold, at: 2)
        #expect(try script.call("Bob", id: "b1", at: 2) == .queued(position: 1))
        #expect(try script.call("Bob", id: "b2", at: 2) == .skipped(.repeated))
    }

    @Test("With repetition enabled, a caller may have several cards")
    func repetitionAllowed() throws {
        var script = Script { $0.calls.repetition = true }
        try script.call("Ann", id: "a1", at: 0)
        #expect(try script.call("Ann", id: "a2", at: 0) == .shown)
        #expect(script.standing(at: 0) == ["a1", "a2"])
    }

    // MARK: Taps

    @Test("A tap dismisses a card only if `tapVanish` is on", arguments: [false, true])
    func tap(vanishes: Bool) throws {
        var script = try stack("Ann") { $0.tapVanish = vanishes }
        #expect(try script.apply(.tap(call: "Ann"), at: 1) == .applied)
        #expect(script.standing(at: 1) == (vanishes ? [] : ["Ann"]))
    }

    @Test(
        "A tap or dismissal without a standing card is refused and changes nothing",
        arguments: ["Ann", "Bob"])
    func missing(id: Text) throws {
        var script = try stack("Ann")
        try script.apply(.dismiss(call: "Ann"), at: 1)
        let before = script.room
        #expect(throws: Refusal.noSuchCall(id)) { try script.apply(.tap(call: id), at: 1) }
        #expect(throws: Refusal.noSuchCall(id)) { try script.apply(.dismiss(call: id), at: 1) }
        #expect(script.room == before)
    }

    @Test("The room knows the caller of a card while the card stands")
    func caller() throws {
        var script = Script()
        let person = Person(id: "1", name: "Ann", avatar: "/a.png")
        try script.apply(.call(person), id: "a", at: 0)
        #expect(script.room.caller(of: "a") == person)
        #expect(script.room.caller(of: "b") == nil)
        try script.apply(.dismiss(call: "a"), at: 1)
        #expect(script.room.caller(of: "a") == nil)
    }

    // One card stands, and each call pushes the card before it out, which takes a minute. Of 150
    // cards, the first 49 are gone, 100 are leaving and one stands.
    @Test("At most 100 cards leave at a time, and the oldest ones disappear early")
    func storm() throws {
        var script = Script {
            $0.calls.max = 1
            $0.calls.move = Duration(seconds: 60)
            $0.calls.vanish = Duration(seconds: 60)
        }
        for number in 0..<150 { try script.call("\(number)", at: Double(number) * 0.01) }
        let nodes = script.frame(at: 1.5).nodes
        #expect(nodes.map(\.id) == (49..<150).map { "call/\($0)" })
    }
}
