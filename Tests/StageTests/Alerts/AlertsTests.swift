import Testing
import Texts
import Timeline

@testable import Stage

/// Section 14 of the specification. All expected times and words were worked out by hand.
@Suite("Alerts")
struct AlertsTests {
    private func script(
        _ rules: [AlertRule], _ change: (inout Configuration) -> Void = { _ in }
    ) -> Script {
        Script { configuration in
            configuration.catalogue = Catalogue([])
            configuration.alerts.rules = rules
            change(&configuration)
        }
    }

    private func rule(
        _ name: Text, _ title: Text = "{sender}", _ change: (inout AlertRule) -> Void = { _ in }
    ) -> AlertRule {
        var rule = AlertRule(name: name, title: title)
        change(&rule)
        return rule
    }

    private func gift(
        _ sender: Text, _ value: Double, _ count: Int = 1, message: Text? = nil,
        currency: Text? = nil, origin: Origin? = nil
    ) -> Event.Kind {
        .gift(
            Gift(
                sender: Person(name: sender),
                item: GiftItem(name: "Rose", value: value, currency: currency), count: count,
                message: message, origin: origin))
    }

    private func notice(_ kind: Text, _ sender: Text = "Ann", message: Text? = nil) -> Event.Kind {
        .notice(Notice(kind: kind, sender: Person(name: sender), message: message))
    }

    private func title(_ script: Script, at seconds: Double) -> Text? {
        alert(script, at: seconds)?.title
    }

    private func alert(_ script: Script, at seconds: Double) -> AlertContent? {
        for case .alert(let content) in script.frame(at: seconds).nodes.map(\.content) {
            return content
        }
        return nil
    }

    // MARK: The blocklist

    @Test("A block removes the alerts of its sender, and hides messages with its word")
    func blocking() throws {
        var script = script([rule("all") { $0.duration = Duration(seconds: 2) }])
        try script.apply(notice("follow", "Eve", message: "first"), at: 0)
        try script.apply(notice("follow", "Ann", message: "buy spam"), at: 0)
        try script.apply(notice("follow", "EVE", message: "second"), at: 0)
        try script.apply(.block(BlockEntry(kind: .word, value: "spam")), at: 0.5)
        #expect(alert(script, at: 0.5)?.message == "first")
        try script.apply(.block(BlockEntry(kind: .senderName, value: "Eve")), at: 1)
        #expect(alert(script, at: 1)?.message == nil)
        // It fades for 0.3 s, and the next one starts 0.5 s later.
        let next = try #require(alert(script, at: 1.8))
        #expect(next.name == "Ann" && next.message == nil)
        #expect(alert(script, at: 5) == nil)
    }

    @Test(
        "A block removes alerts whose title names a blocked gift or reward, and stops a blocked speech"
    )
    func blockedTitles() throws {
        var script = script([
            rule("all", "{gift}{title}") {
                $0.showsMessage = false
                $0.speaks = true
            }
        ])
        try script.apply(notice("follow", message: "first"), at: 0)
        let item = GiftItem(name: "Bad Gift")
        try script.apply(
            .notice(Notice(kind: "cheer", sender: Person(name: "Ann"), item: item)), at: 0)
        try script.apply(
            .notice(Notice(kind: "redemption", sender: Person(name: "Ann"), title: "bad!")), at: 0)
        try script.apply(notice("follow", message: "bad words"), id: "spoken", at: 0)
        try script.apply(
            .speech(of: "spoken", src: "/assets/a.wav", duration: Duration(seconds: 1)), at: 0)
        try script.apply(.block(BlockEntry(kind: .word, value: "bad")), at: 0)
        #expect(script.room.overview.alertQueue.map(\.event) == ["e1", "spoken"])
        script.room.advance(to: Instant(20))
        let cues = script.room.takeCues()
        #expect(cues.filter { $0.cause == .speech }.isEmpty)
    }

    @Test("A message that is hidden once is hidden in the alerts of all replays of its event")
    func hiddenReplays() throws {
        var script = script([rule("all")])
        func replay(_ id: Text) -> Event.Kind {
            .notice(
                Notice(kind: "raid", sender: Person(name: "Ann"), message: "Hi"),
                mark: .replay(of: id))
        }
        try script.apply(notice("raid", message: "Hi"), id: "first", at: 0)
        try script.apply(replay("first"), id: "again", at: 0)
        try script.apply(notice("raid", message: "Hi"), id: "other", at: 0)
        _ = script.room.takeMilestones()
        try script.apply(.hideMessage(of: "again"), at: 0)
        #expect(alert(script, at: 0)?.message == nil)
        let hidden = script.room.takeMilestones().filter { $0.step == .messageHidden }
        #expect(Set(hidden.map(\.id)) == ["first", "again"])
        #expect(alert(script, at: 8)?.message == nil)
        #expect(alert(script, at: 14)?.message == "Hi")
        let restored = Room(configuration: script.room.configuration, state: script.room.state)
        #expect(restored == script.room)
    }

    @Test("The end of a clock with a blocked name gives no clock more time")
    func blockedClock() throws {
        var script = script([]) {
            $0.clocks.rules = [
                ClockRule(name: "all", counter: "spam", time: Duration(seconds: 5))
            ]
        }
        try script.apply(.clock(name: "spam", ClockUpdate(left: Duration(seconds: 9))), at: 0)
        try script.apply(.block(BlockEntry(kind: .word, value: "spam")), at: 0)
        let end = Notice(kind: "clock-end", sender: Person(name: "x"), title: "spam")
        try script.apply(.notice(end), id: "clock-end:spam:1", at: 1)
        #expect(script.room.overview.counters.first?.clock?.left == Duration(seconds: 8))
    }

    @Test("A change of the blocklist that does nothing is refused")
    func blockingRefusals() throws {
        var script = script([])
        let entry = BlockEntry(kind: .senderID, value: "u1")
        #expect(throws: Refusal.self) { try script.apply(.unblock(entry), at: 0) }
        for number in 0..<BlockEntry.most {
            let entry = BlockEntry(kind: .senderID, value: "u\(number)")
            try script.apply(.block(entry), at: 0)
            try script.apply(.block(entry), at: 0)
        }
        let more = BlockEntry(kind: .senderID, value: "more")
        #expect(throws: Refusal.self) { try script.apply(.block(more), at: 0) }
        try script.apply(.unblock(entry), at: 0)
        try script.apply(.block(more), at: 0)
        let long = BlockEntry(
            kind: .word, value: Text(String(repeating: "a", count: BlockEntry.maxTotalWordBytes)))
        try script.apply(.unblock(more), at: 0)
        #expect(throws: Refusal.self) { try script.apply(.block(long), at: 0) }
    }

    @Test(
        "Letters that comparisons leave out do not count as letters of an entry",
        arguments: [
            ("word:*a\u{363}\u{364}*", false), ("word:\u{363}\u{364}\u{365}", false),
            ("sender:name:\u{200B}", false), ("word:дурак", true), ("word:傻", true),
            ("word:ab", false), ("word:a1b", true), ("sender:name:x", true),
        ])
    func entries(text: String, isValid: Bool) throws {
        let entry = try #require(BlockEntry(Text(text)))
        #expect((entry.fault == nil) == isValid)
    }

    // MARK: The queue

    @Test("Alerts are shown one after another with a pause between them")
    func oneAtATime() throws {
        var script = script([rule("all") { $0.duration = Duration(seconds: 2) }])
        #expect(try script.apply(notice("follow", "Ann"), at: 0) == .shown)
        #expect(try script.apply(notice("follow", "Bob"), at: 0.1) == .queued(position: 1))
        #expect(title(script, at: 1.99) == "\u{2068}Ann\u{2069}")
        #expect(title(script, at: 2) == nil)
        #expect(title(script, at: 2.49) == nil)
        #expect(title(script, at: 2.5) == "\u{2068}Bob\u{2069}")
        #expect(alert(script, at: 3)?.start == Instant(2.5))
    }

    @Test("An alert fades in and out")
    func fades() throws {
        var script = script([rule("all") { $0.duration = Duration(seconds: 2) }])
        try script.apply(notice("follow"), id: "f", at: 1)
        let alphas = [1, 1.15, 1.3, 2, 2.7, 2.85].map { script.node("alert/f", at: $0)?.alpha }
        #expect(alphas == [0, 0.5, 1, 1, 1, 0.5].map { Thousandths($0) })
        #expect(script.node("alert/f", at: 3) == nil)
    }

    @Test("In the order of worth, the highest goes first and equal ones go as they came")
    func orderOfWorth() throws {
        var script = script([rule("all") { $0.duration = Duration(seconds: 1) }]) {
            $0.alerts.order = .worth
            $0.alerts.gap = .zero
        }
        for (sender, value) in [("first", 1.0), ("low", 2), ("high", 9), ("equal", 9)] {
            try script.apply(gift(Text(sender), value), at: 0)
        }
        let shown = [0.5, 1.5, 2.5, 3.5].map {
            title(script, at: $0)?.string.dropFirst().dropLast()
        }
        #expect(shown == ["first", "high", "equal", "low"])
    }

    @Test("A full queue drops the newest, or the one of the least worth")
    func fullQueue() throws {
        for (order, kept) in [(AlertsConfiguration.Order.arrival, "a"), (.worth, "b")] {
            var script = script([rule("all")]) {
                $0.alerts.queueLimit = 1
                $0.alerts.order = order
            }
            try script.apply(gift("shown", 1), at: 0)
            try script.apply(gift("a", 1), at: 0)
            try script.apply(gift("b", 2), at: 0)
            let waiting = script.room.overview.alertQueue.map(\.title)
            #expect(waiting == ["\u{2068}\(kept)\u{2069}"])
        }
    }

    @Test("A held room starts no alert, and a skip fades the alert out")
    func control() throws {
        var script = script([rule("all")])
        try script.control(.hold, at: 0)
        #expect(try script.apply(notice("follow"), id: "f", at: 0) == .queued(position: 1))
        #expect(alert(script, at: 10) == nil)
        try script.control(.resume, at: 10)
        #expect(alert(script, at: 10)?.start == Instant(10))
        try script.control(.skip, at: 12)
        #expect(alert(script, at: 12.2)?.left == Instant(12))
        #expect(script.node("alert/f", at: 12.15)?.alpha == Thousandths(0.5))
        #expect(alert(script, at: 12.3) == nil)
    }

    @Test("A waiting alert can be moved and removed")
    func steering() throws {
        var script = script([rule("all") { $0.duration = Duration(seconds: 1) }]) {
            $0.alerts.gap = .zero
        }
        for name in ["a", "b", "c", "d"] {
            try script.apply(notice("follow", Text(name)), id: Text(name), at: 0)
        }
        try script.apply(.moveAlert(of: "d", place: 1), at: 0.1)
        try script.apply(.deleteAlert(of: "b"), at: 0.2)
        #expect(script.room.overview.alertQueue.map(\.event) == ["d", "c"])
        #expect(throws: Refusal.noSuchAlert("b")) {
            try script.apply(.deleteAlert(of: "b"), at: 0.3)
        }
        try script.configure(at: 0.4) { $0.alerts.order = .worth }
        #expect(throws: Refusal.alertsInOrderOfWorth) {
            try script.apply(.moveAlert(of: "c", place: 1), at: 0.5)
        }
    }

    // MARK: Rules

    @Test("The first rule that matches makes the alert")
    func firstRule() throws {
        var big = rule("big", "big")
        big.condition.leastWorth = 100
        var gifts = rule("gifts", "gift")
        gifts.condition.type = .gift
        let rules = [big, gifts, rule("rest", "rest")]
        for (kind, expected) in [
            (gift("a", 100), "big"), (gift("a", 99), "gift"), (notice("raid"), "rest"),
            (Event.Kind.call(Person(name: "Ann")), "rest"),
        ] {
            var script = script(rules)
            try script.apply(kind, at: 0)
            #expect(title(script, at: 1) == Text(expected))
        }
    }

    @Test("A condition on a property that the event lacks is not fulfilled")
    func missingProperties() throws {
        let conditions: [(inout EventCondition) -> Void] = [
            { $0.kind = "raid" }, { $0.leastCount = 0 }, { $0.leastMonths = 0 }, { $0.gift = "x" },
            { $0.isMoney = true }, { $0.source = "twitch" },
        ]
        for condition in conditions {
            var script = script([rule("one") { condition(&$0.condition) }])
            try script.apply(.call(Person(name: "Ann")), at: 0)
            #expect(alert(script, at: 1) == nil)
        }
        var script = script([rule("one") { $0.condition.isMoney = false }])
        try script.apply(.call(Person(name: "Ann")), at: 0)
        #expect(alert(script, at: 1) != nil)
    }

    @Test("An event of a delivery whose first event had its turn makes no alert")
    func sameDelivery() throws {
        var script = script([rule("all")])
        let origin = Origin(source: "twitch", with: "first")
        try script.apply(gift("Ann", 5, origin: origin), at: 0)
        #expect(alert(script, at: 1) == nil)
    }

    @Test("Rules with equal conditions share their alerts by weight")
    func weights() throws {
        let rules = [
            rule("none", "none") { $0.weight = 0 }, rule("one", "one"),
            rule("three", "three") { $0.weight = 3 },
        ]
        var counts: [Text: Int] = [:]
        var script = script(rules) { $0.alerts.queueLimit = 0 }
        for turn in 0..<400 {
            try script.apply(notice("follow"), at: Double(turn) * 10)
            counts[title(script, at: Double(turn) * 10 + 1)!, default: 0] += 1
        }
        #expect(counts["none"] == nil)
        #expect((70...130).contains(counts["one"]!))
        #expect(counts["one"]! + counts["three"]! == 400)
    }

    @Test("A combo that grows in parts makes one alert, whose title follows the count")
    func combo() throws {
        var big = rule("big", "{count} {amount}")
        big.condition.leastWorth = 50
        var script = script([big])
        for part in 1...4 { try script.apply(gift("Ann", 10), at: Double(part) / 10) }
        #expect(alert(script, at: 0.45) == nil)
        try script.apply(gift("Ann", 10), at: 0.5)
        #expect(alert(script, at: 0.5)?.title == "5 50")
        for part in 6...8 { try script.apply(gift("Ann", 10), at: Double(part) / 10) }
        #expect(alert(script, at: 1)?.title == "8 80")
        #expect(alert(script, at: 1)?.start == Instant(0.5))
        #expect(script.room.overview.alertQueue.isEmpty)
    }

    @Test("A rule with `only` shows the event as an alert alone, also if the gift queue is full")
    func only() throws {
        var script = script([
            rule("big") {
                $0.condition.leastWorth = 100
                $0.isOnly = true
            }
        ]) {
            $0.gifts.channels = 1
            $0.gifts.queueLimit = 0
        }
        try script.apply(gift("Ann", 1), at: 0)
        let big = gift("Bob", 100)
        #expect(script.room.refusal(of: big) == nil)
        #expect(try script.apply(big, at: 0) == .shown)
        #expect(script.frame(at: 1).nodes.map(\.id.string).sorted() == ["alert/e2", "gifts/0"])
        // The queue of alerts is off, so the gift is treated like any other.
        try script.configure(at: 2) { $0.alerts.enabled = false }
        #expect(throws: Refusal.queueFull(limit: 0)) { try script.apply(big, at: 2) }
    }

    @Test(
        "The film of a rule takes the place of the gift's effect, and calls and notices can have one"
    )
    func film() throws {
        let rules = [rule("all") { $0.film = .film(.crown) }]
        for kind in [gift("Ann", 7), notice("raid"), .call(Person(name: "Ann"))] {
            var script = script(rules)
            try script.apply(kind, id: "x", at: 0)
            guard case .effect(let effect)? = script.node("effect/x", at: 1)?.content else {
                Issue.record("no effect for \(kind)")
                continue
            }
            #expect(effect.film?.film == .crown)
            #expect(effect.duration == Film.crown.duration)
            #expect((effect.film?.gift == nil) == (kind != gift("Ann", 7)))
        }
    }

    // MARK: Words

    @Test(
        "The title is filled with the event's values, and a name cannot reorder the words around it"
    )
    func words() throws {
        var script = script([
            rule("all", "{kind}:{sender}:{gift}:{count}:{months}:{amount}:{title}:{x}:{")
        ])
        let notice = Notice(
            kind: "subscription", sender: Person(name: "A\u{202E}b"), count: 3, months: 12,
            title: "{sender}", item: GiftItem(name: "Tier 1", value: 499, currency: "EUR"))
        try script.apply(.notice(notice), at: 0)
        #expect(
            title(script, at: 1)
                == "subscription:\u{2068}Ab\u{2069}:\u{2068}Tier 1\u{2069}:3:12:14.97 EUR:{sender}:{x}:{"
        )
    }

    @Test("A message with a blocked word is left out; the alert stays")
    func blockedMessage() throws {
        var script = script([rule("all") { $0.speaks = true }]) { $0.sources.blocked = "darn" }
        try script.apply(gift("Ann", 1, message: "darn it"), at: 0)
        #expect(alert(script, at: 1)?.message == nil)
        #expect(alert(script, at: 1)?.start == .zero)
    }

    @Test("hideMessage hides the message of the shown alert or of a waiting one")
    func hideMessage() throws {
        var script = script([rule("all")])
        for name in ["a", "b"] {
            try script.apply(notice("cheer", Text(name), message: "hi"), id: Text(name), at: 0)
        }
        try script.control(.hideMessage, at: 1)
        try script.apply(.hideMessage(of: "alert/b"), at: 1)
        #expect(alert(script, at: 0.5)?.message == nil)
        #expect(alert(script, at: 2)?.message == nil)
        #expect(alert(script, at: 7)?.name == "b")
        #expect(alert(script, at: 7)?.message == nil)
        #expect(throws: Refusal.noSuchAlert("c")) {
            try script.apply(.hideMessage(of: "c"), at: 8)
        }
    }

    @Test("Taking an event back removes its alert at once")
    func takenBack() throws {
        var script = script([rule("all")])
        for id: Text in ["a", "b", "c"] { try script.apply(notice("follow", id), id: id, at: 0) }
        try script.apply(.takeBack(TakenBack(id: "b", seq: 2)), at: 1)
        try script.apply(.takeBack(TakenBack(id: "a", seq: 1)), at: 1)
        #expect(alert(script, at: 1.2) == nil)
        #expect(alert(script, at: 1.5)?.name == "c")
    }

    // MARK: Speech

    private func speaking(_ duration: Double = 2) -> Script {
        script([
            rule("all") {
                $0.speaks = true
                $0.duration = Duration(seconds: duration)
            }
        ]) { $0.sounds.alert = "/alert" }
    }

    private func heard(_ script: inout Script, until seconds: Double) -> [String] {
        script.room.advance(to: Instant(seconds))
        return script.room.takeCues().map { cue in
            "\(cue.cause.rawValue) \(cue.id) \(cue.sound ?? "-") \(Double(cue.time.microseconds) / 1e6)"
        }
    }

    @Test("An alert waits for its speech for at most three seconds")
    func longestWait() throws {
        var script = speaking()
        #expect(
            try script.apply(notice("cheer", message: "hi"), at: 1) == .queued(position: 1))
        #expect(alert(script, at: 3.99) == nil)
        #expect(alert(script, at: 4)?.start == Instant(4))
        #expect(heard(&script, until: 20) == ["alert e1 /alert 4.0"])
    }

    @Test("An alert with speech starts at once, speaks half a second later and stays longer")
    func speech() throws {
        var script = speaking()
        try script.apply(notice("cheer", message: "hi"), id: "x", at: 1)
        try script.apply(.speech(of: "x", src: "/s.wav", duration: Duration(seconds: 4)), at: 2)
        #expect(alert(script, at: 2)?.duration == Duration(seconds: 5))
        #expect(heard(&script, until: 20) == ["alert x /alert 2.0", "speech x /s.wav 2.5"])
    }

    @Test("A speech of no seconds lets the alert start, and a later speech changes nothing")
    func noSpeech() throws {
        var script = speaking()
        try script.apply(notice("cheer", message: "hi"), id: "x", at: 1)
        try script.apply(.speech(of: "x", src: "", duration: .zero), at: 2)
        try script.apply(.speech(of: "x", src: "/s.wav", duration: Duration(seconds: 4)), at: 2)
        #expect(alert(script, at: 2)?.duration == Duration(seconds: 2))
        #expect(heard(&script, until: 20) == ["alert x /alert 2.0"])
    }

    @Test("A skip ends a speech that has begun, once, and prevents one that has not")
    func hush() throws {
        for (skips, expected) in [
            ([2.4, 2.45], ["alert x /alert 2.0"]),
            ([3, 3.1], ["alert x /alert 2.0", "speech x /s.wav 2.5", "hush x - 3.0"]),
        ] {
            var script = speaking()
            try script.apply(notice("cheer", message: "hi"), id: "x", at: 1)
            try script.apply(.speech(of: "x", src: "/s.wav", duration: Duration(seconds: 4)), at: 2)
            for second in skips { try script.control(.skip, at: second) }
            #expect(heard(&script, until: 20) == expected)
        }
    }

    @Test("A gift's own sound plays with its combo or its alert, whichever comes first")
    func giftSound() throws {
        var entry = CatalogueEntry(key: "Rose")
        entry.sound = "/rose"
        var script = script([rule("all")]) {
            $0.catalogue = Catalogue([entry])
            $0.gifts.channels = 1
            $0.alerts.gap = .zero
            $0.sounds.alert = "/alert"
            $0.sounds.combo = "/combo"
        }
        try script.apply(gift("Ann", 1), at: 0)
        try script.apply(gift("Bob", 1), at: 0)
        // Ann's row leaves at 3.15: entrance 0.25, pop 0.5, rest 3 / 1.25, exit 0.25. Bob's alert starts at 6.
        #expect(
            heard(&script, until: 20) == [
                "combo e1 /rose 0.0", "alert e1 /alert 0.0", "combo e2 /rose 3.4",
                "alert e2 /alert 6.0",
            ])
    }

    // MARK: State

    @Test("A restored room goes on with its alerts")
    func restored() throws {
        var script = speaking()
        try script.apply(notice("cheer", "a", message: "hi"), id: "a", at: 0)
        try script.apply(.speech(of: "a", src: "/s.wav", duration: Duration(seconds: 4)), at: 0)
        try script.apply(notice("cheer", "b", message: "ho"), id: "b", at: 0)
        try script.apply(gift("Ann", 5), at: 0)
        for second in [0.2, 0.7, 4.9, 5.2, 6] {
            script.room.advance(to: Instant(second))
            _ = script.room.takeCues()
            let restored = Room(configuration: script.room.configuration, state: script.room.state)
            #expect(restored == script.room)
        }
    }
}
