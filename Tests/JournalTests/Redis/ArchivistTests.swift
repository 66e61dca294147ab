import Foundation
import Journal
import Stage
import TestSupport
import Testing
import Texts
import Timeline

// GRDB also has a type named `Record`.
import enum Journal.Record

@testable import Archiving
@testable import RedisJournal
@testable import SQLiteJournal

@Suite("Archive of a Redis log", .serialized)
struct ArchivistTests {
    @Test("The archive copies events of all rooms and later changes of their status")
    func everything() throws {
        let scene = try ArchiveScene()
        for number in 1...30 {
            let body: Text = "{\"n\":\(number)}"
            _ = try scene.words(
                .event(
                    .sample("é\(number)", in: "room \(number % 7)", body: body, wall: 5), ticket: 0)
            )
        }
        #expect(try scene.pass().events == 30)
        #expect(try scene.isSame())
        let room: Text = "room 3"
        _ = try scene.words(
            .outcome(room: room, seq: 1, .shown),
            .outcome(room: room, seq: 2, .queued(position: 4)),
            .milestones(
                room: room,
                [Milestone(id: "é3", time: Instant(microseconds: 9), step: .entered)]))
        #expect(try scene.pass().events == 0)
        #expect(try scene.isSame())
        try scene.restart()
        _ = try scene.words(
            .milestones(
                room: room,
                [
                    Milestone(id: "é3", time: Instant(microseconds: 99), step: .left(.dismissed)),
                    Milestone(id: "é10", time: Instant(microseconds: 12), step: .entered),
                ]), .sent(room: room, ids: ["é3", "é10"], wallMicroseconds: 77),
            .outcome(room: room, seq: 3, .skipped(.held)), .event("new", in: room))
        #expect(try scene.pass() == .init(events: 1))
        #expect(try scene.isSame())
        #expect(try scene.pass() == .init())
        #expect(scene.messages == [])
    }

    @Test("The archive records that an event was sent to a viewer, even without other news")
    func sent() throws {
        let scene = try ArchiveScene()
        let entered = Milestone(id: "a", time: Instant(microseconds: 9), step: .entered)
        _ = try scene.words(
            .event("a"), .outcome(room: "main", seq: 1, .shown),
            .milestones(room: "main", [entered]))
        try scene.pass()
        #expect(try scene.isSame())
        _ = try scene.words(.sent(room: "main", ids: ["a"], wallMicroseconds: 77))
        try scene.pass()
        #expect(try scene.journal.life(of: "main", id: "a")?.sentWallMicroseconds == 77)
    }

    @Test("The archive follows an event until its alert has ended")
    func alerts() throws {
        let scene = try ArchiveScene()
        let alert = AlertOutcome(rule: "big", place: .queued(position: 1))
        func step(_ step: Milestone.Step) -> Record {
            let time = Instant(microseconds: 9)
            return .milestones(
                room: "main", [Milestone(id: "a", time: time, step: step, rule: "big")])
        }
        _ = try scene.words(
            .event("a"), .outcome(room: "main", seq: 1, .merged(into: "b"), alert: alert))
        try scene.pass()
        #expect(try scene.isSame())
        for record in [step(.entered), step(.left(.played))] {
            _ = try scene.words(record)
            try scene.pass()
            #expect(try scene.isSame())
        }
        #expect(try scene.journal.life(of: "main", id: "a")?.alert.reason == .played)
    }

    @Test("The archive follows a held event until it is shown")
    func held() throws {
        let scene = try ArchiveScene()
        _ = try scene.words(
            .event("a"), .outcome(room: "main", seq: 1, .skipped(.held)))
        try scene.pass()
        #expect(try scene.isSame())
        let entered = Milestone(id: "a", time: Instant(microseconds: 9), step: .entered)
        _ = try scene.words(.milestones(room: "main", [entered]))
        try scene.pass()
        #expect(try scene.journal.life(of: "main", id: "a")?.content.entered == entered.time)
    }

    @Test("A room whose events were not copied before a pass ended is copied by the next pass")
    func endsBeforeCopying() throws {
        let scene = try ArchiveScene()
        _ = try scene.words(.event("a"), .event("b"), .event("c", in: "other"))
        var count = 0
        try scene.pass(isEnding: {
            count += 1
            return count > 1
        })
        #expect(try scene.journal.events(of: "main", after: 0, limit: 9).isEmpty)
        #expect(try scene.pass().events == 3)
        #expect(try scene.isSame())
    }

    @Test("An interrupted archivist continues without losing or repeating events")
    func ends() throws {
        let scene = try ArchiveScene()
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        for round in 1...12 {
            for number in 1...(20 + random.int(below: 1500)) {
                if number % 40 == 1 {
                    let records = (0..<40).map { index -> Record in
                        .event("\(round)-\(number + index)", in: "r\(random.int(below: 5))")
                    }
                    _ = try scene.log.append(records)
                }
            }
            var left = random.int(below: 6)
            try scene.pass(isEnding: {
                left -= 1
                return left < 0
            })
            if random.chance(oneIn: 2) { try scene.restart() }
        }
        try scene.pass()
        #expect(try scene.isSame(), "seed \(seed)")
        #expect(scene.messages == [], "seed \(seed)")
    }

    @Test("While Redis is down the archivist fails, and afterwards it continues")
    func away() throws {
        let scene = try ArchiveScene()
        for round in 1...3 {
            _ = try scene.words(.event("a\(round)"))
            if round > 1 { try scene.pass() }
            scene.server.kill()
            #expect(throws: JournalError.self) { try scene.pass() }
            try scene.server.start()
            try waitUntil("the log is connected again") { (try? scene.log.check()) != nil }
            _ = try scene.words(.event("b\(round)"))
            #expect(try scene.pass().events == (round > 1 ? 1 : 2))
        }
        #expect(try scene.isSame())
    }

    @Test("Events that were pruned before they were archived are reported once and skipped")
    func gaps() throws {
        let scene = try ArchiveScene()
        _ = try scene.words(.event("a"), .event("b"))
        try scene.pass()
        _ = try scene.words(.event("c"), .event("d"), .event("e"))
        try scene.forget()
        #expect(try scene.pass() == .init(events: 0, faults: 1))
        let gap =
            "room main: events 3 to 5 were forgotten before the archive had them; it goes on after these"
        #expect(scene.messages == [gap])
        _ = try scene.words(.event("f"))
        #expect(try scene.pass() == .init(events: 1))
        #expect(try scene.journal.events(of: "main", after: 0, limit: 9).map(\.seq) == [1, 2, 6])
        _ = try scene.words(.event("g"))
        try scene.restart()
        #expect(try scene.pass() == .init(events: 1))
        #expect(scene.messages == [gap])
    }

    @Test("Pruning archived events is not reported as a gap")
    func forgotten() throws {
        let scene = try ArchiveScene()
        _ = try scene.words(.event("a"), .event("b"))
        try scene.pass()
        try scene.forget()
        _ = try scene.words(.event("c"))
        try scene.restart()
        #expect(try scene.pass() == .init(events: 1))
        #expect(scene.messages == [])
        #expect(
            try scene.journal.events(of: "main", after: 0, limit: 9).map(\.id) == ["a", "b", "c"])
    }

    @Test(
        "An erased room leaves the archive, and its successor is archived from its start",
        arguments: 1...5)
    func erased(count: Int) throws {
        let scene = try ArchiveScene()
        let now = WallTime.now.microseconds
        let events = { (word: String, count: Int) -> [Record] in
            (1...count).map {
                .event(.sample("\(word)\($0)", body: "\"\(word)\"", wall: now), ticket: 0)
            }
        }
        _ = try scene.log.append(events("old", 3) + [.event("x", in: "other")])
        try scene.pass()
        _ = try scene.log.append([.erase(room: "main", ticket: 0)])
        if count.isMultiple(of: 2) {
            try scene.pass()
            #expect(try scene.journal.names(after: "", limit: 9) == ["other"])
        }
        _ = try scene.log.append(events("new", count))
        if count == 3 { try scene.restart() }
        #expect(try scene.pass() == .init(events: count))
        #expect(try scene.isSame())
        #expect(scene.messages.count == 1)
    }

    @Test("The archive keeps a room that expired unused, even if the room starts over")
    func spent() throws {
        let scene = try ArchiveScene()
        let day: Int64 = 24 * 3_600_000_000
        let now = WallTime.now.microseconds
        for name in ["a", "b"] as [Text] {
            _ = try scene.words(
                .event(.sample(name, wall: now - 2 * day), ticket: 0),
                .outcome(room: "main", seq: 1, .shown),
                .sent(room: "main", ids: [name], wallMicroseconds: 3))
        }
        try scene.pass()
        let before = try scene.journal.events(of: "main", after: 0, limit: 9)
        _ = try scene.log.append([.erase(room: "main", ticket: 0)])
        try scene.pass()
        #expect(try scene.journal.events(of: "main", after: 0, limit: 9) == before)
        _ = try scene.words(.event(.sample("c", wall: now), ticket: 0))
        #expect(try scene.pass() == .init(events: 1))
        let date = WallTime(microseconds: now - 2 * day).text.prefix(10)
        #expect(
            scene.messages == [
                "room main was begun anew; its history up to then is here as room main-\(date)"
            ])
        #expect(try scene.journal.events(of: "main-\(date)", after: 0, limit: 9) == before)
        #expect(try scene.journal.life(of: "main-\(date)", id: "b")?.sentWallMicroseconds == 3)
        #expect(try scene.journal.events(of: "main", after: 0, limit: 9).map(\.id) == ["c"])
        try scene.restart()
        _ = try scene.words(.event("d"))
        #expect(try scene.pass() == .init(events: 1))
        #expect(scene.messages.count == 1)
    }

    // The log then has a different event at that position, or the same ID and time again, sent
    // while the room's clock stood still.
    @Test(
        "A room whose log lost archived events is no longer followed, and its archive stays",
        arguments: [false, true])
    func parted(isSentAgain: Bool) throws {
        let scene = try ArchiveScene()
        _ = try scene.words(.event("a"), .event("b"), .event("c"), .event("x", in: "other"))
        try scene.pass()
        let own = scene.log.space.room("main")
        let times = try scene.log.events(of: "main", after: 0, limit: 9).map(\.time)
        try scene.server.ask("XDEL", own.events, "3-0")
        try scene.server.ask("XSETID", own.events, "2-0")
        try scene.server.ask("HDEL", own.ids, "c")
        try scene.server.ask("HSET", own.meta, "seq", "2", "time", "\(times[1].microseconds)")
        let again = NewEvent.sample("c", seq: 3, time: times[2], wall: 5)
        _ = try scene.words(
            isSentAgain ? .event(again, ticket: 0) : .event("d"), .event("y", in: "other"))
        #expect(try scene.pass() == .init(events: 1, faults: 1))
        #expect(
            scene.messages.count == 1
                && scene.messages[0].hasPrefix("room main is not followed any more"))
        _ = try scene.words(.event("e"))
        #expect(try scene.pass() == .init())
        #expect(
            try scene.journal.events(of: "main", after: 0, limit: 9).map(\.id) == ["a", "b", "c"])
    }

    @Test("The archivist refuses another Redis log and a server's own journal")
    func others() throws {
        let scene = try ArchiveScene()
        _ = try scene.words(.event("a"))
        try scene.pass()
        try scene.server.ask("FLUSHALL")
        #expect(try scene.pass() == .init(events: 0, faults: 0, isLog: false))
        let other = try RedisLog(scene.server.address)
        _ = try other.append([.event("b")])
        #expect(throws: ArchiveFault.self) { try scene.pass() }
        try scene.restart()
        #expect(throws: ArchiveFault.self) { try scene.pass() }
        #expect(try scene.journal.events(of: "main", after: 0, limit: 9).map(\.id) == ["a"])

        let directory = Directory()
        let journal = try directory.open()
        _ = try journal.append([.event("own")])
        let archivist = try Archivist(
            RedisHistory(scene.server.address), into: journal, in: directory.path, say: { _ in })
        #expect(throws: ArchiveFault.self) { try archivist.pass() }
    }

    @Test("Reading creates no log in Redis and does not advance log time")
    func reading() throws {
        let server = try RedisServer()
        let history = RedisHistory(server.address)
        #expect(try history.edition() == nil)
        #expect(try history.room("main") == nil)
        #expect(try server.ask("DBSIZE").number == 0)
        let log = try RedisLog(server.address)
        _ = try log.append([.event("a")])
        try log.close()
        let before = try server.ask("HGETALL", log.space.clock).list?.compactMap(\.text)
        #expect(try history.heads(after: "", limit: 9).heads.map(\.seq) == [1])
        #expect(try history.events(of: "main", after: 0, limit: 9).map(\.id) == ["a"])
        #expect(try server.ask("HGETALL", log.space.clock).list?.compactMap(\.text) == before)
    }
}
