import Foundation
import Journal
import Monitoring
import TestSupport
import Testing
import Texts
import Wire

@testable import Access
@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

/// Several events that report one payment or gift, as platforms post them.
@Suite("Reports of the same gifts, posted")
struct HookReportsTests {
    private static func bomb(_ total: Int, subscription: String = "s1") -> String {
        #"{"subscription":{"id":"\#(subscription)","type":"channel.subscription.gift"},"event":"#
            + #"{"user_id":"1","user_name":"Ann","total":\#(total),"tier":"1000"}}"#
    }

    private static func recipient(_ name: String) -> String {
        #"{"subscription":{"id":"s2","type":"channel.subscribe"},"event":"#
            + #"{"user_id":"\#(name)","user_name":"\#(name)","tier":"1000","is_gift":true}}"#
    }

    private static func cheer(_ type: String, subscription: String) -> String {
        let message = type == "channel.cheer" ? #""hi""# : #"{"text":"hi"}"#
        return #"{"subscription":{"id":"\#(subscription)","type":"\#(type)"},"event":"#
            + #"{"user_id":"1","user_name":"Ann","bits":100,"message":\#(message)}}"#
    }

    private static let secret = #"{"secret":"s3cRe7s3cRe7"}"#

    private func total(_ scene: HookScene) throws -> JSON? {
        try scene.keyed.ask("GET", "/v1/rooms/main/totals?by=sender", as: "owner").json["count"]
    }

    private func setGoal(_ scene: HookScene) throws {
        let set = try scene.keyed.ask(
            "PUT", "/v1/rooms/main/goals/g", #"{"title":"All","target":100}"#, as: "owner")
        try #require(set.status == 202, "\(set.text)")
    }

    private func goal(_ scene: HookScene) throws -> JSON? {
        try scene.keyed.ask("GET", "/v1/rooms/main/state", as: "owner").json["goals"]?.elements
            .first?[
                "amount"]
    }

    /// Messages in an order, each with its ID; the totals must be those of one gift of three.
    static let orders: [[(body: String, id: String)]] = {
        let gift = (body: bomb(3), id: "b")
        let recipients = ["x", "y", "z"].map { (body: recipient($0), id: $0) }
        return [
            [gift] + recipients, recipients + [gift],
            [recipients[0], gift, recipients[1], recipients[2]], [gift], [gift, gift] + recipients,
            [gift] + recipients + recipients, [gift, (bomb(3, subscription: "s9"), "c")],
        ]
    }()

    @Test("A gift of three subscriptions counts three in any order", arguments: orders.indices)
    func inAnyOrder(index: Int) throws {
        let scene = try HookScene()
        try setGoal(scene)
        for message in Self.orders[index] {
            let answer = try scene.twitch(message.body, id: message.id)
            #expect([200, 202].contains(answer.status), "\(answer.text)")
        }
        #expect(try total(scene) == .number(3))
        #expect(try goal(scene) == .number(3))
    }

    @Test("A recipient does not count while its gift may still come")
    func early() throws {
        let scene = try HookScene()
        #expect(try scene.twitch(Self.recipient("x"), id: "x").status == 202)
        #expect(try total(scene) == .number(0))
    }

    @Test("Recipients whose gift never comes count after the wait")
    func alone() throws {
        let scene = try HookScene {
            $0.auth = .keys
            $0.reportWaitSeconds = 1
        }
        try setGoal(scene)
        for name in ["x", "y"] {
            #expect(try scene.twitch(Self.recipient(name), id: name).status == 202)
        }
        try waitUntil("both recipients count") { try total(scene) == .number(2) }
        #expect(try goal(scene) == .number(2))
        #expect(
            try scene.events.compactMap { $0["id"]?.string }.filter { $0.begins(with: "counted:") }
                == ["counted:twitch:x", "counted:twitch:y"])
        // The gift that comes late adds only those who have not counted.
        _ = try scene.twitch(Self.bomb(3), id: "b")
        #expect(try total(scene) == .number(3))
        #expect(try goal(scene) == .number(3))
    }

    @Test("Reports are known after a restart")
    func restart() throws {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("ovation-reports-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: directory) }
        var field = ""
        func post(_ server: LiveServer, _ amount: Int, _ type: String, _ more: String) throws -> Int
        {
            let body =
                #"{"type":"\#(type)","message":[{"gifter":"eve","name":"\#(more)","#
                + #""amount":\#(amount),"sub_plan":"1000","sub_type":"subgift","_id":"\#(more)"}]}"#
            return try Client(server).ask(
                "POST", "/v1/hooks/main/streamlabs", body,
                ["Content-Type: application/json", field]
            ).status
        }
        var first: LiveServer? = try LiveServer {
            $0.dataDirectory = directory
            $0.auth = .open
            $0.makeRoomsStill()
        }
        let key = try Client(first!).ask(
            "POST", "/v1/rooms/main/keys", #"{"role":"ingest"}"#, ["Content-Type: application/json"]
        )
        field = "Authorization: Bearer \(try #require(key.json["key"]?.string))"
        #expect(try post(first!, 2, "subMysteryGift", "b") == 202)
        first?.handle.drain()
        try first?.waitForEnd()
        first = nil
        let second = try LiveServer {
            $0.dataDirectory = directory
            $0.auth = .open
        }
        for name in ["x", "y"] { #expect(try post(second, 1, "subscription", name) == 202) }
        let totals = try Client(second).ask("GET", "/v1/rooms/main/totals?by=sender")
        #expect(totals.json["count"] == .number(2))
    }

    @Test("A cheer counts once, through two subscriptions and as two types")
    func cheers() throws {
        let scene = try HookScene()
        for (place, (type, subscription)) in [
            ("channel.cheer", "s1"), ("channel.cheer", "s2"), ("channel.bits.use", "s3"),
        ].enumerated() {
            let body = Self.cheer(type, subscription: subscription)
            #expect(try scene.twitch(body, id: "m\(place)").status == 202)
        }
        #expect(try total(scene) == .number(100))
        // The same viewer cheers the same again.
        _ = try scene.twitch(Self.cheer("channel.cheer", subscription: "s1"), id: "again")
        #expect(try total(scene) == .number(200))
    }

    private func approve(_ id: Text, _ scene: HookScene) throws -> Int {
        try scene.keyed.ask("POST", "/v1/rooms/main/held/\(id)/approve", as: "deck").status
    }

    private func waiting(_ scene: HookScene) throws -> [Text] {
        let list = try scene.keyed.ask("GET", "/v1/rooms/main/held", as: "deck").json["held"]
        return list?.elements.compactMap { $0["id"]?.string } ?? []
    }

    @Test(
        "If several held messages report one gift, only the gift waits", arguments: orders.indices)
    func heldInAnyOrder(index: Int) throws {
        let scene = try HookScene()
        _ = try scene.keyed.ask(
            "PATCH", "/v1/rooms/main/config", #"{"sources":{"hold":"twitch"}}"#, as: "owner")
        try setGoal(scene)
        for message in Self.orders[index] { _ = try scene.twitch(message.body, id: message.id) }
        #expect(try waiting(scene) == ["twitch:b"])
        for message in Self.orders[index] where message.id != "b" {
            #expect(try approve("twitch:\(message.id)", scene) == 404)
        }
        for status in [202, 200] { #expect(try approve("twitch:b", scene) == status) }
        #expect(try total(scene) == .number(3))
        #expect(try goal(scene) == .number(3))
    }

    @Test("Held recipients whose gift never comes wait for approval after the wait")
    func heldAlone() throws {
        let scene = try HookScene {
            $0.auth = .keys
            $0.reportWaitSeconds = 1
        }
        func hold(_ sources: String) throws {
            _ = try scene.keyed.ask(
                "PATCH", "/v1/rooms/main/config", #"{"sources":{"hold":"\#(sources)"}}"#,
                as: "owner")
        }
        try hold("twitch")
        for name in ["x", "y"] { _ = try scene.twitch(Self.recipient(name), id: name) }
        // They came while Twitch was held.
        try hold("kofi")
        try waitUntil("both recipients wait for approval") { try waiting(scene).count == 2 }
        #expect(try waiting(scene) == ["counted:twitch:x", "counted:twitch:y"])
        #expect(try approve("counted:twitch:x", scene) == 202)
        // The gift adds only the recipient that no message reported.
        _ = try scene.twitch(Self.bomb(3), id: "b")
        #expect(try total(scene) == .number(2))
    }

    @Test("Totals and goals agree about gifts that held events reported")
    func heldBefore() throws {
        let scene = try HookScene()
        try setGoal(scene)
        for hold in ["twitch", "kofi"] {
            _ = try scene.keyed.ask(
                "PATCH", "/v1/rooms/main/config", #"{"sources":{"hold":"\#(hold)"}}"#, as: "owner")
            if hold == "twitch" { _ = try scene.twitch(Self.bomb(2), id: "b") }
        }
        for name in ["x", "y", "z"] { _ = try scene.twitch(Self.recipient(name), id: name) }
        _ = try scene.twitch(Self.bomb(1, subscription: "s7"), id: "c")
        #expect(try total(scene) == goal(scene))
    }

    @Test("A retracted report takes back only the gifts that it counted", arguments: [0, 1])
    func takingBack(place: Int) throws {
        let scene = try HookScene()
        try setGoal(scene)
        for (id, type) in [("m0", "channel.cheer"), ("m1", "channel.bits.use")] {
            #expect(try scene.twitch(Self.cheer(type, subscription: "s1"), id: id).status == 202)
        }
        let answer = try scene.keyed.ask(
            "DELETE", "/v1/rooms/main/events/twitch:m\(place)", as: "owner")
        #expect(answer.status == 202)
        let left = JSON.number(place == 0 ? 0 : 100)
        #expect(try total(scene) == left)
        #expect(try goal(scene) == left)
        // A third report of the same cheer counts nothing either.
        let other = Self.cheer("channel.bits.use", subscription: "s2")
        _ = try scene.twitch(other, id: "m2")
        #expect(try total(scene) == left)
        #expect(try goal(scene) == left)
    }

    @Test("A retracted gift takes back the recipients that it counted")
    func takingBackPart() throws {
        let scene = try HookScene {
            $0.auth = .keys
            $0.reportWaitSeconds = 1
        }
        try setGoal(scene)
        _ = try scene.twitch(Self.recipient("x"), id: "x")
        try waitUntil("the recipient counts") { try total(scene) == .number(1) }
        _ = try scene.twitch(Self.bomb(3), id: "b")
        #expect(try total(scene) == .number(3))
        for (id, left) in [("twitch:b", 1.0), ("counted:twitch:x", 0)] {
            let answer = try scene.keyed.ask("DELETE", "/v1/rooms/main/events/\(id)", as: "owner")
            #expect(answer.status == 202)
            #expect(try total(scene) == .number(left))
            #expect(try goal(scene) == .number(left))
        }
    }

    @Test("A held gift reports when it comes and counts when it is approved")
    func held() throws {
        let scene = try HookScene()
        _ = try scene.keyed.ask(
            "PATCH", "/v1/rooms/main/config", #"{"sources":{"hold":"twitch"}}"#, as: "owner")
        _ = try scene.twitch(Self.recipient("x"), id: "x")
        _ = try scene.twitch(Self.bomb(2), id: "b")
        _ = try scene.twitch(Self.recipient("y"), id: "y")
        #expect(try total(scene) == .number(0))
        let approve = try scene.keyed.ask(
            "POST", "/v1/rooms/main/held/twitch:b/approve", as: "deck")
        #expect(approve.status == 202)
        #expect(try total(scene) == .number(2))
    }

    @Test("A repeated ID with other content is refused with 409 and listed")
    func taken() throws {
        let scene = try HookScene()
        #expect(try scene.kofi(HookScene.payment("k1")).status == 200)
        #expect(try scene.kofi(HookScene.payment("k1")).status == 200)
        let other = HookScene.payment("k1").replacing("3.00", with: "5.00")
        #expect(try scene.kofi(other).status == 409)
        #expect(try total(scene) == .number(1))
        let passed = try scene.keyed.ask(
            "GET", "/v1/rooms/main/sources/kofi/passed", as: "owner"
        ).json["passed"]?.elements
        #expect(passed?.map { $0["code"] } == [.string("id-taken")])
        #expect(passed?.map { $0["about"] } == [.string("kofi:k1")])
        let source = try scene.source("kofi")
        #expect(source?["counts"]?["refused"] == .number(1))
        #expect(source?["counts"]?["passed"] == .number(0))
        // Under another configuration the same delivery is the same.
        _ = try scene.keyed.ask(
            "PATCH", "/v1/rooms/main/config",
            #"{"sources":{"currency":"EUR","counter":true,"message":"caption"}}"#, as: "owner")
        #expect(try scene.kofi(HookScene.payment("k1")).status == 200)
        #expect(try total(scene) == .number(1))
    }

    @Test("Two reports of one payment count once, in both orders")
    func payments() throws {
        let checkout =
            #"{"type":"checkout.session.completed","data":{"object":{"id":"cs_1","amount_total":500,"#
            + #""currency":"usd","payment_intent":null,"invoice":"in_1","metadata":{"name":"Ann"}}}}"#
        let intent =
            #"{"type":"payment_intent.succeeded","data":{"object":{"id":"pi_1","amount":500,"#
            + #""currency":"usd","invoice":"in_1"}}}"#
        for order in [[checkout, intent], [intent, checkout], [checkout], [intent]] {
            let scene = try HookScene()
            for body in order { #expect([200, 202].contains(try scene.stripe(body).status)) }
            #expect(try total(scene) == .number(1))
        }
    }

    @Test("Unknown types are listed with their numbers and counted in the metrics")
    func unknown() throws {
        let scene = try HookScene()
        for id in ["a", "b", "c"] {
            let type = id == "c" ? "channel.other" : "channel.new"
            let body = #"{"subscription":{"type":"\#(type)"},"event":{}}"#
            #expect(try scene.twitch(body, id: id).status == 200)
        }
        let unknown = try scene.source("twitch")?["unknown"]?.elements
        #expect(unknown?.map { $0["type"] } == [.string("channel.new"), .string("channel.other")])
        #expect(unknown?.map { $0["count"] } == [.number(2), .number(1)])
        let metrics = try scene.keyed.ask("GET", "/metrics", as: "admin").text
        #expect(metrics.contains(#"ovation_deliveries_unknown_total{source="twitch"} 3"#))
    }

    @Test("Kick needs no secret: its own key signs")
    func kick() throws {
        let keyed = try KeyedServer()
        let path = "/v1/hooks/main/kick"
        #expect(try Client(keyed.server).ask("POST", path, "{}").status == 404)
        let set = try keyed.ask("PUT", "/v1/rooms/main/sources/kick", "{}", as: "owner")
        #expect(set.status == 200, "\(set.text)")
        #expect(set.json["signed"] == .bool(true))
        #expect(try Client(keyed.server).ask("POST", path, "{}").status == 403)
        let secret = try keyed.ask(
            "PUT", "/v1/rooms/main/sources/kick", Self.secret, as: "owner")
        #expect(secret.status == 422)
    }
}
