import Testing
import Texts
import Timeline

@testable import Stage

/// Ids and names that look the same and are not: equal under Unicode's canonical equivalence
/// (UAX #15), of other bytes.
@Suite("Lookalikes")
struct LookalikesTests {
    static let pairs: [(Text, Text)] = [
        ("\u{E9}", "e\u{301}"), ("K", "\u{212A}"), ("\u{C5}", "\u{212B}"),
        ("a\u{323}\u{307}", "a\u{307}\u{323}"), ("\u{AC00}", "\u{1100}\u{1161}"),
    ]

    @Test("To Swift they are equal, and so they are a test", arguments: pairs)
    func equivalence(one: Text, other: Text) {
        #expect(one.string == other.string)
        #expect(one != other)
    }

    @Test("Senders and gifts are apart, by name and by id", arguments: pairs)
    func gifts(one: Text, other: Text) throws {
        func senders(_ make: (Text) -> Gift) throws -> Int {
            var script = Script { $0.gifts.channels = 8 }
            for text in [one, other, one] { try script.apply(.gift(make(text)), at: 0) }
            return script.frame(at: 1).nodes.count
        }
        let rose = Present(name: "Rose")
        #expect(try senders { Gift(sender: Person(name: $0), present: rose, count: 1) } == 2)
        #expect(
            try senders { Gift(sender: Person(id: $0, name: "A"), present: rose, count: 1) } == 2)
        let ann = Person(name: "Ann")
        #expect(try senders { Gift(sender: ann, present: Present(name: $0), count: 1) } == 2)
        #expect(
            try senders { Gift(sender: ann, present: Present(id: $0, name: "A"), count: 1) } == 2)
    }

    @Test("Those who wait are apart", arguments: pairs)
    func queue(one: Text, other: Text) throws {
        var script = Script { $0.gifts.channels = 1 }
        for sender in ["Ann", one, other] { try script.gift(sender, "Rose", at: 0) }
        #expect(try script.gift(other, "Rose", id: "again", at: 0) == .merged(into: "e3"))
        #expect(script.room.overview.queue.map(\.count) == [1, 2])
    }

    @Test("Callers and calls are apart", arguments: pairs)
    func calls(one: Text, other: Text) throws {
        var script = Script()
        #expect(try script.call(one, at: 0) == .shown)
        #expect(try script.call(other, at: 0) == .shown)
        #expect(try script.call(other, id: "x", at: 0) == .skipped(.repeated))
        try script.apply(.dismiss(call: other), at: 1)
        #expect(script.standing(at: 1).map { Array($0.utf8) } == [Array(one.utf8)])
        #expect(throws: Refusal.self) { try script.apply(.tap(call: other), at: 1) }
    }

    @Test("Counters and the captions' slots are apart", arguments: pairs)
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
