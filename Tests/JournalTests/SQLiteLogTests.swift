import Foundation
import GRDB
import Snapshots
import Synchronization
import TestSupport
import Testing
import Texts
import Timeline

// GRDB also has a type named `Record`.
import enum Journal.Record

@testable import Journal
@testable import SQLiteJournal
@testable import Stage

@Suite("SQLite log")
struct SQLiteLogTests {
    private let directory = Directory()

    private func words(_ records: [Record], in log: SQLiteLog) throws -> [String] {
        try log.append(records).map(\.word)
    }

    // MARK: Events

    @Test("Each room numbers its events from 1, across restarts")
    func seqs() throws {
        let first = try directory.withLog {
            try words([.event("a"), .event("b"), .event("a", in: "other")], in: $0)
        }
        #expect(first == ["1", "2", "1"])
        let again = try directory.open()
        #expect(try words([.event("c"), .event("b", in: "other")], in: again) == ["3", "2"])
    }

    // MARK: Time

    /// A monotonic clock that advances by this much at each reading.
    private func fastClocks(milliseconds: UInt64) -> MachineClocks {
        let looks = ReadingCount()
        return MachineClocks(monotonic: {
            looks.count.add(1, ordering: .relaxed).newValue * milliseconds * 1_000_000
        })
    }

    private final class ReadingCount: Sendable {
        let count = Atomic<UInt64>(0)
    }

    private func instants(_ verdicts: [Verdict]) -> [Int64] {
        verdicts.compactMap { verdict in
            if case .recorded(_, let time) = verdict.result { time.microseconds } else { nil }
        }
    }

    @Test("Events of a slow commit get a new time")
    func late() throws {
        let log = try SQLiteLog(
            directory: directory.path, clocks: fastClocks(milliseconds: 300))
        let verdicts = try log.append([.event("a"), .event("b"), .event("c", in: "other")])
        let times = instants(verdicts)
        // The second reading makes the first stamp, the fourth the new one.
        #expect(times[0] >= 900_000 && times[1] == times[0])
        let kept = try log.events(of: "main", after: 0, limit: 9).map(\.time.microseconds)
        #expect(kept == Array(times.dropLast()))
        try log.close()
        // Preparing the file verifies its checksum chains.
        _ = try JournalFile(path: directory.file, isReadOnly: true).prepare(in: directory.path)
    }

    @Test("Events of a slow commit keep their time if it cannot be updated")
    func lateAndFull() throws {
        let log = try SQLiteLog(
            directory: directory.path, clocks: fastClocks(milliseconds: 300))
        try log.pool.write {
            try $0.execute(
                sql: """
                    CREATE TRIGGER full BEFORE UPDATE ON event
                    BEGIN SELECT raise(FAIL, 'no'); END
                    """)
        }
        let times = instants(try log.append([.event("a"), .event("b")]))
        #expect(times.count == 2)
        #expect(try log.events(of: "main", after: 0, limit: 9).map(\.time.microseconds) == times)
        try log.pool.write { try $0.execute(sql: "DROP TRIGGER full") }
        #expect(try words([.event("c"), .event("a")], in: log).first == "3")
    }

    @Test(
        "After a crash, log time advances by the wall time passed, or else by one second",
        arguments: [(0, 0), (1, 1_000_000), (-1, 1_000_000)])
    func crashes(hours: Int, passed: Int64) throws {
        let clocks = SetClocks()
        var log: SQLiteLog? = try SQLiteLog(
            directory: directory.path, clocks: clocks.standingClocks)
        _ = try log?.append([.event("a")])
        let row = try log?.pool.read { try ClockRow.read($0) }
        log = nil
        clocks.jump(hours: hours)
        let again = try SQLiteLog(directory: directory.path, clocks: clocks.standingClocks)
        #expect(again.clock.now - (try #require(row)).log == passed)
    }

    @Test(
        "After an orderly end, log time continues exactly, whatever the wall clock says",
        arguments: [0, 1, -1])
    func ends(hours: Int) throws {
        let clocks = SetClocks()
        let log = try SQLiteLog(directory: directory.path, clocks: clocks.standingClocks)
        _ = try log.append([.event("a")])
        clocks.pass(hours: 1, seenBy: log.clock)
        let before = log.clock.now
        try log.close()
        clocks.jump(hours: hours)
        let again = try SQLiteLog(directory: directory.path, clocks: clocks.standingClocks)
        let end = try again.pool.read { try ClockRow.read($0) }
        #expect(!end.isOpen && again.clock.now == end.log)
        // The log may end at a stamp that runs ahead by up to half a second.
        #expect((before...before + 500_001).contains(end.log))
        try again.close()
    }

    // MARK: Failures

    @Test("A failed transaction writes nothing and takes no sequence number")
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
                .event("b"), .event("new", in: "new"), .tick,
                .event("bad"), .event("c"),
            ])
        }
        #expect(try log.events(of: "main", after: 0, limit: 10).map(\.id) == ["a"])
        #expect(try log.rooms().map(\.name) == ["main"])
        #expect(try words([.event("b"), .event("x", in: "new")], in: log) == ["2", "1"])
    }

    @Test("After a failed transaction, an unreadable room affects no other room")
    func rollbackBesideDamage() throws {
        let log = try directory.open()
        #expect(try words([.event("a"), .event("a", in: "other")], in: log) == ["1", "1"])
        try directory.tamper("UPDATE room SET name = 'niam' WHERE key = 2")
        try log.pool.write {
            try $0.execute(
                sql: """
                    CREATE TRIGGER refuse BEFORE INSERT ON event WHEN new.id = 'bad'
                    BEGIN SELECT raise(FAIL, 'no'); END
                    """)
        }
        #expect(throws: JournalError.self) {
            try log.append([.event("b"), .event("c", in: "new"), .event("bad")])
        }
        #expect(try words([.event("b"), .event("c", in: "new")], in: log) == ["2", "1"])
    }

    @Test("Values out of range are clamped or rejected")
    func bounds() throws {
        let log = try directory.open()
        let greatest: Int64 = 9_007_199_254_740_991
        let last = Record.event(.sample("a", seq: greatest, wall: .max), ticket: 1)
        #expect(try words([last], in: log) == ["\(greatest)"])
        #expect(try log.event(of: "main", id: "a")?.wallMicroseconds == greatest)
        #expect(throws: JournalError.self) { try log.append([.event("b")]) }
        #expect(try words([.event("a", in: "other")], in: log) == ["1"])
    }

    @Test("A full disk throws SQLite's code, and writing works again once there is space")
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

    @Test("Every commit is flushed, and an empty append writes to the disk")
    func flushes() throws {
        let log = try directory.open()
        let synchronous = try log.pool.writeWithoutTransaction {
            try Int.fetchOne($0, sql: "PRAGMA synchronous")
        }
        #expect(synchronous == 2)
        let before = try Data(contentsOf: URL(filePath: directory.file + "-wal"))
        #expect(try log.append([]).isEmpty)
        #expect(try Data(contentsOf: URL(filePath: directory.file + "-wal")) != before)
    }

    // MARK: Rooms

    @Test("A room's clock survives a restart, and a clock without events is not stored")
    func clocks() throws {
        let standing = RoomClock(offMicroseconds: -5, untilMicroseconds: 70)
        try directory.withLog { log in
            _ = try log.append([.clock(room: "none", standing), .event("a")])
            #expect(try log.rooms().map(\.clock.isRunning) == [true])
            _ = try log.append([.clock(room: "main", standing)])
        }
        let rooms = try directory.open().rooms()
        #expect(rooms.map(\.name) == ["main"])
        #expect(rooms.first?.clock == standing)
        #expect(rooms.first?.birthConfiguration == "{\"stage\":{}}")
    }

    @Test(
        "An unreadable snapshot is ignored and kept in another table",
        arguments: [(version: 99, state: nil), (Snapshot.form, Data("no".utf8))])
    func unreadableSnapshots(version: Int64, state: Data?) throws {
        _ = try directory.withLog { try $0.append([.event("a"), .snapshot(upTo: 1)]) }
        try directory.replaceSnapshot(version: version, state: state)
        let again = try directory.open()
        #expect(try again.rooms().map { $0.snapshot == nil } == [true])
        #expect(try words([.event("b"), .snapshot(upTo: 2)], in: again) == ["2"])
        #expect(try again.rooms().first?.snapshot?.seq == 2)
        let kept = try again.pool.read {
            try Int64.fetchAll($0, sql: "SELECT version FROM unread WHERE room = 1 AND seq = 1")
        }
        #expect(kept == [version])
        // A readable snapshot is not kept.
        #expect(try words([.event("c"), .snapshot(upTo: 3)], in: again) == ["3"])
        let count = try again.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM unread") }
        #expect(count == 1)
    }

    @Test("An unreadable snapshot is an error once the events are pruned")
    func neededSnapshots() throws {
        _ = try directory.withLog { try $0.append([.event("a"), .snapshot(upTo: 1)]) }
        try directory.forgetAll()
        try directory.replaceSnapshot(version: 99)
        let log = try directory.open()
        expectDamage("the snapshot of room main: this version can't read it") {
            _ = try log.rooms()
        }
    }

    // MARK: Damage

    @Test(
        "An altered event is named, and other events stay readable",
        arguments: [
            "event SET body = '{\"count\":2}'", "event SET body = CAST(body AS BLOB)",
            "event SET wall = wall + 1", "event SET wall = 1.5", "event SET wall = -1",
            "event SET time = 9223372036854775807", "event SET time = time + 1",
            "event SET digest = zeroblob(16)", "outcome SET word = 'applied'",
            "outcome SET detail = 'x'", "outcome SET sum = sum + 1",
        ])
    func damagedEvents(_ damage: String) throws {
        let log = try directory.open()
        _ = try log.append([
            .event("a"), .event("b"), .event("c"), .outcome(room: "main", seq: 2, .shown),
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

    @Test("An altered event status is detected")
    func damagedLife() throws {
        let log = try directory.open()
        _ = try log.append([.event("a"), .sent(room: "main", ids: ["a"], wallMicroseconds: 1)])
        try directory.tamper("UPDATE life SET time = 2")
        expectDamage("event \"a\" of room main: its ") { _ = try log.life(of: "main", id: "a") }
    }

    @Test(
        "A small journal with altered or missing rows does not open",
        arguments: [
            ("UPDATE room SET name = 'niam'", "room niam: its checksum"),
            ("UPDATE room SET \"off\" = 7", "room main: its checksum"),
            ("UPDATE room SET \"off\" = -9223372036854775808", "room main: its off is none"),
            ("UPDATE room SET \"until\" = 9223372036854775807", "main: its until is none"),
            ("UPDATE event SET seq = seq + 9007199254740990", "main: its newest seq is none"),
            ("UPDATE snapshot SET seq = 9223372036854775807", "main: its snapshot seq is none"),
            ("UPDATE clock SET log = 9223372036854775807", "the clock: its log is none"),
            ("UPDATE clock SET believed = -9223372036854775808", "the clock: its believed is none"),
            ("UPDATE event SET id = 'x' WHERE seq = 1", "event 1 of room main: its checksum"),
            ("DELETE FROM event WHERE seq = 2", "event 3 of room main: it does not follow"),
            ("DELETE FROM event WHERE seq = 3", "room main: its events after 2 are gone"),
            ("DELETE FROM snapshot; DELETE FROM event WHERE seq = 3", "events are gone"),
            ("DELETE FROM room", "events are gone"),
            ("UPDATE clock SET log = log - 1", "the clock: its checksum"),
            ("DELETE FROM clock", "the clock: it is gone"),
            ("UPDATE outcome SET detail = 'x'", "an outcome in room main: its checksum"),
            ("UPDATE life SET time = 9", "what became of an event of room main: its checksum"),
            ("UPDATE snapshot SET state = x'7B7D'", "the snapshot of room main: its checksum"),
            ("UPDATE age SET log = log + 1", "the age of events: its checksum"),
            ("DROP INDEX event_id", "its tables"),
            ("CREATE TABLE other (x)", "its tables"),
        ])
    func damagedJournal(_ damage: String, reason: String) throws {
        try directory.withLog { log in
            _ = try log.append([
                .event("a"), .event("b"), .event("c"), .outcome(room: "main", seq: 2, .shown),
                .sent(room: "main", ids: ["a"], wallMicroseconds: 1), .snapshot(upTo: 3),
            ])
        }
        try directory.tamper(damage)
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
}
