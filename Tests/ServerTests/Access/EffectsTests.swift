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

/// The table "Effects of each actor" of SECURITY.md, cell by cell.
@Suite("Effects of each actor")
struct EffectsTests {
    private static let actors = [
        "no key", "viewer", "viewer that taps", "trigger", "hook", "platform", "ingest", "deck",
        "moderator", "owner", "admin",
    ]

    /// A row of the table: an effect, and whether each actor has it.
    private struct Row {
        let effect: String
        let cells: [Bool]
    }

    private static func rows() throws -> [Row] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../SECURITY.md")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        let head = "| effect | \(actors.joined(separator: " | ")) |"
        let start = try #require(lines.firstIndex { $0 == head }, "the table's head")
        return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map { line in
            let cells = line.split(separator: "|").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            return Row(effect: cells[0], cells: cells.dropFirst().map { $0 == "yes" })
        }
    }

    private let scene: HookScene
    private let numbers = Numbers()

    /// Makes unused numbers for IDs.
    private final class Numbers {
        private var last = 0

        func next() -> Int {
            last += 1
            return last
        }
    }

    init() throws {
        scene = try HookScene()
        let mapping = #"{"event":"gift","keys":{"id":"/id","sender":"/sender","gift":"/gift"}}"#
        let set = try scene.keyed.ask(
            "PUT", "/v1/rooms/main/sources/generic", mapping, as: "owner")
        try #require(set.status == 200, "\(set.text)")
    }

    @Test("Each actor has exactly the effects that SECURITY.md says")
    func everyCell() throws {
        let rows = try Self.rows()
        #expect(rows.map(\.effect) == Self.effects.map(\.name))
        for (row, effect) in zip(rows, Self.effects) {
            #expect(row.cells.count == Self.actors.count, "\(row.effect)")
            for (actor, expected) in zip(Self.actors, row.cells) {
                let has = try effect.isHad(self, actor)
                #expect(has == expected, "\(actor): \(row.effect)")
            }
        }
    }

    // MARK: Trying an effect

    private struct Effect: Sendable {
        let name: String
        /// Returns whether an actor has the effect.
        let isHad: @Sendable (EffectsTests, String) throws -> Bool
    }

    private static let effects: [Effect] = [
        Effect(name: "post any gift") { tests, actor in
            try tests.isGiftPosted(by: actor)
        },
        Effect(name: "trigger the one event of its key") { tests, actor in
            let key = tests.header(actor).map { key in "\(tests.scene.keyed.key(key))" } ?? "x"
            return try tests.scene.keyed.ask("GET", "/v1/hooks/main/trigger/\(key)", as: nil).status
                == 202
        },
        Effect(name: "deliver events of its source") { tests, actor in
            try tests.delivery(by: actor) != nil
        },
        Effect(name: "tap a card") { tests, actor in
            let card = try tests.card()
            return try tests.ask("POST", "calls/\(card)/tap", as: actor).status == 202
        },
        Effect(name: "dismiss a card") { tests, actor in
            let card = try tests.card()
            return try tests.ask("DELETE", "calls/\(card)", as: actor).status == 202
        },
        Effect(name: "retract its own event") { tests, actor in
            guard let id = try tests.delivery(by: actor) else { return false }
            return try tests.isTakenBack(id, by: actor)
        },
        Effect(name: "retract its own event after an approval") { tests, actor in
            guard let id = try tests.approvedDelivery(by: actor) else { return false }
            return try tests.isTakenBack(id, by: actor)
        },
        Effect(name: "retract an event of another key") { tests, actor in
            try tests.isTakenBack(tests.foreignEvent(for: actor), by: actor)
        },
        Effect(name: "read the status of its own event") { tests, actor in
            guard let id = try tests.delivery(by: actor) else { return false }
            return try tests.ask("GET", "events/\(id)", as: actor).status == 200
        },
        Effect(name: "read the status of another key's event") { tests, actor in
            let id = try tests.foreignEvent(for: actor)
            return try tests.ask("GET", "events/\(id)", as: actor).status == 200
        },
        Effect(name: "approve or refuse a held delivery") { tests, actor in
            let statuses = try ["approve", "refuse"].map { word in
                try tests.ask("POST", "held/\(tests.heldPayment())/\(word)", as: actor).status
            }
            #expect(Set(statuses).count == 1)
            return statuses == [202, 202]
        },
        Effect(name: "steer the show") { tests, actor in
            try tests.ask("POST", "control", #"{"action":"resume"}"#, as: actor).status == 202
        },
        Effect(name: "watch, and read the frame") { tests, actor in
            let isRead = try tests.ask("GET", "frame", as: actor).status == 200
            let fields =
                tests.header(actor).map { name in tests.scene.keyed.field(name) } ?? "Accept: */*"
            let stream = try Client(tests.scene.keyed.server).upgrade(
                "/v1/rooms/main/stream", fields)
            #expect((stream.status == 101) == isRead, "\(actor)")
            return isRead
        },
        Effect(name: "read the state") { tests, actor in
            try tests.ask("GET", "state", as: actor).status == 200
        },
        Effect(name: "hide the message of an alert") { tests, actor in
            try tests.ask("POST", "control", #"{"action":"hideMessage"}"#, as: actor).status == 202
        },
        Effect(name: "block and unblock a word or a sender") { tests, actor in
            let statuses = try [
                ("PUT", "blocklist/word:spam"), ("GET", "blocklist"),
                ("DELETE", "blocklist/word:spam"),
            ].map { method, path in try tests.ask(method, path, as: actor).status }
            #expect(Set(statuses).count == 1)
            return statuses == [200, 200, 200]
        },
        Effect(name: "read the totals and the leaders") { tests, actor in
            let statuses = try ["totals?by=gift", "leaders"].map { path in
                try tests.ask("GET", path, as: actor).status
            }
            #expect(Set(statuses).count == 1)
            return statuses == [200, 200]
        },
        Effect(name: "read the history") { tests, actor in
            try tests.ask("GET", "events", as: actor).status == 200
        },
        Effect(name: "change the configuration") { tests, actor in
            try tests.ask("PATCH", "config", #"{"gifts":{"x":5}}"#, as: actor).status == 200
        },
        Effect(name: "make and revoke keys") { tests, actor in
            let made = try tests.ask("POST", "keys", #"{"role":"deck"}"#, as: actor)
            let spare = try tests.ask("POST", "keys", #"{"role":"deck"}"#, as: "owner")
            let id = try #require(spare.json["id"]?.string)
            let revoked = try tests.ask("DELETE", "keys/\(id)", as: actor)
            #expect((made.status == 201) == (revoked.status == 200), "\(actor)")
            return made.status == 201
        },
        Effect(name: "set up a source") { tests, actor in
            try tests.ask("PUT", "sources/youtube", "{}", as: actor).status == 200
        },
        Effect(name: "upload and delete a file") { tests, actor in
            try tests.isFileKeptAndDeleted(by: actor)
        },
        Effect(name: "suspend and resume the room") { tests, actor in
            let suspended = try tests.ask("PUT", "suspension", "{}", as: actor).status
            let resumed = try tests.ask("DELETE", "suspension", as: actor).status
            #expect((suspended == 200) == (resumed == 200), "\(actor)")
            return suspended == 200
        },
    ]

    /// The name of an actor's key for the header; nil: the actor sends none.
    private func header(_ actor: String) -> String? {
        switch actor {
        case "no key", "platform": nil
        case "viewer that taps": "viewer+"
        default: actor
        }
    }

    private func ask(
        _ method: String, _ path: String, _ body: String? = nil, as actor: String
    ) throws -> Client.Answer {
        try scene.keyed.ask(method, "/v1/rooms/main/\(path)", body, as: header(actor))
    }

    private func isRecorded(_ id: String) throws -> Bool {
        try ask("GET", "events/\(id)", as: "admin").status == 200
    }

    // MARK: Posting

    private func isGiftPosted(by actor: String) throws -> Bool {
        let id = "gift-\(numbers.next())"
        _ = try ask("POST", "gifts", "{\"gift\":\"Rose\",\"id\":\"\(id)\"}", as: actor)
        return try isRecorded(id)
    }

    private func card() throws -> String {
        let id = "card-\(numbers.next())"
        let answer = try ask(
            "POST", "calls", "{\"user\":\"\(id)\",\"id\":\"\(id)\"}", as: "owner")
        try #require(answer.status == 202, "\(answer.text)")
        return id
    }

    /// The ID of an event that an actor has delivered; nil: the actor can't.
    private func delivery(by actor: String) throws -> String? {
        let number = numbers.next()
        let id: String
        switch actor {
        case "platform":
            id = "stripe:pi_\(number)"
            _ = try scene.stripe(HookScene.intent.replacing("pi_1", with: "pi_\(number)"))
        case "hook":
            id = "generic:\(number)"
            _ = try scene.keyed.ask(
                "POST", "/v1/hooks/main/generic/\(scene.keyed.key("hook"))",
                "{\"id\":\"\(number)\",\"sender\":\"Ann\",\"gift\":\"Rose\"}", as: nil)
        default:
            id = "streamlabs:donation:\(number)"
            _ = try scene.keyed.ask(
                "POST", "/v1/hooks/main/streamlabs", Self.donation(number), as: header(actor))
        }
        return try isRecorded(id) ? id : nil
    }

    private static func donation(_ number: Int) -> String {
        #"{"type":"donation","message":[{"id":\#(number),"name":"Jo","amount":"1.00","#
            + #""currency":"USD"}]}"#
    }

    /// The ID of an actor's event that the deck's key has approved; nil: the actor can't post.
    private func approvedDelivery(by actor: String) throws -> String? {
        try hold("streamlabs, stripe, generic")
        defer { try? hold("") }
        guard let id = try delivery(by: actor) else { return nil }
        let approved = try ask("POST", "held/\(id)/approve", as: "deck")
        try #require(approved.status == 202, "\(approved.text)")
        return id
    }

    private func hold(_ kinds: String) throws {
        let set = try ask("PATCH", "config", "{\"sources\":{\"hold\":\"\(kinds)\"}}", as: "admin")
        try #require(set.status == 200, "\(set.text)")
    }

    private func heldPayment() throws -> String {
        try hold("kofi")
        defer { try? hold("") }
        let id = "k\(numbers.next())"
        let answer = try scene.kofi(HookScene.payment(id))
        try #require(answer.status == 200, "\(answer.text)")
        return "kofi:\(id)"
    }

    /// Another key's event, under an ID of the actor's source.
    private func foreignEvent(for actor: String) throws -> String {
        let number = numbers.next()
        let id = actor == "platform" ? "stripe:pi_\(number)" : "streamlabs:donation:\(number)"
        let answer = try ask(
            "POST", "gifts", "{\"gift\":\"Rose\",\"id\":\"\(id)\"}",
            as: actor == "owner" ? "ingest" : "owner")
        try #require(answer.status == 202, "\(answer.text)")
        return id
    }

    /// Tries each way by which an actor could retract an event.
    private func isTakenBack(_ id: String, by actor: String) throws -> Bool {
        let number = id.split { $0 == ":" || $0 == "_" }.last ?? ""
        if actor == "platform" {
            _ = try scene.stripe(HookScene.refund.replacing("pi_1", with: "pi_\(number)"))
        } else {
            _ = try scene.keyed.ask(
                "POST", "/v1/hooks/main/streamlabs",
                #"{"type":"donationDelete","message":{"id":\#(number)}}"#, as: header(actor))
            _ = try ask("DELETE", "events/\(id)", as: actor)
        }
        return try ["takeBack:\(id)", "takeBack:approved:\(id)"].contains {
            try isRecorded($0)
        }
    }

    private func isFileKeptAndDeleted(by actor: String) throws -> Bool {
        let bytes = AssetSamples.wave(samples: 100 + numbers.next()).bytes
        func upload(as name: String?) throws -> Client.Answer {
            let client = try Client(scene.keyed.server)
            let field = name.map(scene.keyed.field) ?? "Accept: */*"
            client.send(
                "POST /v1/rooms/main/assets HTTP/1.1\r\nHost: localhost\r\n\(field)\r\n"
                    + "Content-Length: \(bytes.count)\r\n\r\n")
            client.send(bytes)
            return try client.answer()
        }
        let kept = try upload(as: header(actor))
        let file = try upload(as: "owner")
        let url = try #require(file.json["url"]?.string).string
        let name = url.replacing("/assets/", with: "")
        let deleted = try ask("DELETE", "assets/\(name)", as: actor)
        #expect((kept.status == 201) == (deleted.status == 200), "\(actor)")
        return kept.status == 201
    }
}
