import Foundation
import Testing
import Texts
import Wire

@testable import Server

@Suite("What is settled of rooms, and who did what")
struct StandingsTests {
    private static let gift = #"{"gift":"Rose"}"#
    private static let suspension = "/v1/rooms/main/suspension"

    private func deeds(_ answer: Client.Answer) -> [Text] {
        answer.json["entries"]?.elements.compactMap { $0["do"]?.string } ?? []
    }

    @Test("A suspended room takes no events and no viewers, and tells why; resumed it goes on")
    func suspension() throws {
        let keyed = try KeyedServer()
        func post(_ room: String, as name: String) throws -> Client.Answer {
            try keyed.ask("POST", "/v1/rooms/\(room)/gifts", Self.gift, as: name)
        }
        func join() throws -> Int {
            try Client(keyed.server).upgrade("/v1/rooms/main/stream", keyed.field("viewer")).status
        }
        #expect(try post("main", as: "ingest").status == 202)
        let (watching, _) = try keyed.stream(as: "viewer")
        let suspended = try keyed.ask(
            "PUT", Self.suspension, #"{"reason":"too loud"}"#, as: "admin")
        #expect(suspended.status == 200)
        while try watching.hear() != .closed(1008) {}
        let refused = try post("main", as: "ingest")
        #expect(refused.status == 423)
        #expect(refused.json["type"] == .string("/problems/suspended"))
        #expect(refused.json["detail"]?.string?.string.contains("too loud") == true)
        #expect(refused.fields["retry-after"] == "60")
        #expect(try join() == 423)
        for (method, path, body, role) in [
            ("PATCH", "config", "{}", "owner"), ("POST", "control", #"{"action":"hold"}"#, "deck"),
            ("DELETE", "captions/main", nil, "ingest"),
        ] as [(String, String, String?, String)] {
            let answer = try keyed.ask(method, "/v1/rooms/main/\(path)", body, as: role)
            #expect(answer.status == 423, "\(path)")
        }
        // Others go on, and what was can be read.
        #expect(try post("other", as: "other ingest").status == 202)
        let room = try keyed.ask("GET", "/v1/rooms/main", as: "owner")
        #expect(room.json["suspended"]?["reason"] == .string("too loud"))
        #expect(room.json["suspended"]?["by"] == .string(keyed.id("admin")))
        #expect(room.json["suspended"]?["at"]?.string != nil)
        let events = try keyed.ask("GET", "/v1/rooms/main/events", as: "owner")
        #expect(events.json["events"]?.elements.count == 1)
        #expect(try keyed.ask("DELETE", Self.suspension, as: "admin").status == 200)
        #expect(try post("main", as: "ingest").status == 202)
        #expect(try join() == 101)
        let audit = try keyed.ask("GET", "/v1/rooms/main/audit", as: "owner")
        #expect(deeds(audit) == ["suspend", "resume"])
    }

    @Test("A suspension and a room's keep days last over a restart, of a room without events too")
    func restart() throws {
        try withDirectory { directory in
            let start = { try LiveServer { $0.dataDirectory = directory } }
            var server: LiveServer? = try start()
            var client: Client? = try Client(#require(server))
            #expect(try client?.get("/v1/rooms/main").status == 404)
            #expect(try client?.ask("PUT", Self.suspension, "{}").status == 404)
            _ = try client?.post("/v1/rooms/main/gifts", Self.gift)
            // A room that is only watched has no event.
            var viewer: Client? = try Client(#require(server))
            #expect(try viewer?.upgrade("/v1/rooms/bare/stream").status == 101)
            #expect(
                try client?.ask("PATCH", "/v1/rooms/bare", #"{"keepDays":7}"#).status == 200)
            #expect(try client?.ask("PUT", Self.suspension, "{}").status == 200)
            (viewer, client, server) = (nil, nil, nil)
            server = try start()
            client = try Client(#require(server))
            #expect(try client?.post("/v1/rooms/main/gifts", Self.gift).status == 423)
            let main = try client?.get("/v1/rooms/main").json
            #expect(main?["suspended"]?["by"] == .null)
            #expect(main?["suspended"]?["reason"] == .string(""))
            #expect(try client?.get("/v1/rooms/bare").json["keepDays"] == .number(7))
            #expect(try deeds(#require(client).get("/v1/audit")) == ["keepDays", "suspend"])
            (client, server) = (nil, nil)
        }
    }

    @Test("What a room is kept for is at most what the server keeps")
    func keepDays() throws {
        let server = try LiveServer { $0.keepDays = 10 }
        let client = try Client(server)
        _ = try client.ask("PUT", "/v1/rooms/main")
        func days() throws -> JSON? { try client.get("/v1/rooms/main").json["keepDays"] }
        #expect(try days() == .number(10))
        for body in [#"{"keepDays":11}"#, #"{"keepDays":0}"#, #"{"keepDays":"1"}"#, "{}"] {
            let answer = try client.ask("PATCH", "/v1/rooms/main", body)
            #expect(answer.status == 422, "\(body)")
            #expect(
                answer.json["errors"]?.elements.first?["pointer"] == .string("/keepDays"))
        }
        #expect(
            try client.ask("PATCH", "/v1/rooms/main", #"{"keepDays":3}"#).json["keepDays"]
                == .number(3))
        #expect(try days() == .number(3))
        #expect(try client.ask("PATCH", "/v1/rooms/main", #"{"keepDays":null}"#).status == 200)
        #expect(try days() == .number(10))
    }

    @Test(
        "Who made, changed and revoked keys is told to the room's owner, and all of it to an admin")
    func audit() throws {
        let keyed = try KeyedServer()
        let made = try keyed.ask("POST", "/v1/rooms/main/keys", #"{"role":"viewer"}"#, as: "owner")
        let id = try #require(made.json["id"]?.string)
        let key = "/v1/rooms/main/keys/\(id)"
        _ = try keyed.ask("PATCH", key, #"{"pinned":true}"#, as: "owner")
        _ = try keyed.ask("DELETE", key, as: "admin")
        _ = try keyed.ask(
            "POST", "/v1/rooms/other/keys", #"{"role":"deck"}"#, as: "other owner")
        let mine = try keyed.ask("GET", "/v1/rooms/main/audit", as: "owner")
        #expect(deeds(mine) == ["createKey", "changeKey", "revokeKey"])
        let entries = mine.json["entries"]?.elements ?? []
        #expect(entries.allSatisfy { $0["key"] == .string(id) && $0["room"] == .string("main") })
        #expect(
            entries.map { $0["by"] }
                == ["owner", "owner", "admin"].map { .string(keyed.id($0)) })
        #expect(entries.first?["role"] == .string("viewer"))
        #expect(!mine.text.contains("ov_"))
        let all = try keyed.ask("GET", "/v1/audit", as: "admin")
        #expect(Array(deeds(all).suffix(4)) == deeds(mine) + ["createKey"])
        // A page at a time.
        let first = try keyed.ask("GET", "/v1/rooms/main/audit?limit=2", as: "owner")
        #expect(deeds(first) == ["createKey", "changeKey"])
        let next = try #require(first.json["next"]?.number)
        let rest = try keyed.ask(
            "GET", "/v1/rooms/main/audit?after=\(Int(next))", as: "owner")
        #expect(deeds(rest) == ["revokeKey"])
        #expect(try keyed.ask("GET", "/v1/audit?limit=0", as: "admin").status == 422)
    }

    @Test("What is settled of a room, and who did what there, goes with it")
    func deletion() throws {
        let server = try LiveServer()
        let client = try Client(server)
        _ = try client.ask("PUT", "/v1/rooms/main")
        _ = try client.ask("PUT", Self.suspension, "{}")
        #expect(try deeds(client.get("/v1/audit")) == ["suspend"])
        #expect(try client.ask("DELETE", "/v1/rooms/main").status == 202)
        #expect(try client.post("/v1/rooms/main/gifts", Self.gift).status == 202)
        #expect(try deeds(client.get("/v1/audit")) == [])
    }
}
