import Foundation
import Synchronization
import Testing
import Texts
import Timeline

@testable import Journal
@testable import SQLiteJournal
@testable import Stage

/// The machine's clocks, set by a test.
private final class SetClocks: Sendable {
    /// In hours.
    private let wall = Atomic(Int(AgeClock.Reading.now.wall / AgeRow.hourMicroseconds))
    private let boot = Atomic(10)

    var clocks: MachineClocks {
        MachineClocks(
            reading: { [self] in
                let hour = Int(AgeRow.hourMicroseconds)
                return AgeClock.Reading(
                    wall: Int64(wall.load(ordering: .relaxed) * hour),
                    boot: Int64(boot.load(ordering: .relaxed) * hour))
            })
    }

    /// Time goes by.
    func pass(hours: Int) {
        wall.add(hours, ordering: .relaxed)
        boot.add(hours, ordering: .relaxed)
    }

    /// Somebody sets the wall clock.
    func jump(hours: Int) {
        wall.add(hours, ordering: .relaxed)
    }
}

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

    @Test("What is old and in a snapshot is forgotten, oldest first, a few at a time")
    func steps() throws {
        let log = try open()
        for hour in 0..<3 {
            for room: Text in ["main", "other"] {
                _ = try log.append([
                    .event("a\(hour)", in: room), .event("b\(hour)", in: room),
                    .sent(room: room, ids: ["a\(hour)"], wallMicroseconds: 1),
                ])
            }
            clocks.pass(hours: 1)
        }
        _ = try log.append([.snapshot(upTo: 5), .snapshot(of: "other", upTo: 6)])
        #expect(try forget(log).count == 0)
        clocks.pass(hours: 23)
        #expect(try forget(log, limit: 3).count == 3)
        #expect(try seqs(log) == [3, 4, 5, 6])
        #expect(try seqs(log, of: "other") == [2, 3, 4, 5, 6])
        #expect(try forgetAll(log) == 5)
        #expect(try seqs(log) == [5, 6])
        #expect(try log.life(of: "main", id: "a1") == nil)
        #expect(try log.life(of: "main", id: "a2") != nil)
        clocks.pass(hours: 24)
        #expect(try forgetAll(log) == 3)
        #expect(try seqs(log) == [6] && seqs(log, of: "other") == [])
    }

    @Test("Rooms of which no event is left are named, with the place of the last")
    func emptied() throws {
        let log = try open()
        _ = try log.append([.event("a"), .event("a", in: "other"), .event("b", in: "other")])
        clocks.pass(hours: 2)
        _ = try log.append([.event("b"), .snapshot(upTo: 2), .snapshot(of: "other", upTo: 2)])
        clocks.pass(hours: 24)
        let forgotten = try forget(log)
        #expect(forgotten.emptied.map(\.room) == ["other"])
        #expect(forgotten.emptied.map(\.seq) == [2])
        clocks.pass(hours: 2)
        #expect(try forget(log).emptied.map(\.room) == ["main"])
    }

    @Test("Rooms whose old events no snapshot covers are named, and forget once one does")
    func uncovered() throws {
        let log = try open()
        _ = try log.append([.event("a"), .event("a", in: "other"), .snapshot(of: "other", upTo: 1)])
        clocks.pass(hours: 26)
        let forgotten = try forget(log)
        #expect(forgotten.count == 1 && forgotten.uncovered == ["main"])
        _ = try log.append([.snapshot(upTo: 1)])
        #expect(try forgetAll(log) == 1)
        #expect(try seqs(log) == [])
        _ = try log.append([])
        #expect(try forget(log).uncovered.isEmpty)
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

    @Test("An event out of the future is forgotten like any other")
    func future() throws {
        let log = try open()
        _ = try log.append([
            .event("a", wall: Int64.max / 2), .event("b"), .snapshot(upTo: 2),
        ])
        clocks.pass(hours: 26)
        #expect(try forgetAll(log) == 2)
    }

    @Test("Ids live for a day of the log's own time, whatever the clocks say")
    func leastAge() throws {
        let log = try open()
        _ = try log.append([.event("a"), .snapshot(upTo: 1)])
        clocks.pass(hours: 10_000)
        #expect(try log.prune(olderThan: Self.day, limit: 100).count == 0)
        #expect(try seqs(log) == [1])
    }

    // Else a replay of what is left would begin with another configuration than the room had.
    @Test("The configuration that the forgotten set is the one the room begins with")
    func configuration() throws {
        let log = try open()
        func configure(_ id: Text, _ x: Int) -> Record {
            let body: Text = #"{"type":"config","config":{"gifts":{"x":\#(x)}}}"#
            return .event(.sample(id, body: body), ticket: 0)
        }
        let gift: Text = #"{"type":"gift","gift":{"name":"Rose"},"config":{"gifts":{"x":9}}}"#
        _ = try log.append([
            .event("a"), configure("b", 1), configure("c", 2),
            .event(.sample("d", body: gift), ticket: 0), configure("e", 3), .snapshot(upTo: 5),
        ])
        clocks.pass(hours: 26)
        func left() throws -> Text? { try log.rooms().first?.birthConfiguration }
        #expect(try forget(log, limit: 1).count == 1)
        #expect(try left() == #"{"stage":{}}"#)
        #expect(try forget(log, limit: 1).count == 1)
        #expect(try left() == #"{"gifts":{"x":1}}"#)
        #expect(try forget(log, limit: 2).count == 2)
        #expect(try left() == #"{"gifts":{"x":2}}"#)
        #expect(try forgetAll(log) == 1)
        #expect(try left() == #"{"gifts":{"x":3}}"#)
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
