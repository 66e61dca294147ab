import Foundation
import Journal
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

/// Notices of platforms, and their alerts.
@Suite("Notices of platforms, posted")
struct HookNoticesTests {
    private static let rules = #"{"alerts":{"rules":[{"name":"all","title":"{kind}: {sender}"}]}}"#

    private static func twitch(_ type: String, _ event: String, subscription: String = "s1")
        -> String
    {
        #"{"subscription":{"id":"\#(subscription)","type":"\#(type)"},"event":\#(event)}"#
    }

    private static let follow = twitch(
        "channel.follow", #"{"user_id":"7","user_name":"Ann","followed_at":"2026-11-21T10:00:00Z"}"#
    )
    private static let resub = twitch(
        "channel.subscription.message",
        #"{"user_id":"7","user_name":"Ann","tier":"1000","cumulative_months":14,"#
            + #""message":{"text":"hi, see https://example.com/x"}}"#)
    private static let redemption = twitch(
        "channel.channel_points_custom_reward_redemption.add",
        #"{"id":"r1","user_id":"7","user_name":"Ann","user_input":"hi","reward":{"title":"Hydrate"}}"#
    )
    private static let canceled = twitch(
        "channel.channel_points_custom_reward_redemption.update",
        #"{"id":"r1","status":"canceled"}"#)

    private static func cheer(_ type: String, subscription: String) -> String {
        let message = type == "channel.cheer" ? #""hi""# : #"{"text":"hi"}"#
        return twitch(
            type, #"{"user_id":"1","user_name":"Ann","bits":100,"message":\#(message)}"#,
            subscription: subscription)
    }

    private static func recipient(_ name: String) -> String {
        #"{"id":"\#(name)","snippet":{"type":"giftMembershipReceivedEvent","#
            + #""giftMembershipReceivedDetails":{"associatedMembershipGiftingMessageId":"bomb"}},"#
            + #""authorDetails":{"channelId":"\#(name)","displayName":"\#(name)"}}"#
    }

    private static let bomb =
        #"{"id":"bomb","snippet":{"type":"membershipGiftingEvent","membershipGiftingDetails":"#
        + #"{"giftMembershipsCount":2}},"authorDetails":{"channelId":"g","displayName":"Gil"}}"#

    private func scene(_ config: String = rules) throws -> HookScene {
        let scene = try HookScene()
        try configure(scene, config)
        return scene
    }

    private func configure(_ scene: HookScene, _ config: String) throws {
        let set = try scene.keyed.ask("PATCH", "/v1/rooms/main/config", config, as: "owner")
        try #require(set.status == 200, "\(set.text)")
    }

    private func state(_ scene: HookScene) throws -> JSON {
        try scene.keyed.ask("GET", "/v1/rooms/main/state", as: "owner").json
    }

    /// The titles of the alert that is shown and of the waiting ones.
    private func alerts(_ scene: HookScene) throws -> [String] {
        let state = try state(scene)
        let all = (state["alert"]?.elements ?? []) + (state["alertQueue"]?.elements ?? [])
        let marks = CharacterSet(charactersIn: "\u{2068}\u{2069}")
        return all.compactMap {
            $0["title"]?.string?.string.components(separatedBy: marks).joined()
        }
    }

    /// The recorded events except configurations: type, ID and `with`.
    private func recorded(_ scene: HookScene) throws -> [String] {
        try scene.events.filter { $0["type"] != .string("config") }.map { event in
            let with = event["with"]?.string.map { " with \($0)" } ?? ""
            return "\(event["type"]?.string ?? "") \(event["id"]?.string ?? "")\(with)"
        }
    }

    @Test("A Twitch follow that matches a rule shows an alert, and its repeat shows no other")
    func follow() throws {
        let scene = try scene()
        #expect(try scene.twitch(Self.follow, id: "m1").status == 202)
        #expect(try scene.twitch(Self.follow, id: "m2").status == 200)
        #expect(
            try recorded(scene) == [
                "notice twitch:follow:7:1795255200:notice", "caption twitch:follow:7:1795255200",
            ])
        #expect(try alerts(scene) == ["follow: Ann"])
        let frame = try scene.keyed.ask("GET", "/v1/rooms/main/frame", as: "owner")
        let node = frame.json["nodes"]?.elements.first { $0["kind"] == .string("alert") }
        #expect(node?["id"] == .string("alert/twitch:follow:7:1795255200:notice"))
        #expect(node?["name"] == .string("Ann"))
        let notice = try scene.events.first { $0["type"] == .string("notice") }
        #expect(notice?["source"] == .string("twitch"))
    }

    @Test("A subscription makes one alert, of its notice, and its gift names the notice")
    func subscription() throws {
        let scene = try scene()
        #expect(try scene.twitch(Self.resub, id: "m1").status == 202)
        #expect(try scene.twitch(Self.resub, id: "m1").status == 200)
        #expect(
            try recorded(scene) == [
                "notice twitch:m1:notice", "gift twitch:m1 with twitch:m1:notice",
            ])
        #expect(try alerts(scene) == ["subscription: Ann"])
        let notice = try #require(scene.events.first { $0["type"] == .string("notice") })
        #expect(notice["months"] == .number(14))
        #expect(notice["count"] == .number(1))
        #expect(notice["message"] == .string("hi, see"))
        #expect(notice["gift"]?["id"] == .string("twitch:sub:1000"))
    }

    @Test("A clock's rule without a type adds its seconds once for a delivery")
    func clock() throws {
        let scene = try scene(
            #"{"clocks":{"rules":[{"name":"subs","counter":"left","seconds":60}]}}"#)
        _ = try scene.keyed.ask(
            "PUT", "/v1/rooms/main/counters/left",
            #"{"clock":{"seconds":100,"running":false}}"#, as: "owner")
        for _ in 0..<2 { _ = try scene.twitch(Self.resub, id: "m1") }
        #expect(try state(scene)["counters"]?.elements.first?["clock"]?["left"] == .number(160))
    }

    @Test(
        "A cheer that two subscriptions report in two forms makes one alert, also if each repeats")
    func reported() throws {
        let scene = try scene()
        let reports = [
            (Self.cheer("channel.cheer", subscription: "s1"), "a"),
            (Self.cheer("channel.bits.use", subscription: "s2"), "b"),
            (Self.cheer("channel.cheer", subscription: "s3"), "c"),
        ]
        for (body, id) in reports + reports { _ = try scene.twitch(body, id: id) }
        let first = "twitch:a:notice"
        #expect(
            try recorded(scene) == [
                "notice \(first)", "gift twitch:a with \(first)", "gift twitch:b with \(first)",
                "gift twitch:c with \(first)",
            ])
        #expect(try alerts(scene) == ["cheer: Ann"])
        // A second equal cheer is a new event.
        _ = try scene.twitch(Self.cheer("channel.cheer", subscription: "s1"), id: "d")
        #expect(try alerts(scene).count == 2)
    }

    @Test("Recipients of a YouTube gift bomb name its notice, before and after it")
    func bomb() throws {
        let scene = try scene()
        for body in [Self.recipient("x"), Self.bomb, Self.recipient("y")] {
            let answer = try scene.keyed.ask(
                "POST", "/v1/hooks/main/youtube", body, as: "ingest")
            #expect(answer.status == 202)
        }
        let with = " with youtube:bomb:notice"
        #expect(
            try recorded(scene) == [
                "gift youtube:x\(with)", "notice youtube:bomb:notice", "gift youtube:bomb\(with)",
                "gift youtube:y\(with)",
            ])
        #expect(try alerts(scene) == ["subscription: Gil"])
    }

    @Test("All events of a delivery after the first name the first")
    func several() throws {
        let scene = try scene()
        let body =
            #"{"type":"donation","message":[{"_id":"a","name":"A","amount":1,"currency":"USD"},"#
            + #"{"_id":"b","name":"B","amount":2,"currency":"USD"}]}"#
        _ = try scene.keyed.ask("POST", "/v1/hooks/main/streamlabs", body, as: "ingest")
        #expect(
            try recorded(scene) == ["gift streamlabs:a", "gift streamlabs:b with streamlabs:a"])
        #expect(try alerts(scene) == [": A"])
    }

    @Test("A redemption that the room shows in no other way is a notice, and can be canceled")
    func redemption() throws {
        let scene = try scene(
            #"{"sources":{"redemption":"nothing"},"alerts":{"rules":[{"name":"r","title":"{title}"}]}}"#
        )
        #expect(try scene.twitch(Self.redemption, id: "m1").status == 202)
        #expect(try alerts(scene) == ["Hydrate"])
        #expect(try scene.twitch(Self.canceled, id: "m2").status == 202)
        #expect(
            try recorded(scene) == [
                "notice twitch:r1:notice", "takeBack takeBack:twitch:r1:notice",
            ])
        #expect(try alerts(scene).isEmpty)
    }

    @Test("A canceled redemption takes back its caption and its notice")
    func canceledBoth() throws {
        let scene = try scene()
        _ = try scene.twitch(Self.redemption, id: "m1")
        #expect(try scene.twitch(Self.canceled, id: "m2").status == 202)
        #expect(
            Set(try recorded(scene).suffix(2)) == [
                "takeBack takeBack:twitch:r1", "takeBack takeBack:twitch:r1:notice",
            ])
        #expect(try alerts(scene).isEmpty)
    }

    @Test("If the room has no place for a gift, its notice is not recorded either")
    func full() throws {
        let scene = try scene(
            #"{"gifts":{"channels":1,"queueLimit":0},"alerts":{"rules":[{"name":"a","title":"x"}]}}"#
        )
        #expect(try scene.stripe(HookScene.intent).status == 202)
        #expect(try scene.twitch(Self.resub, id: "m1").status == 429)
        #expect(try recorded(scene) == ["gift stripe:pi_1"])
        try configure(scene, #"{"gifts":{"queueLimit":9}}"#)
        #expect(try scene.twitch(Self.resub, id: "m1").status == 202)
        try configure(scene, #"{"gifts":{"queueLimit":0}}"#)
        // The room is full again, and the repeat is recognized.
        #expect(try scene.twitch(Self.resub, id: "m1").status == 200)
        #expect(
            try recorded(scene).dropFirst() == [
                "notice twitch:m1:notice", "gift twitch:m1 with twitch:m1:notice",
            ])
    }

    @Test("The server remembers over a restart which event reported a cheer first")
    func restart() throws {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("ovation-notices-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: directory) }
        func server() throws -> LiveServer {
            try LiveServer {
                $0.dataDirectory = directory
                $0.auth = .open
                $0.makeRoomsStill()
            }
        }
        var field = ""
        func post(_ server: LiveServer, _ type: String, _ id: String) throws {
            let body =
                #"{"type":"\#(type)","message":[{"gifter":"eve","name":"\#(id)","amount":2,"#
                + #""sub_plan":"1000","sub_type":"subgift","_id":"\#(id)"}]}"#
            let answer = try Client(server).ask(
                "POST", "/v1/hooks/main/streamlabs", body,
                ["Content-Type: application/json", field])
            #expect([200, 202].contains(answer.status), "\(answer.text)")
        }
        var first: LiveServer? = try server()
        let key = try Client(first!).ask(
            "POST", "/v1/rooms/main/keys", #"{"role":"ingest"}"#, ["Content-Type: application/json"]
        )
        field = "Authorization: Bearer \(try #require(key.json["key"]?.string))"
        try post(first!, "subMysteryGift", "b")
        first?.handle.drain()
        try first?.waitForEnd()
        first = nil
        let second = try server()
        for id in ["x", "y", "x"] { try post(second, "subscription", id) }
        let events = try Client(second).ask("GET", "/v1/rooms/main/events").json["events"]
        #expect(
            events?.elements.map { "\($0["id"]?.string ?? "") \($0["with"]?.string ?? "")" } == [
                "streamlabs:b:notice ", "streamlabs:b streamlabs:b:notice",
                "streamlabs:x streamlabs:b:notice", "streamlabs:y streamlabs:b:notice",
            ])
    }

    // MARK: Approval

    private func approve(_ id: String, _ scene: HookScene) throws -> Int {
        try scene.keyed.ask("POST", "/v1/rooms/main/held/\(id)/approve", as: "deck").status
    }

    private static let held =
        #"{"sources":{"hold":"twitch","follow":"nothing"},"#
        + #""alerts":{"rules":[{"name":"all","title":"{kind}: {sender}"}]}}"#

    @Test("A held subscription makes its alert once it is approved, and once only")
    func approved() throws {
        let scene = try scene(Self.held)
        for _ in 0..<2 { _ = try scene.twitch(Self.resub, id: "m1") }
        #expect(try recorded(scene) == ["hold twitch:m1"])
        #expect(try alerts(scene).isEmpty)
        #expect(try approve("twitch:m1", scene) == 202)
        #expect(try approve("twitch:m1", scene) == 200)
        let notice = "approved:twitch:m1:notice"
        #expect(
            try recorded(scene).dropFirst() == [
                "notice \(notice)", "gift approved:twitch:m1 with \(notice)",
            ])
        #expect(try alerts(scene) == ["subscription: Ann"])
    }

    @Test("A held notice without another event is approved or refused by itself")
    func approvedAlone() throws {
        let scene = try scene(Self.held)
        _ = try scene.twitch(Self.follow, id: "m1")
        let id = "twitch:follow:7:1795255200"
        #expect(try recorded(scene) == ["hold \(id)"])
        #expect(try approve(id, scene) == 202)
        #expect(try recorded(scene).last == "notice approved:\(id)")
        #expect(try alerts(scene) == ["follow: Ann"])
        // The platform's repeat is recognized under another setting, too.
        try configure(scene, #"{"sources":{"follow":"caption"}}"#)
        #expect(try scene.twitch(Self.follow, id: "m2").status == 200)
        _ = try scene.twitch(Self.redemption, id: "m3")
        let refused = try scene.keyed.ask(
            "POST", "/v1/rooms/main/held/twitch:r1/refuse", as: "deck")
        #expect(refused.status == 202)
        #expect(try alerts(scene) == ["follow: Ann"])
    }

    @Test("A held redemption with a caption is canceled with its notice after the approval")
    func canceledApproval() throws {
        let scene = try scene(Self.held)
        _ = try scene.twitch(Self.redemption, id: "m1")
        #expect(try approve("twitch:r1", scene) == 202)
        #expect(try alerts(scene) == ["redemption: Ann"])
        #expect(try scene.twitch(Self.canceled, id: "m2").status == 202)
        #expect(try alerts(scene).isEmpty)
    }

    @Test("A blocked word in a title or a name stops a notice, and one in its message hides it")
    func blocked() throws {
        let scene = try scene(Self.rules)
        try configure(scene, #"{"sources":{"blocked":"hydrate, hi"}}"#)
        _ = try scene.twitch(Self.redemption, id: "m1")
        #expect(try alerts(scene).isEmpty)
        _ = try scene.twitch(Self.resub, id: "m2")
        #expect(try alerts(scene) == ["subscription: Ann"])
        let frame = try scene.keyed.ask("GET", "/v1/rooms/main/frame", as: "owner")
        let node = frame.json["nodes"]?.elements.first { $0["kind"] == .string("alert") }
        #expect(node?["message"] == nil)
    }

    // MARK: Settings

    @Test("The setting `links` of a source keeps links in its messages")
    func links() throws {
        let scene = try scene()
        let body = #"{"secret":"\#(HookScene.secret)","links":true}"#
        let set = try scene.keyed.ask(
            "PUT", "/v1/rooms/main/sources/twitch", body, as: "owner")
        #expect(set.status == 200)
        #expect(set.json["settings"] == .object([.init("links", .bool(true))]))
        _ = try scene.twitch(Self.resub, id: "m1")
        #expect(
            try scene.events.last?["message"] == .string("hi, see https://example.com/x"))
        let wrong = try scene.keyed.ask(
            "PUT", "/v1/rooms/main/sources/twitch", #"{"links":1}"#, as: "owner")
        #expect(wrong.status == 422)
        #expect(wrong.json["errors"]?.elements.first?["pointer"] == .string("/links"))
    }
}
