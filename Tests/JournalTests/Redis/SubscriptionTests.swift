import Journal
import TestSupport
import Testing
import Texts
import Timeline

@testable import RedisJournal

@Suite("News of a Redis log", .serialized)
struct SubscriptionTests {
    private let news = ReceivedNews()
    private let birth = News.born(
        room: "main", configuration: #"{"stage":{}}"#,
        clock: RoomClock(offMicroseconds: 0, untilMicroseconds: nil))

    private func subscription(_ log: RedisLog) -> Subscription {
        Subscription(log) { [news] in news.add($0) }
    }

    @Test("A follower gets every event, clock and erasure of its room, but no other room's")
    func events() throws {
        let server = try RedisServer()
        let (one, other) = (try RedisLog(server.address), try RedisLog(server.address))
        let subscription = subscription(one)
        defer { subscription.stop() }
        subscription.follow("main")
        #expect(try news.nextOfRoom() == .missed(room: "main"))
        for log in [one, other] {
            _ = try log.append([.event("x", in: "elsewhere")])
            let body: Text = "{\"t\":\"a b \u{E9}\"}"
            let id: Text = log === one ? "\u{E9} 1" : "2"
            _ = try log.append([.event(.sample(id, body: body, wall: 7), ticket: 0)])
            let event = try #require(try one.event(of: "main", id: id))
            if log === one { #expect(try news.nextOfRoom() == birth) }
            #expect(try news.nextOfRoom() == .event(room: "main", event))
        }
        for clock in [
            RoomClock(offMicroseconds: -5, untilMicroseconds: 70),
            RoomClock(offMicroseconds: 9, untilMicroseconds: nil),
        ] {
            _ = try other.append([.clock(room: "main", clock)])
            #expect(try news.nextOfRoom() == .clock(room: "main", clock))
        }
        _ = try other.append([.erase(room: "main", ticket: 0)])
        #expect(try news.nextOfRoom() == .erased(room: "main"))
    }

    @Test("After a crash of Redis a follower is notified that it may have missed news")
    func crash() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        let subscription = subscription(log)
        defer { subscription.stop() }
        subscription.follow("main")
        #expect(try news.nextOfRoom() == .missed(room: "main"))
        for round in 1...3 {
            server.kill()
            try server.start()
            #expect(try news.nextOfRoom() == .missed(room: "main"))
            try waitUntil("the log is connected again") { (try? log.check()) != nil }
            _ = try log.append([.event("e\(round)")])
            let event = try #require(try log.event(of: "main", id: "e\(round)"))
            if round == 1 { #expect(try news.nextOfRoom() == birth) }
            #expect(try news.nextOfRoom() == .event(room: "main", event))
        }
    }

    @Test("A follower that leaves a room gets no more of its news")
    func leaving() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        let subscription = subscription(log)
        defer { subscription.stop() }
        for room: Text in ["main", "other"] {
            subscription.follow(room)
            #expect(try news.nextOfRoom() == .missed(room: room))
        }
        subscription.leave("main")
        let other = log.space.room("main").channel
        try waitUntil("the subscription has left the room") {
            try server.ask("PUBSUB", "SHARDNUMSUB", other)[1].number == 0
        }
        _ = try log.append([.event("a"), .event("a", in: "other")])
        guard case .born(room: "other", _, _) = try news.nextOfRoom() else {
            Issue.record("something else was news first")
            return
        }
    }
}

extension ReceivedNews {
    /// Waits for the next news about a room.
    fileprivate func nextOfRoom() throws -> News {
        while true {
            switch try next() {
            case .time, .settings, .deaf: continue
            case let piece: return piece
            }
        }
    }
}
