import Foundation
import HTTPRouting
import Journal
import Monitoring
import SQLiteJournal
import Stage
import TestSupport
import Testing
import Texts
import Wire

@testable import Access
@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Server
@testable import Settings
@testable import Webhooks

@Suite("API keys")
struct KeysTests {
    private static let stream = "/v1/rooms/main/stream"

    // MARK: Creation

    @Test("A key is shown once, but a viewer's key can be read again")
    func shown() throws {
        let keyed = try KeyedServer()
        for role in ["ingest", "viewer"] {
            let made = try keyed.ask(
                "POST", "/v1/rooms/main/keys",
                "{\"role\":\"\(role)\",\"name\":\"OBS\",\"expiresDays\":90}", as: "owner")
            #expect(made.status == 201)
            #expect(made.json["by"] == .string(keyed.id("owner")))
            let key = try #require(made.json["key"]?.string)
            let list = try keyed.ask("GET", "/v1/rooms/main/keys", as: "owner")
            let entry = list.json["keys"]?.elements.first { $0["id"] == made.json["id"] }
            #expect(entry?["name"] == .string("OBS"))
            #expect(entry?["expiresAt"] != .null)
            #expect(entry?["key"] == (role == "viewer" ? .string(key) : nil))
            #expect(list.text.contains(key.string) == (role == "viewer"))
        }
    }

    @Test(
        "An invalid key request is rejected with a pointer to the fault",
        arguments: [
            ("{}", "/role"), (#"{"role":"king"}"#, "/role"), (#"{"role":"admin"}"#, "/role"),
            (#"{"role":"deck","interact":true}"#, "/interact"),
            (#"{"role":"owner","pinned":true}"#, "/pinned"),
            (#"{"role":"deck","expiresDays":0}"#, "/expiresDays"),
            (#"{"role":"deck","expiresDays":3651}"#, "/expiresDays"),
            (#"{"role":"deck","name":""}"#, "/name"), (#"{"role":"deck","x":1}"#, "/x"),
        ])
    func refused(body: String, pointer: String) throws {
        let keyed = try KeyedServer()
        let answer = try keyed.ask("POST", "/v1/rooms/main/keys", body, as: "owner")
        #expect(answer.status == 422)
        #expect(answer.json["errors"]?.elements.first?["pointer"] == .string(Text(pointer)))
    }

    @Test("A room has at most 100 keys, even with concurrent requests")
    func limit() throws {
        let keyed = try KeyedServer()
        let clients = try (0..<12).map { _ in try Client(keyed.server) }
        let body = #"{"role":"ingest"}"#
        for client in clients {
            for _ in 0..<10 {
                client.send(
                    "POST /v1/rooms/spare/keys HTTP/1.1\r\nHost: localhost\r\n"
                        + "\(keyed.field("admin"))\r\nContent-Type: application/json\r\n"
                        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
            }
        }
        var statuses: [Int: Int] = [:]
        for client in clients {
            for _ in 0..<10 { statuses[try client.answer().status, default: 0] += 1 }
        }
        #expect(statuses == [201: 100, 429: 20])
    }

    // MARK: Authentication

    @Test("Requests with a missing, expired or invalid key all get the same answer")
    func sameWords() throws {
        let keyed = try KeyedServer()
        let names: [String?] = [nil, "expired", "x", Key.random(.owner).text.string]
        let answers = try names.map { try keyed.ask("GET", "/v1/rooms/main/state", as: $0) }
        for answer in answers {
            #expect(answer.status == 401)
            #expect(answer.fields["www-authenticate"] == "Bearer")
            #expect(answer.text == answers[0].text)
        }
    }

    @Test("A key that is sent is checked even if the server requires none")
    func alwaysJudged() throws {
        for mode in [AuthMode.auto, .open] {
            let keyed = try KeyedServer { $0.auth = mode }
            #expect(try keyed.ask("GET", "/v1/rooms", as: nil).status == 200)
            #expect(try keyed.ask("GET", "/v1/rooms", as: "owner").status == 403)
            #expect(try keyed.ask("GET", "/v1/rooms", as: "expired").status == 401)
            #expect(try keyed.ask("GET", "/v1/rooms", as: "admin").status == 200)
            let basic = try Client(keyed.server).get("/v1/rooms", "Authorization: Basic YTpi")
            #expect(basic.status == 200)
        }
    }

    @Test(
        "A request that a proxy may have forwarded needs a key, even on loopback",
        arguments: [
            "Forwarded: for=192.0.2.1", "X-Forwarded-For: 192.0.2.1", "x-forwarded-proto: https",
            "X-Real-IP: 192.0.2.1", "Via: 1.1 proxy", "X-Forwarded-Anything:",
        ])
    func proxied(field: String) throws {
        let server = try LiveServer()
        #expect(try Client(server).get("/v1/rooms").status == 200)
        #expect(try Client(server).get("/v1/rooms", field).status == 401)
        #expect(try Client(server).upgrade(Self.stream, field).status == 401)
        #expect(try Client(server).get("/healthz", field).status == 200)
        #expect(try Client(server).get("/metrics", field).status == 401)
    }

    @Test("A request with HTTP/1.0 needs a key")
    func oldVersion() throws {
        let client = try Client(LiveServer())
        client.send("GET /v1/rooms HTTP/1.0\r\nHost: localhost\r\n\r\n")
        #expect(try client.answer().status == 401)
    }

    @Test(
        "A server that is reachable from other machines requires keys",
        arguments: [
            { $0.publicAddresses = [WebAddress("https://show.example.org")!] },
            { $0.allowedOrigins = ["https://a.example.org"] }, { $0.host = "0.0.0.0" },
        ] as [@Sendable (inout ServerConfiguration) -> Void])
    func reachable(change: @escaping @Sendable (inout ServerConfiguration) -> Void) throws {
        let keyed = try KeyedServer(change)
        #expect(try keyed.ask("GET", "/v1/rooms", as: nil).status == 401)
        #expect(try keyed.ask("GET", "/v1/rooms", as: "admin").status == 200)
        #expect(try keyed.ask("GET", "/overlay/main", as: nil).status == 200)
    }

    @Test("A stream accepts exactly one key as a subprotocol, which is never chosen")
    func subprotocol() throws {
        let keyed = try KeyedServer()
        let key = "ovation.key.\(keyed.key("viewer"))"
        func ask(_ fields: String) throws -> Client.Answer {
            try Client(keyed.server).upgrade(Self.stream, fields)
        }
        let protocols = "Sec-WebSocket-Protocol: "
        let good = try ask("\(protocols)ovation.v1.binary, ovation.v1.json, \(key)")
        #expect(good.status == 101)
        #expect(good.fields["sec-websocket-protocol"] == "ovation.v1.binary")
        #expect(try ask("\(protocols)\(key), ovation.v1.json").status == 101)
        #expect(try ask("\(protocols)ovation.v1.json").status == 401)
        #expect(try ask("\(protocols)ovation.v1.json, ovation.key.x").status == 401)
        #expect(try ask("\(protocols)ovation.v1.json, \(key), \(key)").status == 401)
        #expect(try ask("\(protocols)\(key)").status == 400)
    }

    // MARK: Expiry

    @Test("Revoking a key closes its streams with 1008 and no others")
    func revoked() throws {
        let keyed = try KeyedServer()
        let (viewer, _) = try keyed.stream(as: "viewer")
        let (other, _) = try keyed.stream(as: "viewer+")
        let path = "/v1/rooms/main/keys/\(keyed.id("viewer"))"
        #expect(try keyed.ask("DELETE", path, as: "other owner").status == 403)
        #expect(try keyed.ask("DELETE", path, as: "owner").status == 200)
        while try viewer.hear() != .closed(1008) {}
        #expect(try keyed.ask("DELETE", path, as: "owner").status == 404)
        _ = try keyed.ask("POST", "/v1/rooms/main/gifts", #"{"gift":"Rose"}"#, as: "owner")
        #expect(try other.message()["type"] == .string("hello"))
        #expect(try other.message()["type"] == .string("frame"))
        #expect(try other.message()["nodes"] != nil)
    }

    @Test("The streams of an expired key close with 1008")
    func expired() throws {
        let keyed = try KeyedServer()
        let (viewer, _) = try keyed.stream(as: "ephemeral")
        while try viewer.hear() != .closed(1008) {}
        #expect(try keyed.ask("GET", "/v1/rooms/main/frame", as: "ephemeral").status == 401)
    }

    @Test("Keys survive a restart and are removed with their room")
    func room() throws {
        let keyed = try KeyedServer()
        #expect(try keyed.ask("DELETE", "/v1/rooms/main", as: "admin").status == 202)
        #expect(try keyed.ask("GET", "/v1/rooms/main/state", as: "owner").status == 401)
        #expect(try keyed.ask("GET", "/v1/rooms/other/state", as: "other owner").status == 200)
        let rooms = try keyed.ask("GET", "/v1/rooms", as: "admin").json["rooms"]?.elements
        #expect(rooms?.map { $0["name"] } == [.string("other")])
    }

    // A change that comes while the removal is on its way to the disk.
    @Test("A revoked key stays revoked if it is renamed at the same moment")
    func renamedWhileRevoked() throws {
        let keyed = try KeyedServer()
        let (revoker, changer) = (try Client(keyed.server), try Client(keyed.server))
        let rename = #"{"name":"new"}"#
        for _ in 0..<20 {
            let made = try keyed.ask(
                "POST", "/v1/rooms/main/keys", #"{"role":"ingest"}"#, as: "owner")
            let id = try #require(made.json["id"]?.string)
            let target = "/v1/rooms/main/keys/\(id) HTTP/1.1\r\nHost: localhost\r\n"
            revoker.send("DELETE \(target)\(keyed.field("owner"))\r\n\r\n")
            changer.send(
                "PATCH \(target)\(keyed.field("owner"))\r\nContent-Type: application/json\r\n"
                    + "Content-Length: \(rename.utf8.count)\r\n\r\n\(rename)")
            #expect(try revoker.answer().status == 200)
            // The change may have come first.
            #expect([200, 404].contains(try changer.answer().status))
        }
        let copy = keyed.directory + "-copy"
        defer { try? FileManager.default.removeItem(atPath: copy) }
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
        _ = try JournalBackup.write(of: keyed.directory, to: copy + "/journal.sqlite")
        let stored = try SQLiteLog(directory: copy)
        let names = try stored.settings().settings.map(\.value.string)
        try stored.close()
        #expect(!names.contains { $0.contains("new") })
    }

    // MARK: Attribution

    @Test(
        "The history names the key of each event, and a repeat with another key is still a repeat")
    func by() throws {
        let keyed = try KeyedServer()
        let gift = #"{"id":"g","gift":"Rose"}"#
        let path = "/v1/rooms/main/gifts"
        #expect(try keyed.ask("POST", path, gift, as: "ingest").status == 202)
        #expect(try keyed.ask("POST", path, gift, as: "owner").status == 200)
        let other = #"{"id":"g","gift":"Tulip"}"#
        #expect(try keyed.ask("POST", path, other, as: "ingest").status == 409)
        _ = try keyed.ask("PATCH", "/v1/rooms/main/config", #"{"gifts":{"x":5}}"#, as: "owner")
        _ = try keyed.ask("POST", "/v1/rooms/main/control", #"{"action":"hold"}"#, as: "deck")
        let history = try keyed.ask("GET", "/v1/rooms/main/events", as: "owner")
        #expect(
            history.json["events"]?.elements.map { $0["by"]?.string }
                == [keyed.id("ingest"), keyed.id("owner"), keyed.id("deck")])
        #expect(!history.text.contains("ov_"))
    }

    @Test("An ingest key can only read the events that it sent")
    func own() throws {
        let keyed = try KeyedServer()
        for (id, name) in [("mine", "ingest"), ("theirs", "owner")] {
            let body = "{\"id\":\"\(id)\",\"gift\":\"Rose\"}"
            _ = try keyed.ask("POST", "/v1/rooms/main/gifts", body, as: name)
        }
        let path = "/v1/rooms/main/events/"
        #expect(try keyed.ask("GET", path + "mine", as: "ingest").status == 200)
        #expect(try keyed.ask("GET", path + "theirs", as: "ingest").status == 404)
        #expect(try keyed.ask("GET", path + "mine", as: "owner").status == 200)
    }

    @Test("If viewer keys are pinned, only their viewers count as visible")
    func pinned() throws {
        let keyed = try KeyedServer {
            $0.auth = .keys
            $0.room.stage.waitForViewer = .always
        }
        func isRunning() throws -> Bool {
            let first = try keyed.ask("GET", "/v1/rooms/main/frame", as: "owner").json["time"]
            return try keyed.ask("GET", "/v1/rooms/main/frame", as: "owner").json["time"] != first
        }
        let (viewer, _) = try keyed.stream(as: "viewer")
        viewer.say(#"{"type":"visibility","visible":true}"#)
        try waitUntil("the clock runs for any viewer", isRunning)
        let path = "/v1/rooms/main/keys/\(keyed.id("viewer+"))"
        let change = #"{"pinned":true,"name":"the one"}"#
        let answer = try keyed.ask("PATCH", path, change, as: "owner")
        #expect(answer.json["pinned"] == .bool(true))
        #expect(answer.json["name"] == .string("the one"))
        #expect(try !isRunning())
        let (pinned, _) = try keyed.stream(as: "viewer+")
        pinned.say(#"{"type":"visibility","visible":true}"#)
        try waitUntil("the clock runs for the pinned viewer", isRunning)
        _ = try keyed.ask("DELETE", path, as: "owner")
        // No key is pinned anymore, so the first viewer counts again.
        try waitUntil("the clock runs for any viewer again", isRunning)
        _ = (viewer, pinned)
    }

    @Test(
        "If viewer keys are pinned, only their viewers start a room that waits for its first viewer"
    )
    func pinnedFirst() throws {
        let keyed = try KeyedServer {
            $0.auth = .keys
            $0.room.stage.waitForViewer = .first
        }
        func isRunning() throws -> Bool {
            let first = try keyed.ask("GET", "/v1/rooms/main/frame", as: "owner").json["time"]
            return try keyed.ask("GET", "/v1/rooms/main/frame", as: "owner").json["time"] != first
        }
        let path = "/v1/rooms/main/keys/\(keyed.id("viewer+"))"
        #expect(try keyed.ask("PATCH", path, #"{"pinned":true}"#, as: "owner").status == 200)
        let (leaked, _) = try keyed.stream(as: "viewer")
        #expect(try leaked.message()["type"] == .string("hello"))
        #expect(try leaked.message()["type"] == .string("frame"))
        leaked.say(#"{"type":"visibility","visible":true}"#)
        #expect(try !isRunning())
        // A viewer that was sent its frame before counts as soon as its key does.
        let own = "/v1/rooms/main/keys/\(keyed.id("viewer"))"
        #expect(try keyed.ask("PATCH", own, #"{"pinned":true}"#, as: "owner").status == 200)
        try waitUntil("the clock runs for the pinned viewer", isRunning)
        _ = leaked
    }

    // MARK: First start and local socket

    @Test("The first start that requires keys writes an admin key to a private file")
    func firstStart() throws {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("ovation-first-\(UUID().uuidString)").path
        let file = directory + "/admin-key"
        func start(_ mode: AuthMode) throws -> LiveServer {
            try LiveServer {
                $0.dataDirectory = directory
                $0.auth = mode
            }
        }
        defer { try? FileManager.default.removeItem(atPath: directory) }
        var server: LiveServer? = try start(.auto)
        #expect(!FileManager.default.fileExists(atPath: file))
        server = nil
        server = try start(.keys)
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let key = try String(contentsOfFile: file, encoding: .utf8)
        #expect(key.hasPrefix("ov_a_") && key.hasSuffix("\n"))
        let field = "Authorization: Bearer \(key.dropLast())"
        #expect(try Client(#require(server)).get("/v1/rooms", field).status == 200)
        server = nil
        server = try start(.keys)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == key)
        #expect(try Client(#require(server)).get("/v1/rooms", field).status == 200)
    }

    @Test("The server's user can create, list and revoke keys through a local socket")
    func local() throws {
        let keyed = try KeyedServer()
        func ask(_ line: String) throws -> JSON {
            try JSON(parsing: LocalSocket.ask(Array(line.utf8), in: keyed.directory))
        }
        let path = keyed.directory + "/" + LocalSocket.fileName
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        let made = try ask(#"{"do":"create","role":"admin","name":"root"}"#)
        let key = try #require(made["key"]?.string)
        #expect(try keyed.ask("GET", "/v1/rooms", as: key.string).status == 200)
        let listed = try ask(#"{"do":"list"}"#)["keys"]?.elements
        #expect(listed?.contains { $0["id"] == made["id"] && $0["key"] == nil } == true)
        #expect(try ask(#"{"do":"list","room":"other"}"#)["keys"]?.elements.count == 8)
        let id = try #require(made["id"]?.string)
        #expect(try ask("{\"do\":\"revoke\",\"id\":\"\(id)\"}")["problem"] == nil)
        #expect(try keyed.ask("GET", "/v1/rooms", as: key.string).status == 401)
        for bad in [
            "{\"do\":\"revoke\",\"id\":\"\(id)\"}", "x", #"{"do":"create","role":"owner"}"#,
            #"{"do":"create","role":"admin","room":"main"}"#,
            #"{"do":"create","role":"deck","room":"Main"}"#,
            #"{"do":"create","role":"deck","room":"main","interact":true}"#,
        ] {
            #expect(try ask(bad)["problem"]?.string != nil, "\(bad)")
        }
    }
}
