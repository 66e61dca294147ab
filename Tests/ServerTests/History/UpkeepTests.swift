import Foundation
import Journal
import Stage
import Testing
import Texts
import Timeline

@testable import Server

@Suite("Upkeep")
struct UpkeepTests {
    private static let rooms = 100

    /// A server with many rooms in which a gift rests and another waits for it.
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

    /// Runs `body` with a directory that is gone afterwards.
    private func withDirectory(_ body: (String) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("ovation-upkeep-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }

    /// How often the journal was written to within some seconds.
    private func writes(_ data: String, seconds: Double) throws -> Int {
        func newest() throws -> Date? {
            let path = data + "/journal.sqlite-wal"
            return try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
                as? Date
        }
        var (last, count) = (try newest(), 0)
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end {
            let next = try newest()
            if next != last { count += 1 }
            last = next
            Thread.sleep(forTimeInterval: 0.05)
        }
        return count
    }

    // On a machine with other work a commit may come late; the rate is what is measured.
    @Test("While a gift rests and another waits, log time is noted once a second, for all rooms")
    func ticks() throws {
        try withDirectory { data in
            let server = try server(data: data)
            Thread.sleep(forTimeInterval: 2)
            #expect((3...6).contains(try writes(data, seconds: 4)))
            withExtendedLifetime(server) {}
        }
    }

    @Test("While nothing goes on, nothing is written")
    func rest() throws {
        try withDirectory { data in
            let server = try LiveServer { $0.dataDirectory = data }
            let client = try Client(server)
            let counter = #"{"to":1,"duration":0}"#
            #expect(
                try client.ask("PUT", "/v1/rooms/main/counters/a", counter).status == 202)
            Thread.sleep(forTimeInterval: 3)
            #expect(try writes(data, seconds: 2) == 0)
            withExtendedLifetime(server) {}
        }
    }

    @Test("Rooms with a queue and nobody who watches leave the frame clock at rest")
    func noFrames() throws {
        try withDirectory { data in
            let server = try server(data: data)
            let client = try Client(server)
            let watched = try Client(server)
            #expect(try watched.upgrade("/v1/rooms/watched/stream").status == 101)
            Thread.sleep(forTimeInterval: 0.5)
            let page = try client.get("/metrics").text.split(separator: "\n")
            #expect(page.contains("ovation_frame_lateness_seconds_count 0"))
            #expect(page.contains("ovation_rooms \(Self.rooms + 1)"))
        }
    }
}
