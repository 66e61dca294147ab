import Dispatch
import Journal
import TestSupport
import Testing
import Texts
import Timeline

@testable import RedisJournal

@Suite("Room clocks in a Redis log", .serialized)
struct SharedTimeTests {
    private func wish(_ log: RedisLog, _ wish: TimeWish) throws {
        _ = try log.append([.wish(room: "main", wish)])
    }

    private func clock(_ log: RedisLog) throws -> RoomClock {
        try #require(try log.place(of: "main")).clock
    }

    /// Log time at the last write.
    private func newest(_ server: RedisServer, _ log: RedisLog) throws -> Int64 {
        try #require(try server.ask("HGET", log.space.clock, "n").number)
    }

    private func pair(_ server: RedisServer) throws -> (RedisLog, RedisLog) {
        (
            try RedisLog(server.address, server: "one"),
            try RedisLog(server.address, server: "other")
        )
    }

    @Test("A stopped clock continues once, however many servers ask for it")
    func run() throws {
        let server = try RedisServer()
        let (one, other) = try pair(server)
        _ = try one.append([
            .event("a"),
            .clock(room: "main", RoomClock(offMicroseconds: 3, untilMicroseconds: 10)),
        ])
        try wish(one, .run(allAlong: false))
        let began = try newest(server, one)
        try wish(other, .run(allAlong: false))
        #expect(
            try clock(other) == RoomClock(offMicroseconds: 3 + began - 10, untilMicroseconds: nil))
    }

    @Test("A clock runs as long as at least one server vouches for it")
    func vouch() throws {
        let server = try RedisServer()
        let (one, other) = try pair(server)
        _ = try one.append([.event("a")])
        try wish(one, .vouch(microseconds: 3_000_000))
        let first = try newest(server, one)
        #expect(try clock(one).untilMicroseconds == first + 3_000_000)
        try wish(other, .vouch(microseconds: 60_000_000))
        let second = try newest(server, one)
        #expect(try clock(one).untilMicroseconds == second + 60_000_000)
        // The clock ran all along, so its offset is unchanged.
        #expect(try clock(one).offMicroseconds == 0)
        try wish(other, .withdraw)
        #expect(try clock(one).untilMicroseconds == max(first + 3_000_000, newest(server, one)))
        try wish(one, .withdraw)
        let third = try newest(server, one)
        #expect(try clock(one).untilMicroseconds == third)
        // The clock continues from the instant at which it stopped.
        try wish(one, .vouch(microseconds: 9))
        let fourth = try newest(server, one)
        #expect(
            try clock(one)
                == RoomClock(offMicroseconds: fourth - third, untilMicroseconds: fourth + 9))
    }

    @Test("A clock that ran when the last server left stands still until another server comes")
    func epochs() throws {
        let server = try RedisServer()
        let (one, other) = try pair(server)
        _ = try one.append([.event("a")])
        try wish(one, .run(allAlong: false))
        try one.close()
        #expect(try clock(other).isRunning)
        try other.close()
        let next = try RedisLog(server.address, server: "next")
        let epoch = try #require(try server.ask("HGET", next.space.clock, "epoch").number)
        #expect(epoch > 0)
        #expect(try clock(next).untilMicroseconds == epoch)
        // New events confirm it.
        _ = try next.append([.event("b")])
        let off = try clock(next).offMicroseconds
        #expect(try next.event(of: "main", id: "b")?.time.microseconds == epoch - off)
        // A server that never stops room clocks did not stop this one.
        try wish(next, .run(allAlong: true))
        #expect(try clock(next) == RoomClock(offMicroseconds: off, untilMicroseconds: nil))
    }

    @Test("A log without a server name does not count as a server")
    func reader() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address, server: "one")
        _ = try RedisLog(server.address)
        #expect(try server.ask("HKEYS", log.space.servers).list?.compactMap(\.text) == ["one"])
    }
}

@Suite("Configuration changes in a Redis log", .serialized)
struct SharedConfigurationTests {
    private func set(_ id: Text, from basis: Int64) -> Record {
        .event(
            NewEvent(
                room: "main", id: id, body: "{}", wallMicroseconds: 1,
                birth: .init(
                    configuration: "{}",
                    clock: RoomClock(offMicroseconds: 0, untilMicroseconds: nil)),
                basis: basis), ticket: 0)
    }

    @Test("A change based on an outdated configuration is refused with the newest position")
    func overtaken() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        func words(_ records: Record...) throws -> [String] { try log.append(records).map(\.word) }
        #expect(
            try words(set("a", from: 0), .event("x"), set("b", from: 0))
                == ["1", "2", "overtaken by 1"])
        #expect(try words(set("b", from: 1), set("c", from: 1)) == ["3", "overtaken by 3"])
        // A change without a base always applies, and a repeat is recognized whatever its base.
        #expect(try words(set("d", from: -1), set("b", from: 1)) == ["4", "known 3"])
        #expect(try words(set("e", from: 3), set("e", from: 4)) == ["overtaken by 4", "5"])
        let ids = try log.events(of: "main", after: 0, limit: 9).map(\.id)
        #expect(ids == ["a", "x", "b", "d", "e"])
    }
}
