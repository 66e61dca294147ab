import Testing
import Texts
import Timeline

@testable import Stage

/// Section 9 of docs/behaviour.md.
@Suite("Catalogue")
struct CatalogueTests {
    private func entry(_ key: Text, _ change: (inout CatalogueEntry) -> Void = { _ in })
        -> CatalogueEntry
    {
        var entry = CatalogueEntry(key: key)
        change(&entry)
        return entry
    }

    private func gift(_ item: GiftItem) -> Event.Kind {
        .gift(Gift(sender: Person(name: "Ann"), item: item, count: 1))
    }

    @Test("A new room has twelve gifts with values and pictures")
    func standard() {
        let entries = Configuration().catalogue.entries
        #expect(
            entries.map(\.key) == [
                "rose", "heart", "star", "coffee", "lipstick", "cake", "crown", "fireworks",
                "diamond", "car", "rocket", "castle",
            ])
        #expect(
            entries.map(\.value) == [1, 5, 10, 20, 30, 50, 100, 200, 500, 1000, 2000, 5000])
        #expect(entries[7].name == "Fireworks" && entries[7].image == "/web/gifts/fireworks.svg")
        #expect(entries.allSatisfy { $0.sound == nil && $0.effect?.file == nil })
    }

    // É is not an ASCII letter, and the Kelvin sign (U+212A) differs from K.
    @Test(
        "A lookup prefers the exact key, then the first key that differs only in ASCII case",
        arguments: [
            ("roSe", "roSe"), ("ROSE", "Rose"), ("rose", "Rose"), ("É", "É"), ("é", nil),
            ("k", "K"), ("\u{212A}", nil), ("zebra", nil),
        ] as [(Text, Text?)])
    func lookup(word: Text, key: Text?) {
        let catalogue = Catalogue(["rOse", "Rose", "roSe", "É", "K"].map { entry($0) })
        #expect(catalogue.entry(of: GiftItem(name: word))?.key == key)
        #expect(catalogue.entry(of: GiftItem(id: word, name: "none"))?.key == key)
        #expect(catalogue.entry(of: GiftItem(id: "none", name: word)) == nil)
    }

    @Test("A catalogue entry completes a gift, but replaces the name only of a gift without an ID")
    func completion() throws {
        var script = Script { $0.gifts.channels = 4 }
        try script.apply(gift(GiftItem(name: "rose")), at: 0)
        try script.apply(gift(GiftItem(id: "CASTLE", name: "Schloss")), at: 0)
        try script.apply(gift(GiftItem(name: "car", image: "/c.png")), at: 0)
        try script.apply(gift(GiftItem(name: "Tulip")), at: 0)
        let shown = script.frame(at: 0).nodes.compactMap(\.gift)
        #expect(shown.map(\.gift) == ["Rose", "Schloss", "Car", "Tulip"])
        #expect(
            shown.map(\.image) == [
                "/web/gifts/rose.svg", "/web/gifts/castle.svg", "/c.png", nil,
            ])
    }

    @Test("The catalogue does not change the keys of combos, also after a restore")
    func keys() throws {
        var script = Script { $0.gifts.channels = 2 }
        try script.apply(gift(GiftItem(name: "rose")), at: 0)
        #expect(try script.apply(gift(GiftItem(name: "Rose")), at: 0) == .shown)
        try script.gift("Bob", "rose", at: 0)
        script.room = Room(configuration: script.room.configuration, state: script.room.state)
        #expect(
            try script.apply(gift(GiftItem(name: "rose")), at: 0.1) == .merged(into: "e1"))
        #expect(try script.gift("Bob", "rose", at: 0.1) == .merged(into: "e3"))
        #expect(script.row(0, at: 0.1)?.gift?.gift == "Rose")
    }

    @Test("A changed catalogue affects only later gifts")
    func later() throws {
        var script = Script { $0.gifts.channels = 1 }
        try script.gift("Ann", "star", at: 0)
        try script.gift("Bob", "star", at: 0)
        try script.configure(at: 1) { configuration in
            configuration.catalogue = Catalogue([entry("star") { $0.name = "Sun" }])
        }
        try script.gift("Cid", "star", at: 1)
        #expect(script.row(0, at: 2)?.gift?.gift == "Star")
        #expect(script.room.overview.queue.map(\.gift) == ["Star", "Sun"])
    }

    @Test("A goal matches gifts as sent or as completed; the catalogue supplies missing values")
    func goals() throws {
        var script = Script()
        var update = GoalUpdate(title: "t", target: 9)
        update.measure = .value
        update.gift = "castle"
        try script.apply(.goal(name: "g", update), at: 0)
        let presents = [
            GiftItem(name: "CASTLE"), GiftItem(id: "castle", name: "A", value: 7),
            GiftItem(id: "a", name: "castle"), GiftItem(name: "Rose"),
        ]
        for item in presents { try script.apply(gift(item), at: 0) }
        #expect(script.room.overview.goals.map(\.amount) == [5007])
    }

    @Test("Ticker cards show completed gifts")
    func ticker() throws {
        var script = Script {
            $0.ticker.enabled = true
            $0.gifts.enabled = false
        }
        try script.gift("Ann", "rose", at: 0)
        guard case .ticker(let card)? = script.frame(at: 0).nodes.first?.content else {
            Issue.record("the card is not shown")
            return
        }
        #expect(card.gift == "Rose" && card.image == "/web/gifts/rose.svg")
    }
}
