import Foundation
import GRDB
import Stage
import TestSupport
import Testing
import Texts
import Timeline

@testable import Snapshots

/// These tests read the snapshots in a journal that version 0.1 wrote.
@Suite("Snapshots of version 0.1")
struct FirstFormTests {
    private static let fixture = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../Fixtures/journal-0.1/journal.sqlite")

    /// The rooms by name.
    private func snapshots() throws -> [String: Room] {
        let copy = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.copyItem(at: Self.fixture, to: copy)
        defer { try? FileManager.default.removeItem(at: copy) }
        let queue = try DatabaseQueue(path: copy.path)
        let rows = try queue.read { db in
            try Row.fetchAll(
                db, sql: "SELECT name, state FROM snapshot JOIN room ON room.key = snapshot.room")
        }
        var rooms: [String: Room] = [:]
        for row in rows {
            let bytes: Data = row["state"]
            rooms[row["name"]] = try Snapshot.read([UInt8](bytes), form: 1)
        }
        return rooms
    }

    @Test("A snapshot of version 0.1 restores everything that it kept")
    func everything() throws {
        let rooms = try snapshots()
        #expect(rooms.keys.sorted() == ["crashed", "evening", "pruned"])
        let pruned = try #require(rooms["pruned"])
        #expect(pruned.now == Instant(microseconds: 200_338))
        #expect(pruned.configuration.stage.waitForViewer == .always)
        #expect(pruned.configuration.gifts.x == 30)
        #expect(pruned.configuration.gifts.turn == .zero)
        #expect(pruned.configuration.gifts.linger == Duration(seconds: 3))
        #expect(pruned.overview.counters.map(\.text) == ["Σ 777"])
        #expect(pruned.overview.captions.map(\.text) == ["it stays"])
        #expect(pruned.overview.channels.map(\.sender) == ["s0", "s1"])
        #expect(pruned.overview.channels.map(\.target) == [20, 20])
        #expect(pruned.overview.queue.map(\.sender) == (2...11).map { "s\($0)" })
        #expect(pruned.overview.queue.allSatisfy { $0.count == 20 })

        let evening = try #require(rooms["evening"])
        #expect(evening.now == Instant(microseconds: 972_689))
        #expect(evening.overview.calls.map(\.name) == ["Bob", "Eve", "Gus"])
        #expect(evening.overview.calls.map(\.slot) == [0, 1, 2])
        #expect(evening.overview.captions.map(\.slot) == ["s0", "s1", "s2", "s3"])
        #expect(evening.overview.tickerQueue.count == 4)
        #expect(evening.configuration.ticker.enabled)
    }

    @Test("A room of version 0.1 does not change when it is written in today's form")
    func currentForm() throws {
        for (name, room) in try snapshots() {
            var room = room
            #expect(try Snapshot.read(Snapshot.write(room), form: 2) == room, "\(name)")
            room.advance(to: room.now + Duration(seconds: 60))
            #expect(!room.frame.nodes.contains { $0.id == "gifts/0" } || room.isMoving)
        }
    }
}
