import Foundation
import Journal
import Monitoring
import Stage
import TestSupport
import Testing
import Texts
import Timeline

@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Upkeep")
struct UpkeepTests {
    private static let rooms = 100

    /// A server with many rooms, each with one gift on stage and one in the queue.
    private func server(data: String) throws -> LiveServer {
        let server = try LiveServer {
            $0.makeRoomsStill()
            $0.room.gifts.channels = 1
            $0.dataDirectory = data
        }
        let client = try Client(server)
        for number in 0..<Self.rooms {
            for sender in ["Ann", "Bob"] {
                let body = #"{"sender":"\#(sender)","gift":"Rose"}"#
                #expect(try client.post("/v1/rooms/r\(number)/gifts", body).status == 202)
            }
        }
        return server
    }

    /// The number of transactions that the journal has committed.
    private func commitCount(_ client: Client) throws -> Int {
        let label = "ovation_journal_commit_seconds_count "
        let line = try client.get("/metrics").text.split(separator: "\n")
            .first { $0.hasPrefix(label) }
        return try #require(line.flatMap { Int($0.dropFirst(label.count)) })
    }

    // A round of visits takes 0.9 s, and each round has one commit for all rooms.
    @Test("While gifts wait, log time is written about once a second for all rooms together")
    func ticks() throws {
        try withDirectory { data in
            let client = try Client(server(data: data))
            let clock = ContinuousClock()
            var (begin, first) = (clock.now, try commitCount(client))
            // The first rounds also write what became of the gifts.
            try waitUntil("three commits take two rounds") {
                let count = try commitCount(client)
                guard count >= first + 3 else { return false }
                defer { (begin, first) = (clock.now, count) }
                return clock.now - begin > .seconds(1.8)
            }
        }
    }

    @Test("Nothing is written while all rooms are idle")
    func rest() throws {
        try withDirectory { data in
            let client = try Client(LiveServer { $0.dataDirectory = data })
            let counter = #"{"to":1,"duration":0}"#
            #expect(
                try client.ask("PUT", "/v1/rooms/main/counters/a", counter).status == 202)
            let clock = ContinuousClock()
            var (count, since) = (0, clock.now)
            try waitUntil("nothing is written for two seconds") {
                let newest = try commitCount(client)
                if newest != count { (count, since) = (newest, clock.now) }
                return clock.now - since > .seconds(2)
            }
        }
    }

    @Test("Rooms with a queue but without viewers leave the frame clock stopped")
    func noFrames() throws {
        try withDirectory { data in
            let server = try server(data: data)
            let client = try Client(server)
            let watched = try Client(server)
            #expect(try watched.upgrade("/v1/rooms/watched/stream").status == 101)
            let before = try commitCount(client)
            try waitUntil("a second has passed in the server") {
                try commitCount(client) >= before + 2
            }
            let page = try client.get("/metrics").text.split(separator: "\n")
            #expect(page.contains("ovation_frame_lateness_seconds_count 0"))
            #expect(page.contains("ovation_rooms \(Self.rooms + 1)"))
        }
    }
}
