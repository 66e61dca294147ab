import Foundation
import Journal
import Testing
import Texts
import Wire

@testable import Access
@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Keys in the address of a hook")
struct HookKeysTests {
    private let keyed: KeyedServer

    init() throws {
        keyed = try KeyedServer()
        try setUp()
    }

    private func setUp(_ room: String = "main", as name: String = "owner") throws {
        let mapping = #"{"event":"gift","keys":{"id":"/id","gift":"/gift"}}"#
        let answer = try keyed.ask(
            "PUT", "/v1/rooms/\(room)/sources/generic", mapping, as: name)
        try #require(answer.status == 200, "\(answer.text)")
    }

    private func make(_ more: String = "") throws -> (key: String, id: String, json: JSON) {
        let made = try keyed.ask(
            "POST", "/v1/rooms/main/keys", "{\"role\":\"hook\",\"name\":\"shop\"\(more)}",
            as: "owner")
        try #require(made.status == 201, "\(made.text)")
        return (
            try #require(made.json["key"]?.string).string,
            try #require(made.json["id"]?.string).string, made.json
        )
    }

    private static let body = #"{"id":"a1","gift":"Coffee"}"#
    private static let json = "Content-Type: application/json"

    private func post(
        _ path: String, _ fields: [String] = [], body: String = body
    ) throws -> Client.Answer {
        try Client(keyed.server).ask("POST", path, body, [Self.json] + fields)
    }

    private func post(to key: String, _ fields: [String] = [], body: String = body) throws
        -> Client.Answer
    {
        try post("/v1/hooks/main/generic/\(key)", fields, body: body)
    }

    private var events: [JSON] {
        get throws {
            let page = try keyed.ask("GET", "/v1/rooms/main/events", as: "owner")
            return page.json["events"]?.elements ?? []
        }
    }

    @Test("A key in the address posts to its source, until it is revoked")
    func posts() throws {
        let (key, id, made) = try make()
        #expect(key.hasPrefix("ov_h_"))
        #expect(made["source"] == .string("generic"))
        #expect(made["address"]?.string?.string.hasSuffix("/v1/hooks/main/generic/\(key)") == true)
        let first = try post(to: key)
        #expect(first.status == 202, "\(first.text)")
        #expect(first.fields["cache-control"] == "no-store")
        // A repeat is known.
        #expect(try post(to: key).status == 200)
        let event = try #require(try events.first)
        #expect(event["id"] == .string("generic:a1"))
        #expect(event["by"] == .string(Text(id)))
        #expect(
            try keyed.ask("DELETE", "/v1/rooms/main/keys/\(id)", as: "owner").status == 200)
        #expect(try post(to: key, body: #"{"id":"a2","gift":"Tea"}"#).status == 401)
        #expect(try events.count == 1)
    }

    @Test("A key from an address works only in that address")
    func nothingElse() throws {
        let (key, _, _) = try make()
        try setUp("other", as: "other owner")
        #expect(try post("/v1/hooks/other/generic/\(key)").status == 401)
        let header = "Authorization: Bearer \(key)"
        for kind in ["generic", "streamlabs", "tiktok"] {
            #expect(try post("/v1/hooks/main/\(kind)", [header]).status == 403, "\(kind)")
        }
        #expect(try post("/v1/rooms/main/gifts", [header], body: #"{"gift":"x"}"#).status == 403)
        for path in ["/v1/rooms/main/state", "/v1/schema/config", "/v1/rooms/main/keys"] {
            #expect(try Client(keyed.server).ask("GET", path, nil, [header]).status == 403)
        }
        #expect(try post("/v1/hooks/main/streamlabs/\(key)").status == 404)
        let trigger = try Client(keyed.server).ask("GET", "/v1/hooks/main/trigger/\(key)")
        #expect(trigger.status == 401)
        // A path accepts no keys of other roles.
        for role in ["viewer", "trigger", "ingest", "deck", "owner", "admin", "other hook"] {
            #expect(try post(to: keyed.key(role).string).status == 401, "\(role)")
        }
        #expect(try events.isEmpty)
    }

    @Test("Only a POST takes effect, and a page of another site may not send it")
    func unmeant() throws {
        let (key, _, _) = try make()
        for method in ["GET", "HEAD", "PUT"] {
            let answer = try Client(keyed.server).ask(
                method, "/v1/hooks/main/generic/\(key)", method == "PUT" ? Self.body : nil)
            #expect(answer.status == 405, "\(method)")
            #expect(answer.fields["allow"] == "POST")
        }
        for field in ["Sec-Fetch-Site: cross-site", "Origin: https://example.org"] {
            #expect(try post(to: key, [field]).status == 403, "\(field)")
        }
        #expect(try events.isEmpty)
    }

    @Test("Deleting a source revokes its addresses, and a new source does not restore them")
    func deleted() throws {
        let (one, other) = (try make().key, try make().key)
        #expect(
            try keyed.ask("DELETE", "/v1/rooms/main/sources/generic", as: "owner").status == 200)
        try setUp()
        for key in [one, other] { #expect(try post(to: key).status == 401) }
        let list = try keyed.ask("GET", "/v1/rooms/main/keys", as: "owner")
        // The scene's own key of this role goes with them.
        #expect(list.json["keys"]?.elements.contains { $0["role"] == .string("hook") } == false)
        #expect(try post(to: make().key).status == 202)
    }

    @Test("An address is made only for an existing source whose platform can post to addresses")
    func refused() throws {
        func status(_ body: String) throws -> (Int, Text?) {
            let answer = try keyed.ask("POST", "/v1/rooms/main/keys", body, as: "owner")
            return (answer.status, answer.json["errors"]?.elements.first?["pointer"]?.string)
        }
        #expect(try status(#"{"role":"hook","source":"tiktok"}"#) == (422, "/source"))
        #expect(try status(#"{"role":"ingest","source":"generic"}"#) == (422, "/source"))
        #expect(try status(#"{"role":"hook","event":{"type":"control"}}"#).0 == 422)
        _ = try keyed.ask("DELETE", "/v1/rooms/main/sources/generic", as: "owner")
        #expect(try status(#"{"role":"hook"}"#).0 == 404)
    }

    @Test("Only a digest of the key is stored")
    func hashed() throws {
        let (key, _, _) = try make()
        #expect(try post(to: key).status == 202)
        let list = try keyed.ask("GET", "/v1/rooms/main/keys", as: "owner")
        #expect(!list.text.contains(key))
        let audit = try keyed.ask("GET", "/v1/rooms/main/audit", as: "owner")
        #expect(!audit.text.contains(key))
        let files = try FileManager.default.contentsOfDirectory(atPath: keyed.directory)
        var bytes = 0
        for file in files {
            let path = "\(keyed.directory)/\(file)"
            guard let data = FileManager.default.contents(atPath: path) else { continue }
            bytes += data.count
            #expect(data.firstRange(of: Data(key.utf8)) == nil, "\(file)")
        }
        #expect(bytes > 0)
    }

    @Test("An address has the limits of a key")
    func limited() throws {
        let slow = try KeyedServer {
            $0.auth = .keys
            $0.limits = [LimitChange("events-per-key=1")!]
        }
        let scene = HookKeysTests(keyed: slow)
        try scene.setUp()
        let key = try scene.make().key
        let statuses = try (0..<12).map { number in
            try scene.post(to: key, body: "{\"id\":\"n\(number)\",\"gift\":\"Tea\"}").status
        }
        #expect(statuses.first == 202)
        #expect(statuses.contains(429))
    }

    private init(keyed: KeyedServer) { self.keyed = keyed }

    // MARK: HTTP Basic

    private func basic(_ pair: String) -> String {
        "Authorization: Basic \(Data(pair.utf8).base64EncodedString())"
    }

    @Test("A platform may send its key in HTTP Basic")
    func basic() throws {
        let key = keyed.key("ingest").string
        for (number, pair) in ["shop:\(key)", ":\(key)", "\(key):"].enumerated() {
            let answer = try post(
                "/v1/hooks/main/generic", [basic(pair)],
                body: "{\"id\":\"b\(number)\",\"gift\":\"Tea\"}")
            #expect(answer.status == 202, "\(pair): \(answer.text)")
        }
        #expect(try events.count == 3)
        for pair in [
            "shop:\(Key.random(.ingest).text)", "shop:ov_i_x", "shop:secret", "shop", "",
        ] {
            #expect(try post("/v1/hooks/main/generic", [basic(pair)]).status == 401, "\(pair)")
        }
        #expect(try post("/v1/hooks/main/generic", ["Authorization: Basic §"]).status == 401)
        let viewer = basic("x:\(keyed.key("viewer"))")
        #expect(try post("/v1/hooks/main/generic", [viewer]).status == 403)
    }

    @Test("On other paths, a key in HTTP Basic is not read")
    func basicElsewhere() throws {
        let owner = basic("x:\(keyed.key("owner"))")
        for path in ["/v1/rooms/main/state", "/v1/hooks/main/trigger?type=gift&gift=Rose"] {
            #expect(try Client(keyed.server).ask("GET", path, nil, [owner]).status == 401)
        }
        #expect(try post("/v1/rooms/main/gifts", [owner], body: #"{"gift":"x"}"#).status == 401)
    }

    // MARK: Chunks

    @Test("A delivery may have a chunked body, and no other request may")
    func chunks() throws {
        let key = keyed.key("ingest").string
        func send(_ path: String) throws -> Int {
            let client = try Client(keyed.server)
            let body = Self.body
            let (one, other) = (body.prefix(9), body.dropFirst(9))
            let request =
                "POST \(path) HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n"
                + "Authorization: Bearer \(key)\r\n\(Self.json)\r\n\r\n9\r\n\(one)\r\n"
                + "\(String(other.utf8.count, radix: 16))\r\n\(other)\r\n0\r\n\r\n"
            client.send(Array(request.utf8))
            return try client.answer().status
        }
        #expect(try send("/v1/hooks/main/generic") == 202)
        #expect(try send("/v1/hooks/main/generic") == 200)
        #expect(try send("/v1/rooms/main/gifts") == 411)
        #expect(try send("/v1/rooms/main/sources/generic/try") == 411)
        #expect(try events.map { $0["id"] } == [.string("generic:a1")])
    }

    // MARK: Without a key

    @Test(
        "A server that requires no keys accepts deliveries without a key unless a proxy forwarded them"
    )
    func unasked() throws {
        let open = HookKeysTests(keyed: try KeyedServer { $0.auth = .open })
        try open.setUp()
        let path = "/v1/hooks/main/generic"
        #expect(try open.post(path).status == 202)
        for field in ["X-Forwarded-For: 203.0.113.7", "Forwarded: for=203.0.113.7", "Via: 1.1 x"] {
            #expect(try open.post(path, [field]).status == 401, "\(field)")
        }
        let foreign = ["Sec-Fetch-Site: cross-site", "Origin: https://example.org"]
        for field in foreign { #expect(try open.post(path, [field]).status == 403, "\(field)") }
        // A key that is sent must be valid.
        let wrong = "Authorization: Bearer \(Key.random(.ingest).text)"
        #expect(try open.post(path, [wrong]).status == 401)
    }
}
