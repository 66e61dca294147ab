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

@Suite("Requests about whole rooms")
struct ApplicationRoomsTests {
    private func names(_ answer: Client.Answer) -> [Text?] {
        answer.json["rooms"]?.elements.map { $0["name"]?.string } ?? []
    }

    @Test("Rooms are listed by name, in pages")
    func list() throws {
        let server = try LiveServer()
        let client = try Client(server)
        #expect(try client.get("/v1/rooms").text == #"{"rooms":[],"next":null}"#)
        for room in ["b", "main", "a-2", "a_1"] {
            _ = try client.post("/v1/rooms/\(room)/control", #"{"action":"hold"}"#)
        }
        // The byte of "-" is 0x2D, that of "_" 0x5F, that of "b" 0x62.
        #expect(try names(client.get("/v1/rooms")) == ["a-2", "a_1", "b", "main"])
        let page = try client.get("/v1/rooms?limit=2")
        #expect(names(page) == ["a-2", "a_1"])
        #expect(page.json["next"] == .string("a_1"))
        let rest = try client.get("/v1/rooms?after=a_1&limit=2")
        #expect(names(rest) == ["b", "main"])
        #expect(rest.json["next"] == .null)
        #expect(try names(client.get("/v1/rooms?after=aa")) == ["b", "main"])
        #expect(try names(client.get("/v1/rooms?after=zzz")) == [])
        for query in ["limit=0", "limit=1001", "limit=-1", "limit=%2B1", "after=A", "after="] {
            #expect(try client.get("/v1/rooms?\(query)").status == 422, "\(query)")
        }
    }

    @Test("A room's entry has its viewers, its queue and the time of its newest event")
    func entry() throws {
        let server = try LiveServer { $0.makeRoomsStill() }
        let client = try Client(server)
        _ = try client.post("/v1/rooms/main/control", #"{"action":"hold"}"#)
        _ = try client.post("/v1/rooms/main/calls", #"{"user":"Ann"}"#)
        let last = try client.post("/v1/rooms/main/gifts", #"{"gift":"Rose"}"#)
        let viewers = try (0..<2).map { _ in try Client(server) }
        for viewer in viewers {
            #expect(try viewer.upgrade("/v1/rooms/watched/stream").status == 101)
            _ = try viewer.message()
        }
        // An optimized build releases the viewers, which closes their streams, after their last use.
        let rooms = try withExtendedLifetime(viewers) {
            try client.get("/v1/rooms").json["rooms"]?.elements ?? []
        }
        #expect(rooms.count == 2)
        #expect(rooms.first?["waiting"] == .number(2))
        #expect(rooms.first?["viewers"] == .number(0))
        #expect(rooms.first?["lastEventAt"] == last.json["at"])
        #expect(rooms.last?["name"] == .string("watched"))
        #expect(rooms.last?["viewers"] == .number(2))
        #expect(rooms.last?["lastEventAt"] == .null)
    }

    @Test("Deleting a room removes its data, closes its streams with 4404, and frees its name")
    func delete() throws {
        let server = try LiveServer { $0.makeRoomsStill() }
        let client = try Client(server)
        _ = try client.ask("PATCH", "/v1/rooms/main/config", #"{"gifts":{"x":5}}"#)
        _ = try client.post("/v1/rooms/main/gifts", #"{"id":"g","gift":"Rose"}"#)
        _ = try client.post("/v1/rooms/other/gifts", #"{"id":"g","gift":"Rose"}"#)
        let viewer = try Client(server)
        #expect(try viewer.upgrade("/v1/rooms/main/stream").status == 101)
        _ = try viewer.message()
        _ = try viewer.message()
        let answer = try client.ask("DELETE", "/v1/rooms/main")
        #expect(answer.status == 202)
        #expect(answer.text == #"{"room":"main","copies":[]}"#)
        #expect(try viewer.hear() == .closed(4404))
        #expect(try names(client.get("/v1/rooms")) == ["other"])
        #expect(try client.get("/v1/rooms/main/events/g").status == 404)
        #expect(try client.get("/v1/rooms/main/events").json["events"] == .array([]))
        #expect(try client.get("/v1/rooms/main/config").json["gifts"]?["x"] == .number(24))
        #expect(try client.ask("DELETE", "/v1/rooms/main").status == 404)
        let again = try client.post("/v1/rooms/main/gifts", #"{"id":"g","gift":"Tulip"}"#)
        #expect(again.status == 202)
        #expect(again.json["seq"] == .number(1))
        #expect(again.json["time"]?.number ?? .infinity < 1_000_000)
        #expect(try client.get("/v1/rooms/other/events/g").status == 200)
    }

    @Test(
        "Concurrent posts and deletions are all answered, and later events stay")
    func atOnce() throws {
        let server = try LiveServer()
        let posters = try (0..<8).map { _ in try Client(server) }
        let deleter = try Client(server)
        for round in 0..<20 {
            for (number, poster) in posters.enumerated() {
                let body = "{\"id\":\"\(round)-\(number)\",\"gift\":\"Rose\"}"
                poster.send(
                    "POST /v1/rooms/main/gifts HTTP/1.1\r\nHost: localhost\r\n"
                        + "Content-Type: application/json\r\n"
                        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
            }
            let deleted = try deleter.ask("DELETE", "/v1/rooms/main").status
            #expect(deleted == 202 || deleted == 404)
            for poster in posters {
                let status = try poster.answer().status
                #expect(status == 202 || status == 503)
            }
        }
        while try deleter.ask("DELETE", "/v1/rooms/main").status == 202 {}
        _ = try deleter.post("/v1/rooms/main/gifts", #"{"id":"last","gift":"Rose"}"#)
        let events = try deleter.get("/v1/rooms/main/events").json["events"]?.elements
        #expect(events?.map { $0["id"] } == [.string("last")])
    }

    @Test("Rooms that were only watched or read are not kept")
    func passing() throws {
        let server = try LiveServer { $0.maxRooms = 40 }
        let client = try Client(server)
        for number in 0..<200 {
            let viewer = try Client(server)
            #expect(try viewer.upgrade("/v1/rooms/r-\(number)/stream").status == 101)
            _ = try viewer.message()
            for path in ["frame", "state", "config", "events", "events/x"] {
                _ = try client.get("/v1/rooms/s-\(number)/\(path)")
            }
            viewer.sendFrame(opcode: 8, [0x03, 0xE8])
            #expect(try viewer.hear() != .text(""))
        }
        try waitUntil("no room is left") { try names(client.get("/v1/rooms")).isEmpty }
    }
}
