import TestSupport
import Testing
import Texts

@testable import Stage

@Suite("Blocked words")
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

    @Test("A blocked gift is skipped even if the queue is full; a row already shown stays")
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
