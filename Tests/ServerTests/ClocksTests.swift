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

@Suite("Clock requests")
struct ClocksTests {
    private let counters = "/v1/rooms/main/counters"

    private func clock(_ client: Client) throws -> JSON? {
        try client.get("/v1/rooms/main/state").json["counters"]?.elements.first?["clock"]
    }

    @Test("A clock is set, changed by hand and made a plain counter again")
    func changes() throws {
        let client = try Client(LiveServer { $0.makeRoomsStill() })
        let stopped = #"{"clock":{"seconds":60,"running":false,"max":100},"format":"m:ss"}"#
        #expect(try client.ask("PUT", "\(counters)/left", stopped).status == 202)
        #expect(
            try clock(client)
                == JSON(parsing: Array(#"{"left":60,"running":false,"max":100}"#.utf8)))
        #expect(try client.post("\(counters)/left/clock", #"{"addSeconds":5.5}"#).status == 202)
        #expect(try clock(client)?["left"] == .number(65.5))
        let node = try client.get("/v1/rooms/main/frame").json["nodes"]?.elements.first
        #expect(node?["text"] == .string("1:06"))
        #expect(node?["value"] == .number(66))
        #expect(node?["added"] == .number(5.5))
        #expect(try client.post("\(counters)/left/clock", #"{"addSeconds":-99}"#).status == 202)
        #expect(try clock(client)?["ended"] == .bool(true))
        #expect(
            try client.ask("PUT", "\(counters)/left", #"{"to":5,"duration":0}"#).status == 202)
        #expect(try clock(client) == nil)
    }

    @Test("A change of a clock with an ID is recorded once")
    func repeats() throws {
        let client = try Client(LiveServer { $0.makeRoomsStill() })
        _ = try client.ask("PUT", "\(counters)/a", #"{"clock":{"seconds":60,"running":false}}"#)
        let body = #"{"id":"once","addSeconds":5,"running":true}"#
        let first = try client.post("\(counters)/a/clock", body)
        #expect(first.status == 202)
        let again = try client.post("\(counters)/a/clock", body)
        #expect(again.status == 200)
        #expect(again.body == first.body)
        #expect(
            try client.post("\(counters)/a/clock", #"{"id":"once","addSeconds":6}"#).status == 409)
        #expect(try client.get("/v1/rooms/main/events").json["events"]?.elements.count == 2)
    }

    @Test("A clock of the wall is repeated by a request with the same ID")
    func repeatedSetting() throws {
        let client = try Client(LiveServer { $0.makeRoomsStill() })
        let body = #"{"clock":{"seconds":60,"stands":"wall"}}"#
        let fields = ["Idempotency-Key: once", "Content-Type: application/json"]
        #expect(try client.ask("PUT", "\(counters)/a", body, fields).status == 202)
        #expect(try client.ask("PUT", "\(counters)/a", body, fields).status == 200)
    }

    @Test("Changes of counters that are no clocks are refused")
    func refusals() throws {
        let client = try Client(LiveServer { $0.makeRoomsStill() })
        #expect(try client.post("\(counters)/a/clock", #"{"addSeconds":5}"#).status == 404)
        _ = try client.ask("PUT", "\(counters)/a", #"{"to":5}"#)
        #expect(try client.post("\(counters)/a/clock", #"{"addSeconds":5}"#).status == 422)
        #expect(try client.ask("PUT", "\(counters)/a", #"{"addSeconds":5}"#).status == 422)
        _ = try client.ask("PUT", "\(counters)/a", #"{"clock":{"seconds":5}}"#)
        for body in [
            "{}", #"{"addSeconds":1e8}"#, #"{"running":1}"#, #"{"wall":1,"running":true}"#,
        ] {
            #expect(try client.post("\(counters)/a/clock", body).status == 422)
        }
        #expect(
            try client.ask("PUT", "\(counters)/a", #"{"to":5,"clock":{"seconds":5}}"#).status == 422
        )
        #expect(try client.get("/v1/rooms/main/events").json["events"]?.elements.count == 2)
    }

    @Test("A rule is set, moved and deleted, and adds time")
    func rules() throws {
        let client = try Client(LiveServer { $0.makeRoomsStill() })
        let rules = "/v1/rooms/main/clocks/rules"
        _ = try client.ask("PUT", "\(counters)/left", #"{"clock":{"seconds":60,"running":false}}"#)
        func names(_ answer: Client.Answer) -> [Text?] {
            #expect(answer.status == 200, "\(answer.text)")
            return (answer.json["clocks"]?["rules"]?.elements ?? []).map { $0["name"]?.string }
        }
        let rule = #"{"counter":"left","seconds":5,"per":"count"}"#
        #expect(names(try client.ask("PUT", "\(rules)/one", rule)) == ["one"])
        let first = #"{"counter":"left","seconds":-1,"when":{"type":"gift"},"before":"one"}"#
        #expect(names(try client.ask("PUT", "\(rules)/two", first)) == ["two", "one"])
        _ = try client.post("/v1/rooms/main/gifts", #"{"gift":"Rose","count":3}"#)
        #expect(try clock(client)?["left"] == .number(74))
        #expect(names(try client.ask("DELETE", "\(rules)/one")) == ["two"])
        #expect(try client.ask("DELETE", "\(rules)/one").status == 404)
        for bad in [
            "{}", #"{"counter":"left"}"#, #"{"counter":"left","seconds":1,"per":"hour"}"#,
            #"{"counter":"left","seconds":1,"unit":0}"#,
            #"{"counter":"left","seconds":1,"before":"none"}"#,
            #"{"counter":"left","seconds":1,"when":{"typ":"gift"}}"#,
        ] {
            #expect(try client.ask("PUT", "\(rules)/three", bad).status == 422)
        }
    }

    @Test("The end of a clock is recorded as a notice once, also over a restart, and adds no time")
    func ends() throws {
        let directory = try TemporaryDirectory()
        func serve() throws -> LiveServer { try LiveServer(in: directory) { $0.makeRoomsStill() } }
        func notices(_ client: Client) throws -> [JSON] {
            try client.get("/v1/rooms/main/events?type=notice").json["events"]?.elements ?? []
        }
        do {
            let server = try serve()
            let client = try Client(server)
            let rule = #"{"counter":"left","seconds":60}"#
            #expect(
                try client.ask("PUT", "/v1/rooms/main/clocks/rules/all", rule).status == 200)
            _ = try client.ask("PUT", "\(counters)/left", #"{"clock":{"seconds":0.2}}"#)
            try waitUntil("the end is recorded") { try !notices(client).isEmpty }
            server.handle.drain()
            try server.waitForEnd()
        }
        let client = try Client(serve())
        // The request loads the room, and the server looks for ends each second.
        #expect(try clock(client)?["ended"] == .bool(true))
        Thread.sleep(forTimeInterval: 1.5)
        let found = try notices(client)
        #expect(found.count == 1)
        #expect(found.first?["kind"] == .string("clock-end"))
        #expect(found.first?["title"] == .string("left"))
        #expect(found.first?["id"]?.string?.begins(with: "clock-end:left:") == true)
        let bad = #"{"id":"clock-end:left:1","gift":"Rose"}"#
        #expect(try client.post("/v1/rooms/main/gifts", bad).status == 422)
    }

    @Test("The end of a clock is recorded, although the clock gets time at once")
    func extendedEnd() throws {
        let client = try Client(LiveServer { $0.makeRoomsStill() })
        _ = try client.ask("PUT", "\(counters)/left", #"{"clock":{"seconds":5}}"#)
        #expect(try client.post("\(counters)/left/clock", #"{"addSeconds":-99}"#).status == 202)
        #expect(try client.post("\(counters)/left/clock", #"{"addSeconds":30}"#).status == 202)
        try waitUntil("the end is recorded") {
            let found = try client.get("/v1/rooms/main/events?type=notice").json["events"]
            return found?.elements.count == 1
        }
    }

    @Test("A clock that follows the wall clock loses the time for which the server was down, once")
    func lostTime() throws {
        let directory = try TemporaryDirectory()
        func serve() throws -> LiveServer { try LiveServer(in: directory) { $0.makeRoomsStill() } }
        do {
            let server = try serve()
            let client = try Client(server)
            for (name, stands) in [("left", "wall"), ("show", "room")] {
                let body = #"{"clock":{"seconds":500,"stands":"\#(stands)"}}"#
                #expect(try client.ask("PUT", "\(counters)/\(name)", body).status == 202)
            }
            server.handle.drain()
            try server.waitForEnd()
        }
        let down = 0.8
        Thread.sleep(forTimeInterval: down)
        let client = try Client(serve())
        var events: [JSON] = []
        try waitUntil("the lost time is subtracted") {
            events = try client.get("/v1/rooms/main/events").json["events"]?.elements ?? []
            return events.count > 2
        }
        let (set, lost) = (events[0], events[2])
        #expect(set["name"] == .string("left"))
        let start = try #require(set["time"]?.number)
        #expect(lost["id"] == .string(Text("wall:left:\(Int(start))")))
        #expect(lost["name"] == .string("left"))
        // The wall time that passed since the setting is the room time that passed, and the lost time.
        let taken = -(try #require(lost["addSeconds"]?.number))
        let passed =
            (try #require(lost["wall"]?.number) - #require(set["wall"]?.number)) / 1e6
        #expect(taken >= down && taken <= passed)
        let states = try client.get("/v1/rooms/main/state").json["counters"]?.elements ?? []
        let left = try states.map { try #require($0["clock"]?["left"]?.number) }
        let later = try #require(events[1]["time"]?.number) - start
        #expect(abs(left[1] - left[0] - taken - later / 1e6) < 0.00001)
        #expect(states.allSatisfy { $0["added"] == nil })
        _ = try client.get("/v1/rooms/main/state")
        #expect(try client.get("/v1/rooms/main/events").json["events"]?.elements.count == 3)
    }
}
