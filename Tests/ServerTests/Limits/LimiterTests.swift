import HTTPRouting
import Monitoring
import Testing
import Texts
import Wire

@testable import Access
@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Rate limits and quotas")
struct LimiterTests {
    private func server(
        _ limits: String...
    ) throws -> KeyedServer {
        try KeyedServer {
            $0.auth = .keys
            $0.limits = limits.compactMap { LimitChange(Text($0)) }
            $0.trustedProxies = [AddressRange("127.0.0.1")].compactMap(\.self)
        }
    }

    /// The number of requests that pass a limit of 1 a second, which allows a burst of 5. One more may pass
    /// for every second that the test takes.
    private func passedLimit(_ count: Int, _ ask: () throws -> Client.Answer) throws -> Int {
        let clock = ContinuousClock()
        let begin = clock.now
        let passed = try passed(count, ask)
        #expect(passed >= 5 && Double(passed) <= 6 + (clock.now - begin) / .seconds(1))
        return passed
    }

    /// The number of requests that are not answered with 429.
    private func passed(_ count: Int, _ ask: () throws -> Client.Answer) throws -> Int {
        var passed = 0
        for _ in 0..<count {
            let answer = try ask()
            if answer.status != 429 {
                passed += 1
            } else {
                #expect(answer.fields["retry-after"] == "1")
                #expect(answer.json["type"] == .string("/problems/full"))
            }
        }
        return passed
    }

    private func limited(_ keyed: KeyedServer, _ limit: Text) throws -> Int {
        let page = try keyed.ask("GET", "/metrics", as: "admin").text
        let label = "ovation_limited_total{limit=\"\(limit)\"} "
        let line = page.split(separator: "\n").first { $0.hasPrefix(label) }
        return line.flatMap { Int($0.dropFirst(label.count)) } ?? 0
    }

    @Test("One key's requests do not use up another key's limit")
    func key() throws {
        let keyed = try server("requests-per-key=1")
        let path = "/v1/rooms/main/state"
        let count = try passedLimit(30) { try keyed.ask("GET", path, as: "owner") }
        #expect(try keyed.ask("GET", path, as: "ingest").status == 200)
        #expect(try limited(keyed, "requests-per-key") == 30 - count)
    }

    @Test("One address's requests do not use up another's limit, and failed keys count")
    func address() throws {
        let keyed = try server("requests-per-address=1")
        func ask(from address: String, _ key: String) throws -> Client.Answer {
            try Client(keyed.server).ask(
                "GET", "/v1/rooms/main/state", nil,
                [keyed.field(key), "X-Forwarded-For: \(address)"])
        }
        let count = try passedLimit(30) { try ask(from: "203.0.113.1", "ov_o_x") }
        #expect(try ask(from: "203.0.113.1, 203.0.113.2", "owner").status == 200)
        #expect(try ask(from: "2001:db8::1", "owner").status == 200)
        #expect(try limited(keyed, "requests-per-address") == 30 - count)
        // Requests from loopback do not count for an address.
        #expect(try passed(30) { try keyed.ask("GET", "/v1/rooms/main/state", as: "owner") } == 30)
    }

    @Test("Requests before authentication count for their address")
    func beforeKeys() throws {
        let keyed = try KeyedServer {
            $0.auth = .keys
            $0.limits = [LimitChange("requests-per-address=1")].compactMap(\.self)
            $0.trustedProxies = [AddressRange("127.0.0.1")].compactMap(\.self)
            $0.allowedOrigins = ["https://page.example"]
        }
        _ = try passedLimit(30) {
            try Client(keyed.server).upgrade(
                "/v1/rooms/main/stream", keyed.field("ov_o_x"), "X-Forwarded-For: 203.0.113.1")
        }
        _ = try passedLimit(30) {
            try Client(keyed.server).ask(
                "OPTIONS", "/v1/rooms/main/gifts", nil,
                [
                    "Origin: https://page.example", "Access-Control-Request-Method: POST",
                    "X-Forwarded-For: 203.0.113.2",
                ])
        }
    }

    @Test(
        "One room's events do not use up another room's limit, and a rejected event is not recorded"
    )
    func room() throws {
        let keyed = try server("events-per-room=1")
        func post(_ room: String, _ name: String) throws -> Client.Answer {
            try keyed.ask("POST", "/v1/rooms/\(room)/gifts", #"{"gift":"Rose"}"#, as: name)
        }
        let count = try passedLimit(30) { try post("main", "ingest") }
        #expect(try post("other", "other ingest").status == 202)
        let history = try keyed.ask("GET", "/v1/rooms/main/events", as: "owner")
        #expect(history.json["events"]?.elements.count == count)
        #expect(try limited(keyed, "events-per-room") == 30 - count)
    }

    @Test("Joins are limited by key and by address, and viewers by room")
    func joins() throws {
        let path = "/v1/rooms/main/stream"
        let byKey = try server("joins-per-key=1")
        _ = try passedLimit(30) {
            try Client(byKey.server).upgrade(path, byKey.field("viewer"))
        }
        #expect(try Client(byKey.server).upgrade(path, byKey.field("owner")).status == 101)
        let byAddress = try server("joins-per-address=1")
        func join(from address: String) throws -> Client.Answer {
            try Client(byAddress.server).upgrade(
                path, byAddress.field("viewer"), "X-Forwarded-For: \(address)")
        }
        _ = try passedLimit(30) { try join(from: "203.0.113.1") }
        #expect(try join(from: "203.0.113.2").status == 101)
        let byRoom = try server("viewers-per-room=3")
        let stay = try (0..<3).map { _ in
            let viewer = try byRoom.stream(as: "viewer").client
            // A viewer counts when its room is loaded.
            _ = try viewer.hear()
            return viewer
        }
        #expect(try Client(byRoom.server).upgrade(path, byRoom.field("owner")).status == 429)
        #expect(stay.count == 3)
    }

    @Test("Viewers that join while their room is loaded count against its limit")
    func simultaneousJoins() throws {
        let keyed = try server("viewers-per-room=3")
        let clients = try (0..<8).map { _ in try Client(keyed.server) }
        let admitted = try clients.filter {
            try $0.upgrade("/v1/rooms/main/stream", keyed.field("viewer")).status == 101
        }
        let welcomed = try admitted.filter {
            switch try $0.hear() {
            case .text: return true
            case .closed(1013): return false
            case let other: throw Client.Unexpected(received: other)
            }
        }
        #expect(welcomed.count == 3)
    }

    @Test("A viewer that sends too many messages is closed with 1008")
    func messages() throws {
        let keyed = try server("messages-per-stream=1")
        let (client, _) = try keyed.stream(as: "viewer")
        for _ in 0..<30 { client.say(#"{"type":"rate","fps":30}"#) }
        while try client.hear() != .closed(1008) {}
        // Messages that arrived before the close may count, too.
        #expect(try limited(keyed, "messages-per-stream") >= 1)
    }

    @Test(
        "Viewers that together send too many messages are closed with 1008",
        arguments: ["key", "room"])
    func togetherTooMuch(share: String) throws {
        let keyed = try server("messages-per-\(share)=1")
        let clients = try (0..<3).map { _ in try keyed.stream(as: "viewer").client }
        // The burst is five: four messages of one client are allowed, but not twelve of three.
        for client in clients { for _ in 0..<4 { client.say(#"{"type":"rate","fps":30}"#) } }
        var closed = 0
        for client in clients {
            // An invalid message closes the stream anyway, so the loop always ends.
            client.say("x")
            while true {
                guard case .closed(let code) = try client.hear() else { continue }
                #expect(code == 1008)
                closed += 1
                break
            }
        }
        #expect(closed == 3)
        #expect(try limited(keyed, "messages-per-\(Text(share))") >= 1)
        #expect(try limited(keyed, "messages-per-stream") == 0)
    }

    @Test("Limits of one key, address or room do not affect another")
    func events() throws {
        for limit in [
            "events-per-key", "events-per-address", "requests-per-room", "joins-per-room",
        ] {
            let keyed = try server("\(limit)=1")
            func post(_ key: String, _ room: String, from address: String) throws -> Client.Answer {
                try Client(keyed.server).ask(
                    "POST", "/v1/rooms/\(room)/gifts", #"{"gift":"Rose"}"#,
                    [keyed.field(key), "X-Forwarded-For: \(address)"])
            }
            let count = try passedLimit(30) {
                limit == "joins-per-room"
                    ? try Client(keyed.server).upgrade(
                        "/v1/rooms/main/stream", keyed.field("viewer"))
                    : try post("ingest", "main", from: "203.0.113.1")
            }
            #expect(try limited(keyed, Text(limit)) == 30 - count, "\(limit)")
            // Another key, at another address, for another room.
            #expect(try post("other ingest", "other", from: "203.0.113.2").status == 202)
        }
    }

    @Test("A room's captions, content and journal writes are limited in bytes")
    func bytes() throws {
        let long = String(repeating: "x", count: 400)
        let captions = try server("caption-bytes-per-room=1024")
        func caption(_ slot: Int) throws -> Client.Answer {
            try captions.ask(
                "POST", "/v1/rooms/main/captions",
                "{\"slot\":\"\(slot)\",\"text\":\"\(long)\",\"hold\":null}", as: "ingest")
        }
        // Two captions of 400 bytes fit into 1,024; a third does not, but a replacement does.
        #expect(try [1, 2, 3, 2].map { try caption($0).status } == [202, 202, 429, 202])
        #expect(try limited(captions, "caption-bytes-per-room") == 1)
        for limit in ["bytes-per-room", "journal-bytes-per-room"] {
            let keyed = try server("\(limit)=4096")
            func gift(_ name: Int, _ room: String, as key: String) throws -> Client.Answer {
                try keyed.ask(
                    "POST", "/v1/rooms/\(room)/gifts",
                    "{\"gift\":\"\(name)\",\"sender\":\"\(long.prefix(200))\"}", as: key)
            }
            let answers = try (0..<30).map { try gift($0, "main", as: "ingest") }
            let taken = answers.count { $0.status == 202 }
            #expect((2...20).contains(taken), "\(limit)")
            #expect(answers.last?.status == 429)
            let wait = limit == "bytes-per-room" ? "5" : "60"
            #expect(answers.last?.fields["retry-after"] == wait)
            #expect(try limited(keyed, Text(limit)) == 30 - taken)
            #expect(try gift(1, "other", as: "other ingest").status == 202)
        }
    }

    @Test(
        "Everything that makes a room larger counts toward its bytes",
        arguments: ["gift", "call", "counter", "goal"])
    func growth(kind: String) throws {
        let keyed = try server("bytes-per-room=4096")
        func post(_ name: Int) throws -> Client.Answer {
            let long = String(repeating: "x", count: 90)
            return switch kind {
            case "gift":
                try keyed.ask(
                    "POST", "/v1/rooms/main/gifts", "{\"gift\":\"\(name)\",\"sender\":\"\(long)\"}",
                    as: "ingest")
            case "call":
                try keyed.ask(
                    "POST", "/v1/rooms/main/calls", "{\"user\":\"\(name)\(long)\"}", as: "ingest")
            case "counter":
                try keyed.ask(
                    "PUT", "/v1/rooms/main/counters/\(name)",
                    "{\"to\":1,\"prefix\":\"\(long.prefix(20))\"}", as: "ingest")
            default:
                try keyed.ask(
                    "PUT", "/v1/rooms/main/goals/\(name)", "{\"title\":\"\(long)\",\"target\":5}",
                    as: "ingest")
            }
        }
        // Calls wait only while the room is paused.
        let hold = try keyed.ask(
            "POST", "/v1/rooms/main/control", "{\"action\":\"hold\"}", as: "owner")
        let rows = try keyed.ask(
            "PATCH", "/v1/rooms/main/config", "{\"counters\":{\"max\":20},\"goals\":{\"max\":20}}",
            as: "owner")
        #expect([hold.status, rows.status] == [202, 200])
        let statuses = try (0..<20).map { try post($0).status }
        #expect(statuses.contains(202))
        #expect(statuses.last == 429)
        #expect(try limited(keyed, "bytes-per-room") > 0)
    }

    @Test("Requests without a valid key do not count against a room's limits")
    func strangers() throws {
        let keyed = try server("requests-per-room=1")
        let secret = #"{"secret":"s3cRe7s3cRe7"}"#
        let source = try keyed.ask("PUT", "/v1/rooms/main/sources/kofi", secret, as: "owner")
        #expect(source.status == 200)
        func deliver(_ secret: String) throws -> Client.Answer {
            let payment = HookScene.payment("k1").replacing(HookScene.token, with: secret)
            return try Client(keyed.server).ask(
                "POST", "/v1/hooks/main/kofi", HookScene.form(of: payment),
                ["Content-Type: application/x-www-form-urlencoded"])
        }
        for path in ["/overlay/main", "/studio/main", "/v1/hooks/main/trigger/x"] {
            #expect(try passed(30) { try keyed.ask("GET", path, as: nil) } == 30)
        }
        #expect(try passed(30) { try deliver("forged") } == 30)
        #expect(
            try keyed.ask("POST", "/v1/rooms/main/gifts", #"{"gift":"Rose"}"#, as: "ingest").status
                == 202)
        // Signed deliveries count.
        #expect(try passed(30) { try deliver("s3cRe7s3cRe7") } < 30)
    }

    @Test("Events above an address's limit do not count against the room's limits")
    func refusedEvents() throws {
        let keyed = try server("events-per-address=1", "events-per-room=2")
        func post(from address: String) throws -> Client.Answer {
            try Client(keyed.server).ask(
                "POST", "/v1/rooms/main/gifts", #"{"gift":"Rose"}"#,
                [keyed.field("ingest"), "X-Forwarded-For: \(address)"])
        }
        _ = try passedLimit(30) { try post(from: "203.0.113.1") }
        #expect(try post(from: "203.0.113.2").status == 202)
    }

    @Test("A local client without a key is not limited")
    func local() throws {
        let keyed = try KeyedServer {
            $0.limits = ["requests-per-key=1", "events-per-room=1", "requests-per-address=1"]
                .compactMap { LimitChange($0) }
        }
        let count = try passed(30) {
            try keyed.ask("POST", "/v1/rooms/main/gifts", #"{"gift":"Rose"}"#, as: nil)
        }
        #expect(count == 30)
    }

    @Test("A server that trusts a proxy requires keys")
    func trustingProxies() throws {
        let keyed = try KeyedServer {
            $0.trustedProxies = [AddressRange("10.0.0.0/8")].compactMap(\.self)
        }
        #expect(try keyed.ask("GET", "/v1/rooms", as: nil).status == 401)
    }
}
