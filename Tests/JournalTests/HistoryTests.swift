import Synchronization
import TestSupport
import Testing
import Texts
import Timeline

@testable import Journal
@testable import SQLiteJournal
@testable import Stage

@Suite("History of a room")
struct HistoryTests {
    private static func milestone(
        _ id: Text, _ step: Milestone.Step, at microseconds: Int64, in room: Text = "main"
    ) -> Record {
        .milestones(
            room: room,
            [Milestone(id: id, time: Instant(microseconds: microseconds), step: step)])
    }

    private static func outcome(
        _ seq: Int64, _ outcome: Outcome, in room: Text = "main"
    ) -> Record {
        .outcome(room: room, seq: seq, outcome)
    }

    /// Records about the events `a`, `b` and `c`, which are on disk.
    private static let records: [Record] = [
        outcome(1, .shown), milestone("a", .entered, at: 1208),
        outcome(2, .merged(into: "a")), outcome(3, .queued(position: 1)),
        .sent(room: "main", ids: ["a", "z"], wallMicroseconds: 7),
        .sent(room: "main", ids: ["a"], wallMicroseconds: 8),
        milestone("a", .left(.cleared), at: 1500), milestone("c", .left(.cleared), at: 1500),
        outcome(1, .skipped(.disabled), in: "other"),
        milestone("a", .entered, at: 9, in: "other"),
    ]

    private func describe(_ history: History) throws -> [String] {
        try history.events(after: 0, limit: 10).map { event in
            #expect(try history.event(id: event.id) == event)
            let life = try history.life(of: event.id)
            return "\(event.seq) \(String(describing: event.outcome)) \(String(describing: life))"
        }
    }

    @Test("The history includes records that a full disk does not take")
    func fullDisk() throws {
        var descriptions: [[String]] = []
        for count in 0...Self.records.count {
            let directory = Directory()
            let log = FaultyLog(try directory.open())
            let journal = Journal(log: log, wake: {})
            journal.write(
                ["a", "b", "c"].map { .event($0) } + [.event("a", in: "other")])
            journal.write(Array(Self.records[..<count]))
            journal.settle()
            log.fail(with: .storage(code: 13, message: "full"))
            journal.write(Array(Self.records[count...]))
            descriptions.append(try describe(journal.history(of: "main")))
            #expect((journal.fault != nil) == (count < Self.records.count))
            #expect(try journal.history(of: "main").event(id: "x") == nil)
            #expect(try journal.history(of: "nowhere").events(after: 0, limit: 10).isEmpty)
            log.heal()
            try journal.close()
        }
        let whole = try #require(descriptions.last)
        #expect(whole.count == 3 && !whole.contains { $0.contains("nil nil") })
        for each in descriptions { #expect(each == whole) }
    }

    @Test("An event without further records has no outcome and no status")
    func unknown() throws {
        let directory = Directory()
        let journal = Journal(log: try directory.open(), wake: {})
        journal.write([.event("a")])
        #expect(try journal.history(of: "main").event(id: "a")?.outcome == nil)
        #expect(try journal.history(of: "main").life(of: "a") == nil)
        try journal.close()
    }

    @Test("A history reads the same before and after its records are written")
    func healed() throws {
        let directory = Directory()
        let log = FaultyLog(try directory.open())
        let journal = Journal(log: log, wake: {})
        journal.write(["a", "b", "c"].map { .event($0) })
        journal.settle()
        log.fail(with: .storage(code: 13, message: "full"))
        journal.write(Self.records)
        let history = journal.history(of: "main")
        let before = try describe(history)
        log.heal()
        try waitUntil("the journal heals") { journal.fault == nil }
        #expect(journal.unwritten.isEmpty)
        #expect(try describe(history) == before)
        #expect(try describe(journal.history(of: "main")) == before)
        try journal.close()
    }
}
