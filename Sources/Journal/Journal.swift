import Dispatch
import Foundation
import Stage
import Synchronization
public import Texts

/// The durable log's own thread: whatever waits goes into one transaction.
///
/// Records are written in the order in which they are handed over. Nobody waits for the disk:
/// verdicts lie ready after a wake-up.
///
///     let journal = Journal(log: log, wake: loop.handle.wake)
///     journal.write([.event(event, ticket: 7)])
///     // once woken:
///     for verdict in journal.takeVerdicts() { … verdict.ticket … verdict.result … }
public final class Journal: Sendable {
    private struct State {
        var waiting: [Record] = []
        var verdicts: [Verdict] = []
        /// What a failed write left to be tried again.
        var unwritten: [Record] = []
        /// Questions about events that may or may not have been written, and erasures to repeat.
        var doubtful: [Record] = []
        /// Records of rooms that can't be written while others can, by room.
        var aside: [Text: [Record]] = [:]
        var fault: JournalError?
        /// Why one of these rooms can't be written.
        var asideFault: JournalError?
        var isClosing = false
        var settling: [DispatchSemaphore] = []
        var waitingBytes = 0
        /// How many records have been handed over, how many of them have been taken up, and how many have
        /// been written or have failed.
        var handedOver: UInt64 = 0
        var takenUp: UInt64 = 0
        var dealtWith: UInt64 = 0
        /// How many clocks, ticks and snapshots have come since the older ones were dropped.
        var repeatableCount = 0
        /// What is being written.
        var writingBytes = 0
        /// How long the newest transactions took, in seconds.
        var commits: [Double] = []
        /// The fault at `close`, if there was one.
        var lastFault: JournalError?
    }

    public let log: any EventLog
    /// What whole histories are read from: the log, unless somebody keeps what that forgets.
    let past: any HistorySource
    private let state = Mutex(State())
    private let arrival = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)
    private let wake: @Sendable () -> Void
    private let warn: @Sendable (String) -> Void

    /// Starts the thread. `wake` is called on it when verdicts lie ready, `warn` with what a person
    /// should know. `past` has the log's events and those that the log has forgotten; nil: nobody keeps these.
    public init(
        log: any EventLog, past: (any HistorySource)? = nil, wake: @escaping @Sendable () -> Void,
        warn: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.log = log
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
            // While a write hangs, clocks, ticks and snapshots keep coming: only the newest are kept.
            if $0.repeatableCount > max(Self.fewRepeatables, $0.waiting.count / 2) {
                $0.waiting = Self.compacted($0.waiting)
                $0.waitingBytes = $0.waiting.reduce(0) { $0 + $1.byteCount }
                $0.repeatableCount = 0
            }
        }
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

    /// Why what was handed over of a room is not written, or may not be; nil while it is.
    public func fault(of room: Text) -> JournalError? {
        state.withLock { $0.fault ?? ($0.aside[room] == nil ? nil : $0.asideFault) }
    }

    /// What has been handed over so far; nil if all of it has been written, or has failed.
    public func markUnlessWritten() -> Mark? {
        state.withLock { $0.dealtWith == $0.handedOver ? nil : Mark(count: $0.handedOver) }
    }

    /// Whether what had been handed over by then has been written, or has failed.
    public func hasWritten(_ mark: Mark) -> Bool {
        state.withLock { $0.dealtWith >= mark.count }
    }

    /// How much had been handed over at some instant.
    public struct Mark: Sendable {
        fileprivate let count: UInt64
    }

    /// So much may wait for the disk; nobody hands events over while more does.
    public static let backlogLimitBytes = 64 << 20
    private static let commitsKept = 4096
    /// From so many clocks, ticks and snapshots on, and if they are half of what waits, the older ones
    /// are dropped.
    private static let fewRepeatables = 1024

    /// What waits to be written, in bytes.
    public var backlogBytes: Int { state.withLock { $0.waitingBytes + $0.writingBytes } }

    /// How long the transactions took since this was last called, in seconds; of many the newest.
    public func takeCommits() -> [Double] {
        state.withLock { state in
            defer { state.commits.removeAll() }
            return state.commits
        }
    }

    /// What could not be written so far.
    var unwritten: [Record] { state.withLock { $0.unwritten + $0.aside.values.joined() } }

    /// Waits until everything handed over so far has been written, or has failed. Not for a
    /// thread that must not wait.
    public func settle() {
        let done = DispatchSemaphore(value: 0)
        state.withLock { $0.settling.append(done) }
        arrival.signal()
        done.wait()
    }

    /// Writes what was handed over and closes the log. Waits for that. Throws if something of it
    /// could not be kept.
    public func close() throws(JournalError) {
        state.withLock { $0.isClosing = true }
        arrival.signal()
        ended.wait()
        if let fault = state.withLock({ $0.lastFault }) { throw fault }
    }

    // MARK: The thread

    /// So long after a failure it tries again.
    private static let retrySeconds = 0.5
    /// While nothing is written, so often it looks whether the files are in their place.
    private static let checkSeconds = 3.0

    private func run() {
        while true {
            // What failed is tried until it can be written again, whoever has something.
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
            // A connection that was lost while nobody wrote may be made anew at once.
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
        var attempt = Attempt(
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

    /// Only the newest snapshot and the newest clock of each room are worth keeping, one tick, and landmarks of
    /// what is noted.
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
    /// About as many bytes as it takes.
    fileprivate var byteCount: Int {
        switch self {
        case .event(let event, _), .question(let event, _): event.body.byteCount + 512
        case .milestones(_, let milestones): 256 * milestones.count
        case .snapshot(_, _, let room, _), .comparison(_, _, let room): 256 + room.byteEstimate
        default: 256
        }
    }

    /// Whether of several only the newest is worth keeping.
    fileprivate var isRepeatable: Bool {
        switch self {
        case .clock, .tick, .snapshot: true
        default: false
        }
    }
}
