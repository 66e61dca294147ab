import Digests
import Foundation
import Journal
import Testing
import Texts
import Transport
import Wire

@testable import Access
@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Corrections by platforms")
struct PlatformCorrectionsTests {
    private let scene: HookScene

    init() throws {
        scene = try HookScene()
    }

    private func configure(_ sources: String) throws {
        let set = try scene.keyed.ask(
            "PATCH", "/v1/rooms/main/config", "{\"sources\":{\(sources)}}", as: "owner")
        #expect(set.status == 200)
    }

    private func count(_ by: String = "gift") throws -> JSON? {
        try scene.keyed.ask("GET", "/v1/rooms/main/totals?by=\(by)", as: "owner").json["count"]
    }

    @Test("A refund removes the payment from stage, totals and counter, once")
    func refund() throws {
        try configure(#""counter":true"#)
        _ = try scene.stripe(HookScene.intent)
        #expect(try count() == .number(1))
        let back = try scene.stripe(HookScene.refund)
        #expect(back.status == 202)
        #expect(
            back.json["events"]?.elements.compactMap { $0["id"]?.string } == [
                "takeBack:stripe:pi_1", "takeBack:stripe:pi_1:3",
            ])
        #expect(try scene.stripe(HookScene.refund).status == 200)
        #expect(try count() == .number(0))
        let added = try scene.events.filter { $0["type"] == .string("counter") }
        #expect(added.map { $0["add"] } == [.number(7), .number(-7)])
        let frame = try scene.keyed.ask("GET", "/v1/rooms/main/frame", as: "owner")
        #expect(
            frame.json["nodes"]?.elements.compactMap { $0["id"]?.string }
                == ["counter/donations"])
        // A later repeat of the payment is recognized.
        #expect(try scene.stripe(HookScene.intent).status == 200)
        #expect(try count() == .number(0))
    }

    @Test("A correction of an unknown event is ignored with its reason")
    func unknown() throws {
        #expect(try scene.stripe(HookScene.refund).status == 200)
        let list = try scene.keyed.ask("GET", "/v1/rooms/main/sources/stripe/passed", as: "owner")
        #expect(
            list.json["passed"]?.elements.map { $0["reason"] }
                == [.string("what it takes back is not known here")])
    }

    @Test("A held delivery can be refunded before and after its approval")
    func held() throws {
        try configure(#""hold":"stripe","counter":true"#)
        _ = try scene.stripe(HookScene.intent)
        #expect(try scene.stripe(HookScene.refund).status == 202)
        let path = "/v1/rooms/main/held/stripe:pi_1/approve"
        #expect(try scene.keyed.ask("POST", path, as: "deck").status == 404)
        let other = HookScene.intent.replacing("pi_1", with: "pi_2")
        _ = try scene.stripe(other)
        let approve = try scene.keyed.ask(
            "POST", "/v1/rooms/main/held/stripe:pi_2/approve", as: "deck")
        #expect(approve.status == 202)
        #expect(try count() == .number(1))
        let back = try scene.stripe(HookScene.refund.replacing("pi_1", with: "pi_2"))
        #expect(back.status == 202)
        #expect(
            back.json["events"]?.elements.compactMap { $0["id"]?.string } == [
                "takeBack:approved:stripe:pi_2", "takeBack:approved:stripe:pi_2:2",
            ])
        #expect(try count() == .number(0))
    }

    // MARK: Every source

    /// Deliveries of one payment, gift or combo, and the delivery that takes them back. `ID` stands for
    /// the platform's ID.
    struct Given: Sendable, CustomTestStringConvertible {
        let source: String
        let deliveries: [String]
        let retraction: String
        /// The number of gifts of all deliveries together.
        var count = 1.0

        var testDescription: String { "\(source) \(deliveries[0].prefix(80))" }
    }

    private static func youTube(_ type: String, _ details: String) -> String {
        #"{"id":"ID","snippet":{"type":"\#(type)",\#(details)},"#
            + #""authorDetails":{"channelId":"UC1","displayName":"Ann"}}"#
    }

    private static func jewels(_ count: Int) -> String {
        youTube(
            "giftEvent",
            #""giftDetails":{"giftName":"Rose","jewelsAmount":10,"comboCount":\#(count)}"#)
    }

    private static let deleted =
        #"{"id":"D","snippet":{"type":"messageDeletedEvent","#
        + #""messageDeletedDetails":{"deletedMessageId":"ID"}}}"#

    static let given = [
        Given(
            source: "youtube", deliveries: [1, 2, 4].map(jewels), retraction: deleted, count: 4),
        Given(
            source: "youtube", deliveries: [jewels(3)],
            retraction: #"{"id":"D","snippet":{"type":"messageRetractedEvent","#
                + #""messageRetractedDetails":{"retractedMessageId":"ID"}}}"#, count: 3),
        Given(
            source: "youtube",
            deliveries: [
                youTube(
                    "superChatEvent",
                    #""superChatDetails":{"amountMicros":"5000000","currency":"USD"}"#)
            ], retraction: deleted),
        Given(
            source: "youtube",
            deliveries: [
                youTube(
                    "membershipGiftingEvent",
                    #""membershipGiftingDetails":{"giftMembershipsCount":5}"#)
            ], retraction: deleted, count: 5),
        Given(
            source: "streamlabs",
            deliveries: [
                #"{"type":"donation","message":[{"id":"ID","name":"Jo","amount":"5","currency":"USD"}]}"#
            ], retraction: #"{"type":"donationDelete","message":[{"id":"ID"}]}"#),
        Given(
            source: "bilibili",
            deliveries: ["SUPER_CHAT_MESSAGE", "SUPER_CHAT_MESSAGE_JPN"].map {
                #"{"cmd":"\#($0)","data":{"id":"ID","uid":1,"price":30,"user_info":{"uname":"Jo"}}}"#
            }, retraction: #"{"cmd":"SUPER_CHAT_MESSAGE_DELETE","data":{"ids":["ID"]}}"#),
        Given(
            source: "stripe",
            deliveries: [
                #"{"type":"payment_intent.succeeded","data":{"object":{"id":"pi_ID","amount":700,"#
                    + #""currency":"usd"}}}"#,
                #"{"type":"charge.succeeded","data":{"object":{"id":"ch_ID","amount":700,"#
                    + #""currency":"usd","payment_intent":"pi_ID"}}}"#,
            ],
            retraction: #"{"type":"charge.refunded","data":{"object":{"id":"ch_ID","#
                + #""payment_intent":"pi_ID","amount":700,"refunded":true}}}"#),
    ]

    private func post(_ body: String, to source: String) throws -> Client.Answer {
        if source == "stripe" { return try scene.stripe(body) }
        return try scene.keyed.ask("POST", "/v1/hooks/main/\(source)", body, as: "ingest")
    }

    private func goal() throws -> JSON? {
        let state = try scene.keyed.ask("GET", "/v1/rooms/main/state", as: "owner")
        return state.json["goals"]?.elements.first?["amount"]
    }

    @Test(
        "A platform can retract a whole combo by its ID, in any order and of any length",
        arguments: given)
    func everySource(one: Given) throws {
        if one.source != "stripe" {
            let path = "/v1/rooms/main/sources/\(one.source)"
            _ = try scene.keyed.ask("PUT", path, "{}", as: "owner")
        }
        _ = try scene.keyed.ask(
            "PUT", "/v1/rooms/main/goals/g", #"{"title":"All","target":100}"#, as: "owner")
        let whole = one.deliveries
        let orders = [whole, whole.reversed(), Array(whole.dropFirst() + whole.prefix(1))]
        var serial = 10
        for order in orders {
            for early in Set([1, order.count]) {
                for length in [1, 146, 170] {
                    serial += 1
                    let id = "\(serial)" + String(repeating: "x", count: length)
                    try takeBack(one, order, early: early, id: id)
                }
            }
        }
    }

    /// Posts the first deliveries, the retraction, and then all of them again.
    private func takeBack(_ one: Given, _ order: [String], early: Int, id: String) throws {
        let bodies = order.map { $0.replacing("ID", with: id) }
        let retraction = one.retraction.replacing("ID", with: id)
        for body in bodies.prefix(early) {
            #expect([200, 202].contains(try post(body, to: one.source).status))
        }
        if early == order.count { #expect(try count() == .number(one.count)) }
        #expect(try post(retraction, to: one.source).status == 202)
        #expect(try count() == .number(0))
        for body in bodies { #expect([200, 202].contains(try post(body, to: one.source).status)) }
        let again = try post(retraction, to: one.source)
        #expect(again.status == 200 && again.json["events"]?.elements.isEmpty == false)
        #expect(try count() == .number(0))
        #expect(try goal() == .number(0))
    }

    @Test("A deleted combo no longer waits, and its approved part leaves the totals")
    func heldStreak() throws {
        _ = try scene.keyed.ask("PUT", "/v1/rooms/main/sources/youtube", "{}", as: "owner")
        try configure(#""hold":"youtube""#)
        func waiting() throws -> [Text] {
            let list = try scene.keyed.ask("GET", "/v1/rooms/main/held", as: "deck").json["held"]
            return list?.elements.compactMap { $0["id"]?.string } ?? []
        }
        func approve(_ id: String) throws -> Int {
            try scene.keyed.ask("POST", "/v1/rooms/main/held/\(id)/approve", as: "deck").status
        }
        for count in [1, 3] { _ = try post(Self.jewels(count), to: "youtube") }
        #expect(try waiting() == ["youtube:ID:3"])
        for status in [202, 200] { #expect(try approve("youtube:ID:3") == status) }
        _ = try post(Self.jewels(7), to: "youtube")
        #expect(try count() == .number(3))
        let back = try post(Self.deleted, to: "youtube")
        #expect(
            back.json["events"]?.elements.compactMap { $0["id"]?.string } == [
                "takeBack:youtube:ID", "takeBack:approved:youtube:ID:3",
            ])
        #expect(try waiting() == [])
        #expect(try approve("youtube:ID:7") == 404)
        _ = try post(Self.jewels(9), to: "youtube")
        #expect(try waiting() == [])
        #expect(try count() == .number(0))
        // Of another combo only held parts are recorded.
        let other = { (body: String) in body.replacing("ID", with: "other") }
        _ = try post(other(Self.jewels(2)), to: "youtube")
        let second = try post(other(Self.deleted), to: "youtube")
        #expect(
            second.json["events"]?.elements.compactMap { $0["id"]?.string }
                == ["takeBack:youtube:other"])
        #expect(try waiting() == [])
    }

    @Test("A combo is deleted after a restart, and stays deleted after another one")
    func restart() throws {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("ovation-combo-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: directory) }
        /// Posts to a new server; returns the number of gifts in the totals.
        func run(_ bodies: [String]) throws -> JSON? {
            let server = try LiveServer {
                $0.dataDirectory = directory
                $0.auth = .open
                $0.makeRoomsStill()
            }
            let client = try Client(server)
            for body in bodies {
                let answer = try client.ask(
                    "POST", "/v1/hooks/main/youtube", body, ["Content-Type: application/json"])
                #expect(answer.status == 202, "\(answer.text)")
            }
            let totals = try Client(server).ask("GET", "/v1/rooms/main/totals?by=gift")
            server.handle.drain()
            try server.waitForEnd()
            return totals.json["count"]
        }
        #expect(try run([1, 3].map(Self.jewels)) == .number(3))
        #expect(try run([Self.jewels(4), Self.deleted]) == .number(0))
        #expect(try run([Self.jewels(6)]) == .number(0))
    }

    @Test("A deletion message with an ingest key retracts only events of that key")
    func otherKeys() throws {
        let hook = "/v1/hooks/main/streamlabs"
        let made = try scene.keyed.ask(
            "POST", "/v1/rooms/main/keys", #"{"role":"ingest"}"#, as: "owner")
        let other = try #require(made.json["key"]?.string).string
        let donation =
            #"{"type":"donation","message":[{"id":7,"name":"Jo","amount":"1.00","#
            + #""currency":"USD"}]}"#
        #expect(try scene.keyed.ask("POST", hook, donation, as: "ingest").status == 202)
        let gift = #"{"gift":"Rose","id":"streamlabs:donation:8"}"#
        #expect(
            try scene.keyed.ask("POST", "/v1/rooms/main/gifts", gift, as: "owner").status == 202)
        func delete(_ id: Int, as name: String) throws -> Client.Answer {
            try scene.keyed.ask(
                "POST", hook, #"{"type":"donationDelete","message":{"id":\#(id)}}"#, as: name)
        }
        for (id, name) in [(7, other), (8, other), (8, "ingest")] {
            let answer = try delete(id, as: name)
            #expect(answer.status == 200 && answer.json["code"] == .string("not-here"))
        }
        #expect(try count() == .number(2))
        #expect(try delete(7, as: "ingest").status == 202)
        #expect(try delete(8, as: "owner").status == 202)
        #expect(try count() == .number(0))
    }

    @Test("A platform's refund retracts no event that a key posted under the payment's ID")
    func foreignEvent() throws {
        let gift = #"{"gift":"Rose","id":"stripe:pi_1"}"#
        #expect(
            try scene.keyed.ask("POST", "/v1/rooms/main/gifts", gift, as: "ingest").status == 202)
        #expect(try scene.stripe(HookScene.refund).json["code"] == .string("not-here"))
        #expect(try count() == .number(1))
    }

    @Test("A refund retracts nothing if its source is removed while the payment is looked up")
    func removedSource() throws {
        let scene = try ApplicationScene()
        let owner = try scene.key(.owner, of: "main").text
        let setting = "{\"secret\":\"\(HookScene.secret)\"}"
        #expect(
            try scene.ask("PUT", "/v1/rooms/main/sources/stripe", setting, as: owner).status == 200)
        func deliver(_ body: String) -> ApplicationScene.Asked {
            let seconds = WallTime.now.microseconds / 1_000_000
            let code = HMAC.code(
                of: Array("\(seconds).\(body)".utf8), key: Array(HookScene.secret.utf8))
            return scene.begin(
                "POST", "/v1/hooks/main/stripe", Array(body.utf8),
                [
                    "Stripe-Signature: t=\(seconds),v1=\(Text(hexadecimal: code))",
                    "Content-Type: application/json",
                ])
        }
        #expect(try scene.finish(deliver(HookScene.intent)).status == 202)
        let refund = deliver(HookScene.refund)
        try scene.removeSource("stripe", of: "main")
        #expect(try scene.finish(refund).status == 404)
        let path = "/v1/rooms/main/events/takeBack:stripe:pi_1"
        #expect(try scene.ask("GET", path, as: owner).status == 404)
    }
}
