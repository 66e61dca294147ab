import Synchronization
import Testing
import Texts
import Timeline

@testable import Journal
@testable import SQLiteJournal
@testable import Stage

/// A log that can be told that its disk is full.
private final class FullLog: EventLog {
    let log: SQLiteLog
    let isFull = Atomic(false)

    init(_ log: SQLiteLog) {
        self.log = log
    }

    func append(_ records: [Record]) throws(JournalError) -> [Verdict] {
        if isFull.load(ordering: .relaxed) { throw .storage(code: 13, message: "full") }
        return try log.append(records)
    }

    func room(_ name: Text) throws(JournalError) -> StoredRoom? { try log.room(name) }
    func names(after name: Text, limit: Int) throws(JournalError) -> [Text] {
        try log.names(after: name, limit: limit)
    }
    func emptied(after name: Text, limit: Int) throws(JournalError) -> [Text] {
        try log.emptied(after: name, limit: limit)
    }
    var clock: LogClock { log.clock }
    func events(
        of room: Text, after seq: Int64, limit: Int, byteLimit: Int
    ) throws(JournalError) -> [StoredEvent] {
        try log.events(of: room, after: seq, limit: limit, byteLimit: byteLimit)
    }
    func event(of room: Text, id: Text) throws(JournalError) -> StoredEvent? {
        try log.event(of: room, id: id)
    }
    func life(of room: Text, id: Text) throws(JournalError) -> StoredLife? {
        try log.life(of: room, id: id)
    }
    func prune(
        of room: Text?, olderThan: Int64, limit: Int
    ) throws(JournalError) -> PruningResult {
        .init()
    }
    func check() throws(JournalError) {}
    func close() throws(JournalError) { try log.close() }
}

@Suite("History")
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

    /// What happens to the events `a`, `b` and `c` of a room, which are on disk.
    private static let happenings: [Record] = [
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

    @Test("What can't be written is told as if it were on disk, whenever the disk fills")
    func fullDisk() async throws {
        var told: [[String]] = []
        for count in 0...Self.happenings.count {
            let directory = Directory()
            let log = FullLog(try directory.open())
            let journal = Journal(log: log, wake: {})
            journal.write(
                ["a", "b", "c"].map { .event($0) } + [.event("a", in: "other")])
            journal.write(Array(Self.happenings[..<count]))
            journal.settle()
            log.isFull.store(true, ordering: .relaxed)
            journal.write(Array(Self.happenings[count...]))
            told.append(try describe(journal.history(of: "main")))
            #expect((journal.fault != nil) == (count < Self.happenings.count))
            #expect(try journal.history(of: "main").event(id: "x") == nil)
            #expect(try journal.history(of: "nowhere").events(after: 0, limit: 10).isEmpty)
            log.isFull.store(false, ordering: .relaxed)
            try journal.close()
        }
        let whole = try #require(told.last)
        #expect(whole.count == 3 && !whole.contains { $0.contains("nil nil") })
        for each in told { #expect(each == whole) }
    }

    @Test("An event of which nothing is known but that it is recorded has no outcome")
    func unknown() throws {
        let directory = Directory()
        let journal = Journal(log: try directory.open(), wake: {})
        journal.write([.event("a")])
        #expect(try journal.history(of: "main").event(id: "a")?.outcome == nil)
        #expect(try journal.history(of: "main").life(of: "a") == nil)
        try journal.close()
    }

    @Test("Of what was written in the meantime nothing is told twice or otherwise")
    func healed() async throws {
        let directory = Directory()
        let log = FullLog(try directory.open())
        let journal = Journal(log: log, wake: {})
        journal.write(["a", "b", "c"].map { .event($0) })
        journal.settle()
        log.isFull.store(true, ordering: .relaxed)
        journal.write(Self.happenings)
        let history = journal.history(of: "main")
        let before = try describe(history)
        log.isFull.store(false, ordering: .relaxed)
        for _ in 0..<500 where journal.fault != nil {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(journal.unwritten.isEmpty)
        #expect(try describe(history) == before)
        #expect(try describe(journal.history(of: "main")) == before)
        try journal.close()
    }
}
