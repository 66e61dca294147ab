import TestSupport
import Testing
import Texts
import Timeline

@testable import Stage

@Suite("Blocked words and senders")
struct BlocklistTests {
    @Test(
        "A blocked word matches whole words in any case and width; * also matches inside words",
        arguments: [
            ("ass", "what an ASS!", true), ("ass", "first class", false), ("ass", "ass", true),
            ("*ass", "class", true), ("*ass", "classy", false), ("ass*", "assets", true),
            ("*ass*", "classy", true), ("*", "anything", false), ("", "anything", false),
            (" , ,,", " , ", false), ("foo, bar baz ", "a bar baz.", true),
            ("bar baz", "bar  baz", false), ("ass", "\u{FF21}\u{FF33}\u{FF33}", true),
            ("ass", "a\u{301}s\u{200B}s\u{FE0F}", true), ("a\u{AD}ss", "ass", true),
            ("caf\u{E9}", "cafe", false), ("caf\u{E9}", "un caf\u{E9}!", true),
            ("坏", "大坏人", true), ("hers, his, she, he*", "ushers", false),
            ("*hers, his", "ushers", true), ("abcd, *bc", "abc", true), ("a*b", "a*b", true),
            ("a1", "a12", false), ("😀", "a😀b", true),
        ] as [(Text, Text, Bool)])
    func match(words: Text, text: Text, isBlocked: Bool) {
        #expect(Blocklist(words).blocks(text) == isBlocked)
    }

    @Test("A list of words blocks a text exactly if one of its words alone blocks it")
    func together() {
        var random = SeededGenerator(seed: 7)
        func word(upTo length: Int) -> String {
            String(
                (0..<random.int(in: 1...length)).map { _ in
                    random.element(of: ["a", "b", "c", "*", " "])
                })
        }
        for _ in 0..<500 {
            let words = (0..<6).map { _ in word(upTo: 4) }
            let text = Text(word(upTo: 12))
            let each = words.contains { Blocklist(Text($0)).blocks(text) }
            #expect(
                Blocklist(Text(words.joined(separator: ","))).blocks(text) == each,
                "\(words) in \(text)")
        }
    }

    private func script() -> Script { Script { $0.sources.blocked = "rude" } }

    @Test("Events with a blocked word are skipped and not shown, but their gifts count for goals")
    func skipped() throws {
        var script = script()
        try script.apply(.goal(name: "g", GoalUpdate(title: "t", target: 9)), at: 0)
        #expect(try script.gift("Rude", "Rose", 2, at: 0) == .skipped(.blocked))
        #expect(try script.gift("Ann", "a rude gift", 3, at: 0) == .skipped(.blocked))
        #expect(try script.call("rude!", at: 0) == .skipped(.blocked))
        #expect(
            try script.apply(.caption(Caption(text: "so rude")), at: 0) == .skipped(.blocked))
        #expect(script.frame(at: 0).nodes.map(\.id) == ["goal/g"])
        #expect(script.room.overview.goals.first?.amount == 5)
        #expect(script.room.takeMilestones().isEmpty)
        try script.apply(
            .gift(
                Gift(
                    sender: Person(name: "rude"), item: GiftItem(name: "Rose"), count: 1),
                mark: .test), at: 0)
        #expect(script.room.overview.goals.first?.amount == 5)
    }

    @Test(
        "A block removes a sender's shown and waiting items and captions, and goals keep their sums"
    )
    func leaving() throws {
        var script = Script {
            $0.gifts.channels = 1
            $0.calls.max = 2
        }
        let eve = Person(id: "u1", name: "Eve")
        let rose = GiftItem(name: "Rose", value: 7)
        try script.apply(.goal(name: "g", GoalUpdate(title: "t", target: 9)), at: 0)
        try script.apply(.gift(Gift(sender: eve, item: rose, count: 2)), id: "shown", at: 0)
        try script.gift("Ann", "Tulip", id: "ann", at: 0)
        try script.apply(
            .gift(Gift(sender: eve, item: GiftItem(name: "Lily"), count: 1)), id: "waits", at: 0)
        try script.apply(.call(eve), id: "call", at: 0)
        try script.call("Bob", at: 0)
        var caption = Caption(text: "A new follower")
        caption.sender = eve
        try script.apply(.caption(caption), id: "caption", at: 0)
        try script.apply(.caption(Caption(text: "Welcome")), id: "other", at: 0)
        _ = script.room.takeMilestones()
        try script.apply(.block(BlockEntry(kind: .senderID, value: "u1")), at: 1)
        let left = script.room.takeMilestones().filter { $0.step != .entered }
        #expect(
            Set(left) == [
                Milestone(id: "shown", time: Instant(1), step: .left(.skipped)),
                Milestone(id: "waits", time: Instant(1), step: .left(.dismissed)),
                Milestone(id: "call", time: Instant(1), step: .left(.skipped)),
            ])
        #expect(script.senders(at: 4) == "Ann")
        #expect(script.room.overview.calls.map(\.id) == ["Bob"])
        #expect(script.room.overview.goals.first?.amount == 4)
        #expect(try script.apply(.caption(caption), at: 4) == .skipped(.blocked))
    }

    @Test(
        "After a restart, a block still removes the sender's shown effect and the caption about the sender"
    )
    func restarted() throws {
        var script = Script {
            $0.effects.enabled = true
            var entry = CatalogueEntry(key: "Rose")
            entry.effect = EffectMedia(.film(.fireworks), duration: Duration(seconds: 7))
            $0.catalogue = Catalogue([entry])
        }
        let eve = Person(id: "u1", name: "Eve")
        try script.apply(
            .gift(Gift(sender: eve, item: GiftItem(name: "Rose"), count: 1)), at: 0)
        var caption = Caption(text: "A new follower")
        caption.sender = eve
        try script.apply(.caption(caption), at: 0)
        script.room = Room(configuration: script.room.configuration, state: script.room.state)
        #expect(script.frame(at: 1).nodes.count == 3)
        try script.apply(.block(BlockEntry(kind: .senderID, value: "u1")), at: 1)
        #expect(script.frame(at: 3).nodes.isEmpty)
    }

    @Test("A ticker card of a blocked sender is gone at once, and a waiting one never enters")
    func ticker() throws {
        var script = Script {
            $0.gifts.enabled = false
            $0.ticker.enabled = true
        }
        try script.gift("Eve", "Rose", id: "first", at: 0)
        try script.gift("Ann", "Rose", id: "second", at: 0)
        try script.gift("eve", "Rose", id: "third", at: 0)
        try script.apply(.block(BlockEntry(kind: .senderName, value: "Eve")), at: 0.1)
        #expect(script.frame(at: 0.1).nodes.map(\.id) == ["ticker/second"])
        #expect(script.room.overview.tickerQueue.isEmpty)
    }

    @Test(
        "An entry compares a gift's sent and catalogue names, and removes nothing that only the setting blocks"
    )
    func names() throws {
        var script = Script {
            var entry = CatalogueEntry(key: "rose")
            entry.name = "Rosa"
            $0.catalogue = Catalogue([entry])
        }
        try script.gift("Ann", "rose", at: 0)
        try script.configure(at: 0) { $0.sources.blocked = "ann" }
        try script.apply(.block(BlockEntry(kind: .word, value: "other")), at: 0)
        #expect(script.senders(at: 0) == "Ann")
        try script.configure(at: 0) { $0.sources.blocked = "" }
        try script.apply(.block(BlockEntry(kind: .word, value: "rosa")), at: 0)
        #expect(script.senders(at: 3) == "")
        #expect(try script.gift("Ann", "rose", at: 3) == .skipped(.blocked))
        try script.apply(.unblock(BlockEntry(kind: .word, value: "rosa")), at: 3)
        try script.gift("Ann", "rose", at: 3)
        try script.apply(.block(BlockEntry(kind: .word, value: "rose")), at: 4)
        #expect(script.senders(at: 7) == "")
    }

    @Test("Ten thousand waiting combos of a blocked sender leave, and the others stay in order")
    func many() throws {
        var script = Script {
            $0.gifts.channels = 1
            $0.gifts.queueLimit = 10_000
        }
        for number in 0..<10_000 {
            try script.gift(number % 2 == 0 ? "Ann" : "Eve", "gift \(number)", at: 0)
        }
        try script.apply(.block(BlockEntry(kind: .senderName, value: "Eve")), at: 0)
        let waiting = script.room.overview.queue.map(\.gift)
        #expect(waiting == (1..<5000).map { "gift \(2 * $0)" })
        try script.gift("Ann", "gift 9998", at: 0)
        #expect(script.room.overview.queue.last?.count == 2)
    }

    @Test("Entries that block the same count as one")
    func alike() throws {
        var script = Script()
        try script.apply(.block(BlockEntry(kind: .word, value: "spam")), at: 0)
        try script.apply(.block(BlockEntry(kind: .word, value: " SPAM ")), at: 0)
        try script.apply(.block(BlockEntry(kind: .senderID, value: "u")), at: 0)
        try script.apply(.block(BlockEntry(kind: .senderID, value: "U")), at: 0)
        #expect(
            script.room.blockEntries.map(\.text) == ["word:spam", "sender:id:u", "sender:id:U"])
        try script.apply(.unblock(BlockEntry(kind: .word, value: "Spam")), at: 0)
        #expect(script.room.blockEntries.map(\.text) == ["sender:id:u", "sender:id:U"])
    }

    @Test(
        "A new word in the setting leaves shown rows, and skips later gifts even if the queue is full"
    )
    func stays() throws {
        var script = Script {
            $0.gifts.channels = 1
            $0.gifts.queueLimit = 0
        }
        try script.gift("Rude", "Rose", at: 0)
        try script.configure(at: 1) { $0.sources.blocked = "rude" }
        #expect(script.senders(at: 1) == "Rude")
        #expect(try script.gift("rude", "Tulip", at: 1) == .skipped(.blocked))
        #expect(throws: Refusal.self) { try script.gift("Bob", "Tulip", at: 1) }
    }
}
