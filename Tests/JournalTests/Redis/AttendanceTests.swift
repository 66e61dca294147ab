import Journal
import TestSupport
import Testing
import Texts

@testable import RedisJournal

@Suite("Viewer counts in a Redis log", .serialized)
struct AttendanceTests {
    private let news = ReceivedNews()
    private let many = Attendance(
        count: 3, voice: Voice(isActive: true, sinceMicroseconds: -5, number: 7),
        details: #"[{"agent":"a  b é"}]"#)
    private let silent = Attendance(count: 1, voice: nil, details: "")

    @Test("Each server's viewers are announced and stored until the server changes them")
    func announced() throws {
        let server = try RedisServer()
        let one = try RedisLog(server.address, server: "one")
        let other = try RedisLog(server.address, server: "other")
        let subscription = Subscription(one) { [news] in news.add($0) }
        defer { subscription.stop() }
        subscription.follow("main")
        #expect(try news.nextOfServers() == .missed(room: "main"))
        // The room has no events yet.
        try one.attend([("main", many), ("elsewhere", silent)])
        #expect(try news.nextOfServers() == .watched(room: "main", server: "one", many))
        try other.attend([("main", silent)])
        #expect(try news.nextOfServers() == .watched(room: "main", server: "other", silent))
        let found = try other.attendances(of: ["main", "none", "elsewhere"])
        #expect(found == [["one": many, "other": silent], [:], ["one": silent]])
        try one.attend([("main", nil)])
        #expect(try news.nextOfServers() == .watched(room: "main", server: "one", nil))
        #expect(try one.attendances(of: ["main"]) == [["other": silent]])
        try other.reload("7-other", of: "main")
        #expect(
            try news.nextOfServers() == .reload(room: "main", viewer: "7-other", server: "other"))
        // The entry expires by itself and is erased with the room.
        let key = one.space.room("main").attendance
        #expect((1...90).contains(try server.ask("TTL", key).number ?? 0))
        _ = try one.append([.event("a"), .erase(room: "main", ticket: 0)])
        #expect(try server.ask("EXISTS", key).number == 0)
    }

    @Test("Viewers of a server that is gone no longer count")
    func gone() throws {
        let server = try RedisServer()
        let one = try RedisLog(server.address, server: "one")
        let subscription = Subscription(one) { [news] in news.add($0) }
        defer { subscription.stop() }
        subscription.follow("main")
        #expect(try news.nextOfServers() == .missed(room: "main"))
        var other: RedisLog? = try RedisLog(server.address, server: "other")
        #expect(try news.nextOfServers() == .came(server: "other"))
        try other?.attend([("main", many)])
        #expect(try news.nextOfServers() == .watched(room: "main", server: "other", many))
        // The server's last sign of life is long ago.
        other = nil
        try server.ask("HSET", one.space.servers, "other", "1")
        #expect(try news.nextOfServers() == .gone(server: "other"))
        #expect(try one.attendances(of: ["main"]) == [[:]])
        try one.attend([("main", silent)])
        #expect(try server.ask("HLEN", one.space.room("main").attendance).number == 1)
        #expect(try news.nextOfServers() == .watched(room: "main", server: "one", silent))
        // A server that closes its log is gone at once.
        let last = try RedisLog(server.address, server: "last")
        #expect(try news.nextOfServers() == .came(server: "last"))
        try last.close()
        #expect(try news.nextOfServers() == .gone(server: "last"))
    }

    @Test("A server with a future timestamp is still removed")
    func setBack() throws {
        let server = try RedisServer()
        let one = try RedisLog(server.address, server: "one")
        try server.ask("HSET", one.space.servers, "other", "9007199254740991")
        try waitUntil("the future timestamp is replaced") {
            try server.ask("HGET", one.space.servers, "other").number != 9_007_199_254_740_991
        }
        try waitUntil("the server is removed") {
            try server.ask("HEXISTS", one.space.servers, "other").number == 0
        }
    }
}

extension ReceivedNews {
    /// Waits for the next news about viewers and servers.
    fileprivate func nextOfServers() throws -> News {
        while true {
            let piece = try next()
            if piece.isAboutServers { return piece }
        }
    }
}

extension News {
    fileprivate var isAboutServers: Bool {
        switch self {
        case .watched, .came, .gone, .reload, .missed: true
        default: false
        }
    }
}
