import Dispatch
import Foundation
import Stage
import Synchronization
public import Texts

/// Writes records to the event log on a thread of its own, and returns the log's verdicts. All records that wait go
/// into one transaction.
///
/// Records are written in the order of the calls. Callers never wait for the disk: `wake` is called when verdicts are
/// ready.
///
///     let journal = Journal(log: log, wake: loop.handle.wake)
///     journal.write([.event(event, ticket: 7)])
///     // once woken:
///     for verdict in journal.takeVerdicts() { … verdict.ticket … verdict.result … }
public final class Journal: Sendable {
    private struct State {
        var waiting: [Record] = []
        var verdicts: [Verdict] = []
        /// Records of a failed write, to try again.
        var unwritten: [Record] = []
        /// Questions about events that may have been written, and erasures to repeat.
        var doubtful: [Record] = []
        /// Records of rooms that can't be written while others can, by room.
        var aside: [Text: [Record]] = [:]
        var fault: JournalError?
        /// The reason why one of the rooms in `aside` can't be written.
        var asideFault: JournalError?
        var isClosing = false
        var settling: [DispatchSemaphore] = []
        var waitingBytes = 0
        /// The numbers of records that were handed over, that the thread has taken, and that were written or have
        /// failed.
        var handedOver: UInt64 = 0
        var takenUp: UInt64 = 0
        var dealtWith: UInt64 = 0
        /// The number of clocks, ticks and snapshots since older ones were dropped.
        var repeatableCount = 0
        /// The size of the records that are being written.
        var writingBytes = 0
        /// The durations of the newest transactions, in seconds.
        var commits: [Double] = []
        /// The error at `close`, if there was one.
        var lastFault: JournalError?
    }

    public let log: any EventLog
    /// The source of whole histories: an archive if there is one, else the log.
    let past: any HistorySource
    private let state = Mutex(State())
    private let arrival = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)
    private let wake: @Sendable () -> Void
    private let warn: @Sendable (String) -> Void

    /// Starts the thread. It calls `wake` when verdicts are ready, and `warn` with messages for the server's log.
    /// `past` is an archive with the log's events and the events that the log has deleted; nil if there is no archive.
    public init(
        log: any EventLog, past: (any HistorySource)? = nil, backlogLimitBytes: Int = 64 << 20,
        wake: @escaping @Sendable () -> Void, warn: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.log = log
        self.backlogLimitBytes = backlogLimitBytes
        self.past = past ?? log
        self.wake = wake
        self.warn = warn
        let thread = Thread { [self] in run() }
        thread.name = "journal"
        thread.start()
    }

    /// Hands records over, from any thread.
    public func write(_ records: [Record]) {
        guard !records.isEmpty else { return }
        let bytes = records.reduce(0) { $0 + $1.byteCount }
        state.withLock {
            $0.waiting += records
            $0.handedOver += UInt64(records.count)
            $0.waitingBytes += bytes
            for record in records where record.isRepeatable { $0.repeatableCount += 1 }
            // While a write hangs, clocks, ticks and snapshots keep coming. Only the newest are kept.
            if $0.repeatableCount > max(Self.fewRepeatables, $0.waiting.count / 2) {
                $0.waiting = Self.compacted($0.waiting)
                $0.waitingBytes = $0.waiting.reduce(0) { $0 + $1.byteCount }
                $0.repeatableCount = 0
            }
        }
        arrival.signal()
    }

    /// Returns the new verdicts since the last call, in the order of the records.
    public func takeVerdicts() -> [Verdict] {
        state.withLock { state in
            defer { state.verdicts.removeAll() }
            return state.verdicts
        }
    }

    /// The error that keeps the log from being written; nil while writing works.
    public var fault: JournalError? { state.withLock { $0.fault } }

    /// Returns the error that keeps the server from reading a room, or nil. A full disk affects only rooms with
    /// unwritten records.
    public func fault(of room: Text) -> JournalError? {
        state.withLock { state in
            if let records = state.aside[room], !records.isEmpty { return state.asideFault }
            guard let fault = state.fault else { return nil }
            let unwritten = [state.waiting, state.unwritten, state.doubtful].joined()
            return fault.isDiskFull && !unwritten.contains { $0.room == room } ? nil : fault
        }
    }

    /// Returns a mark after the records that were handed over so far; nil if all of them have been written or have
    /// failed.
    public func markUnlessWritten() -> Mark? {
        state.withLock { $0.dealtWith == $0.handedOver ? nil : Mark(count: $0.handedOver) }
    }

    /// Returns true if all records before the mark have been written or have failed.
    public func hasWritten(_ mark: Mark) -> Bool {
        state.withLock { $0.dealtWith >= mark.count }
    }

    /// The number of records that were handed over before some instant.
    public struct Mark: Sendable {
        fileprivate let count: UInt64
    }

    /// The largest size of waiting records. While more bytes wait, callers hand over no further events.
    public let backlogLimitBytes: Int
    private static let commitsKept = 4096
    /// Older clocks, ticks and snapshots are dropped if there are more than this and they are half of the waiting
    /// records.
    private static let fewRepeatables = 1024

    /// The size of the records that are not written yet, in bytes.
    public var backlogBytes: Int { state.withLock { $0.waitingBytes + $0.writingBytes } }

    /// Returns the durations of the transactions since the last call, in seconds; the newest ones if there were many.
    public func takeCommits() -> [Double] {
        state.withLock { state in
            defer { state.commits.removeAll() }
            return state.commits
        }
    }

    /// The records that could not be written so far.
    var unwritten: [Record] { state.withLock { $0.unwritten + $0.aside.values.joined() } }

    /// Waits until all records that were handed over have been written or have failed. Must not be called on the event
    /// loop's thread.
    public func settle() {
        let done = DispatchSemaphore(value: 0)
        state.withLock { $0.settling.append(done) }
        arrival.signal()
        done.wait()
    }

    /// Writes the remaining records, closes the log, and waits for both. Throws if some records could not be written.
    public func close() throws(JournalError) {
        state.withLock { $0.isClosing = true }
        arrival.signal()
        ended.wait()
        if let fault = state.withLock({ $0.lastFault }) { throw fault }
    }

    // MARK: The thread

    /// The pause before the next attempt after a failure.
    private static let retrySeconds = 0.5
    /// The pause between checks of the log's files while nothing is written.
    private static let checkSeconds = 3.0

    private func run() {
        while true {
            // After a failure, the thread retries even if no new records come.
            let isFaulty = state.withLock { $0.fault != nil || !$0.aside.isEmpty }
            let pause = isFaulty ? Self.retrySeconds : Self.checkSeconds
            let isQuiet = arrival.wait(timeout: .now() + pause) == .timedOut
            let (arrived, isClosing, settling) = state.withLock { state in
                defer {
                    state.waiting.removeAll()
                    state.repeatableCount = 0
                    state.settling.removeAll()
                    state.takenUp = state.handedOver
                    state.writingBytes = state.waitingBytes
                    state.waitingBytes = 0
                }
                return (state.waiting, state.isClosing, state.settling)
            }
            if isQuiet, !isFaulty { check() }
            if !arrived.isEmpty || isFaulty { attempt(arrived) }
            state.withLock { $0.dealtWith = $0.takenUp }
            for done in settling { done.signal() }
            if isClosing { break }
        }
        end()
        ended.signal()
    }

    private func check() {
        do throws(JournalError) {
            try log.check()
        } catch {
            // An empty attempt reconnects at once if the connection was lost meanwhile.
            attempt([])
        }
    }

    private func end() {
        var lastFault = fault ?? state.withLock { $0.aside.isEmpty ? nil : $0.asideFault }
        do throws(JournalError) {
            try log.close()
        } catch {
            lastFault = lastFault ?? error
        }
        state.withLock { $0.lastFault = lastFault }
    }

    private func attempt(_ arrived: [Record]) {
        let (kept, doubtful, aside) = state.withLock { ($0.unwritten, $0.doubtful, $0.aside) }
        var attempt = AppendAttempt(
            log: log, doubts: Set(doubtful.compactMap(\.ticket)), aside: aside, warn: warn)
        let began = LogClock.monotonic()
        attempt.write(doubtful + kept + arrived)
        let seconds = Double(LogClock.monotonic() - began) / 1e9
        state.withLock { state in
            state.writingBytes = 0
            if state.commits.count == Self.commitsKept { state.commits.removeFirst() }
            state.commits.append(seconds)
            state.verdicts += attempt.verdicts
            state.unwritten = Self.compacted(attempt.unwritten)
            state.doubtful = attempt.doubtful
            state.fault = attempt.fault
            state.aside = attempt.aside.mapValues(Self.compacted)
            state.asideFault = attempt.asideFault
        }
        if !attempt.verdicts.isEmpty { wake() }
    }

    /// Keeps only the newest snapshot and the newest clock of each room, one tick, and landmarks that notes follow.
    private static func compacted(_ records: [Record]) -> [Record] {
        var clocks: Set<Text> = []
        var snapshots: Set<Text> = []
        var noted: Set<Text> = []
        var hasTick = false
        let newest = records.reversed().filter { record in
            switch record {
            case .clock(let room, _): return clocks.insert(room).inserted
            case .snapshot(let room, _, _, _): return snapshots.insert(room).inserted
            case .tick:
                defer { hasTick = true }
                return !hasTick
            case .landmark(let room, _): return noted.remove(room) != nil
            default:
                if record.isNote, let room = record.room { noted.insert(room) }
                return true
            }
        }
        return newest.reversed()
    }
}

extension Record {
    /// An estimate of the record's size in bytes.
    fileprivate var byteCount: Int {
        switch self {
        case .event(let event, _), .question(let event, _): event.body.byteCount + 512
        case .milestones(_, let milestones): 256 * milestones.count
        case .snapshot(_, _, let room, _), .comparison(_, _, let room): 256 + room.byteEstimate
        default: 256
        }
    }

    /// True if only the newest of several such records is worth keeping.
    fileprivate var isRepeatable: Bool {
        switch self {
        case .clock, .tick, .snapshot: true
        default: false
        }
    }
}
