import Journal
import Stage
import Testing
import Texts
import Timeline

@testable import RedisJournal

@Suite("What servers note of events in Redis", .serialized)
struct NotesTests {
    @Test("Servers that make different things of a room are found out, and its snapshot goes")
    func comparison() throws {
        let server = try RedisServer()
        let logs = try ["one", "one", "two"].map { try RedisLog(server.address, rules: $0) }
        var otherwise = Configuration()
        otherwise.stage.width = 7
        let (room, other) = (Room(configuration: .init()), Room(configuration: otherwise))
        func compared(_ log: RedisLog, _ state: Room, _ id: Text = "a") throws -> Bool {
            let landmark = Landmark(seq: 1, id: id, wallMicroseconds: 0)
            _ = try log.append([
                .landmark(room: "main", landmark),
                .comparison(room: "main", seq: 1, state: state),
            ])
            return try server.ask("HEXISTS", log.space.room("main").meta, "digest").number == 1
        }
        _ = try logs[0].append([.event("a"), .snapshot(upTo: 1)])
        #expect(try compared(logs[0], room) && compared(logs[1], room))
        // Of an event that is not there, and by other rules.
        #expect(try compared(logs[1], other, "b") && compared(logs[2], other))
        #expect(try logs[0].room("main")?.snapshot != nil)
        #expect(try !compared(logs[1], other))
        #expect(try logs[0].room("main")?.snapshot == nil)
    }

    /// What a server notes that has an event at place 1 and has shown it.
    private func notes(after id: Text, cameAt wall: Int64) -> [Record] {
        let landmark = Landmark(seq: 1, id: id, wallMicroseconds: wall)
        let entered = Milestone(id: id, time: .zero, step: .entered)
        return [
            .landmark(room: "main", landmark), .outcome(room: "main", seq: 1, .shown),
            .milestones(room: "main", [entered]),
            .sent(room: "main", ids: [id], wallMicroseconds: 9),
            .snapshot(
                room: "main", seq: 1, state: Room(configuration: .init()), newest: landmark),
        ]
    }

    // A server has noted what became of an event that is lost since, and somebody has sent it again.
    @Test("Nothing is kept that was noted after an event that is lost, even if its like is back")
    func lostEvents() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        func isNoted() throws -> [Bool] {
            let life = try log.life(of: "main", id: "a")
            return [
                try log.event(of: "main", id: "a")?.outcome != nil, life?.entered != nil,
                life?.sentWallMicroseconds != nil, try log.room("main")?.snapshot != nil,
            ]
        }
        // In one writing with another room's beginning.
        let landmark = Landmark(seq: 1, id: "a", wallMicroseconds: 7)
        let sent = Record.sent(room: "anew", ids: ["a"], wallMicroseconds: 9)
        _ = try log.append([
            .landmark(room: "anew", landmark), sent, .event("b", in: "anew"),
            .landmark(room: "anew", landmark), sent,
        ])
        #expect(try log.life(of: "anew", id: "a") == nil)
        // In one writing with the event that comes to its place, and after that.
        _ = try log.append(notes(after: "a", cameAt: 7) + [.event("a", wall: 8)])
        #expect(try isNoted() == [false, false, false, false])
        for (id, wall): (Text, Int64) in [("a", 7), ("lost", 8)] {
            _ = try log.append(notes(after: id, cameAt: wall))
            #expect(try isNoted() == [false, false, false, false])
        }
        _ = try log.append(notes(after: "a", cameAt: 8))
        #expect(try isNoted() == [true, true, true, true])
    }

    @Test("What is noted of a room stays that has forgotten all its events")
    func notedLate() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        _ = try log.append([.event("a", wall: 8), .snapshot(upTo: 1)])
        try server.ask("HINCRBY", log.space.clock, "l", "\(50 * 3_600_000_000 as Int64)")
        #expect(try log.prune(of: nil, olderThan: 48 * 3_600_000_000, limit: 100).count == 1)
        _ = try log.append(notes(after: "a", cameAt: 8))
        #expect(try log.life(of: "main", id: "a")?.entered != nil)
    }

    @Test("A whole queue may leave at once")
    func manyMilestones() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        let milestones = (1...10_000).map {
            Milestone(id: "e\($0)", time: .zero, step: .left(.cleared))
        }
        _ = try log.append([.event("a"), .milestones(room: "main", milestones)])
        #expect(try log.life(of: "main", id: "e10000")?.reason == .cleared)
    }
}
