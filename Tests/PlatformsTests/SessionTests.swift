import Stage
import TestSupport
import Testing
import Texts
import Timeline
import Wire

@testable import Platforms

/// All recorded deliveries of a kind, and what they come to, counted by hand.
struct Session: Sendable, CustomTestStringConvertible {
    let kind: String
    /// How many of each gift, by its id, or by its name if it has none.
    let gifts: [Text: Int]
    let captions: Set<Text>
    /// What the source has to be told.
    var settings = JSON.object([])
    /// Those that other settings are for.
    var foreign: Set<String> = []

    var testDescription: String { kind }

    static let all = [
        Session(
            kind: "twitch",
            gifts: [
                "twitch:sub:1000": 1, "twitch:sub:2000": 1, "twitch:gift:1000": 12,
                "twitch:bits": 350,
            ],
            captions: ["Ann follows", "Zoe raided with 901", "Fay redeemed Hydrate"]),
        Session(
            kind: "kofi",
            gifts: ["3.00 USD": 2, "5.50 EUR": 1, "27.95 USD": 1, "500 JPY": 1], captions: []),
        Session(kind: "stripe", gifts: ["15.00 EUR": 1, "700 JPY": 1], captions: []),
        Session(kind: "github", gifts: ["5.00 USD": 1, "25.00 USD": 1], captions: []),
        Session(
            kind: "tiktok",
            gifts: [
                "tiktok:5655": 13, "tiktok:5269": 15, "tiktok:11046": 1, "tiktok:sub": 1,
            ], captions: ["Bob follows"]),
        Session(
            kind: "youtube",
            gifts: [
                "1.99 EUR": 1, "200 JPY": 1, "youtube:membership": 2, "youtube:giftmembership": 5,
            ], captions: []),
        Session(
            kind: "streamelements",
            gifts: [
                "5.50": 1, "streamelements:cheer": 100, "streamelements:sub": 1,
                "streamelements:giftsub": 4,
            ], captions: ["ann follows", "zoe raided with 42"]),
        Session(
            kind: "streamlabs",
            gifts: [
                "13.37 USD": 1, "50.00 EUR": 2, "10.00 USD": 1, "streamlabs:bits": 100,
                "streamlabs:sub": 1, "streamlabs:giftsub": 4,
            ], captions: ["dag follows", "zoe raided with 33"]),
        Session(
            kind: "bilibili",
            gifts: [
                "bilibili:31036": 18, "bilibili:31039": 7, "bilibili:guard:3": 2, "30.00 CNY": 1,
            ], captions: []),
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
        "Whatever is repeated, and in whatever order it comes, the totals are the same",
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

    /// What comes of events in a room that knows each id once, as the journal does: goals say how many
    /// of each gift there were, and of all.
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
            // One delivery may make several events, each of an id of its own.
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
        "What counts for nothing says why",
        arguments: [
            ("twitch", "subscribe-given", "the gift that it came with is counted"),
            ("twitch", "unknown", "nothing is made of this type"),
            ("kofi", "free", "/amount is no amount above 0"),
            ("stripe", "unpaid", "it is not paid yet"),
            ("stripe", "unknown", "nothing is made of this type"),
            ("github", "ping", "nothing is made of this type"),
            ("github", "cancelled", "nothing is made of this type"),
            ("tiktok", "nobody-0", "it names no sender, so its streak's end counts"),
            ("tiktok", "nothing", "it has no gift, or no number of it above 0"),
            ("tiktok", "chat", "nothing is made of this type"),
            ("youtube", "bomb-member-3", "the gift that it came with is counted"),
            ("streamelements", "bomb-member-0", "the gift that it came with is counted"),
            ("streamelements", "bomb-member-3", "the gift that it came with is counted"),
            ("streamlabs", "sub-given", "the gift that it came with is counted"),
            ("streamlabs", "playing", "nothing is made of this type"),
            ("bilibili", "combo", "it sums up gifts that are counted already"),
            ("bilibili", "danmu", "nothing is made of this type"),
            ("stripe", "refund-part", "only a part of it was refunded"),
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
        "What a platform takes back is told by the id under which it happened",
        arguments: [
            ("stripe", "refund", "intent"), ("stripe", "dispute", "intent"),
            ("youtube", "deleted", "superchat"), ("youtube", "retracted", "superchat"),
            ("bilibili", "superchat-deleted", "superchat"),
            ("bilibili", "open-superchat-deleted", "superchat"),
            ("twitch", "points-canceled", "points"),
        ])
    func corrections(kind: String, name: String, before: String) throws {
        let source = Source.named(kind)
        let happened = try source.events(Recorded(kind, before)).compactMap(\.id)
        guard
            case .corrections(let ids, _, let beside) = try source.read(
                Recorded(kind, name).delivery(), .object([]))
        else {
            Issue.record("\(kind)/\(name) takes nothing back")
            return
        }
        #expect(ids == happened)
        #expect(beside.isEmpty)
    }

    @Test("Twitch's challenge is to be repeated, its revocation to be told")
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
