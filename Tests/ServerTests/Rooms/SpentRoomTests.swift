import Foundation
import Stage
import TestSupport
import Testing
import Texts
import Timeline
import Wire

@testable import Access
@testable import Cluster
@testable import History
@testable import Journal
@testable import LiveRooms
@testable import RoomRuntime
@testable import SQLiteJournal
@testable import Server
@testable import Webhooks

@Suite("Spent rooms")
struct SpentRoomTests {
    /// Rooms with one event each.
    private static let shows: [(room: Text, method: String, path: String, body: String)] = [
        ("gone", "POST", "gifts", #"{"sender":"Ann","gift":"Rose"}"#),
        ("gone-too", "POST", "calls", #"{"user":"Ann"}"#),
        ("counting", "PUT", "counters/a", #"{"to":7,"duration":0}"#),
        ("titled", "POST", "captions", #"{"text":"Back soon","hold":null}"#),
        ("configured", "PATCH", "config", #"{"gifts":{"channels":3}}"#),
        ("made", "PUT", "", ""),
        ("held", "POST", "control", #"{"action":"hold"}"#),
    ]

    private func server(_ data: String) throws -> LiveServer {
        try LiveServer {
            $0.dataDirectory = data
            $0.makeRoomsStill()
            // Gifts and calls end at once.
            $0.room.gifts.linger = .zero
            $0.room.gifts.exit = .zero
            $0.room.calls.vanish = .zero
        }
    }

    /// Writes a journal of these rooms and prunes all their events, so that only snapshots are
    /// left.
    private func makeForgotten(_ data: String) throws {
        let server = try self.server(data)
        let client = try Client(server)
        for show in Self.shows {
            let path = "/v1/rooms/\(show.room)" + (show.path.isEmpty ? "" : "/\(show.path)")
            let answer = try client.ask(show.method, path, show.body.isEmpty ? nil : show.body)
            #expect((200...202).contains(answer.status), "\(show.room): \(answer)")
        }
        try waitUntil("gift and call have left the stage") {
            try ["gone", "gone-too"].allSatisfy { (room) throws in
                try client.get("/v1/rooms/\(room)/frame").json["nodes"]?.elements.isEmpty ?? false
            }
        }
        server.handle.drain()
        try server.waitForEnd()
        let log = try SQLiteLog(directory: data)
        while try !log.prune(
            olderThan: -2 * AgeRow.hourMicroseconds, logMicroseconds: -AgeRow.hourMicroseconds,
            limit: 100
        ).isComplete {}
        for room in try log.rooms() { #expect(room.lastWallMicroseconds == nil, "\(room.name)") }
        try log.close()
    }

    private func names(_ client: Client) throws -> [JSON] {
        let list = try client.get("/v1/rooms").json["rooms"]
        guard case .array(let rooms)? = list else { return [] }
        return rooms.compactMap { $0["name"] }
    }

    @Test("Spent rooms are erased, but not rooms with a counter, a caption or a configuration")
    func list() throws {
        try withDirectory { data in
            try makeForgotten(data)
            let server = try self.server(data)
            let client = try Client(server)
            let staying = ["configured", "counting", "held", "made", "titled"].map(JSON.string)
            try waitUntil("the spent rooms are erased") { try names(client) == staying }
            #expect(try client.get("/v1/rooms/counting/frame").text.contains("7"))
            // An erased room starts over, and it does so again after a restart.
            let gift = #"{"sender":"Bob","gift":"Rose"}"#
            #expect(
                try client.post("/v1/rooms/gone/gifts", gift).json["seq"] == .number(1))
            server.handle.drain()
            try server.waitForEnd()
            let next = try self.server(data)
            let events = try Client(next).get("/v1/rooms/gone/events").json
            #expect(events["next"] == .number(1))
            next.handle.drain()
            try next.waitForEnd()
        }
    }

    /// A room whose only gift is over and whose event is pruned.
    private func room(_ change: (inout Configuration) -> Void = { _ in }) -> LiveRoom {
        var configuration = Configuration()
        configuration.gifts.linger = .zero
        change(&configuration)
        let room = LiveRoom(
            name: "main", birthConfiguration: "{}", room: Room(configuration: configuration),
            seq: 0, snapshotSeq: 0,
            clock: RoomClock(offMicroseconds: 0, untilMicroseconds: nil),
            logClock: LogClock(at: 0))
        let gift = Gift(sender: Person(name: "Ann"), item: GiftItem(name: "Rose"), count: 1)
        _ = room.apply(Event(seq: 1, id: "a", kind: .gift(gift)), at: .zero)
        #expect(room.timeline.advance(toEventAt: Instant(microseconds: 600_000_000)))
        room.recordForgotten(upTo: 1)
        return room
    }

    private var defaultConfiguration: Configuration {
        var configuration = Configuration()
        configuration.gifts.linger = .zero
        return configuration
    }

    @Test("A room is spent once its events are pruned, until a new event comes")
    func spent() {
        let room = room()
        #expect(room.isSpent(defaultConfiguration))
        #expect(!room.isSpent(Configuration()), "its configuration is not that of new rooms")
        room.recordForgotten(upTo: 1)
        let kind = Event.Kind.call(Person(name: "Bob"))
        _ = room.apply(Event(seq: 2, id: "b", kind: kind), at: room.room.now)
        #expect(room.timeline.advance(toEventAt: Instant(microseconds: 1_200_000_000)))
        #expect(!room.isSpent(defaultConfiguration))
        room.recordForgotten(upTo: 1)
        #expect(!room.isSpent(defaultConfiguration), "another came while the first was forgotten")
        room.recordForgotten(upTo: 2)
        #expect(room.isSpent(defaultConfiguration))
    }

    @Test("A key or a pending event keeps a room from being spent")
    func kept() {
        let room = room()
        room.residency.registration.settingCount = 1
        #expect(!room.isSpent(defaultConfiguration))
        room.residency.registration.settingCount = 0
        let submission = Submission(room: room, id: "b", kind: .tap(call: "c"), admission: .server)
        {
            _ in
        }
        room.pendingEvents.ask(about: PendingEvent(ticket: 1, submission: submission))
        #expect(!room.isSpent(defaultConfiguration))
    }

    @Test("A spent room that starts over keeps its time and nothing else")
    func anew() {
        let room = room()
        room.restart(defaultConfiguration, "{}")
        #expect(room.seq == 0 && room.isUntouched)
        #expect(room.room.now == Instant(microseconds: 600_000_000))
        var fresh = Room(configuration: defaultConfiguration)
        fresh.advance(to: Instant(microseconds: 600_000_000))
        #expect(room.room == fresh)
        #expect(room.records.take().isEmpty)
    }
}
