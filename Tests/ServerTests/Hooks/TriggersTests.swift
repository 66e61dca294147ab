import Foundation
import Journal
import Monitoring
import Testing
import Texts
import Transport
import Wire

@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Trigger keys")
struct TriggersTests {
    private let keyed: KeyedServer

    init() throws {
        keyed = try KeyedServer()
    }

    private static let rose = #"{"type":"gift","sender":"Deck","gift":"Rose","count":3}"#

    private func make(_ event: String, _ more: String = "") throws -> (key: String, id: String) {
        let made = try keyed.ask(
            "POST", "/v1/rooms/main/keys", "{\"role\":\"trigger\",\"event\":\(event)\(more)}",
            as: "owner")
        try #require(made.status == 201, "\(made.text)")
        return (
            try #require(made.json["key"]?.string).string,
            try #require(made.json["id"]?.string).string
        )
    }

    private func pull(_ key: String, _ fields: [String] = [], room: String = "main") throws
        -> Client.Answer
    {
        try Client(keyed.server).ask("GET", "/v1/hooks/\(room)/trigger/\(key)", nil, fields)
    }

    private var events: [JSON] {
        get throws {
            let page = try keyed.ask("GET", "/v1/rooms/main/events", as: "owner")
            return page.json["events"]?.elements ?? []
        }
    }

    @Test("A trigger key fires its event at most once a second until it is revoked")
    func prepared() throws {
        let (key, id) = try make(Self.rose, #","name":"button 1""#)
        #expect(key.hasPrefix("ov_t_"))
        let first = try pull(key)
        #expect(first.status == 202)
        #expect(first.fields["cache-control"] == "no-store")
        let again = try pull(key)
        // On a busy machine a second may pass between the two requests.
        if again.status != 202 {
            #expect(again.status == 429)
            #expect(again.fields["retry-after"] == "1")
        }
        let recorded = try events
        #expect(recorded.count == (again.status == 202 ? 2 : 1))
        #expect(recorded.first?["gift"]?["name"] == .string("Rose"))
        #expect(recorded.first?["count"] == .number(3))
        #expect(recorded.first?["by"] == .string(Text(id)))
        #expect(
            try keyed.ask("DELETE", "/v1/rooms/main/keys/\(id)", as: "owner").status == 200)
        #expect(try pull(key).status == 401)
        #expect(try events.count == recorded.count)
    }

    @Test("A trigger key can add time to a clock, and start or stop it")
    func clock() throws {
        let (key, _) = try make(
            #"{"type":"counter","name":"left","addSeconds":60,"running":false}"#)
        #expect(try pull(key).status == 404)
        let body = #"{"clock":{"seconds":60}}"#
        let set = try keyed.ask("PUT", "/v1/rooms/main/counters/left", body, as: "ingest")
        #expect(set.status == 202)
        let (other, _) = try make(
            #"{"type":"counter","name":"left","addSeconds":60,"running":false}"#)
        #expect(try pull(other).status == 202)
        #expect(try events.last?["addSeconds"] == .number(60))
        #expect(try events.last?["running"] == .bool(false))
    }

    @Test("A trigger key works only in its own trigger path")
    func nothingElse() throws {
        let (key, _) = try make(Self.rose)
        let header = ["Authorization: Bearer \(key)"]
        for path in ["/v1/rooms/main/state", "/v1/hooks/main/trigger", "/v1/schema/config"] {
            #expect(try Client(keyed.server).ask("GET", path, nil, header).status == 403)
        }
        #expect(try pull(key, room: "other").status == 401)
        // Keys of other roles do not work in a path.
        for role in ["ingest", "deck", "owner", "admin", "other trigger"] {
            #expect(try pull(keyed.key(role).string).status == 401, "\(role)")
        }
        #expect(try events.isEmpty)
    }

    @Test("Prefetches, link previews, HEAD requests and other sites' pages fire no trigger")
    func unintended() throws {
        let (key, _) = try make(Self.rose)
        for field in [
            "Sec-Purpose: prefetch;prerender", "Purpose: prefetch", "X-Moz: prefetch",
            "X-Purpose: preview", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site",
            "Origin: https://example.org",
            "User-Agent: Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
        ] {
            #expect(try pull(key, [field]).status == 403, "\(field)")
            let asked = try Client(keyed.server).ask(
                "GET", "/v1/hooks/main/trigger?type=gift&gift=Rose", nil,
                [keyed.field("ingest"), field])
            #expect(asked.status == 403, "\(field)")
        }
        for method in ["HEAD", "POST"] {
            let answer = try Client(keyed.server).ask(method, "/v1/hooks/main/trigger/\(key)")
            #expect(answer.status == 405)
            #expect(answer.fields["allow"] == "GET")
        }
        #expect(try events.isEmpty)
        // A request that a user or a program makes does fire.
        #expect(try pull(key, ["Sec-Fetch-Site: none"]).status == 202)
    }

    @Test(
        "A trigger with a key in the header takes its event from the query, and an ID prevents repeats"
    )
    func query() throws {
        func ask(_ query: String) throws -> Client.Answer {
            try keyed.ask("GET", "/v1/hooks/main/trigger?\(query)", as: "ingest")
        }
        let gift = "type=gift&id=7&sender=Jo+B&senderId=u1&gift=Rose%20bud&count=12"
        #expect(try ask(gift).status == 202)
        #expect(try ask(gift).status == 200)
        #expect(try ask("type=caption&text=Hello").status == 202)
        #expect(try ask("type=call&user=Ann").status == 202)
        let recorded = try events
        #expect(recorded.map { $0["type"]?.string } == ["gift", "caption", "call"])
        #expect(recorded.first?["id"] == .string("trigger:7"))
        #expect(recorded.first?["sender"]?["name"] == .string("Jo B"))
        #expect(recorded.first?["gift"]?["name"] == .string("Rose bud"))
        #expect(recorded.first?["count"] == .number(12))
        for (query, pointer) in [
            ("gift=Rose", "?type"), ("type=config&gift=Rose", "?type"), ("type=gift", "?gift"),
            ("type=gift&gift=Rose&colour=red", "?colour"),
            ("type=gift&gift=Rose&gift=Lily", "?gift"),
            ("type=gift&gift=Rose&count=many", "?count"), ("type=gift&gift=Rose&count=0", "?count"),
            ("type=caption&text=a&effect=b", "?effect"),
        ] as [(String, Text)] {
            let refused = try ask(query)
            #expect(refused.status == 422, "\(query)")
            #expect(
                refused.json["errors"]?.elements.first?["pointer"] == .string(pointer),
                "\(query): \(refused.text)")
        }
        #expect(try events.count == 3)
    }

    @Test("Only a trigger key has an event, and the event must be one that can be prepared")
    func making() throws {
        func pointer(_ body: String) throws -> Text? {
            let answer = try keyed.ask("POST", "/v1/rooms/main/keys", body, as: "owner")
            return answer.status == 422
                ? answer.json["errors"]?.elements.first?["pointer"]?.string : nil
        }
        #expect(try pointer(#"{"role":"trigger"}"#) == "/event")
        #expect(
            try pointer(#"{"role":"deck","event":{"type":"control","action":"skip"}}"#) == "/event")
        #expect(try pointer(#"{"role":"trigger","event":{"gift":"Rose"}}"#) == "/event/type")
        #expect(
            try pointer(#"{"role":"trigger","event":{"type":"config","config":{}}}"#)
                == "/event/type")
        #expect(
            try pointer(#"{"role":"trigger","event":{"type":"takeBack","event":"e1"}}"#)
                == "/event/type")
        #expect(
            try pointer(#"{"role":"trigger","event":{"type":"gift","gift":""}}"#) == "/event/gift")
        #expect(
            try pointer(#"{"role":"trigger","event":{"type":"gift","gift":"Rose","id":"x"}}"#)
                == "/event/id")
        for event in [
            #"{"type":"control","action":"hold"}"#, #"{"type":"call","user":"Ann"}"#,
            #"{"type":"counter","name":"deaths","to":7}"#,
            #"{"type":"deleteCaption","slot":"top"}"#,
        ] {
            _ = try make(event)
        }
        let list = try keyed.ask("GET", "/v1/rooms/main/keys", as: "owner")
        let entry = list.json["keys"]?.elements.last
        #expect(entry?["role"] == .string("trigger"))
        #expect(entry?["event"]?["slot"] == .string("top"))
        #expect(entry?["key"] == nil)
    }

    @Test(
        "A trigger key works after a restart and appears in no list, audit or metric"
    )
    func kept() throws {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("ovation-triggers-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: directory) }
        func server() throws -> LiveServer {
            try LiveServer {
                $0.dataDirectory = directory
                $0.makeRoomsStill()
            }
        }
        var first: LiveServer? = try server()
        let made = try Client(first!).ask(
            "POST", "/v1/rooms/main/keys", "{\"role\":\"trigger\",\"event\":\(Self.rose)}",
            ["Content-Type: application/json"])
        let key = try #require(made.json["key"]?.string).string
        first?.handle.drain()
        try first?.waitForEnd()
        first = nil
        let second = try server()
        #expect(try Client(second).ask("GET", "/v1/hooks/main/trigger/\(key)").status == 202)
        for path in ["keys", "audit", "events", "state"] {
            let answer = try Client(second).ask("GET", "/v1/rooms/main/\(path)")
            #expect(answer.status == 200)
            #expect(!answer.text.contains(key))
        }
        let metrics = try Client(second).ask("GET", "/metrics")
        #expect(!metrics.text.contains(key))
    }
}
