import Testing
import Texts
import Timeline

@testable import Stage

/// IDs and names that are canonically equivalent in Unicode (UAX #15), but have different bytes.
@Suite("Lookalikes")
struct LookalikesTests {
    static let pairs: [(Text, Text)] = [
        ("\u{E9}", "e\u{301}"), ("K", "\u{212A}"), ("\u{C5}", "\u{212B}"),
        ("a\u{323}\u{307}", "a\u{307}\u{323}"), ("\u{AC00}", "\u{1100}\u{1161}"),
    ]

    @Test("The two texts of a pair are equal as String and different as Text", arguments: pairs)
    func equivalence(one: Text, other: Text) {
        #expect(one.string == other.string)
        #expect(one != other)
    }

    @Test("Lookalike senders and gifts make separate combos, by name and by ID", arguments: pairs)
    func gifts(one: Text, other: Text) throws {
        func senders(_ make: (Text) -> Gift) throws -> Int {
            var script = Script { $0.gifts.channels = 8 }
            for text in [one, other, one] { try script.apply(.gift(make(text)), at: 0) }
            return script.frame(at: 1).nodes.count
        }
        let rose = GiftItem(name: "Rose")
        #expect(try senders { Gift(sender: Person(name: $0), item: rose, count: 1) } == 2)
        #expect(
            try senders { Gift(sender: Person(id: $0, name: "A"), item: rose, count: 1) } == 2)
        let ann = Person(name: "Ann")
        #expect(try senders { Gift(sender: ann, item: GiftItem(name: $0), count: 1) } == 2)
        #expect(
            try senders { Gift(sender: ann, item: GiftItem(id: $0, name: "A"), count: 1) } == 2)
    }

    @Test("Lookalike senders wait as separate combos", arguments: pairs)
    func queue(one: Text, other: Text) throws {
        var script = Script { $0.gifts.channels = 1 }
        for sender in ["Ann", one, other] { try script.gift(sender, "Rose", at: 0) }
        #expect(try script.gift(other, "Rose", id: "again", at: 0) == .merged(into: "e3"))
        #expect(script.room.overview.queue.map(\.count) == [1, 2])
    }

    @Test("Lookalike callers and call IDs are distinct", arguments: pairs)
    func calls(one: Text, other: Text) throws {
        var script = Script()
        #expect(try script.call(one, at: 0) == .shown)
        #expect(try script.call(other, at: 0) == .shown)
        #expect(try script.call(other, id: "x", at: 0) == .skipped(.repeated))
        try script.apply(.dismiss(call: other), at: 1)
        #expect(script.standing(at: 1).map { Array($0.utf8) } == [Array(one.utf8)])
        #expect(throws: Refusal.self) { try script.apply(.tap(call: other), at: 1) }
    }

    @Test("Lookalike counter names and caption slots are distinct", arguments: pairs)
    func rows(one: Text, other: Text) throws {
        var script = Script()
        for (number, name) in [one, other].enumerated() {
            try script.apply(.counter(name: name, CounterUpdate(to: Double(number))), at: 0)
            var caption = Caption(text: name)
            caption.slot = name
            try script.apply(.caption(caption), at: 0)
        }
        #expect(script.frame(at: 1).nodes.count == 4)
        try script.apply(.deleteCounter(name: one), at: 1)
        #expect(script.room.overview.counters.map { Array($0.name.utf8) } == [Array(other.utf8)])
    }
}
