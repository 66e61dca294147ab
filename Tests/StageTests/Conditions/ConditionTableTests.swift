import Testing
import Texts
import Timeline

@testable import Stage

/// Every condition, with every event, from every source, as a real event, a test and a replay, and then retracted. The
/// facts of each event were worked out by hand from sections 14 to 16 of the specification.
@Suite("The table of conditions")
struct ConditionTableTests {
    /// An event, and its facts by the specification.
    struct Sample: Sendable, CustomTestStringConvertible {
        let name: String
        let type: String
        let kind: Text
        let item: Text
        let isMoney: Bool
        let worth: Int64
        let count: Int?
        let months: Int?
        let make: @Sendable (Origin?, Event.Mark?) -> Event.Kind

        var testDescription: String { name }
    }

    private static let ann = Person(id: "a", name: "Ann")

    private static func gift(
        _ item: GiftItem, _ count: Int, isMoney: Bool = false, worth: Int64
    ) -> Sample {
        Sample(
            name: "\(count) × \(item.name)", type: "gift", kind: "", item: item.name,
            isMoney: isMoney, worth: worth, count: count, months: nil
        ) { origin, mark in
            .gift(Gift(sender: ann, item: item, count: count, origin: origin), mark: mark)
        }
    }

    private static func notice(
        _ kind: Text, count: Int? = nil, months: Int? = nil, item: GiftItem? = nil,
        isMoney: Bool = false, worth: Int64 = 0
    ) -> Sample {
        Sample(
            name: "notice \(kind), count \(count ?? -1)", type: "notice", kind: kind,
            item: item?.name ?? "", isMoney: isMoney, worth: worth, count: count, months: months
        ) { origin, mark in
            .notice(
                Notice(
                    kind: kind, sender: ann, count: count, months: months, item: item,
                    origin: origin), mark: mark)
        }
    }

    private static let samples = [
        gift(GiftItem(name: "Rose", value: 7), 3, worth: 21),
        gift(GiftItem(name: "Tulip"), 50, worth: 0),
        gift(GiftItem(name: "5.00 USD", value: 500, currency: "USD"), 1, isMoney: true, worth: 500),
        gift(GiftItem(name: "9.00 EUR", value: 900, currency: "EUR"), 1, worth: 0),
        Sample(
            name: "call", type: "call", kind: "", item: "", isMoney: false, worth: 0, count: nil,
            months: nil
        ) { origin, mark in .call(ann, mark: mark, origin: origin) },
        notice("follow"),
        notice("raid", count: 120),
        notice("subscription", months: 6, item: GiftItem(name: "Tier 1", value: 250), worth: 250),
        notice(
            "subscription", count: 2, months: 0,
            item: GiftItem(name: "Tier 1", value: 250, currency: "USD"), isMoney: true, worth: 500),
    ]

    /// A condition, and its meaning by the specification. `source` is the event's.
    private struct Rule: Sendable {
        let condition: EventCondition
        let isMet: @Sendable (_ event: Sample, _ source: Text) -> Bool

        init(
            _ set: (inout EventCondition) -> Void,
            _ isMet: @escaping @Sendable (_ event: Sample, _ source: Text) -> Bool
        ) {
            var condition = EventCondition()
            set(&condition)
            self.condition = condition
            self.isMet = isMet
        }
    }

    private static let rules: [Rule] =
        [
            Rule({ _ in }, { _, _ in true }),
            Rule({ $0.type = .gift }, { event, _ in event.type == "gift" }),
            Rule({ $0.type = .call }, { event, _ in event.type == "call" }),
            Rule({ $0.type = .notice }, { event, _ in event.type == "notice" }),
            Rule({ $0.kind = "subscription" }, { event, _ in event.kind == "subscription" }),
            Rule({ $0.gift = "Rose" }, { event, _ in event.item == "Rose" }),
            Rule({ $0.gift = "Tier 1" }, { event, _ in event.item == "Tier 1" }),
            Rule({ $0.isMoney = true }, { event, _ in event.isMoney }),
            Rule({ $0.isMoney = false }, { event, _ in !event.isMoney }),
            Rule({ $0.leastMonths = 0 }, { event, _ in event.months != nil }),
            Rule({ $0.leastMonths = 6 }, { event, _ in event.months == 6 }),
            Rule(
                {
                    $0.type = .notice
                    $0.source = "twitch"
                    $0.leastWorth = 250
                },
                { event, source in
                    event.type == "notice" && source == "twitch" && event.worth >= 250
                }),
            Rule(
                {
                    $0.type = .call
                    $0.kind = "follow"
                }, { _, _ in false }),
        ]
        + (["api", "twitch", "kofi"] as [Text]).map { name in
            Rule({ $0.source = name }, { _, source in source == name })
        }
        + ([0, 1, 21, 22, 500, 501] as [Int64]).flatMap { worth in
            [
                Rule({ $0.leastWorth = worth }, { event, _ in event.worth >= worth }),
                Rule({ $0.mostWorth = worth }, { event, _ in event.worth <= worth }),
            ]
        }
        + [0, 2, 3, 51].map { count in
            Rule(
                { $0.leastCount = count }, { event, _ in event.count.map { $0 >= count } ?? false })
        }

    private func script(_ condition: EventCondition) throws -> Script {
        var rule = AlertRule(name: "r", title: "{sender}")
        rule.condition = condition
        var clockRule = ClockRule(name: "r", counter: "n", time: Duration(seconds: 10))
        clockRule.condition = condition
        var script = Script {
            $0.catalogue = Catalogue([])
            $0.sources.currency = "USD"
            $0.alerts.rules = [rule]
            $0.clocks.rules = [clockRule]
            $0.leaders.enabled = true
            $0.leaders.by = .count
        }
        var update = ClockUpdate(left: Duration(seconds: 100))
        update.isRunning = false
        try script.apply(.clock(name: "n", update), at: 0)
        return script
    }

    private func left(_ script: Script) -> Duration? {
        script.room.overview.counters.first?.clock?.left
    }

    private func hasAlert(_ script: Script) -> Bool {
        script.frame(at: 1).nodes.contains { $0.id == "alert/e" }
    }

    private func retraction(of kind: Event.Kind) -> Event.Kind {
        if case .gift(let gift, let mark) = kind {
            return .takeBack(TakenBack(id: "e", seq: 2, given: .init(gift, mark: mark)))
        }
        return .takeBack(TakenBack(id: "e", seq: 2, other: kind))
    }

    @Test(
        "An event makes an alert if the condition is met, only a real event adds time and counts for leaders, and a retraction undoes it",
        arguments: samples)
    func conditions(event: Sample) throws {
        for rule in Self.rules {
            for source in [nil, "twitch", "kofi"] as [Text?] {
                for mark in [nil, .test, .replay(of: "x")] as [Event.Mark?] {
                    let kind = event.make(source.map { Origin(source: $0) }, mark)
                    let isMet = rule.isMet(event, source ?? "api")
                    let place: Comment =
                        "\(rule.condition), \(source ?? "-"), \(String(describing: mark))"
                    var script = try script(rule.condition)
                    try script.apply(kind, id: "e", at: 0)
                    #expect(hasAlert(script) == isMet, place)
                    let isCounted = mark == nil
                    #expect(
                        left(script) == Duration(seconds: isMet && isCounted ? 110 : 100), place)
                    let given =
                        event.type == "gift" && isCounted ? event.count.map(Int64.init) : nil
                    #expect(script.room.overview.leaders(9).first?.count == given, place)
                    try script.apply(retraction(of: kind), at: 0)
                    #expect(!hasAlert(script), place)
                    #expect(left(script) == Duration(seconds: 100), place)
                    #expect(script.room.overview.leaders(9).isEmpty, place)
                }
            }
        }
    }
}
