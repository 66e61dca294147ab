import Dispatch
import Journal
import Testing
import Texts
import Timeline

@testable import RedisJournal

@Suite("A room's time in a log in Redis", .serialized)
struct SharedTimeTests {
    private func wish(_ log: RedisLog, _ wish: TimeWish) throws {
        _ = try log.append([.wish(room: "main", wish)])
    }

    private func clock(_ log: RedisLog) throws -> RoomClock {
        try #require(try log.place(of: "main")).clock
    }

    /// Log time, as it was when somebody wrote last.
    private func newest(_ server: RedisServer, _ log: RedisLog) throws -> Int64 {
        try #require(try server.ask("HGET", log.space.clock, "n").number)
    }

    private func pair(_ server: RedisServer) throws -> (RedisLog, RedisLog) {
        (
            try RedisLog(server.address, server: "one"),
            try RedisLog(server.address, server: "other")
        )
    }

    @Test("One that stood still goes on where it stood, once, whoever wishes it")
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

    @Test("It runs as long as one of the servers vouches for it, and no longer")
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
        // While it ran nothing has moved it.
        #expect(try clock(one).offMicroseconds == 0)
        try wish(other, .withdraw)
        #expect(try clock(one).untilMicroseconds == max(first + 3_000_000, newest(server, one)))
        try wish(one, .withdraw)
        let third = try newest(server, one)
        #expect(try clock(one).untilMicroseconds == third)
        // It goes on at the instant at which it stood.
        try wish(one, .vouch(microseconds: 9))
        let fourth = try newest(server, one)
        #expect(
            try clock(one)
                == RoomClock(offMicroseconds: fourth - third, untilMicroseconds: fourth + 9))
    }

    @Test("What ran when the last server went has stood still until another comes")
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
        // The room's time says so too.
        _ = try next.append([.event("b")])
        let off = try clock(next).offMicroseconds
        #expect(try next.event(of: "main", id: "b")?.time.microseconds == epoch - off)
        // Somebody who never stops a room's time has not stopped it.
        try wish(next, .run(allAlong: true))
        #expect(try clock(next) == RoomClock(offMicroseconds: off, untilMicroseconds: nil))
    }

    @Test("Who only reads is no server: he lets no time stand still")
    func reader() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address, server: "one")
        _ = try RedisLog(server.address)
        #expect(try server.ask("HKEYS", log.space.servers).list?.compactMap(\.text) == ["one"])
    }
}

@Suite("Configurations in a log in Redis", .serialized)
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

    @Test("One that was made from an older one is not written, and the newest's place is said")
    func overtaken() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        func words(_ records: Record...) throws -> [String] { try log.append(records).map(\.word) }
        #expect(
            try words(set("a", from: 0), .event("x"), set("b", from: 0))
                == ["1", "2", "overtaken by 1"])
        #expect(try words(set("b", from: 1), set("c", from: 1)) == ["3", "overtaken by 3"])
        // One that is made from none may follow any; a repeat is one whatever it was made from.
        #expect(try words(set("d", from: -1), set("b", from: 1)) == ["4", "known 3"])
        #expect(try words(set("e", from: 3), set("e", from: 4)) == ["overtaken by 4", "5"])
        let ids = try log.events(of: "main", after: 0, limit: 9).map(\.id)
        #expect(ids == ["a", "x", "b", "d", "e"])
    }
}
