import Testing
import Texts
import Wire

@testable import Server

@Suite("Limits")
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

    /// How many of so many requests are answered otherwise than with 429.
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

    // A limit of 1 a second takes 5 at once; a test that takes long may have one more.

    @Test("One key's requests don't use up another's")
    func key() throws {
        let keyed = try server("requests-per-key=1")
        let path = "/v1/rooms/main/state"
        let count = try passed(30) { try keyed.ask("GET", path, as: "owner") }
        #expect((5...12).contains(count))
        #expect(try keyed.ask("GET", path, as: "ingest").status == 200)
        #expect(try limited(keyed, "requests-per-key") == 30 - count)
    }

    @Test("One address's requests don't use up another's, and keys that are tried out count")
    func address() throws {
        let keyed = try server("requests-per-address=1")
        func ask(from address: String, _ key: String) throws -> Client.Answer {
            try Client(keyed.server).ask(
                "GET", "/v1/rooms/main/state", nil,
                [keyed.field(key), "X-Forwarded-For: \(address)"])
        }
        let count = try passed(30) { try ask(from: "203.0.113.1", "ov_o_x") }
        #expect((5...12).contains(count))
        #expect(try ask(from: "203.0.113.1, 203.0.113.2", "owner").status == 200)
        #expect(try ask(from: "2001:db8::1", "owner").status == 200)
        #expect(try limited(keyed, "requests-per-address") == 30 - count)
        // This machine's own address is none.
        #expect(try passed(30) { try keyed.ask("GET", "/v1/rooms/main/state", as: "owner") } == 30)
    }

    @Test("One room's events don't use up another's, and a refused one leaves no trace")
    func room() throws {
        let keyed = try server("events-per-room=1")
        func post(_ room: String, _ name: String) throws -> Client.Answer {
            try keyed.ask("POST", "/v1/rooms/\(room)/gifts", #"{"gift":"Rose"}"#, as: name)
        }
        let count = try passed(30) { try post("main", "ingest") }
        #expect((5...12).contains(count))
        #expect(try post("other", "other ingest").status == 202)
        let history = try keyed.ask("GET", "/v1/rooms/main/events", as: "owner")
        #expect(history.json["events"]?.elements.count == count)
        #expect(try limited(keyed, "events-per-room") == 30 - count)
    }

    @Test("Joins by one key and from one address have an end, and so have a room's viewers")
    func joins() throws {
        let path = "/v1/rooms/main/stream"
        let byKey = try server("joins-per-key=1")
        let count = try passed(30) {
            try Client(byKey.server).upgrade(path, byKey.field("viewer"))
        }
        #expect((5...12).contains(count))
        #expect(try Client(byKey.server).upgrade(path, byKey.field("owner")).status == 101)
        let byAddress = try server("joins-per-address=1")
        func join(from address: String) throws -> Client.Answer {
            try Client(byAddress.server).upgrade(
                path, byAddress.field("viewer"), "X-Forwarded-For: \(address)")
        }
        #expect((5...12).contains(try passed(30) { try join(from: "203.0.113.1") }))
        #expect(try join(from: "203.0.113.2").status == 101)
        let byRoom = try server("viewers-per-room=3")
        let stay = try (0..<3).map { _ in try byRoom.stream(as: "viewer").client }
        #expect(try Client(byRoom.server).upgrade(path, byRoom.field("owner")).status == 429)
        #expect(stay.count == 3)
    }

    @Test("A viewer that says too much is closed with 1008")
    func messages() throws {
        let keyed = try server("messages-per-stream=1")
        let (client, _) = try keyed.stream(as: "viewer")
        for _ in 0..<30 { client.say(#"{"type":"rate","fps":30}"#) }
        while try client.hear() != .closed(1008) {}
        #expect(try limited(keyed, "messages-per-stream") == 1)
    }

    @Test("Somebody on this machine who needs no key is kept to none of them")
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

    @Test("A server that trusts a proxy asks for keys")
    func trustingProxies() throws {
        let keyed = try KeyedServer {
            $0.trustedProxies = [AddressRange("10.0.0.0/8")].compactMap(\.self)
        }
        #expect(try keyed.ask("GET", "/v1/rooms", as: nil).status == 401)
    }

    @Test(
        "What is no limit is refused",
        arguments: [
            "", "x=1", "requests-per-key", "requests-per-key=0", "requests-per-key=x",
            "requests-per-key=1=2",
        ])
    func noLimit(text: Text) {
        #expect(LimitChange(text) == nil)
    }
}
