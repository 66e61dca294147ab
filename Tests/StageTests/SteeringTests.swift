import Testing
import Texts
import Timeline

@testable import Stage

@Suite("Skipping and reordering")
struct SteeringTests {
    /// A script in which A and B have the two rows, and C, D and E wait in this order.
    private func crowd() throws -> Script {
        var script = Script()
        for sender: Text in ["A", "B", "C", "D", "E"] {
            try script.gift(sender, "Rose", id: sender, at: 0)
        }
        return script
    }

    private func waiting(_ script: Script) -> [Text] { script.room.overview.queue.map(\.combo) }

    // MARK: Skipping one node

    @Test("Skipping one row makes that row leave, and the other row continues")
    func row() throws {
        var script = try crowd()
        try script.apply(.skip(node: "gifts/1"), at: 1)
        #expect(script.senders(at: 1.1) == "A B")
        #expect(script.senders(at: 1.25) == "A C")
        #expect(try #require(script.row(0, at: 1.1)).opacity == 1)
        let reasons = script.room.takeMilestones().filter { $0.step == .left(.skipped) }
        #expect(reasons.map(\.id) == ["B"])
    }

    @Test("Skipping a row or card that is already leaving changes nothing")
    func leaving() throws {
        var script = try crowd()
        try script.apply(.skip(node: "gifts/0"), at: 1)
        try script.apply(.skip(node: "gifts/0"), at: 1.125)
        #expect(script.senders(at: 1.25) == "C B")
        try script.call("X", at: 2)
        try script.apply(.skip(node: "call/X"), at: 3)
        try script.apply(.skip(node: "call/X"), at: 3.25)
        #expect(script.card("X", at: 3.5 - tick) != nil)
        #expect(script.card("X", at: 3.5) == nil)
    }

    @Test("Skipping one card makes it leave, and the cards below it move up")
    func card() throws {
        var script = Script()
        for name: Text in ["X", "Y", "Z"] { try script.call(name, at: 0) }
        try script.apply(.skip(node: "call/Y"), at: 1)
        #expect(script.standing(at: 1) == ["X", "Z"])
        #expect(try #require(script.card("Z", at: 1.5)).top == 17 + 58)
    }

    @Test("A waiting call enters when the standing call is skipped")
    func waitingCall() throws {
        var script = Script { $0.calls.max = 1 }
        try script.call("X", at: 0)
        try script.control(.hold, at: 0)
        try script.call("Y", at: 0)
        try script.control(.resume, at: 1)
        try script.apply(.skip(node: "call/X"), at: 2)
        #expect(script.standing(at: 2) == ["Y"])
    }

    @Test(
        "Skipping a node that can't leave changes nothing",
        arguments: ["gifts/7", "gifts/01", "gifts", "", "call/D", "counter/n", "caption/main", "C"])
    func nothing(node: Text) throws {
        var script = try crowd()
        try script.call("X", at: 0)
        try script.apply(.counter(name: "n", CounterUpdate(to: 5)), at: 0)
        try script.apply(.caption(Caption(text: "hello")), at: 0)
        let before = script.frame(at: 2)
        #expect(try script.apply(.skip(node: node), at: 1) == .applied)
        #expect(script.frame(at: 2) == before)
    }

    // MARK: The queue

    @Test("A combo removed from the queue is never shown, and the others keep their order")
    func removed() throws {
        var script = try crowd()
        #expect(try script.apply(.deleteCombo(id: "D"), at: 1) == .applied)
        #expect(waiting(script) == ["C", "E"])
        // The sender's next gift starts a new combo at the end of the queue.
        #expect(try script.gift("D", "Rose", id: "D2", at: 1) == .queued(position: 3))
        let ends = script.room.takeMilestones().filter { $0.step == .left(.dismissed) }
        #expect(ends.map(\.id) == ["D"])
    }

    @Test(
        "A combo moves to a position in the queue, or to its end if the position is too large",
        arguments: [
            ("E", 1, ["E", "C", "D"]), ("C", 2, ["D", "C", "E"]), ("C", 3, ["D", "E", "C"]),
            ("D", 99, ["C", "E", "D"]), ("D", 2, ["C", "D", "E"]),
        ] as [(Text, Int, [Text])])
    func moved(combo: Text, place: Int, order: [Text]) throws {
        var script = try crowd()
        #expect(try script.apply(.moveCombo(id: combo, place: place), at: 1) == .applied)
        #expect(waiting(script) == order)
        #expect(script.room.takeMilestones().allSatisfy { $0.step == .entered })
    }

    @Test("A combo moved to the front takes the next free row")
    func next() throws {
        var script = try crowd()
        try script.apply(.moveCombo(id: "E", place: 1), at: 1)
        try script.apply(.skip(node: "gifts/0"), at: 2)
        #expect(script.senders(at: 2.25) == "E B")
    }

    @Test(
        "A combo that is not waiting can't be moved or removed",
        arguments: ["A", "Z", ""] as [Text])
    func missing(combo: Text) throws {
        var script = try crowd()
        for kind in [Event.Kind.deleteCombo(id: combo), .moveCombo(id: combo, place: 1)] {
            #expect(script.room.refusal(of: kind) == .noSuchCombo(combo))
            #expect(throws: Refusal.noSuchCombo(combo)) { try script.apply(kind, at: 1) }
        }
        #expect(waiting(script) == ["C", "D", "E"])
    }

    // MARK: Marks and starts

    @Test("Test gifts and replayed gifts are shown like any other gift")
    func marks() throws {
        let gift = Gift(sender: Person(name: "A"), item: GiftItem(name: "Rose"), count: 3)
        var plain = Script()
        try plain.apply(.gift(gift), id: "g", at: 0)
        for mark in [Event.Mark.test, .replay(of: "old")] {
            var marked = Script()
            #expect(try marked.apply(.gift(gift, mark: mark), id: "g", at: 0) == .shown)
            #expect(marked.room == plain.room)
        }
    }

    @Test("A start event changes nothing on the stage")
    func start() throws {
        var script = try crowd()
        var other = script
        other.room.advance(to: Instant(1))
        #expect(try script.control(.start, at: 1) == .applied)
        #expect(script.room == other.room)
    }
}
