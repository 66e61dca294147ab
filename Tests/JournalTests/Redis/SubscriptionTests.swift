import Journal
import Testing
import Texts
import Timeline

@testable import RedisJournal

@Suite("What is told of a log in Redis", .serialized)
struct SubscriptionTests {
    private let told = Told()
    private let birth = News.born(
        room: "main", configuration: #"{"stage":{}}"#,
        clock: RoomClock(offMicroseconds: 0, untilMicroseconds: nil))

    private func subscription(_ log: RedisLog) -> Subscription {
        Subscription(log) { [told] in told.add($0) }
    }

    @Test("Every event, clock and erasure of a room is told, whoever wrote it, and of no other")
    func events() throws {
        let server = try RedisServer()
        let (one, other) = (try RedisLog(server.address), try RedisLog(server.address))
        let subscription = subscription(one)
        defer { subscription.stop() }
        subscription.follow("main")
        #expect(told.nextOfRoom() == .missed(room: "main"))
        for log in [one, other] {
            _ = try log.append([.event("x", in: "elsewhere")])
            let body: Text = "{\"t\":\"a b \u{E9}\"}"
            let id: Text = log === one ? "\u{E9} 1" : "2"
            _ = try log.append([.event(.sample(id, body: body, wall: 7), ticket: 0)])
            let event = try #require(try one.event(of: "main", id: id))
            if log === one { #expect(told.nextOfRoom() == birth) }
            #expect(told.nextOfRoom() == .event(room: "main", event))
        }
        for clock in [
            RoomClock(offMicroseconds: -5, untilMicroseconds: 70),
            RoomClock(offMicroseconds: 9, untilMicroseconds: nil),
        ] {
            _ = try other.append([.clock(room: "main", clock)])
            #expect(told.nextOfRoom() == .clock(room: "main", clock))
        }
        _ = try other.append([.erase(room: "main", ticket: 0)])
        #expect(told.nextOfRoom() == .erased(room: "main"))
    }

    @Test("After a crash of Redis it is said that something may have been missed; then it goes on")
    func crash() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        let subscription = subscription(log)
        defer { subscription.stop() }
        subscription.follow("main")
        #expect(told.nextOfRoom() == .missed(room: "main"))
        for round in 1...3 {
            server.kill()
            try server.start()
            #expect(told.nextOfRoom() == .missed(room: "main"))
            while (try? log.check()) == nil {}
            _ = try log.append([.event("e\(round)")])
            let event = try #require(try log.event(of: "main", id: "e\(round)"))
            if round == 1 { #expect(told.nextOfRoom() == birth) }
            #expect(told.nextOfRoom() == .event(room: "main", event))
        }
    }

    @Test("A room that is left is told of no more")
    func leaving() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        let subscription = subscription(log)
        defer { subscription.stop() }
        for room: Text in ["main", "other"] {
            subscription.follow(room)
            #expect(told.nextOfRoom() == .missed(room: room))
        }
        subscription.leave("main")
        let other = log.space.room("main").channel
        while try server.ask("PUBSUB", "SHARDNUMSUB", other)[1].number != 0 {}
        _ = try log.append([.event("a"), .event("a", in: "other")])
        guard case .born(room: "other", _, _) = told.nextOfRoom() else {
            Issue.record("something else was told first")
            return
        }
    }
}

extension Told {
    /// The next piece about a room; waits for it.
    fileprivate func nextOfRoom() -> News {
        while true {
            switch next() {
            case .time, .settled, .deaf: continue
            case let piece: return piece
            }
        }
    }
}
