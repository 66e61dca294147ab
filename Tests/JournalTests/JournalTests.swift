import Dispatch
import Stage
import Synchronization
import Testing
import Texts
import Timeline

@testable import Journal

/// A log in memory that fails and stalls when it is told to.
private final class FlakyLog: EventLog {
    struct State {
        var batches: [[Record]] = []
        var isFailing = false
        var tries = 0
        var isClosed = false
    }

    let state = Mutex(State())
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
        let isFailing = state.withLock {
            $0.tries += 1
            if !$0.isFailing { $0.batches.append(records) }
            return $0.isFailing
        }
        if isFailing { throw .storage(code: 13, message: "full") }
        return records.compactMap { record in
            switch record {
            case .event(_, let ticket):
                Verdict(ticket: ticket, result: .recorded(seq: Int64(ticket)))
            case .question(_, let ticket): Verdict(ticket: ticket, result: .unknown)
            case .erase(_, let ticket):
                Verdict(ticket: ticket, result: .erased(rest: nil, copies: []))
            default: nil
            }
        }
    }

    var batches: [[String]] { state.withLock { $0.batches.map { $0.map(\.word) } } }

    func rooms() throws(JournalError) -> [StoredRoom] { [] }
    func events(of: Text, after: Int64, limit: Int) throws(JournalError) -> [StoredEvent] { [] }
    func event(of: Text, id: Text) throws(JournalError) -> StoredEvent? { nil }
    func life(of: Text, id: Text) throws(JournalError) -> StoredLife? { nil }
    func prune(before: Int64, limit: Int) throws(JournalError) -> Int { 0 }
    func close() { state.withLock { $0.isClosed = true } }
}

extension Record {
    /// A word for the record, to compare it by.
    fileprivate var word: String {
        switch self {
        case .event(let event, _): "event \(event.id)"
        case .question(let event, _): "question \(event.id)"
        case .erase(let room, _): "erase \(room)"
        case .outcome(_, let seq, _, _): "outcome \(seq)"
        case .milestone(_, let milestone): "milestone \(milestone.id)"
        case .sent(_, let ids, _): "sent \(ids)"
        case .mark(let room, let time): "mark \(room) \(time.microseconds)"
        case .snapshot(let room, let seq, _): "snapshot \(room) \(seq)"
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
    func groupCommit() {
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
        journal.close()
    }

    @Test("A failure refuses events and questions, keeps what happened, and heals by itself")
    func failure() async throws {
        let log = FlakyLog()
        let journal = Journal(log: log, wake: {})
        log.state.withLock { $0.isFailing = true }
        let mark = { Record.mark(room: $0, time: Instant(microseconds: $1)) }
        journal.write([
            .outcome(room: "main", seq: 1, time: .zero, .shown), mark("main", 1), mark("other", 1),
            .snapshot(upTo: 1),
        ])
        journal.write(
            events(1...1) + [
                .question(.sample("q"), ticket: 2), mark("main", 2), .snapshot(upTo: 2),
            ])
        journal.settle()
        #expect(journal.takeVerdicts().map(\.word) == ["failed", "failed"])
        #expect(journal.fault == .storage(code: 13, message: "full"))
        log.state.withLock { $0.isFailing = false }
        try await wait("heals") { journal.fault == nil }
        #expect(
            log.batches == [["outcome 1", "mark other 1", "mark main 2", "snapshot main 2"]])
        #expect(journal.takeVerdicts().isEmpty)
        journal.close()
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
        journal.close()
    }

    @Test("To close writes what was handed over, then closes the log")
    func closing() {
        let log = FlakyLog()
        let journal = Journal(log: log, wake: {})
        journal.write(events(1...3))
        journal.close()
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
        journal.close()
    }
}
