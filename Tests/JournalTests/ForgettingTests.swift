import Foundation
import TestSupport
import Testing
import Texts
import Timeline

@testable import Journal
@testable import SQLiteJournal
@testable import Stage

@Suite("Pruning by age in the SQLite log")
struct ForgettingTests {
    private let directory = Directory()
    private let clocks = SetClocks()
    private static let day = 24 * AgeRow.hourMicroseconds

    private func open(acceptsClock: Bool = false) throws -> SQLiteLog {
        try SQLiteLog(
            directory: directory.path, acceptsClock: acceptsClock, clocks: clocks.clocks)
    }

    private func prune(_ log: SQLiteLog, limit: Int = 100) throws -> PruningResult {
        try log.prune(
            olderThan: Self.day, logMicroseconds: -AgeRow.hourMicroseconds, limit: limit)
    }

    /// Prunes everything that may be pruned and returns the count.
    private func pruneAll(_ log: SQLiteLog) throws -> Int {
        var count = 0
        while true {
            let pruned = try prune(log)
            count += pruned.count
            if pruned.isComplete { return count }
        }
    }

    private func seqs(_ log: SQLiteLog, of room: Text = "main") throws -> [Int64] {
        try log.events(of: room, after: 0, limit: 100).map(\.seq)
    }

    /// Runs `body` with a log that is closed afterwards.
    private func withLog<Value>(
        acceptsClock: Bool = false, _ body: (SQLiteLog) throws -> Value
    ) throws -> Value {
        let log = try open(acceptsClock: acceptsClock)
        let value = try body(log)
        try log.close()
        return value
    }

    @Test("A jump of the wall clock makes no event old, is reported and can be accepted")
    func jumps() throws {
        try withLog { (log) throws in
            _ = try log.append([.event("a"), .snapshot(upTo: 1)])
            clocks.jump(hours: 31 * 24)
            #expect(try pruneAll(log) == 0)
            #expect(log.takeClockDoubt()?.contains("31 days ahead") == true)
            #expect(log.takeClockDoubt() == nil)
            // The wall clock is corrected.
            clocks.jump(hours: -31 * 24)
            #expect(try pruneAll(log) == 0)
            #expect(log.takeClockDoubt()?.contains("31 days behind") == true)
        }
        clocks.jump(hours: 31 * 24)
        try withLog { (log) throws in
            #expect(log.takeClockDoubt()?.contains("--accept-clock") == true)
            #expect(try pruneAll(log) == 0)
            #expect(try seqs(log) == [1])
        }
        clocks.jump(hours: 31 * 24)
        try withLog(acceptsClock: true) { (log) throws in #expect(try pruneAll(log) == 1) }
    }

    @Test("Days without a server count unless the wall clock was set back")
    func absences() throws {
        try withLog { log in _ = try log.append([.event("a"), .snapshot(upTo: 1)]) }
        clocks.jump(hours: -10)
        try withLog { (log) throws in #expect(try pruneAll(log) == 0) }
        clocks.jump(hours: 48)
        try withLog { (log) throws in
            #expect(log.takeClockDoubt() == nil)
            #expect(try pruneAll(log) == 1)
        }
    }

    // The checksum is valid: a faulty version wrote the snapshot.
    @Test(
        "Events that only an unreadable snapshot covers stay, and their room is named",
        arguments: ["{}", "[", ""])
    func unreadableSnapshot(state: String) throws {
        try withLog { log in
            _ = try log.append([.event("a"), .event("b"), .snapshot(upTo: 2)])
            _ = try log.append([.event("a", in: "other"), .snapshot(of: "other", upTo: 1)])
        }
        try directory.tamper("DELETE FROM snapshot WHERE room = 2")
        try directory.replaceSnapshot(version: 2, state: Data(state.utf8))
        clocks.pass(hours: 26)
        try withLog { (log) throws in
            let pruned = try prune(log)
            #expect(pruned.count == 0 && pruned.uncovered == ["main", "other"])
            #expect(try seqs(log) == [1, 2])
            #expect(try log.room("main")?.snapshot == nil)
            // A readable snapshot replaces the unreadable one.
            _ = try log.append([.snapshot(upTo: 1)])
            #expect(try pruneAll(log) == 1)
            #expect(try seqs(log) == [2])
        }
    }

    @Test("Events stay if their snapshot is damaged after the log has read it")
    func damagedSnapshot() throws {
        try withLog { (log) throws in
            _ = try log.append([.event("a"), .event("b"), .snapshot(upTo: 2)])
            clocks.pass(hours: 26)
            #expect(try prune(log, limit: 1).count == 1)
            try directory.tamper("UPDATE snapshot SET state = substr(state, 2)")
            let pruned = try prune(log)
            #expect(pruned.count == 0 && pruned.uncovered == ["main"])
            #expect(try seqs(log) == [2])
        }
    }

    @Test("A snapshot that was read says nothing about a later one that can't be read")
    func laterUnreadableSnapshot() throws {
        try withLog { (log) throws in
            _ = try log.append([.event("a"), .event("b"), .snapshot(upTo: 2)])
            clocks.pass(hours: 26)
            #expect(try prune(log, limit: 1).count == 1)
            try directory.replaceSnapshot(version: 2, state: Data("{}".utf8))
            let pruned = try prune(log)
            #expect(pruned.count == 0 && pruned.uncovered == ["main"])
            #expect(try seqs(log) == [2])
        }
    }

    @Test("An event with a wall time in the future is pruned by its log time")
    func future() throws {
        let log = try open()
        _ = try log.append([
            .event("a", wall: Int64.max / 2), .event("b"), .snapshot(upTo: 2),
        ])
        clocks.pass(hours: 26)
        #expect(try pruneAll(log) == 2)
    }

    @Test("A fully pruned room keeps its sequence numbers and its checksum chain")
    func whole() throws {
        try withLog { (log) throws in
            _ = try log.append([.event("a"), .event("b"), .snapshot(upTo: 2)])
            clocks.pass(hours: 26)
            #expect(try pruneAll(log) == 2)
        }
        try withLog { (log) throws in #expect(try log.append([.event("c")]).map(\.word) == ["3"]) }
        try withLog { (log) throws in #expect(try seqs(log) == [3]) }
    }
}
