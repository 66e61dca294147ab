import Testing
import Texts
import Timeline

@testable import Stage

/// Section 15 of the specification. All expected numbers were calculated by hand: a row moves and fades in 0.4 s with
/// `easeInOut`, which is 1/2 at half time. A number moves in 0.6 s with `easeOut`, which is 7/8 at half time.
@Suite("Leaders")
struct LeadersTests {
    /// A room whose board compares counts, on a stage without other widgets.
    private func script(
        rows: Int = 5, _ change: (inout Configuration) -> Void = { _ in }
    ) -> Script {
        Script {
            $0.leaders.enabled = true
            $0.leaders.by = .count
            $0.leaders.rows = rows
            $0.gifts.enabled = false
            change(&$0)
        }
    }

    private func row(_ script: Script, _ name: Text, at seconds: Double) -> LeaderContent.Row? {
        guard case .leader(let content)? = script.node("leader/name:\(name)", at: seconds)?.content
        else { return nil }
        return content.row
    }

    private func value(_ script: Script, _ name: Text, at seconds: Double) -> Double? {
        row(script, name, at: seconds).map { Double($0.value.units) / 100 }
    }

    private func top(_ script: Script, _ name: Text, at seconds: Double) -> Double? {
        script.node("leader/name:\(name)", at: seconds)?.top
    }

    private func opacity(_ script: Script, _ name: Text, at seconds: Double) -> Double? {
        script.node("leader/name:\(name)", at: seconds)?.opacity
    }

    /// The names and sums on the board, by place.
    private func board(_ script: Script) -> [String] {
        script.room.overview.leaders.map { "\($0.place) \($0.name) \($0.worth)/\($0.count)" }
    }

    private func gift(
        _ sender: Person, _ count: Int = 1, value: Double? = nil, currency: Text? = nil,
        mark: Event.Mark? = nil
    ) -> Event.Kind {
        .gift(
            Gift(
                sender: sender, item: GiftItem(name: "Thing", value: value, currency: currency),
                count: count),
            mark: mark)
    }

    // MARK: Motion

    @Test("A new row fades in at its place with its sum")
    func appears() throws {
        var script = script()
        try script.gift("Ann", "Thing", 3, at: 1)
        #expect(opacity(script, "Ann", at: 1) == 0)
        #expect(opacity(script, "Ann", at: 1.2) == 0.5)
        #expect(opacity(script, "Ann", at: 1.4) == 1)
        #expect(value(script, "Ann", at: 1) == 3)
        #expect(top(script, "Ann", at: 1) == 200)
        #expect(row(script, "Ann", at: 1)?.born == Instant(1))
        #expect(row(script, "Ann", at: 1)?.rose == nil)
        script.room.advance(to: Instant(1.4))
        #expect(!script.room.isMoving)
        #expect(script.room.due == nil)
    }

    @Test("A sender with a larger sum passes above, and nodes stay in the order of their arrival")
    func passes() throws {
        var script = script()
        try script.gift("Ann", "Thing", 3, at: 0)
        try script.gift("Bob", "Thing", 2, at: 0)
        try script.gift("Bob", "Thing", 3, at: 1)
        #expect([1, 1.2, 1.4].map { top(script, "Bob", at: $0) } == [232, 216, 200])
        #expect([1, 1.2, 1.4].map { top(script, "Ann", at: $0) } == [200, 216, 232])
        #expect(row(script, "Bob", at: 1)?.place == 1)
        #expect(row(script, "Bob", at: 1)?.rose == Instant(1))
        #expect(row(script, "Ann", at: 1)?.rose == nil)
        #expect(
            script.frame(at: 2).nodes.map(\.id) == ["leader/name:Ann", "leader/name:Bob"])
    }

    // At 0.3 s the number is 8 + 7/8 · 8 = 15, then 15 + 7/8 · 11 = 24.625.
    @Test("A number moves from what is shown to the new sum")
    func eases() throws {
        var script = script()
        try script.gift("Ann", "Thing", 8, at: 0)
        try script.gift("Ann", "Thing", 8, at: 1)
        #expect([1, 1.3, 1.6].map { value(script, "Ann", at: $0) } == [8, 15, 16])
        try script.gift("Ann", "Thing", 10, at: 1.3)
        #expect([1.3, 1.6, 1.9].map { value(script, "Ann", at: $0) } == [15, 24.63, 26])
    }

    @Test("A row that goes fades out at its place while its number moves on")
    func goes() throws {
        var script = script(rows: 1)
        try script.gift("Ann", "Thing", 8, at: 0)
        try script.gift("Ann", "Thing", 8, at: 1)
        try script.gift("Bob", "Thing", 20, at: 1.1)
        #expect([1.1, 1.3, 1.499999].map { opacity(script, "Ann", at: $0) } == [1, 0.5, 0])
        #expect(value(script, "Ann", at: 1.3) == 15)
        #expect(top(script, "Ann", at: 1.3) == 200)
        #expect(opacity(script, "Ann", at: 1.5) == nil)
        #expect(top(script, "Bob", at: 1.3) == 200)
    }

    // Ann moves to the second place and is half way when she goes: 200 + 32 / 2.
    @Test("A row that goes stops, and continues from there when it comes back")
    func comesBack() throws {
        var script = script(rows: 2)
        try script.gift("Ann", "Thing", 3, at: 0)
        try script.gift("Bob", "Thing", 5, at: 1)
        try script.gift("Cem", "Thing", 9, at: 1.2)
        #expect([1.2, 1.3, 1.5].map { top(script, "Ann", at: $0) } == [216, 216, 216])
        #expect(row(script, "Ann", at: 1.4)?.place == 2)
        try script.gift("Ann", "Thing", 20, at: 1.4)
        #expect([1.4, 1.6, 1.8].map { top(script, "Ann", at: $0) } == [216, 208, 200])
        #expect([1.4, 1.6, 1.8].map { opacity(script, "Ann", at: $0) } == [0.5, 0.75, 1])
        #expect(row(script, "Ann", at: 1.4)?.born == Instant(1.4))
        #expect(row(script, "Ann", at: 1.4)?.rose == Instant(1.4))
        #expect(
            script.frame(at: 1.5).nodes.map(\.id)
                == ["leader/name:Ann", "leader/name:Bob", "leader/name:Cem"])
    }

    @Test("With a title all rows are one place lower, and the title goes with the last row")
    func title() throws {
        var script = script { $0.leaders.title = "Top" }
        #expect(script.frame(at: 0).nodes.isEmpty)
        try script.gift("Ann", "Thing", 3, at: 1)
        let nodes = script.frame(at: 1).nodes
        #expect(nodes.map(\.id) == ["leader/title", "leader/name:Ann"])
        #expect(nodes.map(\.top) == [200, 232])
        #expect(nodes[0].opacity == 1)
        #expect(nodes[0].content == .leader(LeaderContent(text: "Top")))
        try script.control(.resetLeaders, at: 2)
        #expect(script.frame(at: 2.399999).nodes.count == 2)
        #expect(script.frame(at: 2.4).nodes.isEmpty)
        try script.configure(at: 3) { $0.leaders.title = "" }
        try script.gift("Ann", "Thing", 3, at: 3)
        #expect(script.frame(at: 3).nodes.map(\.top) == [200])
    }

    @Test("With a move of 0 s rows appear, move and go at once")
    func instant() throws {
        var script = script(rows: 1) { $0.leaders.move = .zero }
        try script.gift("Ann", "Thing", 3, at: 1)
        #expect(opacity(script, "Ann", at: 1) == 1)
        try script.gift("Bob", "Thing", 5, at: 1)
        #expect(script.frame(at: 1).nodes.map(\.id) == ["leader/name:Bob"])
    }

    // FNV-1a of the texts "name:小明" and "id:Ann", computed by another program.
    @Test("A row's seed comes from its sender's identity")
    func seeds() throws {
        var script = script()
        try script.gift("小明", "Thing", at: 0)
        try script.apply(gift(Person(id: "Ann", name: "Zoë")), at: 0)
        #expect(row(script, "小明", at: 0)?.seed == 45_414)
        guard case .leader(let content)? = script.node("leader/id:Ann", at: 0)?.content else {
            Issue.record("no row")
            return
        }
        #expect(content.row?.seed == 63_685)
        #expect(content.row?.name == "Zoë")
    }

    // MARK: Sums

    @Test("Of equal sums, the one that was reached first comes first")
    func ties() throws {
        var script = script()
        try script.gift("Ann", "Thing", 5, id: "first", at: 0)
        try script.gift("Bob", "Thing", 5, at: 0)
        #expect(board(script) == ["1 Ann 0/5", "2 Bob 0/5"])
        let two = Gift(sender: Person(name: "Ann"), item: GiftItem(name: "Thing"), count: 2)
        try script.apply(.takeBack(TakenBack(id: "first", seq: 1, given: .init(two))), at: 1)
        #expect(board(script) == ["1 Bob 0/5", "2 Ann 0/3"])
        try script.gift("Ann", "Thing", 2, at: 2)
        #expect(board(script) == ["1 Bob 0/5", "2 Ann 0/5"])
    }

    @Test("A gift without a value does not change the order of values")
    func byValue() throws {
        var script = script { $0.leaders.by = .value }
        try script.apply(gift(Person(name: "Ann"), 2, value: 10), at: 0)
        try script.apply(gift(Person(name: "Bob"), 1, value: 20), at: 0)
        try script.apply(gift(Person(name: "Ann"), 7), at: 1)
        try script.apply(gift(Person(name: "Cem"), 7), at: 1)
        #expect(board(script) == ["1 Ann 20/9", "2 Bob 20/1"])
        try script.configure(at: 2) { $0.leaders.by = .count }
        #expect(board(script) == ["1 Ann 20/9", "2 Cem 0/7", "3 Bob 20/1"])
        #expect(value(script, "Ann", at: 2) == 20)
        #expect(value(script, "Ann", at: 2.6) == 9)
    }

    @Test("Foreign money adds its count but no worth, and tests and replays add neither")
    func worth() throws {
        var script = script()
        let ann = Person(name: "Ann")
        try script.apply(gift(ann, 3, value: 100, currency: "EUR"), at: 0)
        try script.apply(gift(ann, 2, value: 100, currency: "USD"), at: 0)
        try script.apply(gift(ann, 50, value: 1, mark: .test), at: 0)
        try script.apply(gift(ann, 50, value: 1, mark: .replay(of: "e1")), at: 0)
        #expect(board(script) == ["1 Ann 200/5"])
    }

    @Test("A sum stops at 2⁵³ − 1")
    func largest() throws {
        var script = script { $0.leaders.by = .value }
        for second in 0..<3 {
            try script.apply(
                gift(Person(name: "Ann"), 1_000_000, value: 1e12), at: Double(second))
        }
        #expect(board(script) == ["1 Ann 9007199254740991/3000000"])
        #expect(row(script, "Ann", at: 3)?.value.units == 900_719_925_474_099_100)
    }

    @Test("Gifts count from the moment at which the board is first on, also while it is off")
    func counting() throws {
        var script = script { $0.leaders.enabled = false }
        try script.gift("Ann", "Thing", 1, at: 0)
        try script.configure(at: 1) { $0.leaders.enabled = true }
        #expect(board(script) == [])
        try script.gift("Ann", "Thing", 2, at: 2)
        try script.configure(at: 3) { $0.leaders.enabled = false }
        #expect(script.frame(at: 3).nodes.isEmpty)
        try script.gift("Ann", "Thing", 4, at: 4)
        try script.configure(at: 5) { $0.leaders.enabled = true }
        #expect(board(script) == ["1 Ann 0/6"])
        #expect(value(script, "Ann", at: 5) == 6)
        #expect(row(script, "Ann", at: 5)?.born == Instant(5))
    }

    @Test("A retraction subtracts only gifts that came after the last reset, and never below 0")
    func retraction() throws {
        var script = script()
        try script.gift("Ann", "Thing", 5, id: "old", at: 0)
        try script.control(.resetLeaders, at: 1)
        try script.gift("Ann", "Thing", 3, id: "new", at: 2)
        func takeBack(_ id: Text, _ count: Int, seq: Int64, at seconds: Double) throws {
            let gift = Gift(
                sender: Person(name: "Ann"), item: GiftItem(name: "Thing"), count: count)
            try script.apply(
                .takeBack(TakenBack(id: id, seq: seq, given: .init(gift))), at: seconds)
        }
        try takeBack("old", 5, seq: 1, at: 3)
        #expect(board(script) == ["1 Ann 0/3"])
        try takeBack("new", 9, seq: 3, at: 4)
        #expect(board(script) == [])
        #expect(opacity(script, "Ann", at: 4.2) == 0.5)
        #expect(value(script, "Ann", at: 4.3) == 0.38)
    }

    // MARK: Hidden senders

    @Test("All anonymous senders together have a row, but only if the setting asks for it")
    func anonymous() throws {
        var script = script()
        let senders = [
            Person(name: "anonymous"), Person(id: "kofi:?7", name: "anonymous"),
            Person(id: "twitch:?8", name: "Somebody"), Person(id: "9", name: "anonymous"),
        ]
        for sender in senders { try script.apply(gift(sender, 2), at: 0) }
        #expect(script.room.overview.leaders.map(\.key) == ["id:9"])
        try script.configure(at: 1) { $0.leaders.anonymous = true }
        #expect(script.room.overview.leaders.map(\.key) == ["name:anonymous", "id:9"])
        #expect(board(script)[0] == "1 Somebody 0/6")
        try script.configure(at: 2) { $0.leaders.anonymous = false }
        #expect(script.room.overview.leaders.map(\.key) == ["id:9"])
    }

    @Test(
        "A sender with a blocked name is counted and not shown, also if the word is blocked later")
    func blocked() throws {
        var script = script { $0.sources.blocked = "spam" }
        try script.gift("Spam", "Thing", 5, at: 0)
        try script.gift("Ann", "Thing", 3, at: 0)
        #expect(board(script) == ["1 Ann 0/3"])
        try script.configure(at: 1) { $0.sources.blocked = "ann" }
        #expect(board(script) == ["1 Spam 0/5"])
        try script.configure(at: 2) { $0.sources.blocked = "" }
        #expect(board(script) == ["1 Spam 0/5", "2 Ann 0/3"])
        // Only the newest name decides.
        let ids = ["Good", "Ann", "Good"].map { Person(id: "1", name: $0) }
        for (index, person) in ids.enumerated() {
            try script.configure(at: 3) { $0.sources.blocked = index == 1 ? "ann" : "" }
            try script.apply(gift(person, 9), at: 3)
            #expect(script.room.overview.leaders.map(\.key).contains("id:1") == (index != 1))
        }
    }

    @Test("A name is cut to 60 characters and 240 bytes")
    func names() throws {
        var script = script()
        let family = "👨‍👩‍👧‍👦"
        for (id, name) in [String(repeating: "n", count: 61), String(repeating: family, count: 11)]
            .enumerated()
        {
            try script.apply(gift(Person(id: "\(id)", name: Text(name)), 2 - id), at: 0)
        }
        // A family of four has 25 bytes.
        #expect(
            script.room.overview.leaders.map(\.name) == [
                Text(String(repeating: "n", count: 60)), Text(String(repeating: family, count: 9)),
            ])
    }

    // MARK: Many senders

    @Test("Of 10,000 senders the one with the smallest sum gives way, but only to a larger sum")
    func limit() throws {
        var script = script(rows: 1)
        for number in 1...10_000 {
            try script.gift("s\(number)", "Thing", number == 10_000 ? 5 : 2, at: 0)
        }
        func senders() -> Set<Text> {
            Set(script.room.overview.leaders(20_000).map(\.key))
        }
        try script.gift("small", "Thing", 2, at: 1)
        #expect(senders().count == 10_000)
        #expect(!senders().contains("name:small"))
        // The first sender gives again, so the second one's last gift is the oldest.
        try script.gift("s1", "Thing", 1, at: 1)
        try script.gift("large", "Thing", 3, at: 2)
        #expect(senders().count == 10_000)
        #expect(senders().contains("name:large"))
        #expect(senders().contains("name:s1"))
        #expect(!senders().contains("name:s2"))
    }

    @Test("Only the first 50 senders keep their pictures")
    func pictures() throws {
        var script = script()
        for number in 1...60 {
            let person = Person(name: "s\(number)", avatar: "/\(number).png")
            try script.apply(gift(person, 100 - number), at: 0)
        }
        func pictured() -> [Int] {
            script.room.overview.leaders(100).filter { $0.avatar != nil }.map(\.place)
        }
        #expect(pictured() == Array(1...50))
        try script.apply(gift(Person(name: "s60", avatar: "/new.png"), 100), at: 1)
        #expect(pictured() == Array(1...50))
        #expect(script.room.overview.leaders(1)[0].avatar == "/new.png")
        // s1 falls behind. s50 has lost its picture and moves up to the 50th place.
        let first = Gift(sender: Person(name: "s1"), item: GiftItem(name: "Thing"), count: 99)
        try script.apply(.takeBack(TakenBack(id: "e1", seq: 1, given: .init(first))), at: 2)
        #expect(pictured() == Array(1...49))
    }
}
