import Foundation
import Stage
import TestSupport
import Testing
import Texts
import Timeline
import Wire

@testable import Access
@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Requests that change a room")
struct ApplicationEventsTests {
    private let gifts = "/v1/rooms/main/gifts"
    private let calls = "/v1/rooms/main/calls"
    private let config = "/v1/rooms/main/config"

    private func nodes(_ client: Client, _ room: String = "main") throws -> JSON {
        try #require(client.get("/v1/rooms/\(room)/frame").json["nodes"])
    }

    // MARK: Accepted events

    @Test("A gift is answered with 202 and appears on stage")
    func gift() throws {
        let client = try Client(LiveServer { $0.makeRoomsStill() })
        let answer = try client.post(
            gifts, #"{"sender":"Ann","gift":{"name":"Rose","image":"/r.png"},"count":3}"#)
        #expect(answer.status == 202)
        #expect(answer.fields["content-type"] == "application/json")
        #expect(answer.json["outcome"] == .string("shown"))
        #expect(answer.json["seq"] == .number(1))
        #expect(answer.json["id"]?.string?.isEmpty == false)
        #expect(answer.json["time"]?.number ?? -1 >= 0)
        let at = try #require(answer.json["at"]?.string)
        #expect(at.string.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/) != nil)
        let node = try #require(nodes(client).elements.first)
        #expect(node["id"] == .string("gifts/0"))
        #expect(node["combo"] == answer.json["id"])
        #expect(node["sender"] == .string("Ann") && node["gift"] == .string("Rose"))
        #expect(node["image"] == .string("/r.png"))
        #expect(node["count"] == .number(3))
    }

    @Test("Answers have the outcome: shown, merged, queued or skipped")
    func outcomes() throws {
        let client = try Client(
            LiveServer {
                $0.makeRoomsStill()
                $0.room.gifts.channels = 1
            })
        let first = try client.post(gifts, #"{"sender":"Ann","gift":"Rose","id":"a"}"#)
        #expect(first.json["outcome"] == .string("shown"))
        let second = try client.post(gifts, #"{"sender":"Ann","gift":"Rose"}"#)
        #expect(second.json["outcome"] == .string("merged"))
        #expect(second.json["combo"] == .string("a"))
        let third = try client.post(gifts, #"{"sender":"Bob","gift":"Rose"}"#)
        #expect(third.json["outcome"] == .string("queued"))
        #expect(third.json["position"] == .number(1))
        #expect(try client.post(calls, #"{"user":"Ann"}"#).json["outcome"] == .string("shown"))
        let repeated = try client.post(calls, #"{"user":"Ann"}"#)
        #expect(repeated.status == 202)
        #expect(repeated.json["outcome"] == .string("skipped"))
        #expect(repeated.json["seq"] == .number(5))
    }

    @Test("A call is shown, tapped and dismissed by its event ID")
    func call() throws {
        let client = try Client(LiveServer { $0.makeRoomsStill() })
        #expect(try client.post(calls, #"{"user":"Ann","id":"c 1"}"#).status == 202)
        #expect(try nodes(client).elements.first?["id"] == .string("call/c 1"))
        #expect(try client.ask("POST", "\(calls)/c%201/tap").status == 202)
        #expect(try client.ask("DELETE", "\(calls)/c%201").status == 202)
        #expect(try nodes(client) == .array([]))
        #expect(try client.ask("DELETE", "\(calls)/c%201").status == 404)
        #expect(try client.ask("POST", "\(calls)/c%201/tap").status == 404)
    }

    @Test("A waiting call can be dismissed but not tapped")
    func waitingCall() throws {
        let client = try Client(LiveServer { $0.makeRoomsStill() })
        #expect(try client.post("/v1/rooms/main/control", #"{"action":"hold"}"#).status == 202)
        let answer = try client.post(calls, #"{"user":"Ann","id":"c"}"#)
        #expect(answer.json["outcome"] == .string("queued"))
        let tap = try client.ask("POST", "\(calls)/c/tap")
        #expect(tap.status == 404)
        #expect(tap.json["detail"] == .string(#"The call "c" waits: it has no card to tap yet."#))
        #expect(try client.ask("DELETE", "\(calls)/c").status == 202)
        #expect(try client.ask("DELETE", "\(calls)/c").status == 404)
    }

    @Test("The control actions pause, resume, skip and clear")
    func control() throws {
        let client = try Client(
            LiveServer {
                $0.makeRoomsStill()
                $0.room.gifts.exit = .zero
            })
        func control(_ action: String) throws {
            let answer = try client.post("/v1/rooms/main/control", #"{"action":"\#(action)"}"#)
            #expect(answer.status == 202)
        }
        func senders() throws -> [Text?] {
            try nodes(client).elements.map { $0["sender"]?.string }
        }
        try control("hold")
        _ = try client.post(gifts, #"{"sender":"Ann","gift":"Rose"}"#)
        #expect(try senders() == [])
        try control("resume")
        #expect(try senders() == ["Ann"])
        try control("skip")
        #expect(try senders() == [])
        _ = try client.post(gifts, #"{"sender":"Bob","gift":"Rose"}"#)
        #expect(try senders() == ["Bob"])
        try control("clear")
        #expect(try senders() == [])
    }

    @Test("Rooms are independent of each other")
    func rooms() throws {
        let client = try Client(LiveServer { $0.makeRoomsStill() })
        _ = try client.post("/v1/rooms/one/gifts", #"{"gift":"Rose"}"#)
        #expect(try nodes(client, "one").elements.count == 1)
        #expect(try nodes(client, "two") == .array([]))
    }

    // MARK: Configuration

    @Test("The configuration can be read, replaced and patched")
    func configuration() throws {
        let client = try Client(LiveServer { $0.room = Configuration() })
        let first = try client.get(config)
        #expect(first.status == 200)
        #expect(first.json["gifts"]?["x"] == .number(24))
        #expect(first.json["stage"]?["width"] == .number(960))
        let put = try client.ask("PUT", config, #"{"gifts":{"x":5,"y":6}}"#)
        #expect(put.status == 200)
        #expect(put.json["gifts"]?["x"] == .number(5))
        #expect(put.json["calls"]?["max"] == .number(3))
        let patch = try client.ask(
            "PATCH", config, #"{"gifts":{"x":null},"calls":{"max":1}}"#,
            ["Content-Type: application/merge-patch+json"])
        #expect(patch.status == 200)
        #expect(patch.json["gifts"]?["x"] == .number(24))
        #expect(patch.json["gifts"]?["y"] == .number(6))
        #expect(try client.get(config).body == patch.body)
        #expect(try client.ask("PUT", config, "{}").body == first.body)
    }

    @Test("A room that waits for a viewer can be configured while its clock stands still")
    func configurationWhileWaiting() throws {
        let server = try LiveServer { $0.room.stage.waitForViewer = .always }
        let client = try Client(server)
        func patch(_ text: String) throws -> JSON {
            let answer = try client.ask("PATCH", config, text)
            #expect(answer.status == 200)
            return answer.json
        }
        func time() throws -> Double {
            try #require(client.get("/v1/rooms/main/frame").json["time"]?.number)
        }
        _ = try client.post(gifts, #"{"sender":"Ann","gift":"Rose","count":9}"#)
        let start = try time()
        #expect(try patch(#"{"gifts":{"x":50}}"#)["gifts"]?["x"] == .number(50))
        // Positions apply at once even while the clock stands still: the entrance begins at x -
        // width.
        #expect(try nodes(client).elements.first?["x"] == .number(-150))
        // The patch's event comes one microsecond after the instant that was shown.
        #expect(try time() <= start + 1)

        _ = try patch(#"{"stage":{"waitForViewer":"never"}}"#)
        try waitUntil("the clock runs") { try time() > start + 1 }
        let later = try time()
        _ = try patch(#"{"stage":{"waitForViewer":"always"}}"#)
        let stopped = try time()
        #expect(try time() == stopped && stopped >= later)
    }

    @Test("Concurrent patches are all applied, each on top of the previous one")
    func patchesAtOnce() throws {
        let server = try LiveServer()
        let places = ["gifts", "ticker", "counters", "captions"].flatMap { section in
            ["x", "y", "height"].map { (section: section, key: $0) }
        }
        let clients = try places.map { _ in try Client(server) }
        for (number, (client, place)) in zip(clients, places).enumerated() {
            let body = "{\"\(place.section)\":{\"\(place.key)\":\(100 + number)}}"
            client.send(
                "PATCH \(config) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        }
        for client in clients { #expect(try client.answer().status == 200) }
        let left = try clients[0].get(config).json
        for (number, place) in places.enumerated() {
            #expect(
                left[Text(place.section)]?[Text(place.key)] == .number(Double(100 + number)),
                "\(place)")
        }
    }

    // MARK: Rejections

    struct Refused: CustomTestStringConvertible, Sendable {
        let status: Int
        let method: String
        let path: String
        var body: String?
        var fields: [String] = []
        var pointer: String?
        var testDescription: String { "\(status) \(method) \(path) \(body?.prefix(60) ?? "")" }
    }

    static let room = "/v1/rooms/main"
    static let refusals = [
        Refused(status: 400, method: "POST", path: "\(room)/gifts", body: "{"),
        Refused(status: 400, method: "POST", path: "\(room)/gifts", body: ""),
        Refused(status: 400, method: "POST", path: "\(room)/calls", body: "{\"user\":\"a\",}"),
        Refused(status: 400, method: "PUT", path: "\(room)/config", body: "nope"),
        Refused(
            status: 403, method: "POST", path: "\(room)/gifts", body: #"{"gift":"Rose"}"#,
            fields: ["Content-Type: application/json", "Origin: https://evil.org"]),
        Refused(status: 404, method: "POST", path: "/v1/rooms/Main/gifts", body: "{}"),
        Refused(status: 404, method: "POST", path: "\(room)/dances", body: "{}"),
        Refused(status: 404, method: "DELETE", path: "\(room)/calls/none"),
        Refused(status: 404, method: "POST", path: "\(room)/calls/none/tap"),
        Refused(status: 405, method: "PUT", path: "\(room)/gifts", body: "{}"),
        Refused(status: 405, method: "DELETE", path: "\(room)/config"),
        Refused(
            status: 409, method: "POST", path: "\(room)/gifts", body: #"{"gift":"Tulip","id":"g"}"#),
        Refused(
            status: 409, method: "POST", path: "\(room)/calls", body: #"{"user":"Zoe","id":"g"}"#),
        Refused(
            status: 413, method: "POST", path: "\(room)/gifts",
            body: String(repeating: " ", count: 65_537)),
        Refused(
            status: 415, method: "POST", path: "\(room)/gifts", body: #"{"gift":"Rose"}"#,
            fields: ["Content-Type: text/plain"]),
        Refused(
            status: 415, method: "POST", path: "\(room)/gifts", body: #"{"gift":"Rose"}"#,
            fields: ["Content-Type: application/merge-patch+json"]),
        Refused(
            status: 415, method: "POST", path: "\(room)/gifts", body: #"{"gift":"Rose"}"#,
            fields: ["Content-Type: app lication / js on"]),
        Refused(
            status: 415, method: "POST", path: "\(room)/gifts", body: #"{"gift":"Rose"}"#,
            fields: ["Content-Type: application/json, text/plain"]),
        Refused(status: 405, method: "TRACE", path: "\(room)/gifts"),
        Refused(
            status: 422, method: "POST", path: "\(room)/gifts", body: "{}", pointer: "/gift"),
        Refused(
            status: 422, method: "POST", path: "\(room)/gifts",
            body: #"{"gift":"Rose","count":0}"#, pointer: "/count"),
        Refused(
            status: 422, method: "POST", path: "\(room)/gifts", body: #"{"gift":"Rose","x":1}"#,
            pointer: "/x"),
        Refused(
            status: 422, method: "POST", path: "\(room)/calls", body: #"{"user":{"id":"1"}}"#,
            pointer: "/user/name"),
        Refused(
            status: 422, method: "POST", path: "\(room)/control", body: #"{"action":"dance"}"#,
            pointer: "/action"),
        Refused(
            status: 422, method: "PUT", path: "\(room)/config",
            body: #"{"gifts":{"x":1,"channels":9}}"#, pointer: "/gifts/channels"),
        Refused(
            status: 422, method: "PATCH", path: "\(room)/config",
            body: #"{"calls":{"max":2,"extra":1}}"#, pointer: "/calls/extra"),
        Refused(
            status: 422, method: "POST", path: "\(room)/gifts", body: #"{"gift":"Rose","id":"a"}"#,
            fields: ["Content-Type: application/json", "Idempotency-Key: b"], pointer: "/id"),
        Refused(
            status: 429, method: "POST", path: "\(room)/gifts",
            body: #"{"sender":"Zoe","gift":"Rose"}"#),
    ]

    @Test("A rejection has the right status and details and changes nothing", arguments: refusals)
    func refusal(_ refused: Refused) throws {
        let server = try LiveServer {
            $0.makeRoomsStill()
            $0.room.gifts.channels = 1
            $0.room.gifts.queueLimit = 0
        }
        let client = try Client(server)
        #expect(try client.post(gifts, #"{"gift":"Rose","id":"g"}"#).status == 202)
        #expect(try client.post(calls, #"{"user":"Ann","id":"c"}"#).status == 202)
        let before = (try nodes(client), try client.get(config).body)

        let answer = try Client(server).ask(
            refused.method, refused.path, refused.body, refused.fields)
        #expect(answer.status == refused.status)
        #expect(answer.fields["content-type"] == "application/problem+json")
        #expect(answer.json["status"] == .number(Double(refused.status)))
        #expect(answer.json["type"]?.string?.isEmpty == false)
        #expect(answer.json["title"]?.string?.isEmpty == false)
        #expect((answer.fields["retry-after"] != nil) == (refused.status == 429))
        #expect((answer.fields["allow"] != nil) == (refused.status == 405))
        if let pointer = refused.pointer {
            let pointers = answer.json["errors"]?.elements.map { $0["pointer"]?.string?.string }
            #expect(pointers == [pointer])
        }

        #expect(try nodes(client) == before.0)
        #expect(try client.get(config).body == before.1)
        #expect(try client.post(gifts, #"{"gift":"Rose"}"#).json["seq"] == .number(3))
    }

    // MARK: Idempotency

    @Test("A repeated ID gets the first answer with 200 and is recorded once")
    func idempotency() throws {
        let client = try Client(LiveServer { $0.makeRoomsStill() })
        let body = #"{"gift":"Rose","count":2,"id":"x"}"#
        let first = try client.post(gifts, body)
        #expect(first.status == 202)
        #expect(first.json["id"] == .string("x"))
        let again = try client.post(gifts, body)
        #expect(again.status == 200)
        #expect(again.body == first.body)
        // The same content in a different notation.
        let reworded = try client.post(gifts, #"{"id":"x","count":2.0,"gift":{"name":"Rose"}}"#)
        #expect(reworded.status == 200)
        #expect(try nodes(client).elements.first?["count"] == .number(2))
        #expect(try client.post("/v1/rooms/other/gifts", body).status == 202)
    }

    @Test("The header Idempotency-Key sets the event ID", arguments: ["k1", "\"k1\""])
    func header(key: String) throws {
        let client = try Client(LiveServer { $0.makeRoomsStill() })
        let body = #"{"gift":"Rose"}"#
        let first = try client.post(gifts, body, "Idempotency-Key: \(key)")
        #expect(first.status == 202)
        #expect(first.json["id"] == .string("k1"))
        #expect(try client.post(gifts, body, "Idempotency-Key: k1").body == first.body)
        #expect(try client.post(gifts, #"{"gift":"Rose","id":"k1"}"#).status == 200)
        #expect(try client.post(gifts, #"{"gift":"Ring"}"#, "Idempotency-Key: k1").status == 409)
        #expect(try nodes(client).elements.count == 1)
    }

    // U+00E9, and e with U+0301, are canonically equivalent (UAX #15) but different IDs.
    @Test("Canonically equivalent IDs with different bytes are different IDs")
    func lookalikes() throws {
        let client = try Client(
            LiveServer {
                $0.makeRoomsStill()
                $0.room.gifts.channels = 1
            })
        _ = try client.post(gifts, #"{"sender":"Zoe","gift":"Rose"}"#)
        let ids = ["\u{E9}", "e\u{301}"]
        for (number, id) in ids.enumerated() {
            let body = #"{"sender":"\#(number)","gift":"Rose","id":"\#(id)"}"#
            let answer = try client.post(gifts, body)
            #expect(answer.status == 202)
            #expect(answer.json["position"] == .number(Double(number + 1)))
        }
        for (path, seq) in [("%C3%A9", 2.0), ("e%CC%81", 3.0)] {
            let told = try client.get("/v1/rooms/main/events/\(path)").json
            #expect(told["seq"] == .number(seq))
            #expect(told["positionNow"] == .number(seq - 1))
        }
        for (number, id) in ids.enumerated() {
            let body = #"{"user":"\#(id)","id":"call \#(id)"}"#
            #expect(try client.post(calls, body).json["outcome"] == .string("shown"), "\(number)")
        }
        #expect(try client.ask("DELETE", "\(calls)/call%20%C3%A9").status == 202)
        #expect(try client.ask("DELETE", "\(calls)/call%20%C3%A9").status == 404)
        #expect(try client.ask("DELETE", "\(calls)/call%20e%CC%81").status == 202)
    }

    @Test("The ID of a rejected event can be used again")
    func refusedID() throws {
        let client = try Client(
            LiveServer {
                $0.makeRoomsStill()
                $0.room.gifts.channels = 1
                $0.room.gifts.queueLimit = 0
            })
        _ = try client.post(gifts, #"{"gift":"Rose"}"#)
        let body = #"{"gift":"Tulip","id":"t"}"#
        #expect(try client.post(gifts, body).status == 429)
        _ = try client.post("/v1/rooms/main/control", #"{"action":"clear"}"#)
        #expect(try client.post(gifts, body).status == 202)
    }
}
