import Dispatch
import Foundation
import Synchronization
import Texts

/// The durable log's own thread: whatever waits goes into one transaction.
///
/// Records are written in the order in which they are handed over. Nobody waits for the disk:
/// verdicts lie ready after a wake-up.
public final class Journal: Sendable {
    private struct State {
        var waiting: [Record] = []
        var verdicts: [Verdict] = []
        /// What a failed write left to be tried again.
        var unwritten: [Record] = []
        var fault: JournalError?
        var isClosing = false
        var settled: [DispatchSemaphore] = []
    }

    let log: any EventLog
    private let state = Mutex(State())
    private let arrival = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)
    private let wake: @Sendable () -> Void

    /// Starts the thread. `wake` is called on it when verdicts lie ready.
    public init(log: any EventLog, wake: @escaping @Sendable () -> Void) {
        self.log = log
        self.wake = wake
        let thread = Thread { [self] in run() }
        thread.name = "journal"
        thread.start()
    }

    /// Hands records over, from any thread.
    public func write(_ records: [Record]) {
        guard !records.isEmpty else { return }
        state.withLock { $0.waiting += records }
        arrival.signal()
    }

    /// The verdicts that have come since this was last called, in the order of the records.
    public func takeVerdicts() -> [Verdict] {
        state.withLock { state in
            defer { state.verdicts.removeAll() }
            return state.verdicts
        }
    }

    /// What keeps the journal from being written; nil while all is well.
    public var fault: JournalError? { state.withLock { $0.fault } }

    /// What could not be written so far.
    var unwritten: [Record] { state.withLock { $0.unwritten } }

    /// Waits until everything handed over so far has been written, or has failed. Not for a
    /// thread that must not wait.
    public func settle() {
        let done = DispatchSemaphore(value: 0)
        state.withLock { $0.settled.append(done) }
        arrival.signal()
        done.wait()
    }

    /// Writes what was handed over and closes the log. Waits for that.
    public func close() {
        state.withLock { $0.isClosing = true }
        arrival.signal()
        ended.wait()
    }

    // MARK: The thread

    /// What a failed write leaves to be tried again; nothing of it is an event.
    private static let retrySeconds = 0.5

    private func run() {
        while true {
            // A log that failed is tried until it can be written again, whoever has something.
            let isFaulty = fault != nil
            _ = arrival.wait(timeout: isFaulty ? .now() + Self.retrySeconds : .distantFuture)
            let (arrived, isClosing, settled) = state.withLock { state in
                defer {
                    state.waiting.removeAll()
                    state.settled.removeAll()
                }
                return (state.waiting, state.isClosing, state.settled)
            }
            if !arrived.isEmpty || isFaulty { write(arrived, after: unwritten) }
            for done in settled { done.signal() }
            if isClosing { break }
        }
        log.close()
        ended.signal()
    }

    /// Writes `kept`, then `arrived`.
    private func write(_ arrived: [Record], after kept: [Record]) {
        do throws(JournalError) {
            let verdicts = try log.append(kept + arrived)
            publish(verdicts, unwritten: [], fault: nil)
        } catch {
            let verdicts = arrived.compactMap { record -> Verdict? in
                switch record {
                case .event(_, let ticket), .question(_, let ticket), .erase(_, let ticket):
                    Verdict(ticket: ticket, result: .failed(error))
                default: nil
                }
            }
            publish(
                verdicts, unwritten: Self.compacted(kept + arrived.filter(\.isKept)),
                fault: error)
        }
    }

    private func publish(_ verdicts: [Verdict], unwritten: [Record], fault: JournalError?) {
        state.withLock {
            $0.verdicts += verdicts
            $0.unwritten = unwritten
            $0.fault = fault
        }
        if !verdicts.isEmpty { wake() }
    }

    /// Only the newest mark and the newest snapshot of each room are worth keeping.
    private static func compacted(_ records: [Record]) -> [Record] {
        var marked: Set<Text> = []
        var kept: Set<Text> = []
        let newest = records.reversed().filter { record in
            switch record {
            case .mark(let room, _): marked.insert(room).inserted
            case .snapshot(let room, _, _): kept.insert(room).inserted
            default: true
            }
        }
        return newest.reversed()
    }
}

extension Record {
    /// Whether the record is worth writing later where it can't be written now.
    fileprivate var isKept: Bool {
        switch self {
        case .event, .question, .erase: false
        case .outcome, .milestone, .sent, .mark, .snapshot: true
        }
    }
}
