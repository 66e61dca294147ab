import Dispatch
import Stage
import Synchronization
import Testing
import Texts
import Timeline

@testable import Journal
@testable import SQLiteJournal

/// A log in memory that fails and stalls when it is told to.
private final class FlakyLog: EventLog {
    struct State {
        var batches: [[Record]] = []
        var isFailing = false
        /// What a failing log throws.
        var error = JournalError.storage(code: 13, message: "full")
        /// Events that are found on the disk when they are asked for.
        var recorded: Set<Text> = []
        var tries = 0
        var isClosed = false
        /// A room of which nothing can be written, and why.
        var poison: Text?
        var poisonError = JournalError.storage(code: 18, message: "string or blob too big")
    }

    let state = Mutex(State())
    let clock = LogClock(at: 0)
    /// Held by a test, nothing is written.
    let gate = DispatchSemaphore(value: 0)
    /// Signalled when a batch has come to the gate.
    let arrivals = DispatchSemaphore(value: 0)
    let hasGate: Bool

    init(hasGate: Bool = false) {
        self.hasGate = hasGate
    }

    func append(_ records: [Record]) throws(JournalError) -> [Verdict] {
        if hasGate {
            arrivals.signal()
            gate.wait()
        }
        let (isFailing, poison) = state.withLock { ($0.isFailing, $0.poison) }
        if let poison, records.contains(where: { $0.room == poison }) {
            throw state.withLock { $0.poisonError }
        }
        state.withLock {
            $0.tries += 1
            if !isFailing { $0.batches.append(records) }
        }
        if isFailing { throw state.withLock { $0.error } }
        let recorded = state.withLock { $0.recorded }
        return records.compactMap { record in
            switch record {
            case .event(_, let ticket):
                Verdict(ticket: ticket, result: .recorded(seq: Int64(ticket), time: .zero))
            case .question(let event, let ticket):
                Verdict(
                    ticket: ticket,
                    result: recorded.contains(event.id) ? .known(event.stored) : .unknown)
            case .erase(_, let ticket), .eraseSpent(_, let ticket):
                Verdict(ticket: ticket, result: .erased(rest: nil, copies: []))
            default: nil
            }
        }
    }

    var batches: [[String]] { state.withLock { $0.batches.map { $0.map(\.word) } } }

    func room(_ name: Text) throws(JournalError) -> StoredRoom? { nil }
    func names(after: Text, limit: Int) throws(JournalError) -> [Text] { [] }
    func emptied(after: Text, limit: Int) throws(JournalError) -> [Text] { [] }
    func events(
        of: Text, after: Int64, limit: Int, byteLimit: Int
    ) throws(JournalError) -> [StoredEvent] { [] }
    func event(of: Text, id: Text) throws(JournalError) -> StoredEvent? { nil }
    func life(of: Text, id: Text) throws(JournalError) -> StoredLife? { nil }
    func prune(
        of room: Text?, olderThan: Int64, limit: Int
    ) throws(JournalError) -> PruningResult {
        .init()
    }
    func check() throws(JournalError) {}
    func close() { state.withLock { $0.isClosed = true } }
}

extension Record {
    /// A word for the record, to compare it by.
    fileprivate var word: String {
        switch self {
        case .event(let event, _): "event \(event.id)"
        case .question(let event, _): "question \(event.id)"
        case .erase(let room, _), .eraseSpent(let room, _): "erase \(room)"
        case .landmark(let room, let landmark): "landmark \(room) \(landmark.seq)"
        case .outcome(_, let seq, _): "outcome \(seq)"
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

    private func wait(_ what: Comment, until isTrue: () -> Bool) async throws {
        for _ in 0..<500 where !isTrue() { try await Task.sleep(for: .milliseconds(10)) }
        #expect(isTrue(), what)
    }

    @Test("What waits while the disk is busy goes into one transaction, in order")
    func groupCommit() throws {
        let log = FlakyLog(hasGate: true)
        let wakes = Atomic(0)
        let journal = Journal(log: log) { wakes.add(1, ordering: .relaxed) }
        journal.write(events(1...1))
        log.arrivals.wait()
        for ticket: UInt64 in 2...50 { journal.write(events(ticket...ticket)) }
        log.gate.signal()
        log.gate.signal()
        journal.settle()
        #expect(log.batches == [["event e1"], (2...50).map { "event e\($0)" }])
        #expect(journal.takeVerdicts().map(\.ticket) == Array(1...50))
        #expect(journal.takeVerdicts().isEmpty)
        #expect(wakes.load(ordering: .relaxed) == 2)
        log.gate.signal()
        try journal.close()
    }

    @Test("A snapshot that waits counts by its size")
    func snapshotBytes() throws {
        let log = FlakyLog(hasGate: true)
        let journal = Journal(log: log) {}
        journal.write(events(1...1))
        log.arrivals.wait()
        let before = journal.backlogBytes
        var room = Room()
        for number in 0..<20 {
            let sender = Person(name: Text(String(repeating: "x", count: 190) + "\(number)"))
            let gift = Gift(sender: sender, present: Present(name: "Rose"), count: 1)
            _ = try room.apply(Event(seq: 1, id: "e\(number)", kind: .gift(gift)), at: .zero)
        }
        journal.write([.snapshot(room: "main", seq: 1, state: room)])
        // Twenty names of 190 bytes and more.
        #expect(journal.backlogBytes - before > 3800)
        for _ in 0..<3 { log.gate.signal() }
        journal.settle()
        #expect(journal.backlogBytes == 0)
        try journal.close()
    }

    private func clock(_ room: Text, _ off: Int64) -> Record {
        .clock(room: room, RoomClock(offMicroseconds: off, untilMicroseconds: nil))
    }

    // 1,024 clocks and ticks may wait, and one more has all but the newest of each room dropped.
    @Test("While a write hangs, only so much of what is repeated waits; events stay")
    func hanging() throws {
        let log = FlakyLog(hasGate: true)
        let journal = Journal(log: log, wake: {})
        journal.write(events(1...1))
        log.arrivals.wait()
        journal.write(events(2...2))
        for number in 1...10_000 as ClosedRange<Int64> {
            journal.write([clock(number % 2 == 0 ? "a" : "b", number), .tick])
        }
        journal.write(events(3...3))
        // An event and its text have 514 bytes and more, a clock 256.
        #expect(journal.backlogBytes < 1200 * 256)
        for _ in 0..<3 { log.gate.signal() }
        try journal.close()
        let written = log.batches[1]
        #expect(written.count < 1200)
        #expect(written.first == "event e2" && written.last == "event e3")
        #expect(written.last { $0.hasPrefix("clock a") } == "clock a 10000")
        #expect(written.last { $0.hasPrefix("clock b") } == "clock b 9999")
    }

    @Test("A failure refuses events and questions, keeps what happened, and heals by itself")
    func failure() async throws {
        let log = FlakyLog()
        let journal = Journal(log: log, wake: {})
        log.state.withLock { $0.isFailing = true }
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
        #expect(journal.fault == .storage(code: 13, message: "full"))
        log.state.withLock { $0.isFailing = false }
        try await wait("heals") { journal.fault == nil }
        #expect(
            log.batches == [["outcome 1", "clock other 1", "clock main 2"], ["snapshot main 2"]])
        #expect(journal.takeVerdicts().isEmpty)
        try journal.close()
    }

    @Test("Of landmarks those are kept that something noted belongs to")
    func landmarks() async throws {
        let log = FlakyLog()
        let journal = Journal(log: log, wake: {})
        log.state.withLock { $0.isFailing = true }
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
        log.state.withLock { $0.isFailing = false }
        try await wait("heals") { journal.fault == nil }
        #expect(log.batches == [["landmark a 2", "outcome 2", "outcome 3"]])
        try journal.close()
    }

    @Test(
        "Where the disk fails in the midst of it, what was written is read back before it is told",
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
    func unsure(error: JournalError, later: JournalError) async throws {
        let log = FlakyLog()
        let journal = Journal(log: log, wake: {})
        log.state.withLock {
            $0.isFailing = true
            $0.error = error
        }
        journal.write(events(1...2) + [.question(.sample("q"), ticket: 3)])
        journal.settle()
        #expect(journal.takeVerdicts().map(\.word) == ["unsure", "unsure", "failed"])
        // What is asked in doubt stays in doubt, and is asked before anything new is written.
        log.state.withLock { $0.error = later }
        journal.write(events(4...4))
        journal.settle()
        #expect(journal.takeVerdicts().map(\.word) == ["failed"])
        log.state.withLock {
            $0.isFailing = false
            $0.recorded = ["e1"]
        }
        journal.write(events(5...5))
        try await wait("heals") { journal.fault == nil }
        let verdicts = journal.takeVerdicts()
        #expect(verdicts.map(\.ticket) == [1, 2, 5])
        #expect(verdicts.map(\.word) == ["known 1", "unknown", "5"])
        try journal.close()
    }

    @Test("What fails for one room is not asked of another, nor tried again")
    func poison() throws {
        let log = FlakyLog()
        let warnings = Mutex<[String]>([])
        let journal = Journal(
            log: log, wake: {}, warn: { text in warnings.withLock { $0.append(text) } })
        log.state.withLock { $0.poison = "bad" }
        journal.write([
            .event("a", in: "good"), .event("b", in: "bad"), .event("c", in: "good"),
            .snapshot(of: "bad", upTo: 1), .snapshot(of: "good", upTo: 1),
        ])
        journal.settle()
        #expect(journal.takeVerdicts().map(\.word).sorted() == ["0", "0", "failed"])
        #expect(
            log.batches.flatMap(\.self) == ["event a", "event c", "snapshot good 1"])
        #expect(journal.fault == nil && journal.unwritten.isEmpty)
        #expect(warnings.withLock { $0.count } == 2)
        #expect(warnings.withLock { $0.allSatisfy { $0.contains("room bad") } })
        try journal.close()
    }

    @Test("What became of events in a room that can't be read is kept until it can be written")
    func damagedRoom() async throws {
        let log = FlakyLog()
        let warnings = Mutex<[String]>([])
        let journal = Journal(
            log: log, wake: {}, warn: { text in warnings.withLock { $0.append(text) } })
        log.state.withLock {
            $0.poison = "bad"
            $0.poisonError = .damaged(path: "file", reason: "malformed")
        }
        journal.write([
            .outcome(room: "bad", seq: 1, .shown), .event("a", in: "good"), .event("b", in: "bad"),
            clock("bad", 1),
        ])
        journal.write([clock("bad", 2), .snapshot(of: "bad", upTo: 1), .event("c", in: "good")])
        journal.settle()
        #expect(journal.takeVerdicts().map(\.word).sorted() == ["0", "0", "failed"])
        // Others go on, and nobody is told that the disk fails.
        #expect(journal.fault == nil)
        #expect(journal.unwritten.map(\.word).contains("outcome 1"))
        log.state.withLock { $0.poison = nil }
        try await wait("heals") { journal.unwritten.isEmpty }
        let written = log.batches.flatMap(\.self).filter { !$0.hasPrefix("event") }
        #expect(written.sorted() == ["clock bad 2", "outcome 1", "snapshot bad 1"])
        #expect(warnings.withLock { $0.count } == 1)
        try journal.close()
    }

    @Test("At the end it is told what could not be kept of a room that can't be read")
    func damagedRoomAtTheEnd() throws {
        let log = FlakyLog()
        let journal = Journal(log: log, wake: {})
        let damage = JournalError.damaged(path: "file", reason: "malformed")
        log.state.withLock {
            $0.poison = "bad"
            $0.poisonError = damage
        }
        journal.write([.outcome(room: "bad", seq: 1, .shown), .event("a", in: "good")])
        #expect(throws: damage) { try journal.close() }
    }

    @Test("A failure that leaves nothing to be written heals by itself too")
    func probing() async throws {
        let log = FlakyLog()
        let journal = Journal(log: log, wake: {})
        log.state.withLock { $0.isFailing = true }
        journal.write(events(1...1))
        journal.settle()
        #expect(journal.fault != nil)
        try await wait("tries again") { log.state.withLock { $0.tries } >= 3 }
        #expect(journal.fault != nil)
        log.state.withLock { $0.isFailing = false }
        try await wait("heals") { journal.fault == nil }
        #expect(log.batches == [[]])
        try journal.close()
    }

    @Test("To close writes what was handed over, then closes the log")
    func closing() throws {
        let log = FlakyLog()
        let journal = Journal(log: log, wake: {})
        journal.write(events(1...3))
        try journal.close()
        #expect(log.batches.flatMap(\.self) == ["event e1", "event e2", "event e3"])
        #expect(log.state.withLock { $0.isClosed })
        #expect(journal.takeVerdicts().count == 3)
    }

    @Test("Many threads hand over at once: each one's records stay in order, none is lost")
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

extension NewEvent {
    /// The event as it would be stored, the first of its room.
    fileprivate var stored: StoredEvent {
        StoredEvent(
            seq: 1, id: id, body: body, wallMicroseconds: wallMicroseconds, time: .zero,
            outcome: nil)
    }
}
