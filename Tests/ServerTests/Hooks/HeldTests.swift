import Foundation
import Journal
import Testing
import Texts
import Wire

@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Held deliveries")
struct HeldTests {
    private let scene: HookScene

    init() throws {
        scene = try HookScene()
        _ = try scene.keyed.ask(
            "PATCH", "/v1/rooms/main/config",
            #"{"sources":{"hold":"kofi, twitch","message":"caption","counter":true}}"#, as: "owner")
    }

    private func held() throws -> [JSON] {
        let list = try scene.keyed.ask("GET", "/v1/rooms/main/held", as: "deck")
        #expect(list.status == 200)
        return list.json["held"]?.elements ?? []
    }

    private func decide(_ id: String, _ word: String) throws -> Client.Answer {
        try scene.keyed.ask("POST", "/v1/rooms/main/held/\(id)/\(word)", as: "deck")
    }

    private var shown: [Text] {
        get throws {
            let frame = try scene.keyed.ask("GET", "/v1/rooms/main/frame", as: "owner")
            return frame.json["nodes"]?.elements.compactMap { $0["id"]?.string } ?? []
        }
    }

    @Test("A held delivery is recorded and listed, but neither shown nor counted")
    func holding() throws {
        let answer = try scene.kofi(HookScene.payment("k1"))
        #expect(answer.status == 200)
        let receipt = answer.json["events"]?.elements.first
        #expect(receipt?["id"] == .string("kofi:k1"))
        #expect(receipt?["outcome"] == .string("skipped"))
        // A repeat gets the first answer.
        #expect(try scene.kofi(HookScene.payment("k1")).status == 200)
        // Deliveries of other platforms are not held.
        #expect(try scene.stripe(HookScene.intent).status == 202)
        let list = try held()
        #expect(list.count == 1)
        #expect(list.first?["source"] == .string("kofi"))
        #expect(
            list.first?["events"]?.elements.map { $0["type"]?.string } == [
                "gift", "caption", "counter",
            ])
        #expect(try shown == ["gifts/0", "counter/donations"])
        let totals = try scene.keyed.ask("GET", "/v1/rooms/main/totals?by=sender", as: "owner")
        #expect(totals.json["events"] == .number(1))
        let recorded = try scene.events.filter { $0["type"] == .string("hold") }
        #expect(recorded.count == 1)
    }

    @Test("An approved delivery takes effect once, with all its events")
    func approving() throws {
        _ = try scene.kofi(HookScene.payment("k1"))
        let first = try decide("kofi:k1", "approve")
        #expect(first.status == 202)
        #expect(first.json["id"] == .string("approved:kofi:k1"))
        #expect(first.json["outcome"] == .string("shown"))
        #expect(try decide("kofi:k1", "approve").status == 200)
        #expect(try decide("kofi:k1", "refuse").status == 404)
        #expect(try held().isEmpty)
        #expect(try Set(shown) == ["gifts/0", "counter/donations", "caption/sources"])
        let events = try scene.events
        #expect(events.filter { $0["type"] == .string("gift") }.count == 1)
        #expect(events.last?["approves"] == .string("kofi:k1"))
        #expect(events.last?["by"] == .string(scene.keyed.id("deck")))
        let totals = try scene.keyed.ask("GET", "/v1/rooms/main/totals?by=gift", as: "owner")
        #expect(totals.json["events"] == .number(1))
        #expect(totals.json["value"] == .number(300))
        // The platform's repeat changes nothing.
        #expect(try scene.kofi(HookScene.payment("k1")).status == 200)
        #expect(try scene.events.count == events.count)
    }

    @Test("A rejected delivery never takes effect")
    func refusing() throws {
        _ = try scene.kofi(HookScene.payment("k1"))
        #expect(try decide("kofi:k1", "refuse").status == 202)
        #expect(try decide("kofi:k1", "refuse").status == 200)
        #expect(try decide("kofi:k1", "approve").status == 404)
        #expect(try held().isEmpty)
        #expect(try shown.isEmpty)
        #expect(try scene.kofi(HookScene.payment("k1")).status == 200)
        #expect(try held().isEmpty)
        #expect(
            try scene.events.compactMap { $0["type"]?.string } == ["config", "hold", "takeBack"])
    }

    @Test("An approved delivery can be retracted by the platform's ID")
    func takingBack() throws {
        _ = try scene.kofi(HookScene.payment("k1"))
        _ = try decide("kofi:k1", "approve")
        let back = try scene.keyed.ask("DELETE", "/v1/rooms/main/events/kofi:k1", as: "owner")
        #expect(back.status == 202)
        #expect(try scene.events.last?["of"] == .string("approved:kofi:k1"))
        #expect(try !shown.contains("gifts/0"))
        let totals = try scene.keyed.ask("GET", "/v1/rooms/main/totals?by=gift", as: "owner")
        #expect(totals.json["count"] == .number(0))
    }

    @Test("A decision needs a held delivery, and an approval without a place leaves it held")
    func refusals() throws {
        #expect(try decide("nobody", "approve").status == 404)
        _ = try scene.stripe(HookScene.intent)
        #expect(try decide("stripe:pi_1", "approve").status == 404)
        #expect(try decide("stripe:pi_1", "refuse").status == 404)
        _ = try scene.keyed.ask(
            "PATCH", "/v1/rooms/main/config", #"{"gifts":{"channels":1,"queueLimit":0}}"#,
            as: "owner")
        _ = try scene.kofi(HookScene.payment("k1"))
        #expect(try decide("kofi:k1", "approve").status == 429)
        #expect(try held().count == 1)
        _ = try scene.keyed.ask(
            "PATCH", "/v1/rooms/main/config", #"{"gifts":{"queueLimit":9}}"#, as: "owner")
        #expect(try decide("kofi:k1", "approve").status == 202)
        #expect(try held().isEmpty)
    }

    @Test("The setting for held platforms accepts known platforms only")
    func settings() throws {
        let wrong = try scene.keyed.ask(
            "PATCH", "/v1/rooms/main/config", #"{"sources":{"hold":"ko-fi"}}"#, as: "owner")
        #expect(wrong.status == 422)
        #expect(
            wrong.json["errors"]?.elements.first?["pointer"] == .string("/sources/hold"))
    }

    @Test("Held deliveries and approvals survive restarts")
    func restart() throws {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("ovation-held-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: directory) }
        func server() throws -> LiveServer {
            try LiveServer {
                $0.dataDirectory = directory
                $0.makeRoomsStill()
            }
        }
        func ask(_ server: LiveServer, _ method: String, _ path: String, _ body: String? = nil)
            throws -> Client.Answer
        {
            try Client(server).ask(method, "/v1/rooms/main/" + path, body)
        }
        func end(_ server: inout LiveServer?) throws {
            server?.handle.drain()
            try server?.waitForEnd()
            server = nil
        }
        var one: LiveServer? = try server()
        _ = try ask(one!, "PUT", "sources/kofi", "{\"secret\":\"\(HookScene.token)\"}")
        _ = try ask(one!, "PATCH", "config", #"{"sources":{"hold":"kofi"}}"#)
        for id in ["k1", "k2"] {
            let form = HookScene.payment(id)
                .addingPercentEncoding(withAllowedCharacters: .alphanumerics)!
            let answer = try Client(one!).ask(
                "POST", "/v1/hooks/main/kofi", "data=\(form)",
                ["Content-Type: application/x-www-form-urlencoded"])
            #expect(answer.status == 200)
        }
        try end(&one)
        var two: LiveServer? = try server()
        #expect(try ask(two!, "GET", "held").json["held"]?.elements.count == 2)
        #expect(try ask(two!, "POST", "held/kofi:k1/approve").status == 202)
        try end(&two)
        let three = try server()
        #expect(try ask(three, "POST", "held/kofi:k1/approve").status == 200)
        let rest = try ask(three, "GET", "held").json["held"]?.elements
        #expect(rest?.compactMap { $0["id"]?.string } == ["kofi:k2"])
        let events = try ask(three, "GET", "events").json["events"]?.elements ?? []
        #expect(events.filter { $0["type"] == .string("gift") }.count == 1)
    }

    @Test("Each gift of a held delivery waits by itself, and the room reads it again")
    func several() throws {
        let owner = "owner"
        _ = try scene.keyed.ask("PUT", "/v1/rooms/main/sources/streamlabs", "{}", as: owner)
        _ = try scene.keyed.ask(
            "PATCH", "/v1/rooms/main/config", #"{"sources":{"hold":"streamlabs"}}"#, as: owner)
        let donations = (1...5).map { number in
            #"{"id":\#(number),"name":"Jo","amount":"\#(number).00","currency":"USD","message":"a"}"#
        }
        let body = #"{"type":"donation","message":[\#(donations.joined(separator: ","))]}"#
        for status in [202, 200] {
            let answer = try scene.keyed.ask(
                "POST", "/v1/hooks/main/streamlabs", body, as: "ingest")
            #expect(answer.status == status)
        }
        #expect(
            try held().compactMap { $0["id"]?.string }
                == (1...5).map { "streamlabs:donation:\($0)" as Text })
        #expect(try decide("streamlabs:donation:2", "refuse").status < 300)
        #expect(try decide("streamlabs:donation:3", "approve").status == 202)
        #expect(try held().count == 3)
        let totals = try scene.keyed.ask("GET", "/v1/rooms/main/totals?by=gift", as: owner)
        #expect(totals.json["value"] == .number(300))
    }

    @Test("A held test delivery that is approved counts nowhere")
    func approvedTest() throws {
        let transaction = "00000000-1111-2222-3333-444444444444"
        let more = ",\"kofi_transaction_id\":\"\(transaction)\""
        _ = try scene.keyed.ask(
            "PUT", "/v1/rooms/main/goals/tips",
            #"{"title":"Tips","target":1000,"measure":"value"}"#, as: "owner")
        #expect(try scene.kofi(HookScene.payment("k1", more)).status == 200)
        #expect(try decide("kofi:k1", "approve").status == 202)
        #expect(try shown.contains("gifts/0"))
        #expect(try held().isEmpty)
        let totals = try scene.keyed.ask("GET", "/v1/rooms/main/totals?by=gift", as: "owner")
        #expect(totals.json["events"] == .number(0))
        let state = try scene.keyed.ask("GET", "/v1/rooms/main/state", as: "owner")
        #expect(state.json["goals"]?.elements.first?["amount"] == .number(0))
        let gift = try scene.events.first { $0["type"] == .string("gift") }
        #expect(gift?["test"] == .bool(true))
    }
}
