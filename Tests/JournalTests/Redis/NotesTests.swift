import Journal
import Stage
import TestSupport
import Testing
import Texts
import Timeline

@testable import RedisJournal

@Suite("Event status in a Redis log", .serialized)
struct NotesTests {
    @Test("Servers with different results for a room are detected, and its snapshot is removed")
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
        // A missing event or different rules are no conflict.
        #expect(try compared(logs[1], other, "b") && compared(logs[2], other))
        #expect(try logs[0].room("main")?.snapshot != nil)
        #expect(try !compared(logs[1], other))
        #expect(try logs[0].room("main")?.snapshot == nil)
    }

    /// The records of a server that has shown the event at position 1.
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

    // A server wrote the status of an event that was lost, and a client sent the event again.
    @Test("The status of a lost event is not kept, even if a similar event takes its place")
    func lostEvents() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        func isNoted() throws -> [Bool] {
            let life = try log.life(of: "main", id: "a")
            return [
                try log.event(of: "main", id: "a")?.outcome != nil, life?.content.entered != nil,
                life?.sentWallMicroseconds != nil, try log.room("main")?.snapshot != nil,
            ]
        }
        // In one write with the creation of another room.
        let landmark = Landmark(seq: 1, id: "a", wallMicroseconds: 7)
        let sent = Record.sent(room: "anew", ids: ["a"], wallMicroseconds: 9)
        _ = try log.append([
            .landmark(room: "anew", landmark), sent, .event("b", in: "anew"),
            .landmark(room: "anew", landmark), sent,
        ])
        #expect(try log.life(of: "anew", id: "a") == nil)
        // In one write with the event that takes the place, and afterwards.
        _ = try log.append(notes(after: "a", cameAt: 7) + [.event("a", wall: 8)])
        #expect(try isNoted() == [false, false, false, false])
        for (id, wall): (Text, Int64) in [("a", 7), ("lost", 8)] {
            _ = try log.append(notes(after: id, cameAt: wall))
            #expect(try isNoted() == [false, false, false, false])
        }
        _ = try log.append(notes(after: "a", cameAt: 8))
        #expect(try isNoted() == [true, true, true, true])
    }

    @Test("A fully pruned room keeps a status that is written late")
    func notedLate() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        _ = try log.append([.event("a", wall: 8), .snapshot(upTo: 1)])
        try server.ask("HINCRBY", log.space.clock, "l", "\(50 * 3_600_000_000 as Int64)")
        #expect(try log.prune(of: nil, olderThan: 48 * 3_600_000_000, limit: 100).count == 1)
        _ = try log.append(notes(after: "a", cameAt: 8))
        #expect(try log.life(of: "main", id: "a")?.content.entered != nil)
    }

    @Test("Ten thousand milestones fit into one write")
    func manyMilestones() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        let milestones = (1...10_000).map {
            Milestone(id: "e\($0)", time: .zero, step: .left(.cleared))
        }
        _ = try log.append([.event("a"), .milestones(room: "main", milestones)])
        #expect(try log.life(of: "main", id: "e10000")?.content.reason == .cleared)
    }
}
