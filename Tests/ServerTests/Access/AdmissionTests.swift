import Dispatch
import Foundation
import Glibc
import HTTPRouting
import Journal
import Stage
import Synchronization
import TestSupport
import Testing
import Texts
import Transport
import Wire

@testable import Access
@testable import Broadcast
@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

/// A right that ends while a call waits: for its room, for the disk, for the history or for its body.
@Suite("Rights that end while a call waits")
struct AdmissionTests {
    /// The holder of the right that ends.
    private enum Subject: Sendable {
        case key(Role)
        /// All keys of the room.
        case keys(Role)
        /// The key in the path, of a role.
        case path(Role)
        /// The platform that signs the delivery.
        case source(Text)
    }

    /// A call with an effect or a result.
    private struct Sample: Sendable {
        var subject = Subject.key(.owner)
        /// The path's variables except the room.
        var values: [String: String] = [:]
        var query = ""
        var body: [UInt8]?
        var fields: [String] = []
        /// An admin's earlier calls: method, path within the room, body.
        var before: [(String, String, String?)] = []
        /// The subject's own earlier delivery: source and body.
        var own: (String, String)?

        init(
            _ subject: Subject = .key(.owner), _ body: String? = nil,
            before: [(String, String, String?)] = [], values: [String: String] = [:]
        ) {
            self.subject = subject
            self.body = body.map { Array($0.utf8) }
            self.before = before
            self.values = values
        }

        func querying(_ query: String) -> Sample {
            var sample = self
            sample.query = "?" + query
            return sample
        }

        func posting(_ body: [UInt8], _ type: String) -> Sample {
            var sample = self
            sample.body = body
            sample.fields = ["Content-Type: \(type)"]
            return sample
        }

        func after(own path: String, _ body: String) -> Sample {
            var sample = self
            sample.own = (path, body)
            return sample
        }
    }

    private static let card: (String, String, String?) = (
        "POST", "calls", #"{"user":"Ann","id":"c"}"#
    )
    /// A rule, and a notice whose alert waits because the room is paused.
    private static let waitingAlert: [(String, String, String?)] = [
        ("PUT", "alerts/rules/x", #"{"title":"{sender}"}"#),
        ("POST", "control", #"{"action":"hold"}"#),
        ("POST", "notices", #"{"id":"n","kind":"follow"}"#),
    ]
    private static let rose: (String, String, String?) = (
        "POST", "gifts", #"{"gift":"Rose","id":"g"}"#
    )
    private static let held: [(String, String, String?)] = [
        ("PATCH", "config", #"{"sources":{"hold":"streamlabs"}}"#), ("STREAMLABS", "", nil),
    ]
    private static let generic: (String, String, String?) = (
        "PUT", "sources/generic",
        #"{"event":"gift","keys":{"id":"/id","sender":"/sender","gift":"/gift"}}"#
    )
    private static let donation =
        #"{"type":"donation","message":[{"id":1,"name":"Jo","amount":"1.00","currency":"USD"}]}"#
    private static let kofi =
        "data=%7B%22verification_token%22%3A%22tttttttttt%22%2C%22message_id%22%3A%22k1%22%2C"
        + "%22type%22%3A%22Donation%22%2C%22is_public%22%3Atrue%2C%22from_name%22%3A%22Jo%22%2C"
        + "%22amount%22%3A%223.00%22%2C%22currency%22%3A%22USD%22%7D"
    private static let form = "application/x-www-form-urlencoded"

    private static let posts: [String: Sample] = [
        "POST gifts": .init(.key(.ingest), #"{"gift":"Rose","id":"g"}"#),
        "POST calls": .init(.key(.ingest), #"{"user":"Ann"}"#),
        "DELETE calls/{call}": .init(.key(.ingest), before: [card], values: ["call": "c"]),
        "POST calls/{call}/tap": .init(before: [card], values: ["call": "c"]),
        "PUT counters/{name}": .init(.key(.ingest), #"{"to":1}"#),
        "PUT clocks/rules/{name}": .init(.key(.owner), #"{"counter":"left","seconds":5}"#),
        "DELETE clocks/rules/{name}": .init(
            before: [("PUT", "clocks/rules/x", #"{"counter":"left","seconds":5}"#)]),
        "POST counters/{name}/clock": .init(
            .key(.deck), #"{"addSeconds":5}"#,
            before: [("PUT", "counters/x", #"{"clock":{"seconds":60}}"#)]),
        "DELETE counters/{name}": .init(
            .key(.ingest), before: [("PUT", "counters/x", #"{"to":1}"#)]),
        "PUT goals/{name}": .init(.key(.ingest), #"{"title":"T","target":5}"#),
        "DELETE goals/{name}": .init(
            .key(.ingest), before: [("PUT", "goals/x", #"{"title":"T","target":5}"#)]),
        "POST captions": .init(.key(.ingest), #"{"text":"Hello"}"#),
        "DELETE captions/{slot}": .init(
            .key(.ingest), before: [("POST", "captions", #"{"slot":"x","text":"a","hold":null}"#)]),
        "POST control": .init(.key(.deck), #"{"action":"hold"}"#),
        "POST notices": .init(.key(.ingest), #"{"kind":"follow"}"#),
        "DELETE alerts/{event}": .init(.key(.deck), before: waitingAlert, values: ["event": "n"]),
        "POST alerts/{event}/move": .init(
            .key(.deck), #"{"to":1}"#, before: waitingAlert, values: ["event": "n"]),
        "PUT alerts/rules/{name}": .init(.key(.owner), #"{"title":"{sender}"}"#),
        "DELETE alerts/rules/{name}": .init(
            before: [("PUT", "alerts/rules/x", #"{"title":"{sender}"}"#)]),
        "DELETE queue/{combo}": .init(
            .key(.deck), before: [("POST", "control", #"{"action":"hold"}"#), rose],
            values: ["combo": "g"]),
        "POST queue/{combo}/move": .init(
            .key(.deck), #"{"to":0}"#, before: [("POST", "control", #"{"action":"hold"}"#), rose],
            values: ["combo": "g"]),
        "POST events/{id}/replay": .init(.key(.deck), before: [rose], values: ["id": "g"]),
        "POST events/{id}/speech": .init(
            .key(.owner), #"{"seconds":0}"#, before: [rose], values: ["id": "g"]),
        "DELETE events/{id}": .init(.key(.deck), before: [rose], values: ["id": "g"]),
        "POST held/{id}/approve": .init(
            .key(.deck), before: held, values: ["id": "streamlabs:donation:1"]),
        "POST held/{id}/refuse": .init(
            .key(.deck), before: held, values: ["id": "streamlabs:donation:1"]),
        "GET held": .init(.key(.deck), before: held),
        "PUT blocklist/{entry}": .init(.key(.moderator), values: ["entry": "word:spam"]),
        "DELETE blocklist/{entry}": .init(
            .key(.moderator), before: [("PUT", "blocklist/word:spam", nil)],
            values: ["entry": "word:spam"]),
        "PUT config": .init(.key(.owner), "{}"),
        "PATCH config": .init(.key(.owner), #"{"gifts":{"x":5}}"#),
        "PUT catalogue/{key}": .init(.key(.owner), #"{"name":"Rose","value":1}"#),
        "DELETE catalogue/{key}": .init(values: ["key": "rose"]),
        "GET events": .init(before: [rose]),
        "GET events/{id}": .init(before: [rose], values: ["id": "g"]),
        "GET leaders": .init(before: [rose]),
        "GET totals": Sample(before: [rose]).querying("by=gift"),
        "GET state": .init(
            .key(.deck), before: [("POST", "control", #"{"action":"hold"}"#), rose]),
    ]

    private static let settings: [String: Sample] = [
        "PUT ": .init(.key(.admin)),
        "PATCH ": .init(.key(.owner), #"{"keepDays":7}"#, before: [rose]),
        "DELETE ": .init(.key(.admin), before: [rose]),
        "PUT suspension": .init(.key(.admin), #"{"reason":"loud"}"#, before: [rose]),
        "DELETE suspension": .init(
            .key(.admin), before: [rose, ("PUT", "suspension", "{}")]),
        "POST assets": Sample().posting(AssetSamples.wav.bytes, "audio/wav"),
        "POST keys": .init(.key(.owner), #"{"role":"deck"}"#),
        "PATCH keys/{id}": .init(.key(.owner), #"{"name":"new"}"#),
        "DELETE keys/{id}": .init(),
        "PUT sources/{kind}": .init(
            .key(.owner), #"{"secret":"s3cRe7s3cRe7"}"#, values: ["kind": "twitch"]),
        "DELETE sources/{kind}": .init(
            .keys(.owner),
            before: [
                generic, ("POST", "keys", #"{"role":"hook"}"#),
            ], values: ["kind": "generic"]),
        "POST viewers/{id}/reload": .init(values: ["id": "all"]),
    ]

    private static let hooks: [String: Sample] = [
        "POST kofi": Sample(
            .source("kofi"), before: [("PUT", "sources/kofi", #"{"secret":"tttttttttt"}"#)]
        ).posting(Array(kofi.utf8), form),
        "POST streamlabs": Sample(
            .key(.ingest), #"{"type":"donationDelete","message":{"id":1}}"#
        ).after(own: "streamlabs", donation),
        "POST generic": .init(
            .key(.ingest), #"{"id":"1","sender":"Ann","gift":"Rose"}"#,
            before: [generic]),
        "POST generic/{key}": .init(
            .path(.hook), #"{"id":"1","sender":"Ann","gift":"Rose"}"#,
            before: [generic]),
        "GET trigger": Sample(.key(.ingest)).querying("type=control&action=hold"),
        "GET trigger/{key}": .init(.path(.trigger)),
    ]

    private static func sample(of route: Route<Controllers>) -> Sample {
        let path = route.path.text
        let method = route.method.rawValue
        if path.hasPrefix("/v1/hooks/") {
            let known = hooks["\(method) \(path.replacing("/v1/hooks/{room}/", with: ""))"]
            return known ?? Sample(.key(.ingest), "{}")
        }
        let rest = path.replacing("/v1/rooms/{room}/", with: "")
            .replacing("/v1/rooms/{room}", with: "")
        if let known = posts["\(method) \(rest)"] ?? settings["\(method) \(rest)"] { return known }
        return Sample(.key(.owner), method == "GET" ? nil : "{}")
    }

    // MARK: The walk

    private final class Walk {
        let scene: ApplicationScene
        private var count = 0

        init() throws {
            scene = try ApplicationScene()
        }

        /// Makes a call in a room of its own and has its right end in the gap before the loop goes on for the
        /// `gap`-th time. Returns whether there was such a gap.
        func end(at gap: Int, _ route: Route<Controllers>, _ sample: Sample) throws -> Bool {
            count += 1
            let room = Text("r\(count)")
            let admin = try scene.key(.admin, of: nil)
            defer { try? scene.revoke(admin.id) }
            try prepare(sample, in: room, as: admin)
            let spare = try scene.key(.viewer, of: room)
            let (subject, shown) = try subject(of: sample, in: room)
            let hidden =
                if case .source(let kind) = sample.subject { SourceSetting.name(kind) } else {
                    subject.setting
                }
            if let own = sample.own {
                let posted = try scene.ask(
                    "POST", "/v1/hooks/\(room)/\(own.0)", own.1, as: subject.text)
                #expect(posted.status == 202)
            }
            scene.evict(room)
            let before = try scene.stored(of: room, but: hidden)
            let values = sample.values.merging(
                ["id": spare.id.string, "key": subject.text.string]) { own, _ in own }
            let path = route.path.text.replacing("{room}", with: room.string).replacing(
                #/{([a-z]+)}/#
            ) { values[String($0.output.1)] ?? "x" }
            let asked = scene.begin(
                route.method.rawValue, path + sample.query, sample.body, as: shown, sample.fields)
            for _ in 0..<gap where asked.response == nil { try scene.step() }
            if asked.response != nil { return false }
            try scene.waitForOutcome()
            try end(sample.subject, subject, in: room)
            let ended = try scene.stored(of: room, but: hidden)
            let response = try scene.finish(asked)
            // The removal of a refused upload may follow the answer.
            try scene.finishFiles()
            let after = try scene.stored(of: room, but: hidden)
            check(
                response.status, before, ended, after, gap,
                changes: route.fires || route.method != .get, "\(route.method) \(path)")
            return true
        }

        private func check(
            _ status: Int, _ before: Set<String>, _ ended: Set<String>, _ after: Set<String>,
            _ gap: Int, changes: Bool, _ call: String
        ) {
            let changed = (before.symmetricDifference(ended), ended.symmetricDifference(after))
            let context = Comment(
                rawValue: "\(call), gap \(gap), \(status): before the end of the right "
                    + "\(changed.0.sorted()), after it \(changed.1.sorted())")
            // No further effect follows, and the last effect may be reverted.
            #expect(after == ended || after == before, context)
            if status < 400 {
                // A receipt is for an effect from before the end of the right.
                #expect(changes && gap > 0 && after != before, context)
            } else {
                #expect(status == 401 || status == 404, context)
            }
            if gap == 0 { #expect(after == before, context) }
        }

        private func prepare(_ sample: Sample, in room: Text, as admin: ApplicationScene.MadeKey)
            throws
        {
            for (method, path, body) in sample.before {
                let answer =
                    method == "STREAMLABS"
                    ? try scene.ask(
                        "POST", "/v1/hooks/\(room)/streamlabs", AdmissionTests.donation,
                        as: admin.text)
                    : try scene.ask(method, "/v1/rooms/\(room)/\(path)", body, as: admin.text)
                #expect(answer.status < 300, "\(method) \(path)")
            }
        }

        /// The key whose right ends, and the key in the header.
        private func subject(
            of sample: Sample, in room: Text
        ) throws -> (ApplicationScene.MadeKey, shown: Text?) {
            switch sample.subject {
            case .key(let role), .keys(let role):
                let key = try scene.key(role, of: role == .admin ? nil : room)
                return (key, key.text)
            case .path(let role):
                let key = try scene.key(
                    role, of: room, event: role == .trigger ? .control(.hold) : nil,
                    source: role == .hook ? "generic" : nil)
                return (key, nil)
            case .source: return (.init(text: "", id: ""), nil)
            }
        }

        private func end(
            _ subject: Subject, _ key: ApplicationScene.MadeKey, in room: Text
        ) throws {
            switch subject {
            case .key, .path: try scene.revoke(key.id)
            case .keys: scene.application.parts.keys.settingsErased(of: room)
            case .source(let kind): try scene.removeSource(kind, of: room)
            }
        }
    }

    @Test("A call has no effect and no result after its right has ended, in every gap")
    func everyRoute() throws {
        let walk = try Walk()
        var gapCounts: [String: Int] = [:]
        for route in Routes.table.all where route.path.needsRoom {
            guard case .handle = route.action else { continue }
            let call = "\(route.method.rawValue) \(route.path.text)"
            let sample = Self.sample(of: route)
            var gap = 0
            while try walk.end(at: gap, route, sample) { gap += 1 }
            gapCounts[call] = gap
        }
        // Each call waits for its room at least. A recorded event also waits for the disk.
        #expect(gapCounts.values.allSatisfy { $0 >= 1 })
        for call in [
            "POST /v1/rooms/{room}/gifts", "DELETE /v1/rooms/{room}/keys/{id}",
            "PUT /v1/rooms/{room}/sources/{kind}", "PUT /v1/rooms/{room}/suspension",
            "POST /v1/hooks/{room}/kofi", "GET /v1/hooks/{room}/trigger/{key}",
            "GET /v1/rooms/{room}/events",
        ] { #expect(gapCounts[call, default: 0] >= 2, "\(call)") }
        for call in [
            "POST /v1/rooms/{room}/held/{id}/approve", "DELETE /v1/rooms/{room}/events/{id}",
            "POST /v1/rooms/{room}/assets", "POST /v1/hooks/{room}/streamlabs",
            "DELETE /v1/rooms/{room}/sources/{kind}",
        ] { #expect(gapCounts[call, default: 0] >= 3, "\(call)") }
    }

    // MARK: Streams

    /// The queue on which a server's rooms are read.
    private final class Loading: Sendable {
        let queue = Mutex<DispatchQueue?>(nil)
    }

    @Test(
        "A stream does not open if its key is revoked while its room is read",
        arguments: ["overlay", "preview", "studio"])
    func streams(role: String) throws {
        let loading = Loading()
        let keyed = try KeyedServer(
            prepare: { server in
                loading.queue.withLock { $0 = server.application.parts.loader.queue }
            })
        let queue = try #require(loading.queue.withLock { $0 })
        queue.suspend()
        let path = "/v1/rooms/main/stream?role=\(role)"
        let revoked = try Client(keyed.server)
        let kept = try Client(keyed.server)
        let key = role == "studio" ? "deck" : "viewer"
        #expect(try revoked.upgrade(path, keyed.field(key)).status == 101)
        #expect(try kept.upgrade(path, keyed.field("owner")).status == 101)
        let answer = try LocalSocket.ask(
            Array("{\"do\":\"revoke\",\"id\":\"\(keyed.id(key))\"}".utf8), in: keyed.directory)
        #expect(try JSON(parsing: answer)["id"] == .string(keyed.id(key)))
        queue.resume()
        #expect(try revoked.hear() == .closed(1008))
        #expect(try kept.message()["type"] == .string("hello"))
    }

    // MARK: Uploads

    @Test("An upload whose key is revoked before its last byte is refused, and no file stays")
    func upload() throws {
        let keyed = try KeyedServer()
        // Longer than one piece.
        let bytes = AssetSamples.wave(samples: 200_000).bytes
        let path = "/v1/rooms/main/assets"
        let made = try keyed.ask("POST", "/v1/rooms/main/keys", #"{"role":"owner"}"#, as: "owner")
        let key = try #require(made.json["key"]?.string)
        let id = try #require(made.json["id"]?.string)
        let client = try Client(keyed.server)
        client.send(
            "POST \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(key)\r\n"
                + "Content-Length: \(bytes.count)\r\n\r\n")
        client.send(Array(bytes.dropLast()))
        let revoked = try keyed.ask("DELETE", "/v1/rooms/main/keys/\(id)", as: "owner")
        #expect(revoked.status == 200)
        client.send(Array(bytes.suffix(1)))
        #expect(try client.answer().status == 401)
        let list = try keyed.ask("GET", path, as: "owner")
        #expect(list.json["assets"] == .array([]))
        // The removal of the refused upload may follow the answer.
        try waitUntil("only the folder of rooms is left") {
            try FileManager.default.contentsOfDirectory(atPath: keyed.directory + "/assets")
                == ["rooms"]
        }
    }
}
