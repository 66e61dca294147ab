import Foundation
import HTTPRouting
import Monitoring
import TestSupport
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

@Suite("Permissions")
struct PermissionTests {
    /// Derived by hand from the purpose of the roles. `viewer+` is a viewer whose key may interact.
    private static let calls: [String: String] = [
        "POST /v1/rooms/{room}/gifts": "ingest owner admin",
        "POST /v1/rooms/{room}/calls": "ingest owner admin",
        "DELETE /v1/rooms/{room}/calls/{call}": "viewer+ ingest owner admin",
        "POST /v1/rooms/{room}/calls/{call}/tap": "viewer+ owner admin",
        "PUT /v1/rooms/{room}/counters/{name}": "ingest owner admin",
        "POST /v1/rooms/{room}/notices": "ingest owner admin",
        "DELETE /v1/rooms/{room}/alerts/{event}": "deck moderator owner admin",
        "POST /v1/rooms/{room}/alerts/{event}/move": "deck moderator owner admin",
        "PUT /v1/rooms/{room}/alerts/rules/{name}": "owner admin",
        "DELETE /v1/rooms/{room}/alerts/rules/{name}": "owner admin",
        "PUT /v1/rooms/{room}/clocks/rules/{name}": "owner admin",
        "DELETE /v1/rooms/{room}/clocks/rules/{name}": "owner admin",
        "POST /v1/rooms/{room}/counters/{name}/clock": "ingest deck moderator owner admin",
        "DELETE /v1/rooms/{room}/counters/{name}": "ingest owner admin",
        "PUT /v1/rooms/{room}/goals/{name}": "ingest owner admin",
        "DELETE /v1/rooms/{room}/goals/{name}": "ingest owner admin",
        "POST /v1/rooms/{room}/captions": "ingest owner admin",
        "DELETE /v1/rooms/{room}/captions/{slot}": "ingest owner admin",
        "POST /v1/rooms/{room}/control": "deck moderator owner admin",
        "GET /v1/rooms/{room}/config": "owner admin",
        "PUT /v1/rooms/{room}/config": "owner admin",
        "PATCH /v1/rooms/{room}/config": "owner admin",
        "PUT /v1/rooms/{room}/catalogue/{key}": "owner admin",
        "DELETE /v1/rooms/{room}/catalogue/{key}": "owner admin",
        "POST /v1/rooms/{room}/assets": "owner admin",
        "GET /v1/rooms/{room}/assets": "owner admin",
        "DELETE /v1/rooms/{room}/assets/{name}": "owner admin",
        "GET /v1/rooms/{room}/frame": "viewer viewer+ owner admin",
        "GET /v1/rooms/{room}/state": "ingest deck moderator owner admin",
        "GET /v1/rooms/{room}/events": "owner admin",
        "GET /v1/rooms/{room}/events/{id}": "ingest owner admin",
        "GET /v1/rooms/{room}/stream": "viewer viewer+ deck moderator owner admin",
        "GET /v1/rooms/{room}/keys": "owner admin",
        "POST /v1/rooms/{room}/keys": "owner admin",
        "PATCH /v1/rooms/{room}/keys/{id}": "owner admin",
        "DELETE /v1/rooms/{room}/keys/{id}": "owner admin",
        "DELETE /v1/rooms/{room}/queue/{combo}": "deck moderator owner admin",
        "POST /v1/rooms/{room}/queue/{combo}/move": "deck moderator owner admin",
        "POST /v1/rooms/{room}/events/{id}/replay": "deck moderator owner admin",
        "POST /v1/rooms/{room}/events/{id}/speech": "ingest owner admin",
        "DELETE /v1/rooms/{room}/events/{id}": "ingest deck moderator owner admin",
        "GET /v1/rooms/{room}/held": "deck moderator owner admin",
        "POST /v1/rooms/{room}/held/{id}/approve": "deck moderator owner admin",
        "POST /v1/rooms/{room}/held/{id}/refuse": "deck moderator owner admin",
        "GET /v1/rooms/{room}/blocklist": "moderator owner admin",
        "PUT /v1/rooms/{room}/blocklist/{entry}": "moderator owner admin",
        "DELETE /v1/rooms/{room}/blocklist/{entry}": "moderator owner admin",
        "GET /v1/rooms/{room}/viewers": "owner admin",
        "POST /v1/rooms/{room}/viewers/{id}/reload": "owner admin",
        "PUT /v1/rooms/{room}": "admin",
        "GET /v1/rooms": "admin",
        "DELETE /v1/rooms/{room}": "admin",
        "GET /v1/rooms/{room}": "owner admin",
        "PATCH /v1/rooms/{room}": "owner admin",
        "PUT /v1/rooms/{room}/suspension": "admin",
        "DELETE /v1/rooms/{room}/suspension": "admin",
        "GET /v1/rooms/{room}/audit": "owner admin",
        "GET /v1/audit": "admin",
        "GET /v1/rooms/{room}/totals": "moderator owner admin",
        "GET /v1/rooms/{room}/leaders": "moderator owner admin",
        "GET /v1/schema/config": "viewer viewer+ ingest deck moderator owner admin",
        "GET /metrics": "admin",
        "POST /v1/hooks/{room}/tiktok": "ingest owner admin",
        "POST /v1/hooks/{room}/bilibili": "ingest owner admin",
        "POST /v1/hooks/{room}/youtube": "ingest owner admin",
        "POST /v1/hooks/{room}/streamelements": "ingest owner admin",
        "POST /v1/hooks/{room}/streamlabs": "ingest owner admin",
        "POST /v1/hooks/{room}/generic": "ingest owner admin",
        "GET /v1/hooks/{room}/trigger": "ingest owner admin",
        "GET /v1/rooms/{room}/sources": "owner admin",
        "PUT /v1/rooms/{room}/sources/{kind}": "owner admin",
        "DELETE /v1/rooms/{room}/sources/{kind}": "owner admin",
        "GET /v1/rooms/{room}/sources/{kind}/passed": "owner admin",
        "POST /v1/rooms/{room}/sources/{kind}/try": "owner admin",
    ]

    /// The roles that each kind of stream opens for.
    private static let streams = [
        "preview": "viewer viewer+ owner admin",
        "overlay": "viewer viewer+ owner admin",
        "studio": "deck moderator owner admin",
    ]

    private static let open: Set = [
        "GET /healthz", "GET /readyz", "GET /overlay/{room}", "GET /studio/{room}", "GET /",
        "GET /web/{path…}", "GET /assets/{name}",
        // Signed requests, which are rejected for a bad signature.
        "POST /v1/hooks/{room}/twitch", "POST /v1/hooks/{room}/kofi",
        "POST /v1/hooks/{room}/stripe", "POST /v1/hooks/{room}/github",
        "POST /v1/hooks/{room}/kick",
    ]

    /// The path holds the key, and a key in the header does not count.
    private static let triggering: Set = [
        "GET /v1/hooks/{room}/trigger/{key}", "POST /v1/hooks/{room}/generic/{key}",
    ]

    private static func name(_ route: Route<Controllers>) -> String {
        "\(route.method.rawValue) \(route.path.text)"
    }

    @Test("Every route has its roles, and the table has no other routes")
    func complete() {
        let known = Self.open.union(Self.triggering).union(Self.calls.keys)
        #expect(Set(Routes.table.all.map(Self.name)) == known)
    }

    @Test("Every route accepts exactly its roles, and no invalid key")
    func everyRoute() throws {
        let keyed = try KeyedServer()
        let revoked = try keyed.ask(
            "POST", "/v1/rooms/main/keys", #"{"role":"owner"}"#, as: "owner")
        let revokedKey = try #require(revoked.json["key"]?.string)
        let id = try #require(revoked.json["id"]?.string)
        #expect(try keyed.ask("DELETE", "/v1/rooms/main/keys/\(id)", as: "owner").status == 200)
        let strangers: [String?] = [
            nil, revokedKey.string, Key.random(.admin).text.string, "expired", "x", "",
            "\(keyed.key("owner"))0",
        ]
        for route in Routes.table.all {
            func status(_ name: String?) throws -> Int {
                // An admin may delete a room with all its keys.
                let room = name == "admin" ? "spare" : "main"
                let path = route.path.text.replacing("{room}", with: room)
                    .replacing(#/{[a-z…]+}/#, with: "x")
                return try keyed.ask(route.method.rawValue, path, as: name).status
            }
            let call = Self.name(route)
            if Self.open.contains(call) {
                #expect(![401, 403].contains(try status(nil)), "\(call)")
                #expect(try status("x") == 401, "\(call)")
                continue
            }
            if Self.triggering.contains(call) {
                for name in KeyedServer.roles + ["x"] {
                    #expect(try status(name) == 401, "\(name): \(call)")
                }
                #expect(try status(nil) == 401, "\(call)")
                continue
            }
            let may = Set(Self.calls[call, default: ""].split(separator: " ").map(String.init))
            for role in KeyedServer.roles {
                let isAllowed = try ![401, 403].contains(status(role))
                #expect(isAllowed == may.contains(role), "\(role): \(call)")
                guard role != "admin" else { continue }
                let isOfRoom = route.path.text.contains("{room}")
                #expect(
                    try status("other \(role)") == (isOfRoom || !may.contains(role) ? 403 : 200),
                    "of another room: \(role): \(call)")
            }
            for stranger in strangers {
                #expect(try status(stranger) == 401, "\(stranger ?? "nobody"): \(call)")
            }
        }
    }

    @Test("Every stream message is accepted from exactly its roles")
    func messages() throws {
        let keyed = try KeyedServer()
        for role in KeyedServer.roles {
            let opens = Self.streams["overlay", default: ""]
                .split(separator: " ").contains { $0 == role }
            guard opens else {
                let answer = try Client(keyed.server).upgrade(
                    "/v1/rooms/main/stream", keyed.field(role))
                #expect(answer.status == 403, "\(role)")
                continue
            }
            let call = try keyed.ask(
                "POST", "/v1/rooms/main/calls", "{\"user\":\"\(role)\"}", as: "owner")
            let id = try #require(call.json["id"]?.string)
            let refused = try messagesRefused(keyed)
            let (client, _) = try keyed.stream(as: role)
            #expect(try client.message()["may"] == .string(Text(role.replacing("+", with: ""))))
            client.say(#"{"type":"visibility","visible":true}"#)
            client.say(#"{"type":"rate","fps":30}"#)
            client.say(#"{"type":"about","build":"b","width":960,"height":540}"#)
            client.say(#"{"type":"report","what":"quality","reduction":1}"#)
            client.say("{\"type\":\"tap\",\"call\":\"\(id)\"}")
            client.say("{\"type\":\"dismiss\",\"call\":\"\(id)\"}")
            client.say("")
            while try client.hear() != .closed(1008) {}
            #expect(try messagesRefused(keyed) - refused == (role == "viewer" ? 2 : 0), "\(role)")
            let expected: [Text] = role == "viewer" ? [] : ["tap", "dismiss"]
            var recorded: [Text] = []
            try waitUntil("the messages of \(role) are recorded") {
                recorded = try recordedBy(role, of: id, keyed)
                return recorded.count >= expected.count
            }
            #expect(recorded == expected, "\(role)")
        }
    }

    @Test("Each kind of stream opens for exactly its roles")
    func streamRoles() throws {
        let keyed = try KeyedServer()
        let path = "/v1/rooms/main/stream?role="
        for role in KeyedServer.roles {
            for (kind, may) in Self.streams {
                let isAllowed = may.split(separator: " ").contains { $0 == role }
                let answer = try Client(keyed.server).upgrade(path + kind, keyed.field(role))
                #expect(answer.status == (isAllowed ? 101 : 403), "\(role): \(kind)")
                let other = try Client(keyed.server).upgrade(
                    path + kind, keyed.field("other \(role)"))
                #expect(role == "admin" || other.status == 403, "other \(role): \(kind)")
            }
        }
    }

    @Test("A studio's stream ends when its key is revoked", arguments: ["deck", "owner"])
    func revokedStudio(role: String) throws {
        let keyed = try KeyedServer()
        let studio = try Client(keyed.server)
        _ = try studio.upgrade("/v1/rooms/main/stream?role=studio", keyed.field(role))
        #expect(try studio.message()["may"] == .string(Text(role)))
        _ = try keyed.ask("POST", "/v1/rooms/main/control", #"{"action":"hold"}"#, as: "deck")
        var told = try studio.message()
        while told["event"] == nil { told = try studio.message() }
        #expect(told["event"]?["by"] == (role == "owner" ? .string(keyed.id("deck")) : nil))
        let key = "/v1/rooms/main/keys/\(keyed.id(role))"
        #expect(try keyed.ask("DELETE", key, as: "owner").status == 200)
        while try studio.hear() != .closed(1008) {}
    }

    /// The types of the recorded events about a call that came with a role's key.
    private func recordedBy(_ role: String, of call: Text, _ keyed: KeyedServer) throws -> [Text] {
        let history = try keyed.ask("GET", "/v1/rooms/main/events?limit=1000", as: "owner")
        let events = history.json["events"]?.elements ?? []
        return events.filter {
            $0["call"] == .string(call) && $0["by"] == .string(keyed.id(role))
        }.compactMap { $0["type"]?.string }
    }

    private func messagesRefused(_ keyed: KeyedServer) throws -> Int {
        let page = try keyed.ask("GET", "/metrics", as: "admin").text
        let line = page.split(separator: "\n").first {
            $0.hasPrefix("ovation_messages_refused_total ")
        }
        return try #require(line.flatMap { Int($0.split(separator: " ")[1]) })
    }
}
