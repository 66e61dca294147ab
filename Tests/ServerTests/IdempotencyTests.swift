import Testing
import Texts
import Wire

@testable import Access
@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Idempotency keys")
struct IdempotencyTests {
    private let calls = "/v1/rooms/main/calls"
    private let config = "/v1/rooms/main/config"

    @Test(
        "PUT and DELETE with a key are recorded once, and a repeat gets the first answer",
        arguments: [
            ("PUT", "counters/likes", #"{"to":5}"#, #"{"to":6}"#),
            ("PUT", "goals/g", #"{"title":"a","target":5}"#, #"{"title":"a","target":6}"#),
            ("DELETE", "counters/old", nil, nil), ("DELETE", "captions/old", nil, nil),
            ("DELETE", "calls/old", nil, nil),
        ] as [(String, String, String?, String?)])
    func keys(method: String, path: String, body: String?, other: String?) throws {
        let client = try Client(LiveServer { $0.makeRoomsStill() })
        let room = "/v1/rooms/main"
        _ = try client.ask("PUT", "\(room)/counters/old", #"{"to":1}"#)
        _ = try client.post("\(room)/captions", #"{"text":"a","slot":"old","hold":null}"#)
        _ = try client.post(calls, #"{"user":"Ann","id":"old"}"#)
        func ask(_ path: String, _ body: String?) throws -> Client.Answer {
            let fields = ["Idempotency-Key: once"]
            return try client.ask(
                method, "\(room)/\(path)", body,
                body == nil ? fields : fields + ["Content-Type: application/json"])
        }
        let first = try ask(path, body)
        #expect(first.status == 202)
        #expect(first.json["id"] == .string("once"))
        let again = try ask(path, body)
        #expect(again.status == 200)
        #expect(again.body == first.body)
        #expect(try ask(path + "x", body).status == 409)
        if let other { #expect(try ask(path, other).status == 409) }
        let events = try client.get("\(room)/events").json["events"]?.elements
        #expect(events?.count == 4)
        #expect(events?.last?["id"] == .string("once"))
    }

    @Test(
        "Quotation marks around a key must come in pairs",
        arguments: [("\"a\"", 202), ("\"a", 422), ("a\"", 422), ("\"", 422), ("\"\"", 422)])
    func quotes(key: String, status: Int) throws {
        let client = try Client(LiveServer { $0.makeRoomsStill() })
        let fields = ["Idempotency-Key: \(key)", "Content-Type: application/json"]
        let answer = try client.ask("POST", calls, #"{"user":"Ann"}"#, fields)
        #expect(answer.status == status)
        if status == 202 { #expect(answer.json["id"] == .string("a")) }
    }

    @Test("A configuration change with a key is recorded once, and a repeat gets the first answer")
    func configurationKey() throws {
        let client = try Client(LiveServer())
        func ask(_ method: String, _ key: String, _ body: String) throws -> Client.Answer {
            try client.ask(
                method, config, body,
                ["Idempotency-Key: \(key)", "Content-Type: application/json"])
        }
        let put = try ask("PUT", "a", #"{"calls":{"max":2}}"#)
        #expect(put.status == 200)
        let patch = try ask("PATCH", "b", #"{"gifts":{"x":5}}"#)
        #expect(patch.status == 200)
        #expect(patch.json["calls"]?["max"] == .number(2))
        _ = try ask("PATCH", "c", #"{"ticker":{"x":7},"gifts":{"x":6}}"#)
        // Later repeats get their first answers and change nothing.
        #expect(try ask("PUT", "a", #"{"calls":{"max":2}}"#).body == put.body)
        #expect(try ask("PATCH", "b", #"{"gifts":{"x":5}}"#).body == patch.body)
        #expect(try client.get(config).json["gifts"]?["x"] == .number(6))
        #expect(try ask("PUT", "a", #"{"calls":{"max":1}}"#).status == 409)
        #expect(try ask("PATCH", "b", #"{"gifts":{"x":4}}"#).status == 409)
        #expect(try ask("PATCH", "a", #"{"calls":{"max":1}}"#).status == 409)
        #expect(try client.get("/v1/rooms/main/events").json["events"]?.elements.count == 3)
        // Read as a configuration, a list would be the default configuration.
        #expect(try ask("PUT", "d", "{}").status == 200)
        #expect(try ask("PATCH", "d", "[null]").status == 409)
    }

    @Test("A removed catalogue entry can be removed again only with the same key")
    func entryKey() throws {
        let client = try Client(LiveServer { $0.makeRoomsStill() })
        func delete(_ fields: [String]) throws -> Client.Answer {
            try client.ask("DELETE", "/v1/rooms/main/catalogue/rose", nil, fields)
        }
        let first = try delete(["Idempotency-Key: once"])
        #expect(first.status == 200)
        #expect(try delete(["Idempotency-Key: once"]).body == first.body)
        #expect(try delete(["Idempotency-Key: twice"]).status == 404)
        #expect(try delete([]).status == 404)
        #expect(try client.get("/v1/rooms/main/events").json["events"]?.elements.count == 1)
    }

    @Test(
        "Requests without required content accept a body with an ID only",
        arguments: ["calls/c/tap", "events/c/replay"])
    func bareID(path: String) throws {
        let client = try Client(LiveServer { $0.makeRoomsStill() })
        #expect(try client.post(calls, #"{"user":"Ann","id":"c"}"#).status == 202)
        let place = "/v1/rooms/main/\(path)"
        let first = try client.post(place, #"{"id":"once"}"#)
        #expect(first.status == 202)
        #expect(first.json["id"] == .string("once"))
        let again = try client.post(place, #"{"id":"once"}"#)
        #expect(again.status == 200)
        #expect(again.body == first.body)
        #expect(try client.post(place, "{}").status == 202)
        #expect(try client.post(place, #"{"bogus":1}"#).status == 422)
        #expect(try client.post(place, "garbage{").status == 400)
        let json = ["Content-Type: application/json", "Idempotency-Key: other"]
        #expect(try client.ask("POST", place, #"{"id":"once"}"#, json).status == 422)
        #expect(
            try client.ask("POST", place, #"{"id":"x"}"#, ["Content-Type: text/plain"]).status
                == 415)
    }

    @Test(
        "IDs that the server derives from other IDs are reserved",
        arguments: ["takeBack:a", "approved:a", "takeBack:", "wall:left:5"])
    func derived(id: String) throws {
        let client = try Client(LiveServer { $0.makeRoomsStill() })
        let refused = try client.post(calls, #"{"user":"Ann","id":"\#(id)"}"#)
        #expect(refused.status == 422)
        #expect(refused.json["errors"]?.elements.first?["pointer"] == .string("/id"))
        let fields = ["Idempotency-Key: \(id)", "Content-Type: application/json"]
        #expect(try client.ask("POST", calls, #"{"user":"Ann"}"#, fields).status == 422)
        #expect(try client.post(calls, #"{"user":"Ann","id":"takeBack"}"#).status == 202)
    }

    @Test("A repeat gets the first answer even if the configuration now rejects the event")
    func refusedNow() throws {
        let client = try Client(LiveServer { $0.makeRoomsStill() })
        let gift = #"{"id":"g","gift":{"name":"Rose","image":"https://x.org/a.png"}}"#
        let first = try client.post("/v1/rooms/main/gifts", gift)
        #expect(first.status == 202)
        func patch(_ key: String, _ body: String) throws -> Client.Answer {
            try client.ask(
                "PATCH", config, body,
                ["Idempotency-Key: \(key)", "Content-Type: application/json"])
        }
        let pan = try patch("p", #"{"ticker":{"pan":0.5}}"#)
        #expect(pan.status == 200)
        #expect(try patch("q", #"{"ticker":{"pan":0,"entrance":0.1}}"#).status == 200)
        #expect(try patch("r", #"{"stage":{"imageHosts":[]}}"#).status == 200)
        let again = try client.post("/v1/rooms/main/gifts", gift)
        #expect(again.status == 200)
        #expect(again.body == first.body)
        // A pan of 0.5 s is longer than the new entrance.
        #expect(try patch("p", #"{"ticker":{"pan":0.5}}"#).body == pan.body)
        #expect(try patch("new", #"{"ticker":{"pan":0.5}}"#).status == 422)
        let other = try client.post(
            "/v1/rooms/main/gifts", #"{"id":"h","gift":{"name":"R","image":"https://x.org/a"}}"#)
        #expect(other.status == 422)
        #expect(other.json["errors"]?.elements.first?["pointer"] == .string("/gift/image"))
    }
}
