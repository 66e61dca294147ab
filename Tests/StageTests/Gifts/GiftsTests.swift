import Testing
import Texts
import Timeline

@testable import Stage

@Suite("Gifts")
struct GiftsTests {
    // MARK: Arrivals

    @Test("A combo takes the lowest idle channel, and further combos wait in order")
    func channelsFill() throws {
        var script = Script()
        #expect(try script.gift("Ann", "Rose", at: 0) == .shown)
        #expect(try script.gift("Bob", "Rose", at: 0) == .shown)
        #expect(try script.gift("Cid", "Rose", at: 0) == .queued(position: 1))
        #expect(try script.gift("Dan", "Rose", at: 0) == .queued(position: 2))
        #expect(script.senders(at: 0) == "Ann Bob")
        #expect(script.row(1, at: 1)?.top == 370)
        // Two combos wait, so the rest takes 2 s. Both rows are free at 3, and the lowest takes the
        // first combo.
        #expect(script.senders(at: 3 - tick) == "Ann Bob")
        #expect(script.senders(at: 3) == "Cid Dan")
        #expect(script.row(0, at: 3.125)?.left == -76)
    }

    @Test("A gift with the key of a shown combo increases that combo")
    func merging() throws {
        var script = Script()
        try script.gift("Ann", "Rose", 2, id: "first", at: 0)
        #expect(try script.gift("Ann", "Rose", at: 0.1) == .merged(into: "first"))
        #expect(try script.gift("Ann", "Rose", 2, at: 1) == .merged(into: "first"))
        #expect(script.senders(at: 1) == "Ann")
        // Five pops start at 0.25.
        #expect(script.row(0, at: 2.25)?.gift?.count == 5)
        #expect(script.row(0, at: 5.75)?.left == 24)
        #expect(script.row(0, at: 6) == nil)
    }

    @Test("A gift with the key of a waiting combo increases that combo in its place")
    func mergingInQueue() throws {
        var script = Script { $0.gifts.channels = 1 }
        try script.gift("Ann", "Rose", at: 0)
        try script.gift("Bob", "Rose", 2, id: "bob", at: 0)
        try script.gift("Cid", "Rose", at: 0)
        #expect(try script.gift("Bob", "Rose", 3, at: 1) == .merged(into: "bob"))
        // Two combos wait, so Ann rests for 2 s and is gone at 3. Bob pops five times.
        #expect(script.senders(at: 3) == "Bob")
        #expect(script.row(0, at: 5.25)?.gift?.count == 5)
        #expect(script.row(0, at: 5.25)?.gift?.combo == "bob")
    }

    @Test("A full queue refuses a new combo, but accepts more gifts for a known combo")
    func queueLimit() throws {
        var script = Script {
            $0.gifts.channels = 1
            $0.gifts.queueLimit = 2
        }
        try script.gift("Ann", "Rose", at: 0)
        try script.gift("Bob", "Rose", at: 0)
        try script.gift("Cid", "Rose", id: "cid", at: 0)
        let before = script.room
        #expect(throws: Refusal.queueFull(limit: 2)) { try script.gift("Dan", "Rose", at: 0) }
        #expect(script.room == before)
        #expect(try script.gift("Cid", "Rose", at: 0) == .merged(into: "cid"))
        #expect(try script.gift("Ann", "Rose", at: 0) == .merged(into: "e1"))
    }

    @Test("With a queue limit of 0, no combo waits")
    func noQueue() throws {
        var script = Script {
            $0.gifts.channels = 1
            $0.gifts.queueLimit = 0
        }
        #expect(try script.gift("Ann", "Rose", at: 0) == .shown)
        #expect(throws: Refusal.queueFull(limit: 0)) { try script.gift("Bob", "Rose", at: 1) }
        #expect(try script.gift("Bob", "Rose", at: 4) == .shown)
    }

    // MARK: Keys

    struct Pair: CustomTestStringConvertible, Sendable {
        let first: (sender: Person, item: GiftItem)
        let second: (sender: Person, item: GiftItem)
        let isSame: Bool
        let testDescription: String
    }

    static let ann = Person(name: "Ann")
    static let rose = GiftItem(name: "Rose")
    static let pairs = [
        Pair(
            first: (ann, rose), second: (ann, rose), isSame: true, testDescription: "same names"),
        Pair(
            first: (ann, rose), second: (Person(name: "ann"), rose), isSame: false,
            testDescription: "another case"),
        Pair(
            first: (ann, rose), second: (ann, GiftItem(name: "Tulip")), isSame: false,
            testDescription: "another gift"),
        Pair(
            first: (Person(id: "1", name: "Ann"), rose),
            second: (Person(id: "1", name: "Anna"), rose), isSame: true,
            testDescription: "one id, another name"),
        Pair(
            first: (Person(id: "1", name: "Ann"), rose),
            second: (Person(id: "2", name: "Ann"), rose), isSame: false,
            testDescription: "one name, another id"),
        Pair(
            first: (Person(id: "Ann", name: "x"), rose), second: (ann, rose), isSame: false,
            testDescription: "an id like a sender's name"),
        Pair(
            first: (ann, GiftItem(id: "Rose", name: "x")), second: (ann, rose), isSame: false,
            testDescription: "an id like a gift's name"),
        Pair(
            first: (ann, GiftItem(id: "r", name: "Rose")),
            second: (ann, GiftItem(id: "r", name: "Red rose")), isSame: true,
            testDescription: "one gift id, another name"),
        Pair(
            first: (Person(id: "1", name: "Ann"), rose), second: (ann, rose), isSame: false,
            testDescription: "with an id and without"),
        Pair(
            first: (Person(name: "Ann", avatar: "/a.png"), rose),
            second: (Person(name: "Ann", avatar: "/b.png"), rose), isSame: true,
            testDescription: "another picture"),
    ]

    @Test(
        "A combo's key is the ID or name of sender and gift; an ID never equals a name",
        arguments: pairs)
    func keys(_ pair: Pair) throws {
        var script = Script()
        for (sender, item) in [pair.first, pair.second] {
            try script.apply(.gift(Gift(sender: sender, item: item, count: 1)), at: 0)
        }
        #expect(script.frame(at: 0).nodes.count == (pair.isSame ? 1 : 2))
    }

    @Test("A combo keeps the ID, names and pictures of its first gift")
    func firstGiftStands() throws {
        var script = Script()
        let first = Gift(
            sender: Person(id: "1", name: "Ann", avatar: "/a.png"),
            item: GiftItem(id: "r", name: "Rose", image: "/r.png"), count: 1)
        let second = Gift(
            sender: Person(id: "1", name: "Anna", avatar: "/b.png"),
            item: GiftItem(id: "r", name: "Red rose", image: nil), count: 1)
        try script.apply(.gift(first), id: "one", at: 0)
        try script.apply(.gift(second), id: "two", at: 0.5)
        let gift = try #require(script.row(0, at: 1)?.gift)
        #expect(gift.count == 2)
        #expect(gift.combo == "one")
        #expect(gift.sender == "Ann" && gift.avatar == "/a.png")
        #expect(gift.gift == "Rose" && gift.image == "/r.png")
    }

    @Test("A leaving combo takes no more gifts, and its key starts a new combo")
    func leavingTakesNothing() throws {
        var script = Script()
        try script.gift("Ann", "Rose", at: 0)
        #expect(try script.gift("Ann", "Rose", id: "next", at: 3.8) == .shown)
        #expect(script.senders(at: 3.8) == "Ann Ann")
        #expect(script.row(0, at: 3.9)?.gift?.count == 1)
        #expect(script.row(1, at: 3.925)?.left == -76)
        #expect(script.row(1, at: 4)?.gift?.combo == "next")
    }

    // MARK: At one instant

    @Test("Transitions due at an instant happen before a gift at that instant")
    func transitionsFirst() throws {
        var script = Script { $0.gifts.channels = 1 }
        try script.gift("Ann", "Rose", at: 0)
        var early = script
        #expect(try early.gift("Ann", "Rose", at: 3.75 - tick) == .merged(into: "e1"))
        // At 3.75 the row has begun to leave; at 4 it is idle.
        var atExit = script
        #expect(try atExit.gift("Ann", "Rose", at: 3.75) == .queued(position: 1))
        #expect(try script.gift("Ann", "Rose", at: 4) == .shown)
        #expect(script.row(0, at: 4)?.left == -176)
    }

    @Test("A waiting combo takes a free channel before a new gift at the same instant")
    func queueFirst() throws {
        var script = Script { $0.gifts.channels = 1 }
        try script.gift("Ann", "Rose", at: 0)
        try script.gift("Bob", "Rose", at: 1)
        #expect(try script.gift("Cid", "Rose", at: 4) == .queued(position: 1))
        #expect(script.senders(at: 4) == "Bob")
    }

    // MARK: Turn

    /// One channel with turns of 2 s. Ann gives 40 at 0 s, and Bob waits from 0.1 s.
    private func longCombo() throws -> Script {
        var script = Script {
            $0.gifts.channels = 1
            $0.gifts.turn = Duration(seconds: 2)
        }
        try script.gift("Ann", "Rose", 40, at: 0)
        try script.gift("Bob", "Rose", at: 0.1)
        return script
    }

    @Test(
        "A combo past its turn shows the rest of its count in one step",
        arguments: [(0.25, 1), (0.75, 8), (1.25, 14), (1.75, 19), (2.25 - tick, 19), (2.25, 40)])
    func turnEnds(at: Double, count: Int) throws {
        let script = try longCombo()
        #expect(script.row(0, at: at)?.gift?.count == count)
        // One combo waits, so the row rests for 2.4 s after the pop that ends at 2.75.
        #expect(script.senders(at: 5.4 - tick) == "Ann")
        #expect(script.senders(at: 5.4) == "Bob")
    }

    @Test("A combo past its turn takes no more gifts, and they wait at the end of the queue")
    func pastTurn() throws {
        var script = try longCombo()
        #expect(try script.gift("Ann", "Rose", at: 2 - tick) == .merged(into: "e1"))
        #expect(try script.gift("Ann", "Rose", 2, id: "more", at: 2) == .queued(position: 2))
        #expect(try script.gift("Ann", "Rose", at: 3) == .merged(into: "more"))
        #expect(script.row(0, at: 2.25)?.gift?.count == 41)
    }

    @Test("A turn ends only while a combo waits, and never if its length is 0")
    func noTurn() throws {
        var alone = Script {
            $0.gifts.channels = 1
            $0.gifts.turn = Duration(seconds: 2)
        }
        try alone.gift("Ann", "Rose", 40, at: 0)
        #expect(try alone.gift("Ann", "Rose", at: 3) == .merged(into: "e1"))
        #expect(alone.row(0, at: 3.25)?.gift?.count != 41)

        var endless = Script {
            $0.gifts.channels = 1
            $0.gifts.turn = .zero
        }
        try endless.gift("Ann", "Rose", 40, at: 0)
        try endless.gift("Bob", "Rose", at: 0)
        #expect(try endless.gift("Ann", "Rose", at: 3) == .merged(into: "e1"))
    }

    @Test("If two channels show the same key, the lower one grows")
    func lowestGrows() throws {
        var script = Script {
            $0.gifts.turn = Duration(seconds: 1)
            $0.gifts.linger = Duration(seconds: 60)
            $0.gifts.hurry = 0
        }
        try script.gift("Ann", "Rose", id: "low", at: 0)
        try script.gift("Bob", "Rose", at: 0)
        try script.gift("Cid", "Rose", at: 1)
        try script.gift("Ann", "Rose", id: "high", at: 1.5)
        try script.configure(at: 2) { $0.gifts.channels = 4 }
        #expect(script.senders(at: 2) == "Ann Bob Cid Ann")
        #expect(try script.gift("Ann", "Rose", at: 3) == .merged(into: "low"))
        #expect(script.row(0, at: 3)?.gift?.count == 2)
    }
}
