import Foundation
import TestSupport
import Testing
import Texts
import Wire

@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Moderators")
struct ModeratorTests {
    private let control = "/v1/rooms/main/control"

    @Test("A moderator hides the message of a running alert, and a deck does not")
    func hiding() throws {
        let keyed = try KeyedServer()
        let rule = #"{"title":"{sender}"}"#
        #expect(
            try keyed.ask("PUT", "/v1/rooms/main/alerts/rules/all", rule, as: "owner").status == 200
        )
        let raid = #"{"id":"n","kind":"raid","sender":"Ann","message":"Hello"}"#
        #expect(try keyed.ask("POST", "/v1/rooms/main/notices", raid, as: "ingest").status == 202)
        func message() throws -> JSON? {
            let state = try keyed.ask("GET", "/v1/rooms/main/state", as: "moderator").json
            return state["alert"]?.elements.first?["message"]
        }
        #expect(try message() == .string("Hello"))
        for body in [#"{"action":"hideMessage"}"#, #"{"action":"hideMessage","of":"n"}"#] {
            #expect(try keyed.ask("POST", control, body, as: "deck").status == 403)
        }
        let hide = #"{"action":"hideMessage"}"#
        #expect(try keyed.ask("POST", control, hide, as: "moderator").status == 202)
        #expect(try message() == nil)
        let events = try keyed.ask("GET", "/v1/rooms/main/events", as: "owner").json["events"]
        #expect(events?.elements.last?["by"] == .string(keyed.id("moderator")))
    }

    @Test(
        "A message that a moderator hid stays hidden in replays, whether its alert was shown or waited"
    )
    func hidingInReplays() throws {
        let keyed = try KeyedServer()
        let rule = #"{"title":"{sender}"}"#
        #expect(
            try keyed.ask("PUT", "/v1/rooms/main/alerts/rules/all", rule, as: "owner").status == 200
        )
        for id in ["shown", "waiting", "open"] {
            let raid = #"{"id":"\#(id)","kind":"raid","sender":"Ann","message":"Hello"}"#
            #expect(
                try keyed.ask("POST", "/v1/rooms/main/notices", raid, as: "ingest").status == 202)
        }
        for hide in [
            #"{"action":"hideMessage"}"#, #"{"action":"hideMessage","of":"alert/waiting"}"#,
        ] {
            #expect(try keyed.ask("POST", control, hide, as: "moderator").status == 202)
        }
        for id in ["shown", "waiting", "open"] {
            let replay = "/v1/rooms/main/events/\(id)/replay"
            #expect(try keyed.ask("POST", replay, as: "deck").status == 202)
            let explained = try keyed.ask("GET", "/v1/rooms/main/events/\(id)", as: "owner").json
            #expect((explained["alert"]?["messageHidden"] != nil) == (id != "open"))
        }
        let events = try keyed.ask("GET", "/v1/rooms/main/events", as: "owner").json["events"]
        let replays = try #require(events?.elements.suffix(3))
        #expect(replays.map { $0["replayOf"]?.string } == ["shown", "waiting", "open"])
        #expect(replays.map { $0["message"]?.string } == [nil, nil, "Hello"])
    }

    @Test("A hidden message stays hidden in replays of replays and of the delivery's other event")
    func hidingInDeliveries() throws {
        let keyed = try KeyedServer()
        let setUp: [(String, String)] = [
            ("/v1/rooms/main/alerts/rules/all", #"{"title":"{sender}"}"#),
            (
                "/v1/rooms/main/sources/generic",
                #"""
                {"event":"notice","keys":{"id":"id","sender":"who","message":"text","amount":"amount"},
                "fixed":{"kind":"subscription","currency":"USD"}}
                """#
            ),
        ]
        for (path, body) in setUp {
            #expect(try keyed.ask("PUT", path, body, as: "owner").status == 200)
        }
        let payload = #"{"id":"d","who":"Ann","text":"secret","amount":"5.00"}"#
        #expect(
            try keyed.ask("POST", "/v1/hooks/main/generic", payload, as: "ingest").status == 202)
        func replay(_ id: String, as name: String) throws -> Text? {
            let path = "/v1/rooms/main/events/\(id)/replay"
            let answer = try keyed.ask("POST", path, #"{"id":"\#(name)"}"#, as: "deck")
            #expect(answer.status == 202)
            let explained = try keyed.ask("GET", "/v1/rooms/main/events/\(name)", as: "owner")
            return explained.json["message"]?.string
        }
        #expect(try replay("generic:d", as: "r1") == "secret")
        let hide = #"{"action":"hideMessage","of":"r1"}"#
        #expect(try keyed.ask("POST", control, hide, as: "moderator").status == 202)
        for (number, id) in ["generic:d", "generic:d:notice", "r1"].enumerated() {
            #expect(try replay(id, as: "again\(number)") == nil)
        }
        let repeated = try keyed.ask(
            "POST", "/v1/rooms/main/events/generic:d/replay", #"{"id":"r1"}"#, as: "deck")
        #expect(repeated.status == 200)
    }

    private let blocklist = "/v1/rooms/main/blocklist"

    @Test("A moderator blocks words and senders, and unblocks them")
    func blocking() throws {
        let keyed = try KeyedServer()
        func entries() throws -> [Text]? {
            try keyed.ask("GET", blocklist, as: "moderator").json["entries"]?.elements
                .compactMap(\.string)
        }
        func outcome(_ id: Text, _ sender: String) throws -> Text? {
            let body = #"{"id":"\#(id)","gift":"Rose","sender":\#(sender)}"#
            return try keyed.ask("POST", "/v1/rooms/main/gifts", body, as: "ingest")
                .json["outcome"]?.string
        }
        let blocked = [
            "word:sp%C3%A4m", "word:%E5%9D%8F", "sender:id:u1", "sender:name:Troll",
        ]
        for entry in blocked + blocked {
            let answer = try keyed.ask("PUT", "\(blocklist)/\(entry)", as: "moderator")
            #expect(answer.status == 200)
        }
        #expect(
            try entries() == ["word:späm", "word:坏", "sender:id:u1", "sender:name:Troll"])
        #expect(try outcome("a", #""Späm shop""#) == "skipped")
        #expect(try outcome("b", #"{"id":"u1","name":"Ann"}"#) == "skipped")
        #expect(try outcome("c", #""TROLL""#) == "skipped")
        #expect(try outcome("d", #"{"id":"u2","name":"Trolley"}"#) == "shown")
        for entry in blocked {
            for status in [200, 404] {
                let answer = try keyed.ask("DELETE", "\(blocklist)/\(entry)", as: "moderator")
                #expect(answer.status == status)
            }
        }
        #expect(try entries() == [])
        #expect(try outcome("e", #"{"id":"u3","name":"Troll"}"#) == "shown")
        let events = try keyed.ask("GET", "/v1/rooms/main/events", as: "owner").json["events"]
        let block = events?.elements.first { $0["type"] == .string("block") }
        #expect(block?["entry"] == .string("word:späm"))
        #expect(block?["by"] == .string(keyed.id("moderator")))
    }

    @Test(
        "An entry that would block too much, or that has another form, is refused",
        arguments: [
            "spam", "word:", "word:ab", "word:a*b", "word:a,bcd", "word:abc%01",
            "sender:Ann", "sender:id:", "sender:id:%7F",
        ])
    func badEntries(entry: String) throws {
        let keyed = try KeyedServer()
        #expect(try keyed.ask("PUT", "\(blocklist)/\(entry)", as: "owner").status == 422)
    }

    @Test("The blocklist survives a restart, and takes at most 1,000 entries")
    func limit() throws {
        let directory = try TemporaryDirectory()
        do {
            let client = try Client(LiveServer(in: directory))
            for number in 0..<1000 {
                let answer = try client.ask("PUT", "\(blocklist)/word:word\(number)")
                #expect(answer.status == 200)
            }
            #expect(try client.ask("PUT", "\(blocklist)/word:word0").status == 200)
            #expect(try client.ask("PUT", "\(blocklist)/word:more").status == 409)
        }
        let client = try Client(LiveServer(in: directory))
        let entries = try client.get(blocklist).json["entries"]?.elements
        #expect(entries?.count == 1000)
        let gift = #"{"gift":"Rose","sender":"word999"}"#
        #expect(
            try client.post("/v1/rooms/main/gifts", gift).json["outcome"] == .string("skipped"))
    }

    @Test("A moderator may do 30 acts a minute, and an owner more; controls do not count")
    func limits() throws {
        let keyed = try KeyedServer()
        func statuses(_ key: String) throws -> [Int] {
            try (0..<31).map { _ in
                try keyed.ask("PUT", "\(blocklist)/word:spam", as: key).status
            }
        }
        #expect(try statuses("moderator") == Array(repeating: 200, count: 30) + [429])
        #expect(try statuses("owner") == Array(repeating: 200, count: 31))
        let skip = #"{"action":"skip"}"#
        #expect(try keyed.ask("POST", control, skip, as: "moderator").status == 202)
    }

    @Test("The board of leaders hides a blocked sender with a long name")
    func leaders() throws {
        let keyed = try KeyedServer()
        let name = String(repeating: "L", count: 80)
        _ = try keyed.ask(
            "PATCH", "/v1/rooms/main/config", #"{"leaders":{"enabled":true}}"#, as: "owner")
        for sender in ["\"\(name)\"", #"{"id":"u","name":"\#(name)"}"#] {
            let gift = #"{"gift":{"name":"Rose","value":1},"sender":\#(sender)}"#
            _ = try keyed.ask("POST", "/v1/rooms/main/gifts", gift, as: "ingest")
        }
        func rows() throws -> Int? {
            try keyed.ask("GET", "/v1/rooms/main/leaders", as: "owner").json["rows"]?.elements.count
        }
        #expect(try rows() == 2)
        _ = try keyed.ask("PUT", "\(blocklist)/sender:name:\(name)", as: "moderator")
        #expect(try rows() == 0)
    }

    @Test("A moderator's key ends after 12 hours, unless its maker chose days")
    func expiry() throws {
        let keyed = try KeyedServer()
        func hours(_ body: String) throws -> Double {
            let made = try keyed.ask("POST", "/v1/rooms/main/keys", body, as: "owner").json
            func time(_ key: Text) throws -> Date {
                let text = try #require(made[key]?.string)
                let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
                return try style.parse(text.string)
            }
            return try time("expiresAt").timeIntervalSince(time("createdAt")) / 3600
        }
        #expect(try hours(#"{"role":"moderator"}"#) == 12)
        #expect(try hours(#"{"role":"moderator","expiresDays":3}"#) == 72)
    }
}
