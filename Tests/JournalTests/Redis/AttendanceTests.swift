import Dispatch
import Journal
import Synchronization
import Testing
import Texts

@testable import RedisJournal

@Suite("Who watches, in a log in Redis", .serialized)
struct AttendanceTests {
    /// What was told about who watches and which servers there are, in order.
    private final class Told: Sendable {
        private let news = Mutex<[News]>([])
        private let arrival = DispatchSemaphore(value: 0)

        func add(_ piece: News) {
            switch piece {
            case .watched, .came, .gone, .reload, .missed: break
            default: return
            }
            news.withLock { $0.append(piece) }
            arrival.signal()
        }

        func next() -> News {
            arrival.wait()
            return news.withLock { $0.removeFirst() }
        }
    }

    private let told = Told()
    private let many = Attendance(
        count: 3, voice: Voice(isActive: true, sinceMicroseconds: -5, number: 7),
        details: #"[{"agent":"a  b é"}]"#)
    private let silent = Attendance(count: 1, voice: nil, details: "")

    @Test("What servers say of rooms is told and kept, until they say otherwise")
    func said() throws {
        let server = try RedisServer()
        let one = try RedisLog(server.address, server: "one")
        let other = try RedisLog(server.address, server: "other")
        let subscription = Subscription(one) { [told] in told.add($0) }
        defer { subscription.stop() }
        subscription.follow("main")
        #expect(told.next() == .missed(room: "main"))
        // Nothing has happened in the room so far.
        try one.attend([("main", many), ("elsewhere", silent)])
        #expect(told.next() == .watched(room: "main", server: "one", many))
        try other.attend([("main", silent)])
        #expect(told.next() == .watched(room: "main", server: "other", silent))
        let found = try other.attendances(of: ["main", "none", "elsewhere"])
        #expect(found == [["one": many, "other": silent], [:], ["one": silent]])
        try one.attend([("main", nil)])
        #expect(told.next() == .watched(room: "main", server: "one", nil))
        #expect(try one.attendances(of: ["main"]) == [["other": silent]])
        try other.reload("7-other", of: "main")
        #expect(told.next() == .reload(room: "main", viewer: "7-other", server: "other"))
        // It goes with the room, and by itself.
        let key = one.space.room("main").attendance
        #expect((1...90).contains(try server.ask("TTL", key).number ?? 0))
        _ = try one.append([.event("a"), .erase(room: "main", ticket: 0)])
        #expect(try server.ask("EXISTS", key).number == 0)
    }

    @Test("What a server has said that is there no more holds no longer")
    func gone() throws {
        let server = try RedisServer()
        let one = try RedisLog(server.address, server: "one")
        let subscription = Subscription(one) { [told] in told.add($0) }
        defer { subscription.stop() }
        subscription.follow("main")
        #expect(told.next() == .missed(room: "main"))
        var other: RedisLog? = try RedisLog(server.address, server: "other")
        #expect(told.next() == .came(server: "other"))
        try other?.attend([("main", many)])
        #expect(told.next() == .watched(room: "main", server: "other", many))
        // It has not been heard of for long.
        other = nil
        try server.ask("HSET", one.space.servers, "other", "1")
        #expect(told.next() == .gone(server: "other"))
        #expect(try one.attendances(of: ["main"]) == [[:]])
        try one.attend([("main", silent)])
        #expect(try server.ask("HLEN", one.space.room("main").attendance).number == 1)
        #expect(told.next() == .watched(room: "main", server: "one", silent))
        // Who says goodbye is gone at once.
        let last = try RedisLog(server.address, server: "last")
        #expect(told.next() == .came(server: "last"))
        try last.close()
        #expect(told.next() == .gone(server: "last"))
    }

    @Test("A wall clock that is set back keeps no server that is gone")
    func setBack() throws {
        let server = try RedisServer()
        let one = try RedisLog(server.address, server: "one")
        try server.ask("HSET", one.space.servers, "other", "9007199254740991")
        while try server.ask("HGET", one.space.servers, "other").number == 9_007_199_254_740_991 {}
        while try server.ask("HEXISTS", one.space.servers, "other").number == 1 {}
    }
}
