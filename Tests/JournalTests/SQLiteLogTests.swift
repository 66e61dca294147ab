import Foundation
import GRDB
import Testing
import Texts
import Timeline

// GRDB has one of that name too.
import enum Journal.Record

@testable import Journal
@testable import Stage

@Suite("SQLite log")
struct SQLiteLogTests {
    private let directory = Directory()

    private func words(_ records: [Record], in log: SQLiteLog) throws -> [String] {
        try log.append(records).map(\.word)
    }

    // MARK: Events

    @Test("Each room counts its events from 1, across restarts")
    func seqs() throws {
        let first = try directory.withLog {
            try words([.event("a"), .event("b"), .event("a", in: "other")], in: $0)
        }
        #expect(first == ["1", "2", "1"])
        let again = try directory.open()
        #expect(try words([.event("c"), .event("b", in: "other")], in: again) == ["3", "2"])
        #expect(try again.events(of: "main", after: 1, limit: 10).map(\.id) == ["b", "c"])
        #expect(try again.events(of: "main", after: 0, limit: 2).map(\.seq) == [1, 2])
        #expect(try again.events(of: "nobody", after: 0, limit: 2).isEmpty)
    }

    @Test("An id is recorded once a room, within one transaction and over several")
    func repeats() throws {
        let log = try directory.open()
        #expect(
            try words([.event("a"), .event("a"), .event("b")], in: log) == ["1", "known 1", "2"])
        #expect(try words([.event("b"), .event("a", in: "other")], in: log) == ["known 2", "1"])
    }

    @Test("A question is answered and leaves nothing behind")
    func questions() throws {
        let log = try directory.open()
        let question = Record.question(.sample("a"), ticket: 7)
        #expect(
            try words([question, .event("a"), question], in: log) == ["unknown", "1", "known 1"])
        #expect(try log.append([question]).map(\.ticket) == [7])
        #expect(try log.events(of: "main", after: 0, limit: 10).count == 1)
        #expect(try words([.question(.sample("a", in: "none"), ticket: 1)], in: log) == ["unknown"])
        #expect(try log.rooms().map(\.name) == ["main"])
    }

    @Test(
        "Outcomes are read as they were written",
        arguments: [
            Outcome.shown, .applied, .merged(into: "x"), .queued(position: 12),
            .skipped(.repeated), .skipped(.disabled), .skipped(.overtaken),
        ])
    func outcomes(_ outcome: Outcome) throws {
        let log = try directory.open()
        let instant = Instant(microseconds: 1_234_567)
        _ = try log.append([.event("a"), .outcome(room: "main", seq: 1, time: instant, outcome)])
        let event = try #require(try log.event(of: "main", id: "a"))
        #expect(event.applied == .init(time: instant, outcome: outcome))
        _ = try log.append([.event("b")])
        #expect(try log.event(of: "main", id: "b")?.applied == nil)
    }

    @Test("What became of a thing is put together, and the first sending stays the first")
    func lives() throws {
        let log = try directory.open()
        func milestone(_ step: Milestone.Step, _ microseconds: Int64) -> Record {
            .milestone(
                room: "main",
                Milestone(id: "a", time: Instant(microseconds: microseconds), step: step))
        }
        _ = try log.append([.event("a"), milestone(.entered, 10)])
        #expect(try log.life(of: "main", id: "a")?.entered == Instant(microseconds: 10))
        _ = try log.append([
            .sent(room: "main", ids: ["a"], wallMicroseconds: 5),
            .sent(room: "main", ids: ["a"], wallMicroseconds: 9),
            milestone(.left(.skipped), 20),
        ])
        let life = try #require(try log.life(of: "main", id: "a"))
        #expect(life.left == Instant(microseconds: 20))
        #expect(life.reason == .skipped)
        #expect(life.sentWallMicroseconds == 5)
        #expect(try log.life(of: "main", id: "b") == nil)
    }

    // MARK: Failures

    @Test("A transaction that fails writes nothing and takes no seq")
    func rollback() throws {
        let log = try directory.open()
        #expect(try words([.event("a")], in: log) == ["1"])
        let trigger = """
            CREATE TRIGGER refuse BEFORE INSERT ON event WHEN new.id = 'bad'
            BEGIN SELECT raise(FAIL, 'no'); END
            """
        try log.pool.write { try $0.execute(sql: trigger) }
        #expect(throws: JournalError.self) {
            try log.append([
                .event("b"), .event("new", in: "new"), .mark(room: "main", time: .zero),
                .event("bad"), .event("c"),
            ])
        }
        #expect(try log.events(of: "main", after: 0, limit: 10).map(\.id) == ["a"])
        #expect(try log.rooms().map(\.name) == ["main"])
        #expect(try words([.event("b"), .event("x", in: "new")], in: log) == ["2", "1"])
    }

    @Test("A full disk is an error with SQLite's code, and over when there is space")
    func fullDisk() throws {
        let log = try directory.open()
        _ = try log.append([.event("a")])
        try log.pool.writeWithoutTransaction { db in
            let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            try db.execute(sql: "PRAGMA max_page_count = \(pages)")
        }
        let long = NewEvent.sample("b", body: Text(String(repeating: "x", count: 100_000)))
        let full = #expect(throws: JournalError.self) { try log.append([.event(long, ticket: 1)]) }
        guard case .storage(let code, _) = full else {
            Issue.record("\(String(describing: full))")
            return
        }
        #expect(code == ResultCode.SQLITE_FULL.rawValue)
        try log.pool.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA max_page_count = 1000000")
        }
        #expect(try words([.event(long, ticket: 1)], in: log) == ["2"])
    }

    @Test("Every commit is flushed, and a try writes though it changes nothing")
    func flushes() throws {
        let log = try directory.open()
        let synchronous = try log.pool.writeWithoutTransaction {
            try Int.fetchOne($0, sql: "PRAGMA synchronous")
        }
        #expect(synchronous == 2)
        let size = try FileManager.default.attributesOfItem(atPath: directory.file + "-wal")
        #expect(try log.append([]).isEmpty)
        let after = try FileManager.default.attributesOfItem(atPath: directory.file + "-wal")
        #expect(after[.size] as? Int ?? 0 > size[.size] as? Int ?? 0)
    }

    // MARK: Rooms

    @Test("A room's time only goes forward; a room without events is nothing to keep")
    func marks() throws {
        let log = try directory.open()
        _ = try log.append([.mark(room: "none", time: Instant(microseconds: 5)), .event("a")])
        for microseconds: Int64 in [70, 40] {
            _ = try log.append([.mark(room: "main", time: Instant(microseconds: microseconds))])
        }
        let rooms = try log.rooms()
        #expect(rooms.map(\.name) == ["main"])
        #expect(rooms.first?.time == Instant(microseconds: 70))
        #expect(rooms.first?.birthConfiguration == "{\"stage\":{}}")
    }

    @Test("The newest snapshot comes back whole")
    func snapshots() throws {
        let log = try directory.open()
        var room = Room(configuration: .init())
        _ = try room.apply(
            Event(seq: 1, id: "a", kind: .control(.hold)), at: Instant(microseconds: 3))
        _ = try log.append([
            .event("a"), .snapshot(upTo: 0), .snapshot(room: "main", seq: 1, state: room),
        ])
        let snapshot = try #require(try log.rooms().first?.snapshot)
        #expect(snapshot.seq == 1)
        #expect(snapshot.state.isHeld && snapshot.state.now == room.now)
    }

    @Test(
        "A snapshot that can't be read is passed over",
        arguments: ["version = 99", "state = x'7B7D'", "state = x''"])
    func unreadableSnapshots(_ damage: String) throws {
        _ = try directory.withLog { try $0.append([.event("a"), .snapshot(upTo: 1)]) }
        try directory.tamper("UPDATE snapshot SET \(damage)")
        let again = try directory.open()
        #expect(try again.rooms().map { $0.snapshot == nil } == [true])
        #expect(try words([.event("b")], in: again) == ["2"])
    }

    // MARK: Damage

    // SQLite keeps any type in any column.
    @Test(
        "An event of which a column has another type is damage, and named; others can be read",
        arguments: [
            "event SET body = x'00FF'", "event SET body = CAST(body AS BLOB)",
            "event SET wall = 'yesterday'", "event SET wall = 1.5",
            "outcome SET time = 'late'", "outcome SET word = x'80'", "outcome SET detail = x'80'",
        ])
    func damagedEvents(_ damage: String) throws {
        let log = try directory.open()
        _ = try log.append([
            .event("a"), .event("b"), .event("c"),
            .outcome(room: "main", seq: 2, time: .zero, .shown),
        ])
        try directory.tamper("UPDATE \(damage) WHERE seq = 2")
        expectDamage("event 2 of room main: its ") {
            _ = try log.events(of: "main", after: 0, limit: 10)
        }
        expectDamage("event 2 of room main: its ") { _ = try log.event(of: "main", id: "b") }
        #expect(try log.events(of: "main", after: 2, limit: 10).map(\.id) == ["c"])
        let question = Record.question(.sample("b"), ticket: 1)
        #expect(
            try words([.event("d"), .event("b"), question, .event("e")], in: log)
                == ["4", "failed", "failed", "5"])
    }

    @Test("An event whose id has another type is named by its place")
    func damagedID() throws {
        let log = try directory.open()
        _ = try log.append([.event("a"), .event("b")])
        try directory.tamper("UPDATE event SET id = x'62' WHERE seq = 2")
        expectDamage("event 2 of room main: its id") {
            _ = try log.events(of: "main", after: 0, limit: 10)
        }
    }

    @Test(
        "What became of an event is damage where a column has another type",
        arguments: ["entered = 'x'", "\"left\" = 'x'", "reason = x'80'", "sent = 'x'"])
    func damagedLife(_ damage: String) throws {
        let log = try directory.open()
        _ = try log.append([.event("a"), .sent(room: "main", ids: ["a"], wallMicroseconds: 1)])
        try directory.tamper("UPDATE life SET \(damage)")
        expectDamage("event \"a\" of room main: its ") { _ = try log.life(of: "main", id: "a") }
    }

    @Test(
        "A room of which a column has another type is damage, and named",
        arguments: ["room SET configuration = x'80'", "room SET time = 'x'"])
    func damagedRoom(_ damage: String) throws {
        let log = try directory.open()
        _ = try log.append([.event("a")])
        try directory.tamper("UPDATE \(damage)")
        expectDamage("room main: its ") { _ = try log.rooms() }
    }

    @Test(
        "A journal in which it can't be read where the next event goes is not opened",
        arguments: [
            ("room SET name = x'80'", "a room: its name"),
            ("event SET seq = 'x'", "room main: its newest seq"),
            ("snapshot SET seq = 'x'", "room main: its newest seq"),
        ])
    func damagedIndex(_ damage: String, reason: String) throws {
        try directory.withLog { _ = try $0.append([.event("a"), .snapshot(upTo: 1)]) }
        try directory.tamper("UPDATE \(damage)")
        expectDamage(reason) { _ = try directory.open() }
    }

    private func expectDamage(
        _ reason: String, _ body: () throws -> Void,
        at location: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: JournalError.self, sourceLocation: location, performing: body)
        guard case .damaged(directory.file, let found) = error, found.contains(reason) else {
            Issue.record("\(String(describing: error))", sourceLocation: location)
            return
        }
    }

    // MARK: Forgetting

    @Test("Only what is old and in a snapshot is forgotten, a few at a time")
    func pruning() throws {
        let log = try directory.open()
        var records: [Record] = []
        for number in 1...10 {
            records.append(.event("e\(number)", wall: Int64(number)))
            records.append(.event("e\(number)", in: "bare", wall: Int64(number)))
            records.append(
                .outcome(room: "main", seq: Int64(number), time: .zero, .shown))
            records.append(.sent(room: "main", ids: ["e\(number)"], wallMicroseconds: 1))
        }
        _ = try log.append(records + [.snapshot(upTo: 6)])
        #expect(try log.prune(before: 5, limit: 3) == 3)
        #expect(try log.events(of: "main", after: 0, limit: 20).map(\.seq) == Array(4...10))
        #expect(try log.prune(before: 100, limit: 100) == 3)
        #expect(try log.prune(before: 100, limit: 100) == 0)
        #expect(try log.events(of: "main", after: 0, limit: 20).map(\.seq) == Array(7...10))
        #expect(try log.life(of: "main", id: "e6") == nil)
        #expect(try log.life(of: "main", id: "e7") != nil)
        #expect(try log.events(of: "bare", after: 0, limit: 20).count == 10)
    }

    @Test("What can't be read keeps nobody else's past from being forgotten")
    func pruningDamage() throws {
        let log = try directory.open()
        for room: Text in ["main", "other"] {
            _ = try log.append(
                ["a", "b", "c"].map { .event($0, in: room) } + [.snapshot(of: room, upTo: 3)])
        }
        try directory.tamper("UPDATE event SET wall = 'x' WHERE room = 1 AND seq = 2")
        try directory.tamper("UPDATE event SET body = x'80' WHERE room = 2 AND seq = 1")
        try directory.tamper("UPDATE event SET body = '{nonsense' WHERE room = 2 AND seq = 2")
        #expect(try log.prune(before: 100, limit: 100) == 4)
        #expect(try log.events(of: "main", after: 2, limit: 10).map(\.id) == ["c"])
        #expect(try log.events(of: "other", after: 0, limit: 10).isEmpty)
    }

    @Test("What only a snapshot of another version covers is not forgotten")
    func pruningBesideAnotherVersion() throws {
        let log = try directory.open()
        _ = try log.append([.event("a"), .snapshot(upTo: 1)])
        try directory.tamper("UPDATE snapshot SET version = version + 1")
        #expect(try log.prune(before: 100, limit: 100) == 0)
        #expect(try log.events(of: "main", after: 0, limit: 10).map(\.id) == ["a"])
    }

    // Else a replay of what is left would begin with another configuration than the room had.
    @Test("The configuration that the forgotten set is the one the room begins with")
    func pruningKeepsConfiguration() throws {
        let log = try directory.open()
        func configure(_ id: Text, _ x: Int) -> Record {
            let body: Text = #"{"type":"config","config":{"gifts":{"x":\#(x)}}}"#
            return .event(.sample(id, body: body), ticket: 0)
        }
        let gift: Text = #"{"type":"gift","gift":{"name":"Rose"},"config":{"gifts":{"x":9}}}"#
        _ = try log.append([
            .event("a"), configure("b", 1), configure("c", 2),
            .event(.sample("d", body: gift), ticket: 0), configure("e", 3), .snapshot(upTo: 5),
        ])
        func configuration() throws -> Text? { try log.rooms().first?.birthConfiguration }
        #expect(try log.prune(before: 100, limit: 1) == 1)
        #expect(try configuration() == #"{"stage":{}}"#)
        #expect(try log.prune(before: 100, limit: 1) == 1)
        #expect(try configuration() == #"{"gifts":{"x":1}}"#)
        #expect(try log.prune(before: 100, limit: 2) == 2)
        #expect(try configuration() == #"{"gifts":{"x":2}}"#)
        #expect(try log.prune(before: 100, limit: 9) == 1)
        #expect(try configuration() == #"{"gifts":{"x":3}}"#)
    }

    @Test("A room that was forgotten whole goes on counting where it was")
    func prunedWhole() throws {
        try directory.withLog { log in
            _ = try log.append([.event("a"), .event("b"), .snapshot(upTo: 2)])
            #expect(try log.prune(before: 100, limit: 100) == 2)
        }
        let again = try directory.open()
        #expect(try words([.event("c")], in: again) == ["3"])
    }
}
