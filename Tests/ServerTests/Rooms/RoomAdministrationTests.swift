import Foundation
import TestSupport
import Testing
import Texts
import Wire

@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Room admin settings and audit")
struct RoomAdministrationTests {
    private static let gift = #"{"gift":"Rose"}"#
    private static let suspension = "/v1/rooms/main/suspension"

    private func actions(_ answer: Client.Answer) -> [Text] {
        answer.json["entries"]?.elements.compactMap { $0["do"]?.string } ?? []
    }

    @Test("A suspended room rejects events and viewers with the reason, until it is resumed")
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
        // Other rooms stay available, and the room can still be read.
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
        #expect(actions(audit) == ["suspend", "resume"])
    }

    @Test("A suspension and a room's keep days survive a restart, even without events")
    func restart() throws {
        try withDirectory { directory in
            let start = { try LiveServer { $0.dataDirectory = directory } }
            var server: LiveServer? = try start()
            var client: Client? = try Client(#require(server))
            #expect(try client?.get("/v1/rooms/main").status == 404)
            #expect(try client?.ask("PUT", Self.suspension, "{}").status == 404)
            _ = try client?.post("/v1/rooms/main/gifts", Self.gift)
            // A room with viewers only has no event.
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
            #expect(try actions(#require(client).get("/v1/audit")) == ["keepDays", "suspend"])
            (client, server) = (nil, nil)
        }
    }

    @Test("A room's keep days cannot exceed the server's")
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
        "A room's owner sees the room's key changes, and an admin sees all of them")
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
        #expect(actions(mine) == ["createKey", "changeKey", "revokeKey"])
        let entries = mine.json["entries"]?.elements ?? []
        #expect(entries.allSatisfy { $0["key"] == .string(id) && $0["room"] == .string("main") })
        #expect(
            entries.map { $0["by"] }
                == ["owner", "owner", "admin"].map { .string(keyed.id($0)) })
        #expect(entries.first?["role"] == .string("viewer"))
        #expect(!mine.text.contains("ov_"))
        let all = try keyed.ask("GET", "/v1/audit", as: "admin")
        #expect(Array(actions(all).suffix(4)) == actions(mine) + ["createKey"])
        // The audit can be paged.
        let first = try keyed.ask("GET", "/v1/rooms/main/audit?limit=2", as: "owner")
        #expect(actions(first) == ["createKey", "changeKey"])
        let next = try #require(first.json["next"]?.number)
        let rest = try keyed.ask(
            "GET", "/v1/rooms/main/audit?after=\(Int(next))", as: "owner")
        #expect(actions(rest) == ["revokeKey"])
        #expect(try keyed.ask("GET", "/v1/audit?limit=0", as: "admin").status == 422)
    }

    @Test("Deleting a room removes its suspension and its audit entries")
    func deletion() throws {
        let server = try LiveServer()
        let client = try Client(server)
        _ = try client.ask("PUT", "/v1/rooms/main")
        _ = try client.ask("PUT", Self.suspension, "{}")
        #expect(try actions(client.get("/v1/audit")) == ["suspend"])
        #expect(try client.ask("DELETE", "/v1/rooms/main").status == 202)
        #expect(try client.post("/v1/rooms/main/gifts", Self.gift).status == 202)
        #expect(try actions(client.get("/v1/audit")) == [])
    }

    @Test("A suspended room answers the repeat of a recorded event as the first time")
    func repeats() throws {
        let keyed = try KeyedServer()
        let gift = #"{"gift":"Rose","id":"g"}"#
        let path = "/v1/rooms/main/gifts"
        let first = try keyed.ask("POST", path, gift, as: "ingest")
        #expect(first.status == 202)
        #expect(try keyed.ask("PUT", Self.suspension, "{}", as: "admin").status == 200)
        let again = try keyed.ask("POST", path, gift, as: "ingest")
        #expect(again.status == 200 && again.json == first.json)
        #expect(
            try keyed.ask("POST", path, #"{"gift":"Tulip","id":"g"}"#, as: "ingest").status == 409)
        #expect(
            try keyed.ask("POST", path, #"{"gift":"Rose","id":"h"}"#, as: "ingest").status == 423)
        let events = try keyed.ask("GET", "/v1/rooms/main/events", as: "owner")
        #expect(events.json["events"]?.elements.count == 1)
    }
}
