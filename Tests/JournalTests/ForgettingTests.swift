import Foundation
import Testing
import Texts
import Timeline

@testable import Journal
@testable import SQLiteJournal
@testable import Stage

@Suite("Forgetting")
struct ForgettingTests {
    private let directory = Directory()
    private let clocks = SetClocks()
    private static let day = 24 * AgeRow.hourMicroseconds

    private func open(acceptsClock: Bool = false) throws -> SQLiteLog {
        try SQLiteLog(
            directory: directory.path, acceptsClock: acceptsClock, clocks: clocks.clocks)
    }

    private func forget(_ log: SQLiteLog, limit: Int = 100) throws -> PruningResult {
        try log.prune(
            olderThan: Self.day, logMicroseconds: -AgeRow.hourMicroseconds, limit: limit)
    }

    /// Forgets whatever may be; returns how many that were.
    private func forgetAll(_ log: SQLiteLog) throws -> Int {
        var count = 0
        while true {
            let forgotten = try forget(log)
            count += forgotten.count
            if forgotten.isComplete { return count }
        }
    }

    private func seqs(_ log: SQLiteLog, of room: Text = "main") throws -> [Int64] {
        try log.events(of: room, after: 0, limit: 100).map(\.seq)
    }

    /// What `body` makes of a log that is closed and gone afterwards.
    private func withLog<Value>(
        acceptsClock: Bool = false, _ body: (SQLiteLog) throws -> Value
    ) throws -> Value {
        let log = try open(acceptsClock: acceptsClock)
        let value = try body(log)
        try log.close()
        return value
    }

    @Test("No jump of the wall clock makes anything old; it is told of, and can be accepted")
    func jumps() throws {
        try withLog { (log) throws in
            _ = try log.append([.event("a"), .snapshot(upTo: 1)])
            clocks.jump(hours: 31 * 24)
            #expect(try forgetAll(log) == 0)
            #expect(log.takeClockDoubt()?.contains("31 days ahead") == true)
            #expect(log.takeClockDoubt() == nil)
            // It is set right again.
            clocks.jump(hours: -31 * 24)
            #expect(try forgetAll(log) == 0)
            #expect(log.takeClockDoubt()?.contains("31 days behind") == true)
        }
        clocks.jump(hours: 31 * 24)
        try withLog { (log) throws in
            #expect(log.takeClockDoubt()?.contains("--accept-clock") == true)
            #expect(try forgetAll(log) == 0)
            #expect(try seqs(log) == [1])
        }
        clocks.jump(hours: 31 * 24)
        try withLog(acceptsClock: true) { (log) throws in #expect(try forgetAll(log) == 1) }
    }

    @Test("An absence of days counts, one with the wall clock set back does not")
    func absences() throws {
        try withLog { log in _ = try log.append([.event("a"), .snapshot(upTo: 1)]) }
        clocks.jump(hours: -10)
        try withLog { (log) throws in #expect(try forgetAll(log) == 0) }
        clocks.jump(hours: 48)
        try withLog { (log) throws in
            #expect(log.takeClockDoubt() == nil)
            #expect(try forgetAll(log) == 1)
        }
    }

    // Its checksum is right: whoever wrote it was wrong.
    @Test(
        "Nothing is forgotten that only a snapshot has which can't be read; then its room is named",
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
            let forgotten = try forget(log)
            #expect(forgotten.count == 0 && forgotten.uncovered == ["main", "other"])
            #expect(try seqs(log) == [1, 2])
            #expect(try log.room("main")?.snapshot == nil)
            // One that can be read takes its place, and is kept.
            _ = try log.append([.snapshot(upTo: 1)])
            #expect(try forgetAll(log) == 1)
            #expect(try seqs(log) == [2])
        }
    }

    @Test("Nor is what only a snapshot has that was damaged, one that was read before or another")
    func damagedSnapshot() throws {
        try withLog { (log) throws in
            _ = try log.append([.event("a"), .event("b"), .snapshot(upTo: 2)])
            clocks.pass(hours: 26)
            #expect(try forget(log, limit: 1).count == 1)
            try directory.tamper("UPDATE snapshot SET state = substr(state, 2)")
            let forgotten = try forget(log)
            #expect(forgotten.count == 0 && forgotten.uncovered == ["main"])
            #expect(try seqs(log) == [2])
        }
    }

    @Test("An event out of the future is forgotten like any other")
    func future() throws {
        let log = try open()
        _ = try log.append([
            .event("a", wall: Int64.max / 2), .event("b"), .snapshot(upTo: 2),
        ])
        clocks.pass(hours: 26)
        #expect(try forgetAll(log) == 2)
    }

    @Test("A room that was forgotten whole goes on counting, and its chain holds")
    func whole() throws {
        try withLog { (log) throws in
            _ = try log.append([.event("a"), .event("b"), .snapshot(upTo: 2)])
            clocks.pass(hours: 26)
            #expect(try forgetAll(log) == 2)
        }
        try withLog { (log) throws in #expect(try log.append([.event("c")]).map(\.word) == ["3"]) }
        try withLog { (log) throws in #expect(try seqs(log) == [3]) }
    }
}
