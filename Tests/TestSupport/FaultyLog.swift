import Dispatch
public import Journal
import Synchronization
public import Texts

/// A log that passes everything on to another log, and fails or blocks when a test says so.
public final class FaultyLog: EventLog {
    private struct State {
        var error: JournalError?
        var selective: (error: JournalError, isBad: @Sendable (Record) -> Bool)?
        var batches: [[Record]] = []
        var appendCount = 0
        var readEventCount = 0
        var isClosed = false
    }

    /// The log that keeps the records.
    public let base: any EventLog
    private let state = Mutex(State())
    private let isBlocked: Atomic<Bool>
    private let gate = DispatchSemaphore(value: 0)
    private let arrivals = DispatchSemaphore(value: 0)

    /// Appends of a blocked log wait until `unblock()` is called.
    public init(_ base: any EventLog = MemoryLog(), isBlocked: Bool = false) {
        self.base = base
        self.isBlocked = Atomic(isBlocked)
    }

    // MARK: Faults

    /// Lets every append throw `error` from now on.
    public func fail(with error: JournalError) { state.withLock { $0.error = error } }

    /// Lets every append with a bad record throw `error` from now on.
    public func fail(with error: JournalError, if isBad: @escaping @Sendable (Record) -> Bool) {
        state.withLock { $0.selective = (error, isBad) }
    }

    /// Ends all faults.
    public func heal() {
        state.withLock { ($0.error, $0.selective) = (nil, nil) }
    }

    /// Waits until an append is blocked.
    public func waitUntilBlocked() { arrivals.wait() }

    /// Lets all appends continue.
    public func unblock() {
        isBlocked.store(false, ordering: .sequentiallyConsistent)
        gate.signal()
    }

    // MARK: Calls so far

    /// The batches that were appended without an error.
    public var batches: [[Record]] { state.withLock { $0.batches } }

    /// The number of appends, failed ones included; appends with a bad record do not count.
    public var appendCount: Int { state.withLock { $0.appendCount } }

    public var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Returns the number of events read since the last call.
    public func takeReadEventCount() -> Int {
        state.withLock { state in
            defer { state.readEventCount = 0 }
            return state.readEventCount
        }
    }

    // MARK: EventLog

    public var clock: LogClock { base.clock }

    public func append(_ records: [Record]) throws(JournalError) -> [Verdict] {
        if isBlocked.load(ordering: .sequentiallyConsistent) {
            arrivals.signal()
            gate.wait()
            gate.signal()
        }
        try state.withLock { state throws(JournalError) in
            if let (error, isBad) = state.selective, records.contains(where: isBad) { throw error }
            state.appendCount += 1
            if let error = state.error { throw error }
        }
        let verdicts = try base.append(records)
        state.withLock { $0.batches.append(records) }
        return verdicts
    }

    public func room(_ name: Text) throws(JournalError) -> StoredRoom? { try base.room(name) }

    public func names(after name: Text, limit: Int) throws(JournalError) -> [Text] {
        try base.names(after: name, limit: limit)
    }

    public func emptied(after name: Text, limit: Int) throws(JournalError) -> [Text] {
        try base.emptied(after: name, limit: limit)
    }

    public func events(
        of room: Text, after seq: Int64, limit: Int, byteLimit: Int
    ) throws(JournalError) -> [StoredEvent] {
        let events = try base.events(of: room, after: seq, limit: limit, byteLimit: byteLimit)
        state.withLock { $0.readEventCount += events.count }
        return events
    }

    public func event(of room: Text, id: Text) throws(JournalError) -> StoredEvent? {
        try base.event(of: room, id: id)
    }

    public func life(of room: Text, id: Text) throws(JournalError) -> StoredLife? {
        try base.life(of: room, id: id)
    }

    public func prune(
        of room: Text?, olderThan microseconds: Int64, limit: Int
    ) throws(JournalError) -> PruningResult {
        try base.prune(of: room, olderThan: microseconds, limit: limit)
    }

    public func check() throws(JournalError) { try base.check() }

    public func close() throws(JournalError) {
        state.withLock { $0.isClosed = true }
        try base.close()
    }
}
