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

    private func times(_ data: String) throws -> [Double] {
        let log = try SQLiteLog(directory: data, isReadOnly: true)
        defer { log.close() }
        return try log.rooms().map { Double($0.time.microseconds) / 1e6 }
    }

    // On a machine with other work a commit may come late; the rate is what is measured.
    @Test("Each of many waiting rooms is marked at least once a second")
    func marks() throws {
        try withDirectory { data in
            let server = try server(data: data)
            let clock = ContinuousClock()
            var last = try times(data)
            #expect(last.count == Self.rooms)
            var changes = [Int](repeating: 0, count: Self.rooms)
            let start = clock.now
            while clock.now - start < .seconds(4) {
                let next = try times(data)
                for index in next.indices where next[index] > last[index] { changes[index] += 1 }
                last = next
                Thread.sleep(forTimeInterval: 0.05)
            }
            #expect(changes.min() ?? 0 >= 3)
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
