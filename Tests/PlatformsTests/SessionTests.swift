import Stage
import TestSupport
import Testing
import Texts
import Timeline
import Wire

@testable import Platforms

/// All recorded deliveries of a platform, and their totals, counted by hand.
struct Session: Sendable, CustomTestStringConvertible {
    let kind: String
    /// The number of each gift, by its ID, or by its name if it has none.
    let gifts: [Text: Int]
    let captions: Set<Text>
    /// The settings of the source.
    var settings = JSON.object([])
    /// Deliveries for other settings.
    var foreign: Set<String> = []

    var testDescription: String { kind }

    static let all = [
        Session(
            kind: "twitch",
            gifts: [
                "twitch:sub:1000": 1, "twitch:sub:2000": 1, "twitch:gift:1000": 12,
                "twitch:bits": 400, "100.00 USD": 1,
            ],
            captions: [
                "Ann follows", "Zoe raided with 901", "Fay redeemed Hydrate",
                "Gil redeemed send highlighted message",
            ]),
        Session(
            kind: "kofi",
            gifts: ["3.00 USD": 2, "5.50 EUR": 1, "27.95 USD": 1, "500 JPY": 1], captions: []),
        Session(
            kind: "stripe", gifts: ["15.00 EUR": 1, "700 JPY": 1, "5.00 USD": 2],
            captions: []),
        Session(kind: "github", gifts: ["5.00 USD": 1, "25.00 USD": 1], captions: []),
        Session(
            kind: "tiktok",
            gifts: [
                "tiktok:5655": 16, "tiktok:5269": 15, "tiktok:11046": 1, "tiktok:sub": 1,
            ], captions: ["Bob follows"]),
        Session(
            kind: "youtube",
            gifts: [
                "1.99 EUR": 1, "200 JPY": 1, "youtube:membership:Gold": 2,
                "youtube:giftmembership:Gold": 5, "youtube:gift:Rose": 3,
            ], captions: []),
        Session(
            kind: "streamelements",
            gifts: [
                "5.50": 1, "5.00 EUR": 1, "streamelements:cheer": 100, "streamelements:kicks": 50,
                "streamelements:sub:1000": 1, "streamelements:giftsub:1000": 5,
            ], captions: ["ann follows", "zoe raided with 42"]),
        Session(
            kind: "streamlabs",
            gifts: [
                "13.37 USD": 1, "50.00 EUR": 2, "10.00 USD": 1, "streamlabs:bits": 100,
                "streamlabs:sub:1000": 1, "streamlabs:sub:3000": 1, "streamlabs:giftsub:1000": 4,
            ], captions: ["dag follows", "zoe raided with 33"]),
        Session(
            kind: "bilibili",
            gifts: [
                "bilibili:31036": 22, "bilibili:31039": 9, "bilibili:guard:3": 2, "30.00 CNY": 1,
            ], captions: []),
        Session(
            kind: "kick", gifts: ["kick:sub": 2, "kick:giftsub": 4, "kick:kicks": 500],
            captions: ["Ann follows", "Fay redeemed Hydrate"]),
        Session(
            kind: "generic", gifts: ["Sticker": 5, "Mug": 1], captions: [],
            settings: .object([
                .init("event", .string("gift")),
                .init(
                    "keys",
                    .object(
                        [
                            ("id", "/order/id"), ("sender", "/order/buyer/name"),
                            ("senderId", "/order/buyer/nr"), ("gift", "/order/items/0/title"),
                            ("count", "/order/items/0/n"),
                        ].map { .init($0, .string($1)) })),
            ]), foreign: ["form"]),
    ]
}

@Suite("A recorded session")
struct SessionTests {
    private static let seeds: Range<UInt64> = 0..<1000

    @Test(
        "Repeats and the order of deliveries leave the totals alone",
        arguments: Session.all)
    func shuffled(session: Session) throws {
        let source = Source.named(session.kind)
        let deliveries = try Recorded.all(session.kind)
            .filter { !session.foreign.contains($0.name) }
            .map { try source.events($0, session.settings) }
        #expect(deliveries.flatMap(\.self).allSatisfy { $0.id != nil })
        for seed in Self.seeds {
            var random = SeededGenerator(seed: seed)
            let order = deliveries.flatMap { delivery in
                Array(repeating: delivery, count: Int(random.next() % 3) + 1)
            }.shuffled(using: &random)
            let came = Self.played(order.flatMap(\.self), in: session)
            #expect(came.gifts == session.gifts, "seed \(seed)")
            #expect(came.captions == session.captions, "seed \(seed)")
            #expect(came.amount == session.gifts.values.reduce(0, +), "seed \(seed)")
        }
    }

    /// Plays events in a room that knows each ID once, as the journal does: goals count each gift, and
    /// all of them.
    private static func played(
        _ events: [(id: Text?, kind: Event.Kind)], in session: Session
    ) -> (gifts: [Text: Int], captions: Set<Text>, amount: Int) {
        var configuration = Configuration()
        configuration.goals.max = session.gifts.count + 1
        var room = Room(configuration: configuration)
        for name in [all] + session.gifts.keys {
            var update = GoalUpdate(title: name, target: 1_000_000)
            update.measure = .count
            update.gift = name == all ? nil : name
            _ = try? room.apply(
                Event(seq: 1, id: "goal \(name)", kind: .goal(name: name, update)), at: .zero)
        }
        var known: Set<Text> = []
        var captions: Set<Text> = []
        for (place, event) in events.enumerated() {
            // One delivery may make several events, each with an ID of its own.
            let id: Text = "\(event.id ?? "")\(event.kind.word)"
            guard known.insert(id).inserted else { continue }
            let instant = Instant(microseconds: Int64(place) * 250_000)
            _ = try? room.apply(Event(seq: Int64(place) + 2, id: id, kind: event.kind), at: instant)
            if case .caption(let caption, _) = event.kind { captions.insert(caption.text) }
        }
        var gifts: [Text: Int] = [:]
        for goal in room.overview.goals { gifts[goal.name] = Int(goal.amount) }
        let amount = gifts.removeValue(forKey: all)
        return (gifts, captions, amount ?? 0)
    }

    private static let all: Text = "all"

    @Test("Every platform has a session")
    func every() {
        #expect(Set(Session.all.map { Text($0.kind) }) == Set(Source.all.map(\.kind)))
    }

    @Test(
        "An ignored delivery has a reason",
        arguments: [
            ("twitch", "unknown", "it sums up gifts that are counted already"),
            ("kofi", "free", "/amount is no amount above 0"),
            ("stripe", "unpaid", "it is not paid yet"),
            ("stripe", "unknown", "nothing is made of this type"),
            ("github", "ping", "it reports no payment"),
            ("github", "cancelled", "it reports no payment"),
            ("tiktok", "nobody-0", "it names no sender, so its streak's end counts"),
            ("tiktok", "nothing", "it has no gift, or no number of it above 0"),
            ("tiktok", "chat", "it reports no payment"),
            ("kick", "unknown", "it reports no payment"),
            ("streamlabs", "playing", "it reports no payment"),
            ("bilibili", "combo", "it sums up gifts that are counted already"),
            ("bilibili", "danmu", "it reports no payment"),
            ("stripe", "refund-part", "only a part of it was refunded: 200 JPY"),
            ("twitch", "points-fulfilled", "it was shown when it was redeemed"),
        ])
    func passed(kind: String, name: String, reason: String) throws {
        let reading = try Source.named(kind).read(Recorded(kind, name).delivery(), .object([]))
        guard let told = reading.reasons.first, reading.reasons.count == 1 else {
            Issue.record("\(kind)/\(name): \(reading)")
            return
        }
        #expect(told.sentence == reason)
    }

    @Test(
        "A retraction names the ID under which the event was recorded",
        arguments: [
            ("stripe", "refund", "intent"), ("stripe", "dispute", "intent"),
            ("youtube", "deleted", "superchat"), ("youtube", "retracted", "superchat"),
            ("bilibili", "superchat-deleted", "superchat"),
            ("bilibili", "open-superchat-deleted", "superchat"),
            ("twitch", "points-canceled", "points"),
            ("stripe", "next-month-refund", "next-month"),
            ("stripe", "next-month-refund", "next-month-invoice"),
            ("kick", "reward-rejected", "reward"),
        ])
    func corrections(kind: String, name: String, before: String) throws {
        let source = Source.named(kind)
        let happened = try source.events(Recorded(kind, before)).compactMap(\.id)
        guard
            case .corrections(let ids, _, let beside) = try source.read(
                Recorded(kind, name).delivery(), .object([]))
        else {
            Issue.record("\(kind)/\(name) retracts nothing")
            return
        }
        #expect(ids.count == 1)
        #expect(happened.allSatisfy { ids[0].contains($0) })
        #expect(!happened.isEmpty)
        #expect(beside.isEmpty)
    }

    @Test("Twitch's challenge is repeated and its revocation reported")
    func questions() throws {
        let source = Source.named("twitch")
        #expect(
            try source.read(Recorded("twitch", "challenge").delivery(), .object([]))
                == .challenge("pogchamp-kappa-360noscope-vohiyo"))
        #expect(
            try source.read(Recorded("twitch", "revocation").delivery(), .object([]))
                == .revoked(.revoked("channel.follow: authorization_revoked")))
    }
}
