import TestSupport
import Testing
import Texts
import Wire

@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Alert requests")
struct AlertRequestsTests {
    private let room = "/v1/rooms/main"

    private func client() throws -> Client { try Client(LiveServer { $0.makeRoomsStill() }) }

    private func set(_ rule: String, _ body: String, _ client: Client) throws -> Int {
        try client.ask("PUT", "\(room)/alerts/rules/\(rule)", body).status
    }

    private func rules(_ client: Client) throws -> [JSON?] {
        try client.get("\(room)/config").json["alerts"]?["rules"]?.elements.map { $0["name"] } ?? []
    }

    @Test("A notice without a rule is recorded and not shown")
    func unmatched() throws {
        let client = try client()
        let answer = try client.post("\(room)/notices", #"{"kind":"follow","sender":"Ann"}"#)
        #expect(answer.status == 202)
        #expect(answer.json["outcome"] == .string("skipped"))
    }

    @Test("A rule makes an alert of a notice, and the state lists the waiting ones")
    func shown() throws {
        let client = try client()
        #expect(try set("all", #"{"title":"{kind}: {sender}"}"#, client) == 200)
        let outcomes = try ["Ann", "Bob"].map { name in
            try client.post(
                "\(room)/notices", #"{"id":"\#(name)","kind":"raid","sender":"\#(name)"}"#
            )
            .json["outcome"]
        }
        #expect(outcomes == [.string("shown"), .string("queued")])
        let state = try client.get("\(room)/state").json
        #expect(state["alert"]?.elements.first?["rule"] == .string("all"))
        #expect(
            state["alertQueue"]?.elements.first?["title"]
                == .string("raid: \u{2068}Bob\u{2069}"))
        let node = try client.get("\(room)/frame").json["nodes"]?.elements.first
        #expect(node?["kind"] == .string("alert"))
        #expect(node?["name"] == .string("Ann"))
    }

    @Test("The answer, the history and the explanation of an event say what became of its alert")
    func outcomes() throws {
        let client = try client()
        _ = try client.ask("PATCH", "\(room)/config", #"{"alerts":{"queueLimit":1}}"#)
        _ = try set("all", #"{"title":"{sender}"}"#, client)
        let expected: [(String, Text)] = [
            ("a", #"{"rule":"all","status":"shown"}"#),
            ("b", #"{"rule":"all","status":"queued","position":1}"#),
            ("c", #"{"rule":"all","status":"dropped"}"#),
        ]
        for (id, alert) in expected {
            let body = #"{"id":"\#(id)","gift":"Rose","sender":"\#(id)"}"#
            for status in [202, 200] {
                let answer = try client.post("\(room)/gifts", body)
                #expect(answer.status == status)
                #expect(answer.json["alert"]?.text == alert)
            }
        }
        let events = try client.get("\(room)/events").json["events"]?.elements ?? []
        let history = events.filter { $0["type"] == .string("gift") }
        #expect(history.map { $0["alert"]?.text } == expected.map(\.1))
        let shownAt = try explained("a", client)["alert"]?["shownAt"]
        #expect(shownAt == history.first?["time"])
        _ = try client.post("\(room)/control", #"{"action":"skip","of":"alert/a"}"#)
        _ = try client.ask("DELETE", "\(room)/alerts/b")
        let (first, second) = (try explained("a", client), try explained("b", client))
        #expect(first["alert"]?["status"] == .string("shown"))
        #expect(first["alert"]?["ended"] == .string("skipped"))
        #expect(first["alert"]?["endedAt"] != nil)
        #expect(first["status"] == .string("shown"))
        #expect(second["alert"]?["status"] == .string("dropped"))
        #expect(second["alert"]?["ended"] == .string("dismissed"))
    }

    private func explained(_ id: String, _ client: Client) throws -> JSON {
        try client.get("\(room)/events/\(id)").json
    }

    @Test("A rule goes to the end, or before the rule that a request names")
    func order() throws {
        let client = try client()
        #expect(try set("a", #"{"title":"a"}"#, client) == 200)
        #expect(try set("b", #"{"title":"b"}"#, client) == 200)
        #expect(try set("c", #"{"title":"c","before":"a"}"#, client) == 200)
        #expect(try rules(client) == [.string("c"), .string("a"), .string("b")])
        #expect(try set("d", #"{"title":"d","before":"x"}"#, client) == 422)
        #expect(try set("d", #"{"title":"d","when":{"colour":1}}"#, client) == 422)
        #expect(try set("D", #"{"title":"d"}"#, client) == 422)
        #expect(try client.ask("DELETE", "\(room)/alerts/rules/a").status == 200)
        #expect(try client.ask("DELETE", "\(room)/alerts/rules/a").status == 404)
        #expect(try rules(client) == [.string("c"), .string("b")])
    }

    @Test("A waiting alert is moved and removed; another one is not found")
    func steering() throws {
        let client = try client()
        _ = try set("all", #"{"title":"{sender}"}"#, client)
        for id in ["a", "b", "c"] {
            _ = try client.post("\(room)/notices", #"{"id":"\#(id)","kind":"follow"}"#)
        }
        #expect(try client.post("\(room)/alerts/c/move", #"{"to":1}"#).status == 202)
        #expect(try client.ask("DELETE", "\(room)/alerts/b").status == 202)
        #expect(try client.ask("DELETE", "\(room)/alerts/b").status == 404)
        let waiting = try client.get("\(room)/state").json["alertQueue"]?.elements
        #expect(waiting?.map { $0["event"] } == [.string("c")])
        _ = try client.ask("PATCH", "\(room)/config", #"{"alerts":{"order":"worth"}}"#)
        let refusal = try client.post("\(room)/alerts/c/move", #"{"to":1}"#)
        #expect(refusal.status == 409)
        #expect(refusal.json["type"] == .string("/problems/fixed-order"))
    }

    @Test("Only the server says which platform an event came from")
    func origin() throws {
        let client = try client()
        for body in [
            #"{"kind":"follow","source":"twitch"}"#, #"{"kind":"follow","with":"x"}"#,
        ] {
            #expect(try client.post("\(room)/notices", body).status == 422)
        }
        #expect(
            try client.post("\(room)/gifts", #"{"gift":"Rose","source":"twitch"}"#).status == 422)
        #expect(
            try client.post("\(room)/calls", #"{"user":"Ann","source":"twitch"}"#).status == 422)
    }

    @Test("Taking a notice back removes its alert")
    func takenBack() throws {
        let client = try client()
        _ = try set("all", #"{"title":"{sender}"}"#, client)
        _ = try client.post("\(room)/notices", #"{"id":"n","kind":"follow"}"#)
        #expect(try client.ask("DELETE", "\(room)/events/n").status == 202)
        #expect(try client.get("\(room)/state").json["alert"]?.elements.isEmpty == true)
    }
}
