import Dispatch
import Stage
import Synchronization
import TestSupport
import Testing
import Texts
import Timeline

@testable import Journal
@testable import SQLiteJournal

extension Record {
    /// The record as a short string.
    fileprivate var word: String {
        switch self {
        case .event(let event, _): "event \(event.id)"
        case .question(let event, _): "question \(event.id)"
        case .erase(let room, _), .eraseSpent(let room, _): "erase \(room)"
        case .landmark(let room, let landmark): "landmark \(room) \(landmark.seq)"
        case .outcome(_, let seq, _, _): "outcome \(seq)"
        case .milestones(_, let milestones): "milestones \(milestones.map(\.id))"
        case .sent(_, let ids, _): "sent \(ids)"
        case .clock(let room, let clock): "clock \(room) \(clock.offMicroseconds)"
        case .wish(let room, let wish): "wish \(room) \(wish)"
        case .comparison(let room, let seq, _): "comparison \(room) \(seq)"
        case .tick: "tick"
        case .snapshot(let room, let seq, _, _): "snapshot \(room) \(seq)"
        }
    }
}

@Suite("Journal")
struct JournalTests {
    private func events(_ tickets: ClosedRange<UInt64>) -> [Record] {
        tickets.map { .event(.sample("e\($0)"), ticket: $0) }
    }

    private let full = JournalError.storage(code: 13, message: "full")

    private func words(_ log: FaultyLog) -> [[String]] { log.batches.map { $0.map(\.word) } }

    @Test("Records that wait for a busy disk go into one transaction, in order")
    func groupCommit() throws {
        let log = FaultyLog(isBlocked: true)
        let wakes = Atomic(0)
        let journal = Journal(log: log) { wakes.add(1, ordering: .relaxed) }
        journal.write(events(1...1))
        log.waitUntilBlocked()
        for ticket: UInt64 in 2...50 { journal.write(events(ticket...ticket)) }
        log.unblock()
        journal.settle()
        #expect(words(log) == [["event e1"], (2...50).map { "event e\($0)" }])
        #expect(journal.takeVerdicts().map(\.ticket) == Array(1...50))
        #expect(journal.takeVerdicts().isEmpty)
        #expect(wakes.load(ordering: .relaxed) == 2)
        try journal.close()
    }

    @Test("A waiting snapshot counts toward the backlog with its size")
    func snapshotBytes() throws {
        let log = FaultyLog(isBlocked: true)
        let journal = Journal(log: log) {}
        journal.write(events(1...1))
        log.waitUntilBlocked()
        let before = journal.backlogBytes
        var room = Room()
        for number in 0..<20 {
            let sender = Person(name: Text(String(repeating: "x", count: 190) + "\(number)"))
            let gift = Gift(sender: sender, item: GiftItem(name: "Rose"), count: 1)
            _ = try room.apply(Event(seq: 1, id: "e\(number)", kind: .gift(gift)), at: .zero)
        }
        journal.write([.snapshot(room: "main", seq: 1, state: room)])
        // The snapshot has twenty names of more than 190 bytes.
        #expect(journal.backlogBytes - before > 3800)
        log.unblock()
        journal.settle()
        #expect(journal.backlogBytes == 0)
        try journal.close()
    }

    private func clock(_ room: Text, _ off: Int64) -> Record {
        .clock(room: room, RoomClock(offMicroseconds: off, untilMicroseconds: nil))
    }

    // The limit is 1,024 clocks and ticks; then only each room's newest clock is kept.
    @Test("While a write hangs, old clocks and ticks are dropped and events stay")
    func hanging() throws {
        let log = FaultyLog(isBlocked: true)
        let journal = Journal(log: log, wake: {})
        journal.write(events(1...1))
        log.waitUntilBlocked()
        journal.write(events(2...2))
        for number in 1...10_000 as ClosedRange<Int64> {
            journal.write([clock(number % 2 == 0 ? "a" : "b", number), .tick])
        }
        journal.write(events(3...3))
        // An event takes more than 514 bytes, a clock 256.
        #expect(journal.backlogBytes < 1200 * 256)
        log.unblock()
        try journal.close()
        let written = words(log)[1]
        #expect(written.count < 1200)
        #expect(written.first == "event e2" && written.last == "event e3")
        #expect(written.last { $0.hasPrefix("clock a") } == "clock a 10000")
        #expect(written.last { $0.hasPrefix("clock b") } == "clock b 9999")
    }

    @Test("A failing disk rejects events and questions, keeps other records, and heals by itself")
    func failure() throws {
        let log = FaultyLog()
        let journal = Journal(log: log, wake: {})
        log.fail(with: full)
        journal.write([
            .outcome(room: "main", seq: 1, .shown), clock("main", 1), clock("other", 1), .tick,
            .snapshot(upTo: 1),
        ])
        journal.write(
            events(1...1) + [
                .question(.sample("q"), ticket: 2), clock("main", 2), .snapshot(upTo: 2),
            ])
        journal.settle()
        #expect(journal.takeVerdicts().map(\.word) == ["failed", "failed"])
        #expect(journal.fault == full)
        log.heal()
        try waitUntil("the journal heals") { journal.fault == nil }
        #expect(
            words(log) == [["outcome 1", "clock other 1", "clock main 2"], ["snapshot main 2"]])
        #expect(journal.takeVerdicts().isEmpty)
        try journal.close()
    }

    @Test(
        "On a full disk only rooms with unwritten records are unreadable; other faults affect all rooms"
    )
    func readableRooms() throws {
        let log = FaultyLog()
        let journal = Journal(log: log, wake: {})
        log.fail(with: full)
        journal.write([clock("main", 1)])
        journal.settle()
        #expect(journal.fault(of: "main") == full)
        #expect(journal.fault(of: "other") == nil)
        let broken = JournalError.storage(code: 10, message: "disk I/O error")
        log.fail(with: broken)
        journal.write([clock("main", 2)])
        journal.settle()
        #expect(journal.fault(of: "main") == broken)
        #expect(journal.fault(of: "other") == broken)
        log.heal()
        try waitUntil("the journal heals") { journal.fault == nil }
        #expect(journal.fault(of: "main") == nil)
        try journal.close()
    }

    @Test("After a failure only log positions with a following outcome are kept")
    func landmarks() throws {
        let log = FaultyLog()
        let journal = Journal(log: log, wake: {})
        log.fail(with: full)
        func landmark(_ seq: Int64, of room: Text = "a") -> Record {
            .landmark(room: room, Landmark(seq: seq, id: "e", wallMicroseconds: 0))
        }
        let comparison = Record.comparison(
            room: "b", seq: 3, state: Room(configuration: .init()))
        journal.write([
            landmark(1), landmark(2), .outcome(room: "a", seq: 2, .shown), landmark(3, of: "b"),
            comparison, .outcome(room: "a", seq: 3, .shown), landmark(4),
        ])
        journal.settle()
        log.heal()
        try waitUntil("the journal heals") { journal.fault == nil }
        #expect(words(log) == [["landmark a 2", "outcome 2", "outcome 3"]])
        try journal.close()
    }

    @Test(
        "After an uncertain write the journal asks the log before it answers",
        arguments: [
            (
                JournalError.unsure(code: 1034, message: "disk I/O error"),
                JournalError.storage(code: 10, message: "disk I/O error")
            ),
            (
                .lost(host: "redis://db", reason: "no answer"),
                .refused(host: "redis://db", reason: "Connection refused")
            ),
        ])
    func unsure(error: JournalError, later: JournalError) throws {
        let log = FaultyLog()
        let journal = Journal(log: log, wake: {})
        log.fail(with: error)
        journal.write(events(1...2) + [.question(.sample("q"), ticket: 3)])
        journal.settle()
        #expect(journal.takeVerdicts().map(\.word) == ["unsure", "unsure", "failed"])
        // Unanswered questions stay open and are asked again before the next write.
        log.fail(with: later)
        journal.write(events(4...4))
        journal.settle()
        #expect(journal.takeVerdicts().map(\.word) == ["failed"])
        _ = try log.base.append(events(1...1))
        log.heal()
        journal.write(events(5...5))
        try waitUntil("the journal heals") { journal.fault == nil }
        let verdicts = journal.takeVerdicts()
        #expect(verdicts.map(\.ticket) == [1, 2, 5])
        #expect(verdicts.map(\.word) == ["known 1", "unknown", "2"])
        try journal.close()
    }

    @Test("A record that cannot be written affects no other room and is not tried again")
    func poison() throws {
        let log = FaultyLog()
        let warnings = Mutex<[String]>([])
        let journal = Journal(
            log: log, wake: {}, warn: { text in warnings.withLock { $0.append(text) } })
        let tooBig = JournalError.storage(code: 18, message: "string or blob too big")
        log.fail(with: tooBig) { $0.room == "bad" }
        journal.write([
            .event("a", in: "good"), .event("b", in: "bad"), .event("c", in: "good"),
            .snapshot(of: "bad", upTo: 1), .snapshot(of: "good", upTo: 1),
        ])
        journal.settle()
        #expect(journal.takeVerdicts().map(\.word).sorted() == ["1", "2", "failed"])
        #expect(
            words(log).flatMap(\.self) == ["event a", "event c", "snapshot good 1"])
        #expect(journal.fault == nil && journal.unwritten.isEmpty)
        #expect(warnings.withLock { $0.count } == 2)
        #expect(warnings.withLock { $0.allSatisfy { $0.contains("room bad") } })
        try journal.close()
    }

    @Test("Records of a damaged room are kept until they can be written")
    func damagedRoom() throws {
        let log = FaultyLog()
        let warnings = Mutex<[String]>([])
        let journal = Journal(
            log: log, wake: {}, warn: { text in warnings.withLock { $0.append(text) } })
        log.fail(with: .damaged(path: "file", reason: "malformed")) { $0.room == "bad" }
        journal.write([
            .outcome(room: "bad", seq: 1, .shown), .event("a", in: "good"), .event("b", in: "bad"),
            clock("bad", 1),
        ])
        journal.write([clock("bad", 2), .snapshot(of: "bad", upTo: 1), .event("c", in: "good")])
        journal.settle()
        #expect(journal.takeVerdicts().map(\.word).sorted() == ["1", "2", "failed"])
        // Other rooms are still written, so the journal has no fault.
        #expect(journal.fault == nil)
        #expect(journal.unwritten.map(\.word).contains("outcome 1"))
        log.heal()
        try waitUntil("all records are written") { journal.unwritten.isEmpty }
        let written = words(log).flatMap(\.self).filter { !$0.hasPrefix("event") }
        #expect(written.sorted() == ["clock bad 2", "outcome 1", "snapshot bad 1"])
        #expect(warnings.withLock { $0.count } == 1)
        try journal.close()
    }

    @Test("Closing throws if records of a damaged room are unwritten")
    func damagedRoomAtTheEnd() throws {
        let log = FaultyLog()
        let journal = Journal(log: log, wake: {})
        let damage = JournalError.damaged(path: "file", reason: "malformed")
        log.fail(with: damage) { $0.room == "bad" }
        journal.write([.outcome(room: "bad", seq: 1, .shown), .event("a", in: "good")])
        #expect(throws: damage) { try journal.close() }
    }

    @Test("A failure without unwritten records heals by itself, too")
    func probing() throws {
        let log = FaultyLog()
        let journal = Journal(log: log, wake: {})
        log.fail(with: full)
        journal.write(events(1...1))
        journal.settle()
        #expect(journal.fault != nil)
        try waitUntil("the journal has tried again") { log.appendCount >= 3 }
        #expect(journal.fault != nil)
        log.heal()
        try waitUntil("the journal heals") { journal.fault == nil }
        #expect(words(log) == [[]])
        try journal.close()
    }

    @Test("Closing writes all waiting records and closes the log")
    func closing() throws {
        let log = FaultyLog()
        let journal = Journal(log: log, wake: {})
        journal.write(events(1...3))
        try journal.close()
        #expect(words(log).flatMap(\.self) == ["event e1", "event e2", "event e3"])
        #expect(log.isClosed)
        #expect(journal.takeVerdicts().count == 3)
    }

    @Test("Records of concurrent threads are all written, in each thread's order")
    func threads() async throws {
        let directory = Directory()
        let log = try directory.open()
        let journal = Journal(log: log, wake: {})
        await withTaskGroup { group in
            for thread in 0..<4 {
                group.addTask {
                    for number in 0..<200 {
                        journal.write([.event("\(thread)-\(number)", in: "room")])
                    }
                }
            }
        }
        journal.settle()
        let stored = try log.events(of: "room", after: 0, limit: 1000)
        #expect(stored.map(\.seq) == Array(1...800))
        for thread in 0..<4 {
            #expect(
                stored.map(\.id).filter { $0.begins(with: "\(thread)-") }
                    == (0..<200).map { "\(thread)-\($0)" })
        }
        try journal.close()
    }
}
