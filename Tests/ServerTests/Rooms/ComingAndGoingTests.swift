import Foundation
import Monitoring
import Stage
import TestSupport
import Testing
import Texts
import Timeline
import Wire

@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

/// The server evicts idle rooms at once; requests must not notice it.
@Suite("Eviction and reloading of rooms")
struct ComingAndGoingTests {
    /// A server whose gifts end at once, so that rooms soon become idle.
    private func server(
        _ change: @escaping @Sendable (inout ServerConfiguration) -> Void = { _ in }
    ) throws -> LiveServer {
        try LiveServer {
            $0.restSeconds = 0
            $0.room.gifts.linger = .zero
            change(&$0)
        }
    }

    private func roomCount(_ client: Client) throws -> String? {
        try client.get("/metrics").text.split(separator: "\n")
            .first { $0.hasPrefix("ovation_rooms ") }.map { String($0.dropFirst(14)) }
    }

    /// Waits until no room is in memory.
    private func waitForLeaving(_ client: Client) throws {
        try waitUntil("no room is in memory") { try roomCount(client) == "0" }
    }

    private let gift = #"{"id":"g","sender":"Ann","gift":"Rose"}"#

    @Test("A reloaded room has its events, counters and configuration")
    func same() throws {
        let client = try Client(server())
        _ = try client.ask("PATCH", "/v1/rooms/main/config", #"{"gifts":{"x":7}}"#)
        let first = try client.post("/v1/rooms/main/gifts", gift)
        _ = try client.ask("PUT", "/v1/rooms/main/counters/likes", #"{"to":5,"duration":0}"#)
        try waitForLeaving(client)
        #expect(try client.get("/v1/rooms/main/config").json["gifts"]?["x"] == .number(7))
        try waitForLeaving(client)
        let again = try client.post("/v1/rooms/main/gifts", gift)
        #expect(again.status == 200 && again.json["seq"] == .number(2))
        #expect(again.json["time"] == first.json["time"])
        #expect(again.json["outcome"] == first.json["outcome"])
        try waitForLeaving(client)
        #expect(try client.get("/v1/rooms/main/frame").text.contains("likes"))
        try waitForLeaving(client)
        let next = try client.post("/v1/rooms/main/gifts", #"{"sender":"Bob","gift":"Rose"}"#)
        #expect(next.json["seq"] == .number(4))
        #expect(try client.get("/v1/rooms/main/events").json["events"]?.elements.count == 4)
    }

    @Test("A running room's clock advances while the room is evicted, and due gifts finish")
    func time() throws {
        let client = try Client(server())
        _ = try client.post("/v1/rooms/main/gifts", gift)
        try waitForLeaving(client)
        let before = try client.get("/v1/rooms/main/frame").json["time"]?.number
        try waitForLeaving(client)
        let after = try client.get("/v1/rooms/main/frame").json["time"]?.number
        #expect(try #require(after) > #require(before))
        let told = try client.get("/v1/rooms/main/events/g").json
        #expect(told["status"] == .string("finished"))
    }

    @Test("A room that waits for its first viewer stands still, loaded or not")
    func waiting() throws {
        let server = try server { $0.room.stage.waitForViewer = .first }
        let client = try Client(server)
        _ = try client.post("/v1/rooms/main/gifts", gift)
        try waitForLeaving(client)
        let still = try client.get("/v1/rooms/main/frame").json["time"]
        try waitForLeaving(client)
        #expect(try client.get("/v1/rooms/main/frame").json["time"] == still)
        try waitForLeaving(client)
        var viewer: Client? = try Client(server)
        #expect(try viewer?.upgrade("/v1/rooms/main/stream").status == 101)
        _ = try viewer?.message()
        let first = try viewer?.message()
        #expect(first?["nodes"]?.elements.contains { $0["sender"]?.string == "Ann" } == true)
        viewer = nil
        try waitForLeaving(client)
        let ran = try client.get("/v1/rooms/main/frame").json["time"]?.number
        try waitForLeaving(client)
        let later = try client.get("/v1/rooms/main/frame").json["time"]?.number
        #expect(try #require(later) > #require(ran), "it has had a viewer, and runs")
    }

    @Test("Evicted rooms can be listed, deleted, suspended and given keys")
    func rooms() throws {
        let client = try Client(server())
        for room in ["a", "b", "c"] { _ = try client.post("/v1/rooms/\(room)/gifts", gift) }
        try waitForLeaving(client)
        #expect(
            try client.ask("PUT", "/v1/rooms/b/suspension", #"{"reason":"x"}"#).status == 200)
        #expect(
            try client.post("/v1/rooms/c/keys", #"{"role":"viewer","name":"OBS"}"#).status == 201)
        #expect(try client.ask("DELETE", "/v1/rooms/a").status == 202)
        try waitForLeaving(client)
        let list = try client.get("/v1/rooms").json["rooms"]?.elements ?? []
        #expect(list.map { $0["name"] } == [.string("b"), .string("c")])
        #expect(list.allSatisfy { $0["lastEventAt"]?.string != nil })
        #expect(try client.post("/v1/rooms/b/gifts", #"{"gift":"Tulip"}"#).status == 423)
        #expect(try client.get("/v1/rooms/b").json["suspended"]?["reason"] == .string("x"))
        #expect(try client.get("/v1/rooms/c/keys").json["keys"]?.elements.count == 1)
        #expect(try client.get("/v1/rooms/a").status == 404)
        #expect(try client.post("/v1/rooms/a/gifts", gift).json["seq"] == .number(1))
    }

    /// Overwrites `name` wherever it is stored in the journal.
    private func damage(_ name: String, in directory: String) throws {
        for file in ["journal.sqlite", "journal.sqlite-wal"] {
            let url = URL(fileURLWithPath: directory + "/" + file)
            let handle = try FileHandle(forUpdating: url)
            let bytes = try #require(try handle.readToEnd())
            var rest = bytes.startIndex..<bytes.endIndex
            while let place = bytes.range(of: Data(name.utf8), in: rest) {
                try handle.seek(toOffset: UInt64(place.lowerBound))
                try handle.write(contentsOf: Data(repeating: 0x7A, count: place.count))
                rest = place.upperBound..<bytes.endIndex
            }
            try handle.close()
        }
    }

    @Test("A room with an unreadable history answers 503, and other rooms stay available")
    func damaged() throws {
        try withDirectory { data in
            let server = try server { $0.dataDirectory = data }
            let client = try Client(server)
            // The history fills several pages, so that later events do not rewrite the first.
            for value in 1...100 {
                let path = "/v1/rooms/bad/counters/zachary"
                let answer = try client.ask("PUT", path, #"{"to":\#(value),"duration":0}"#)
                #expect(answer.status == 202)
            }
            _ = try client.post("/v1/rooms/good/gifts", gift)
            try waitForLeaving(client)
            try damage("zachary", in: data)
            // A commit invalidates SQLite's page cache.
            _ = try client.post("/v1/rooms/good/gifts", #"{"sender":"Bob","gift":"Rose"}"#)
            let refused = try client.get("/v1/rooms/bad/frame")
            #expect(refused.status == 503)
            #expect(refused.text.contains("event 1 of room bad"))
            #expect(try client.post("/v1/rooms/bad/gifts", gift).status == 503)
            let viewer = try Client(server)
            #expect(try viewer.upgrade("/v1/rooms/bad/stream").status == 101)
            #expect(try viewer.hear() == .closed(1013))
            #expect(try client.get("/v1/rooms/good/frame").status == 200)
            server.handle.drain()
            try server.waitForEnd()
        }
    }
}
