import Testing
import Texts
import Transport
import Wire

@testable import Access
@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Retracting events over HTTP")
struct CorrectionsTests {
    private let room = "/v1/rooms/main"

    private func event(_ id: String, _ client: Client) throws -> JSON {
        try client.get("\(room)/events/\(id)").json
    }

    private func goal(_ client: Client) throws -> JSON? {
        try client.get("\(room)/state").json["goals"]?.elements.first?["amount"]
    }

    private func totals(_ client: Client) throws -> [JSON?] {
        let totals = try client.get("\(room)/totals").json
        return [totals["events"], totals["count"], totals["value"]]
    }

    @Test("A retracted gift leaves stage, goals and totals and stays in the history")
    func gift() throws {
        let client = try Client(LiveServer { $0.makeRoomsStill() })
        _ = try client.ask("PUT", "\(room)/goals/g", #"{"title":"t","target":9}"#)
        let gift = #"{"sender":"Ann","gift":{"name":"Thing","value":4},"count":2,"id":"a"}"#
        #expect(try client.post("\(room)/gifts", gift).json["outcome"] == .string("shown"))
        let merged = gift.replacing("\"a\"", with: "\"b\"").replacing(":2,", with: ":3,")
        #expect(try client.post("\(room)/gifts", merged).json["combo"] == .string("a"))

        let answer = try client.ask("DELETE", "\(room)/events/b")
        #expect(answer.status == 202)
        #expect(answer.json["id"] == .string("takeBack:b"))
        #expect(answer.json["outcome"] == .string("applied"))
        #expect(try goal(client) == .number(2))
        #expect(try totals(client) == [.number(1), .number(2), .number(8)])
        let channel = try client.get("\(room)/state").json["channels"]?.elements.first
        #expect(channel?["target"] == .number(2))

        #expect(try client.ask("DELETE", "\(room)/events/a").status == 202)
        #expect(try client.get("\(room)/frame").json["nodes"]?.elements.count == 1)
        #expect(try goal(client) == .number(0))
        #expect(try totals(client) == [.number(0), .number(0), .number(0)])

        let told = try event("a", client)
        #expect(told["status"] == .string("takenBack"))
        #expect(told["outcome"] == .string("shown"))
        #expect(told["ended"] == .string("takenBack"))
        #expect(told["takenBackBy"]?["id"] == .string("takeBack:a"))
        #expect(told["takenBackBy"]?["seq"] == .number(5))
        let history = try client.get("\(room)/events").json["events"]?.elements ?? []
        #expect(
            history.compactMap { $0["type"]?.string }
                == ["goal", "gift", "gift", "takeBack", "takeBack"])
        #expect(history[3]["of"] == .string("b") && history[3]["combo"] == .string("a"))
    }

    @Test("An event is retracted only once, whatever the Idempotency-Key")
    func twice() throws {
        let client = try Client(LiveServer { $0.makeRoomsStill() })
        _ = try client.ask("PUT", "\(room)/goals/g", #"{"title":"t","target":9,"start":5}"#)
        _ = try client.post("\(room)/gifts", #"{"gift":"Thing","id":"a"}"#)
        let first = try client.ask("DELETE", "\(room)/events/a")
        let second = try client.ask("DELETE", "\(room)/events/a", nil, ["Idempotency-Key: other"])
        #expect((first.status, second.status) == (202, 200))
        #expect(first.json == second.json)
        #expect(try goal(client) == .number(5))
        let long = String(repeating: "x", count: 200)
        _ = try client.post("\(room)/captions", "{\"text\":\"t\",\"id\":\"\(long)\"}")
        let answers = try (0..<2).map { _ in try client.ask("DELETE", "\(room)/events/\(long)") }
        #expect(answers.map(\.status) == [202, 200])
        #expect(answers[0].json["id"]?.string?.byteCount == 9 + 64)
    }

    @Test("Only gifts, calls and captions can be retracted")
    func kinds() throws {
        let client = try Client(LiveServer { $0.makeRoomsStill() })
        _ = try client.post("\(room)/calls", #"{"user":"Ann","id":"call"}"#)
        _ = try client.post("\(room)/captions", #"{"text":"t","id":"caption"}"#)
        let control = try client.post("\(room)/control", #"{"action":"skip","id":"control"}"#)
        #expect(control.status == 202)
        for id in ["call", "caption"] {
            #expect(try client.ask("DELETE", "\(room)/events/\(id)").status == 202)
        }
        #expect(try client.get("\(room)/frame").json["nodes"] == .array([]))
        for id in ["control", "takeBack:call"] {
            let answer = try client.ask("DELETE", "\(room)/events/\(id)")
            #expect(answer.status == 422, "\(id)")
        }
        #expect(try client.ask("DELETE", "\(room)/events/none").status == 404)
    }

    @Test("An ingest key can only retract events that it sent")
    func own() throws {
        let keyed = try KeyedServer()
        for (id, name) in [("mine", "ingest"), ("other", "owner")] {
            let body = "{\"gift\":\"Thing\",\"id\":\"\(id)\"}"
            #expect(try keyed.ask("POST", "\(room)/gifts", body, as: name).status == 202)
        }
        #expect(try keyed.ask("DELETE", "\(room)/events/other", as: "ingest").status == 404)
        #expect(try keyed.ask("DELETE", "\(room)/events/mine", as: "ingest").status == 202)
        #expect(try keyed.ask("DELETE", "\(room)/events/other", as: "deck").status == 202)
    }

    @Test("A gift can be retracted while its own request is still in flight")
    func atOnce() throws {
        let server = try LiveServer { $0.makeRoomsStill() }
        let (poster, taker) = (try Client(server), try Client(server))
        for number in 0..<20 {
            let body = "{\"gift\":\"Thing\",\"id\":\"g\(number)\"}"
            poster.send(
                "POST \(room)/gifts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
            let status = try taker.ask("DELETE", "\(room)/events/g\(number)").status
            #expect(try poster.answer().status == 202)
            // The gift may not have arrived before the retraction.
            #expect(status == 202 || status == 404)
            if status == 404 {
                #expect(try taker.ask("DELETE", "\(room)/events/g\(number)").status == 202)
            }
        }
        #expect(try totals(taker) == [.number(0), .number(0), .number(0)])
    }

    @Test("An event can be retracted while another event under its ID is on its way and is refused")
    func otherEventOnItsWay() throws {
        let scene = try ApplicationScene()
        let owner = try scene.key(.owner, of: "main").text
        let path = "/v1/rooms/main/gifts"
        #expect(try scene.ask("POST", path, #"{"gift":"Rose","id":"g"}"#, as: owner).status == 202)
        let other = scene.begin(
            "POST", path, Array(#"{"gift":"Tulip","id":"g"}"#.utf8), as: owner)
        let retraction = scene.begin("DELETE", "/v1/rooms/main/events/g", as: owner)
        #expect(try scene.finish(other).status == 409)
        #expect(try scene.finish(retraction).status == 202)
    }

    @Test("An ingest key retracts its own event after another key has approved it")
    func approved() throws {
        let keyed = try KeyedServer()
        let made = try keyed.ask("POST", "\(room)/keys", #"{"role":"ingest"}"#, as: "owner")
        let other = try #require(made.json["key"]?.string)
        _ = try keyed.ask(
            "PATCH", "\(room)/config", #"{"sources":{"hold":"streamlabs"}}"#, as: "owner")
        for id in [1, 2] {
            let donation =
                #"{"type":"donation","message":[{"id":\#(id),"name":"Jo","amount":"1.00","#
                + #""currency":"USD"}]}"#
            let posted = try keyed.ask(
                "POST", "/v1/hooks/main/streamlabs", donation, as: "ingest")
            #expect(posted.status == 202)
            let approved = try keyed.ask(
                "POST", "\(room)/held/streamlabs:donation:\(id)/approve", as: "deck")
            #expect(approved.status == 202)
        }
        let path = "\(room)/events/streamlabs:donation:1"
        #expect(try keyed.ask("DELETE", path, as: other.string).status == 404)
        let retracted = try keyed.ask("DELETE", path, as: "ingest")
        #expect(retracted.status == 202)
        #expect(retracted.json["id"] == .string("takeBack:approved:streamlabs:donation:1"))
        let deletion = #"{"type":"donationDelete","message":{"id":2}}"#
        let hook = "/v1/hooks/main/streamlabs"
        #expect(try keyed.ask("POST", hook, deletion, as: other.string).status == 200)
        let deleted = try keyed.ask("POST", hook, deletion, as: "ingest")
        #expect(deleted.status == 202)
        let totals = try keyed.ask("GET", "\(room)/totals", as: "owner")
        #expect(totals.json["count"] == .number(0))
    }
}
