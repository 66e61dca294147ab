import Foundation
import HTTPRouting
import Journal
import Monitoring
import Testing
import Texts
import Wire

@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Deliveries from platforms")
struct HooksTests {
    @Test("Twitch's challenge is answered as plain text if its signature is valid")
    func challenge() throws {
        let scene = try HookScene()
        let body = #"{"challenge":"pog-champ","subscription":{"type":"channel.follow"}}"#
        let answer = try scene.twitch(body, id: "c1", type: "webhook_callback_verification")
        #expect(answer.status == 200)
        #expect(answer.text == "pog-champ")
        #expect(answer.fields["content-type"] == "text/plain")
        let forged = try scene.twitch(
            body, id: "c2", type: "webhook_callback_verification", secret: "another-secret")
        #expect(forged.status == 403)
        #expect(!forged.text.contains("pog-champ"))
    }

    @Test("A delivery is recorded once, under the source's name and the platform's ID")
    func recorded() throws {
        let scene = try HookScene()
        let first = try scene.twitch(HookScene.cheer(bits: 300), id: "m1")
        #expect(first.status == 202, "\(first.text)")
        #expect(first.json["events"]?.elements.last?["id"] == .string("twitch:m1"))
        let again = try scene.twitch(HookScene.cheer(bits: 300), id: "m1")
        #expect(again.status == 200)
        #expect(again.json == first.json)
        // Ko-fi repeats every delivery that is not answered with 200.
        #expect(try scene.kofi(HookScene.payment("k1")).status == 200)
        #expect(try scene.kofi(HookScene.payment("k1")).status == 200)
        #expect(try scene.source("kofi")?["counts"]?["recorded"] == .number(1))
        let events = try scene.events
        #expect(
            events.compactMap { $0["id"]?.string } == ["twitch:m1:notice", "twitch:m1", "kofi:k1"])
        #expect(events[1]["count"] == .number(300))
        #expect(events[2]["gift"]?["name"] == .string("3.00 USD"))
        #expect(try scene.source("kofi")?["counts"]?["repeated"] == .number(1))
        let page = try scene.keyed.ask("GET", "/metrics", as: "admin").text
        #expect(
            page.contains(#"ovation_deliveries_total{source="twitch",outcome="recorded"} 1"#))
    }

    @Test("A forged, stale, truncated, oversized or malformed delivery is rejected")
    func refused() throws {
        let scene = try HookScene()
        let now = WallTime.now.microseconds
        func at(_ seconds: Int64) -> WallTime {
            WallTime(microseconds: now + seconds * 1_000_000)
        }
        let cheer = HookScene.cheer(bits: 1)
        var answers = [
            (403, try scene.twitch(cheer, id: "a", secret: "s3cRe7s3cRe8")),
            (403, try scene.twitch(cheer, id: "b", at: at(-660))),
            (403, try scene.twitch(cheer, id: "c", at: at(660))),
            (403, try scene.twitch(cheer, id: "d", droppingLast: 3)),
            (415, try scene.twitch(cheer, id: "e", mediaType: "text/plain")),
            (400, try scene.twitch("{", id: "f")),
            (422, try scene.twitch(#"{"subscription":{"type":"channel.cheer"}}"#, id: "g")),
            (
                413,
                try scene.twitch(cheer + String(repeating: " ", count: 70_000), id: "h")
            ),
        ]
        let payment = HookScene.payment("k1")
        answers += [
            (403, try scene.kofi(payment.replacing(HookScene.token, with: "another"))),
            (403, try scene.kofi("{}")), (400, try scene.kofi(String(payment.dropLast(5)))),
            (415, try scene.kofi(payment, mediaType: "application/json")),
            (
                403,
                try Client(scene.keyed.server).ask(
                    "POST", "/v1/hooks/main/twitch", cheer, ["Content-Type: application/json"])
            ),
            (
                404,
                try Client(scene.keyed.server).ask("POST", "/v1/hooks/other/stripe", cheer)
            ),
            (
                404,
                try Client(scene.keyed.server).ask("POST", "/v1/hooks/other/twitch", cheer)
            ),
            (
                405,
                try Client(scene.keyed.server).ask("GET", "/v1/hooks/main/twitch")
            ),
        ]
        for (place, (status, answer)) in answers.enumerated() {
            #expect(answer.status == status, "\(place): \(answer.text)")
            #expect(
                !answer.text.contains(HookScene.secret) && !answer.text.contains(HookScene.token))
        }
        #expect(try scene.events.isEmpty)
        let source = try scene.source("twitch")
        #expect(source?["counts"]?["refused"] == .number(8))
        #expect(source?["lastFault"]?["reason"]?.string != nil)
    }

    @Test(
        "Stripe's and GitHub's bad deliveries are rejected, and good ones count once"
    )
    func payments() throws {
        let scene = try HookScene()
        let now = WallTime.now.microseconds
        func at(_ seconds: Int64) -> WallTime {
            WallTime(microseconds: now + seconds * 1_000_000)
        }
        let padding = String(repeating: " ", count: 70_000)
        let answers = [
            (403, try scene.stripe(HookScene.intent, secret: "s3cRe7s3cRe8")),
            (403, try scene.stripe(HookScene.intent, at: at(-330))),
            (403, try scene.stripe(HookScene.intent, at: at(330))),
            (403, try scene.stripe(HookScene.intent, droppingLast: 3)),
            (413, try scene.stripe(HookScene.intent + padding)),
            (415, try scene.stripe(HookScene.intent, mediaType: "text/plain")),
            (400, try scene.stripe("{")), (422, try scene.stripe(#"{"type":"x"}"#)),
            (403, try scene.gitHub(HookScene.sponsorship, secret: "s3cRe7s3cRe8")),
            (403, try scene.gitHub(HookScene.sponsorship, droppingLast: 3)),
            (413, try scene.gitHub(HookScene.sponsorship + padding)),
            (415, try scene.gitHub(HookScene.sponsorship, mediaType: "application/xml")),
            (400, try scene.gitHub("[")),
        ]
        for (place, (status, answer)) in answers.enumerated() {
            #expect(answer.status == status, "\(place): \(answer.text)")
            #expect(!answer.text.contains(HookScene.secret) && !answer.text.contains("Ann"))
        }
        #expect(try scene.events.isEmpty)
        // An oversized body is neither read nor counted.
        #expect(try scene.source("stripe")?["counts"]?["refused"] == .number(7))
        #expect(try scene.source("github")?["counts"]?["refused"] == .number(4))
        // A replayed delivery is recognized by the payment's ID, whatever its own ID.
        #expect(try scene.stripe(HookScene.intent).status == 202)
        #expect(try scene.stripe(HookScene.intent, at: at(-60)).status == 200)
        #expect(try scene.gitHub(HookScene.sponsorship).status == 202)
        #expect(try scene.gitHub(HookScene.sponsorship, id: "d2").status == 200)
        #expect(
            try scene.events.compactMap { $0["id"]?.string } == ["stripe:pi_1", "github:S_1"])
    }

    @Test("Private data of a delivery is neither recorded nor shown")
    func privacy() throws {
        let scene = try HookScene()
        _ = try scene.keyed.ask(
            "PATCH", "/v1/rooms/main/config", #"{"sources":{"message":"caption"}}"#, as: "owner")
        #expect(try scene.kofi(HookScene.payment("k1", isPublic: false)).status == 200)
        #expect(try scene.kofi(HookScene.payment("k2", #","amount":"0""#)).status == 400)
        let free = HookScene.payment("k3").replacing("3.00", with: "0.00")
        #expect(try scene.kofi(free).status == 200)
        let answers = try [
            "events", "sources", "sources/kofi/passed", "config", "audit", "state",
        ].map { try scene.keyed.ask("GET", "/v1/rooms/main/\($0)", as: "owner").text }
        for text in answers {
            for word in ["Elm Road 4711", "jo@example.com", HookScene.token, HookScene.secret] {
                #expect(!text.contains(word), "\(word): \(text)")
            }
        }
        // A private sponsor's data is not kept, even in an ignored delivery.
        let sponsor = #"{"login":"shy-sponsor","id":7}"#
        let cancelled =
            #"{"action":"cancelled","sender":\#(sponsor),"sponsorship":{"node_id":"S_2","#
            + #""privacy_level":"private","sponsor":\#(sponsor)}}"#
        #expect(try scene.gitHub(cancelled).status == 200)
        let passed = try scene.keyed.ask(
            "GET", "/v1/rooms/main/sources/github/passed", as: "owner"
        ).text
        #expect(passed.contains("sponsorship.cancelled") && !passed.contains("shy-sponsor"))
        // A public message becomes an event of its own, as the configuration says.
        let open = try scene.kofi(HookScene.payment("k4"))
        #expect(
            open.json["events"]?.elements.compactMap { $0["id"]?.string } == [
                "kofi:k4", "kofi:k4:2",
            ])
    }

    @Test("Donations in the room's currency are added to a counter")
    func counter() throws {
        let scene = try HookScene()
        func counters() throws -> [JSON] {
            let state = try scene.keyed.ask("GET", "/v1/rooms/main/state", as: "owner")
            return state.json["counters"]?.elements ?? []
        }
        _ = try scene.keyed.ask(
            "PATCH", "/v1/rooms/main/config", #"{"sources":{"counter":true}}"#, as: "owner")
        let first = try scene.kofi(HookScene.payment("k1"))
        #expect(
            first.json["events"]?.elements.compactMap { $0["id"]?.string } == [
                "kofi:k1", "kofi:k1:3",
            ])
        #expect(try scene.kofi(HookScene.payment("k1")).status == 200)
        _ = try scene.kofi(HookScene.payment("k2").replacing("USD", with: "EUR"))
        _ = try scene.stripe(HookScene.intent)
        #expect(try counters().first?["name"] == .string("donations"))
        let added = try scene.events.filter { $0["type"] == .string("counter") }
        #expect(added.map { $0["add"] } == [.number(3), .number(7)])
        #expect(added.first?["suffix"] == .string(" USD"))
        // Without a place for the counter, the gift is still recorded.
        _ = try scene.keyed.ask(
            "DELETE", "/v1/rooms/main/counters/donations", as: "owner")
        _ = try scene.keyed.ask(
            "PATCH", "/v1/rooms/main/config", #"{"counters":{"max":1}}"#, as: "owner")
        _ = try scene.keyed.ask(
            "PUT", "/v1/rooms/main/counters/other", #"{"to":1}"#, as: "owner")
        let alone = try scene.kofi(HookScene.payment("k3"))
        #expect(alone.status == 200)
        #expect(alone.json["events"]?.elements.count == 1)
    }

    @Test("An ignored delivery is answered with 200, counted, and kept with its reason")
    func passed() throws {
        let scene = try HookScene()
        for number in 0..<102 {
            let body =
                #"{"subscription":{"type":"channel.ad.\#(number)"},"event":{"n":\#(number)}}"#
            #expect(try scene.twitch(body, id: "m\(number)").status == 200)
        }
        let answer = try scene.keyed.ask(
            "GET", "/v1/rooms/main/sources/twitch/passed", as: "owner")
        let passed = try #require(answer.json["passed"]?.elements)
        #expect(passed.count == 100)
        #expect(passed.first?["type"] == .string("channel.ad.2"))
        #expect(passed.last?["reason"] == .string("nothing is made of this type"))
        #expect(passed.last?["payload"]?["event"]?["n"] == .number(101))
        #expect(try scene.source("twitch")?["counts"]?["passed"] == .number(102))
    }

    @Test("An unsigned delivery needs a key even if the server requires none")
    func keys() throws {
        let keyed = try KeyedServer { _ in }
        let path = "/v1/hooks/main/streamlabs"
        let body = #"{"type":"follow","message":[{"name":"dag","_id":"f1"}]}"#
        #expect(try keyed.ask("POST", path, body, as: nil).status == 401)
        #expect(try keyed.ask("POST", path, body, as: "viewer").status == 403)
        #expect(try keyed.ask("POST", path, body, as: "other ingest").status == 403)
        #expect(try keyed.ask("POST", path, body, as: "ingest").status == 202)
        let fields = [keyed.field("ingest"), "Content-Type: application/json"]
        for foreign in ["Sec-Fetch-Site: cross-site", "Origin: https://example.org"] {
            let answer = try Client(keyed.server).ask("POST", path, body, fields + [foreign])
            #expect(answer.status == 403)
        }
        #expect(try keyed.ask("HEAD", path, as: "ingest").status == 405)
    }

    @Test("A source can be set up, listed with its address, changed and removed")
    func settings() throws {
        let scene = try HookScene { $0.publicAddresses = [WebAddress("https://ovation.example")!] }
        let source = try #require(try scene.source("twitch"))
        #expect(source["address"] == .string("https://ovation.example/v1/hooks/main/twitch"))
        #expect(source["signed"] == .bool(true))
        let path = "/v1/rooms/main/sources/"
        func put(_ kind: String, _ body: String) throws -> (Int, Text?) {
            let answer = try scene.keyed.ask("PUT", path + kind, body, as: "owner")
            return (answer.status, answer.json["errors"]?.elements.first?["pointer"]?.string)
        }
        #expect(try put("twitch", #"{"secret":"short"}"#) == (422, "/secret"))
        #expect(try put("twitch", #"{"secret":"ten letters"}"#) == (422, "/secret"))
        _ = try scene.keyed.ask("DELETE", path + "stripe", as: "owner")
        #expect(try put("stripe", "{}") == (422, "/secret"))
        #expect(try put("streamlabs", #"{"secret":"s3cRe7s3cRe7"}"#) == (422, "/secret"))
        #expect(try put("twitch", #"{"colour":1}"#) == (422, "/colour"))
        #expect(try put("generic", #"{"event":"gift","keys":{"gift":7}}"#) == (422, "/keys/gift"))
        #expect(try put("myspace", "{}") == (404, nil))
        // A change without a secret keeps the old secret.
        #expect(try put("twitch", "{}") == (200, nil))
        #expect(try scene.twitch(HookScene.cheer(bits: 1), id: "m1").status == 202)
        #expect(try put("twitch", #"{"secret":"s3cRe7s3cRe7-2"}"#) == (200, nil))
        #expect(try scene.twitch(HookScene.cheer(bits: 1), id: "m2").status == 403)
        #expect(try scene.keyed.ask("DELETE", path + "twitch", as: "owner").status == 200)
        #expect(try scene.keyed.ask("DELETE", path + "twitch", as: "owner").status == 404)
        let answer = try scene.twitch(HookScene.cheer(bits: 1), id: "m3", secret: "s3cRe7s3cRe7-2")
        #expect(answer.status == 404)
        let audit = try scene.keyed.ask("GET", "/v1/rooms/main/audit", as: "owner")
        let actions = audit.json["entries"]?.elements.compactMap { $0["do"]?.string } ?? []
        #expect(
            actions == [
                "setSource", "setSource", "setSource", "setSource", "removeSource", "setSource",
                "setSource", "removeSource",
            ])
        #expect(!audit.text.contains("s3cRe7"))
    }

    @Test("A custom mapping can be tried before it is used")
    func generic() throws {
        let keyed = try KeyedServer()
        let path = "/v1/rooms/main/sources/generic"
        let mapping = #"{"event":"gift","keys":{"id":"/nr","sender":"/who","gift":"/what"}}"#
        #expect(try keyed.ask("PUT", path, mapping, as: "owner").status == 200)
        let body = #"{"nr":7,"who":"Ann","what":"Rose"}"#
        let tried = try keyed.ask("POST", path + "/try", body, as: "owner")
        #expect(tried.json["events"]?.elements.first?["gift"]?["name"] == .string("Rose"))
        #expect(
            try keyed.ask("GET", "/v1/rooms/main/events", as: "owner").json["events"]?.elements
                == [])
        let posted = try keyed.ask("POST", "/v1/hooks/main/generic", body, as: "ingest")
        #expect(posted.status == 202)
        #expect(posted.json["events"]?.elements.first?["id"] == .string("generic:7"))
        let lacking = try keyed.ask("POST", "/v1/hooks/main/generic", "{}", as: "ingest")
        #expect(lacking.status == 422)
    }

    @Test("Sources and deliveries survive a restart and are removed with their room")
    func restart() throws {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("ovation-hooks-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let payment =
            HookScene.payment("k1")
            .addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        func ask(
            _ server: LiveServer, _ method: String, _ path: String, _ body: String?,
            _ type: String = "application/json"
        ) throws -> Int {
            try Client(server).ask(method, path, body, ["Content-Type: \(type)"]).status
        }
        let form = "application/x-www-form-urlencoded"
        var first: LiveServer? = try LiveServer {
            $0.dataDirectory = directory
            $0.makeRoomsStill()
        }
        let set = "{\"secret\":\"\(HookScene.token)\"}"
        #expect(try ask(first!, "PUT", "/v1/rooms/main/sources/kofi", set) == 200)
        #expect(try ask(first!, "POST", "/v1/hooks/main/kofi", "data=\(payment)", form) == 200)
        let free = HookScene.payment("k2").replacing("3.00", with: "0.00")
            .addingPercentEncoding(withAllowedCharacters: .alphanumerics)!
        #expect(try ask(first!, "POST", "/v1/hooks/main/kofi", "data=\(free)", form) == 200)
        first?.handle.drain()
        try first?.waitForEnd()
        first = nil
        let second = try LiveServer { $0.dataDirectory = directory }
        let passed = try Client(second).ask("GET", "/v1/rooms/main/sources/kofi/passed")
        #expect(
            passed.json["passed"]?.elements.map { $0["reason"] }
                == [.string("/amount is no amount above 0")])
        #expect(!passed.text.contains("jo@example.com"))
        #expect(try ask(second, "POST", "/v1/hooks/main/kofi", "data=\(payment)", form) == 200)
        #expect(try ask(second, "DELETE", "/v1/rooms/main", nil) == 202)
        #expect(try ask(second, "POST", "/v1/hooks/main/kofi", "data=\(payment)", form) == 404)
    }
}
