import Foundation
import GRDB
public import Journal
import Stage
import Synchronization
public import Texts
import Timeline

public import enum Journal.Record  // GRDB also has a `Record`.

/// The event log in one SQLite file, with write-ahead logging and a flush to the disk at every commit.
///
/// Its description is the path of the file. It has many functions because events, settings and the audit share one
/// connection and its transactions.
public final class SQLiteLog: ImportLog, CustomStringConvertible {
    let directory: String
    let path: String
    public var description: String { path }
    public let clock: LogClock
    private let clocks: MachineClocks
    let isReadOnly: Bool
    private let lock: DirectoryLock?
    let reserve: DiskReserve
    let connections: Mutex<DatabasePool>
    let readers = ReadersLock()
    let state: Mutex<State>
    /// True if a write has failed with an unknown result on the disk.
    let isUnsure = Atomic(false)
    let identity: Mutex<FileIdentity>
    public let settingsChannel = SettingsChannel()
    /// The `seq` of snapshots that could not be read and were not needed, by the key of their room. They are
    /// kept when new snapshots replace them.
    let unreadSnapshots = Mutex<[Int64: Int64]>([:])
    /// The checksums of snapshots that are known to be readable, by the key of their room.
    private let decodedSnapshots = Mutex<[Int64: Int64]>([:])
    /// The place where the next step of pruning continues; the room is nil for pruning of all rooms.
    private let pruning = Mutex<(room: Text?, place: RecordPruner.Place)?>(nil)
    /// The path at which the file of an older version was kept, if this start has upgraded it.
    public let keptPath: String?
    /// Reads a large file in the background while it is used; nil if the file was verified before use.
    let inspection: BackgroundVerification?

    /// The writer's state, used by one thread at a time.
    struct State {
        /// The end of each room's history; nil if it must be read from the file.
        var index: RoomIndex?
        var age: AgeClock
        /// True after `close`. The log then refuses writes, because the next server may have the file.
        var isClosed = false
        /// True if the write-ahead log still has data of an erased room, because a reader was active; and the time
        /// of the last try to empty it, by the monotonic clock.
        var owesEmptyLog = false
        var triedNanoseconds: UInt64 = 0
    }

    /// Opens the journal in `directory`, which is created if it does not exist.
    ///
    /// Throws, without a change, if another process has opened the journal (unless `isReadOnly`), if the file is
    /// damaged, or if a newer version wrote it. `acceptsClock`: the wall clock is right, however long ago the journal
    /// was last written according to it. `warn` is called, on any thread, with faults that are found later.
    public convenience init(
        directory: String, isReadOnly: Bool = false, acceptsClock: Bool = false,
        warn: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(JournalError) {
        try self.init(
            directory: directory, isReadOnly: isReadOnly, acceptsClock: acceptsClock,
            clocks: MachineClocks(), warn: warn)
    }

    init(
        directory: String, isReadOnly: Bool = false, acceptsClock: Bool = false,
        clocks: MachineClocks, verifiedBytes: Int = JournalFile.verifiedBytes,
        beforeInspecting: @escaping @Sendable (BackgroundVerification.Part) -> Void = { _ in },
        warn: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(JournalError) {
        self.clocks = clocks
        self.directory = directory
        path = directory + "/journal.sqlite"
        self.isReadOnly = isReadOnly
        reserve = DiskReserve(directory: directory)
        do {
            if !isReadOnly { try Self.make(directory) }
            lock = isReadOnly ? nil : try DirectoryLock(directory: directory)
            if !isReadOnly { try FileRestoring(directory: directory).finish() }
            keptPath = try JournalFile(
                path: path, isReadOnly: isReadOnly, verifiedBytes: verifiedBytes
            )
            .prepare(in: directory)
            if !isReadOnly {
                for suffix in ["", "-wal", "-shm"] { PrivateFile.restrictToOwner(path + suffix) }
            }
            let pool = try Self.open(path, isReadOnly)
            if !isReadOnly { try Self.eraseRemains(pool) }
            let (index, row) = try pool.read { db in
                try Schema.check(db)
                if isReadOnly { try RoomIndex.verify(db) }
                return (try RoomIndex(db), try ClockRow.read(db))
            }
            connections = Mutex(pool)
            identity = Mutex(FileIdentity(directory: directory))
            clock = LogClock(
                at: Self.goesOn(from: row, clocks.reading()), monotonic: clocks.monotonic)
            let age = AgeClock(
                believed: row.believed, wall: row.wall, isAccepted: acceptsClock,
                now: clocks.reading())
            let owes = index.rests.keys.contains(where: RoomEraser.isEmptied)
            state = Mutex(State(index: index, age: age, owesEmptyLog: owes))
            let size = FileBytes.count(of: path) ?? 0
            if !isReadOnly { reserve.fill() }
            let isVerified = isReadOnly || size <= verifiedBytes
            let isAwaited = size <= JournalFile.inspectedBytes
            inspection =
                isVerified
                ? nil
                : try BackgroundVerification(
                    path: path, isAwaited: isAwaited, before: beforeInspecting, warn: warn)
        } catch {
            throw JournalError(opening: path, error)
        }
    }

    /// Returns the log time at a start: that at the last orderly end. After a crash it adds the time since the
    /// newest stamp, up to the longest time that may have been shown after a stamp.
    private static func goesOn(from row: ClockRow, _ now: AgeClock.Reading) -> Int64 {
        guard row.isOpen else { return row.log }
        let most = Int64(LogClock.longestStepNanoseconds / 1000)
        // A wall clock that was set back does not show how much time has passed.
        let passed = now.wall < row.wall ? most : now.wall - row.wall
        return row.log + min(passed, most)
    }

    /// Leaves the files unchanged if `close` was not called, for example because the content is unusable. Without
    /// this explicit close, the end of the pool would copy the write-ahead log into the file.
    deinit {
        inspection?.stop()
        try? pool.close()
    }

    /// The connections to the file.
    var pool: DatabasePool { connections.withLock { $0 } }

    public func takeClockDoubt() -> String? { state.withLock { $0.age.takeDoubt() } }

    // MARK: Writing

    public func append(_ records: [Record]) throws(JournalError) -> [Verdict] {
        try state.withLock { state throws(JournalError) in
            try reopenIfUnsure(&state)
            try check()
            let verdicts = try appendOrRewind(records, &state)
            let hasErased = verdicts.contains(where: \.isErased)
            if hasErased { state.owesEmptyLog = true }
            emptyLogIfOwed(&state, waits: hasErased)
            return verdicts
        }
    }

    /// Appends records. On a full disk an erasure is tried again after a checkpoint: SQLite then writes the
    /// write-ahead log from its beginning, and the log need not grow. If a file must grow, the reserve makes room.
    private func appendOrRewind(
        _ records: [Record], _ state: inout State
    ) throws(JournalError) -> [Verdict] {
        do throws(JournalError) {
            return try append(records, &state)
        } catch {
            guard error.isDiskFull, records.contains(where: \.isErasure) else { throw error }
        }
        let rowCount = RoomEraser.smallRowCount
        do throws(JournalError) {
            Self.rewindsLog(pool)
            return try append(records, &state, erasedRowCount: rowCount)
        } catch {
            guard error.isDiskFull, reserve.release() else { throw error }
            Self.rewindsLog(pool)
            return try append(records, &state, erasedRowCount: rowCount)
        }
    }

    private func append(
        _ records: [Record], _ state: inout State,
        erasedRowCount: Int = RoomEraser.normalRowCount
    ) throws(JournalError) -> [Verdict] {
        let began = LogClock.monotonic()
        var verdicts: [Verdict] = []
        let (log, recorded) = try transact(&state) { writer in
            writer.erasedRowCount = erasedRowCount
            verdicts = try records.compactMap { try writer.write($0) }
        }
        clock.noteCommit(microseconds: Int64((LogClock.monotonic() - began) / 1000))
        if clock.now - log > Self.lateMicroseconds, !recorded.isEmpty {
            let times = try restamped(recorded, &state)
            verdicts = verdicts.map { $0.at(times[$0.ticket]) }
        }
        try stillHolds { () throws(JournalError) in try check() }
        return verdicts
    }

    /// Returns the new times of events, by ticket. If they cannot be written, the events keep their old times: the
    /// events are on disk, so the clients must not receive an error.
    private func restamped(
        _ recorded: [RecordedEvent], _ state: inout State
    ) throws(JournalError) -> [UInt64: Instant] {
        var times: [UInt64: Instant] = [:]
        do throws(JournalError) {
            _ = try transact(&state) { times = try $0.restamp(recorded) }
        } catch {
            guard case .storage = error else { throw error }
            return [:]
        }
        return times
    }

    /// An event whose commit took longer gets a new time, so that viewers see it from its beginning.
    private static let lateMicroseconds: Int64 = 250_000

    /// Runs `body` with a writer in one transaction. Returns its log time and the recorded events.
    @discardableResult
    private func transact(
        _ state: inout State, isOpen: Bool = true,
        _ body: (inout RecordWriter) throws -> Void
    ) throws(JournalError) -> (log: Int64, recorded: [RecordedEvent]) {
        let now = clocks.reading()
        let believed = state.age.believed(now)
        // Moved out instead of copied, because it has an entry for each room.
        var index = state.index.take()
        // Also after a failure: the index is rolled back, so that it need not be read again.
        defer { state.index = index }
        let unread = unreadSnapshots.withLock { $0 }
        let (log, recorded, settings) = try commit { [path, clock] db in
            var writer = RecordWriter(
                db: db, path: path, index: try index.take() ?? RoomIndex(db),
                unreadSnapshots: unread, log: clock.stamp(), wall: now.wall, believed: believed)
            defer { index = writer.index }
            try body(&writer)
            try writer.finish(isOpen: isOpen)
            return (writer.log, writer.recorded, writer.settings)
        } failed: {
            index?.rollBack()
        }
        index?.keep()
        tell(settings)
        return (log, recorded)
    }

    /// Writes all records that `body` passes on in one transaction of any size; writes no record if `body` throws.
    public func atOnce(_ body: (_ write: ([Record]) throws -> Void) throws -> Void) throws {
        try state.withLock { state in
            try reopenIfUnsure(&state)
            try checkFiles()
            var cause: (any Error)?
            do {
                try transact(&state) { writer in
                    do {
                        try body { for record in $0 { _ = try writer.write(record) } }
                    } catch {
                        cause = error
                        throw error
                    }
                }
            } catch {
                throw cause ?? error
            }
            try stillHolds(checkFiles)
        }
    }

    public func check() throws(JournalError) {
        try inspection?.check()
        try checkFiles()
    }

    /// Throws if the journal's files are missing or were replaced by other files.
    func checkFiles() throws(JournalError) {
        try identity.withLock { (identity) throws(JournalError) in try identity.check(directory) }
    }

    public func prune(
        of room: Text?, olderThan microseconds: Int64, limit: Int
    ) throws(JournalError) -> PruningResult {
        try prune(
            of: room, olderThan: microseconds, logMicroseconds: Self.leastAgeMicroseconds,
            limit: limit)
    }

    /// Deletes events that are older than `microseconds` and, by log time, than `logMicroseconds`.
    func prune(
        of room: Text? = nil, olderThan microseconds: Int64, logMicroseconds: Int64, limit: Int
    ) throws(JournalError) -> PruningResult {
        state.withLock { emptyLogIfOwed(&$0, waits: false) }
        // Old events are found by an index, which must be verified first.
        if let inspection, !inspection.hasIndexes { return PruningResult() }
        let believed = state.withLock { $0.age.believed(clocks.reading()) }
        let hour = (believed - microseconds) / AgeRow.hourMicroseconds
        let log = clock.now - logMicroseconds
        let place = pruning.withLock { $0?.room == room ? $0?.place : nil }
        let decoded = decodedSnapshots.withLock { $0 }
        let isIdle = try read { db in
            try Int64.fetchOne(
                db, sql: "SELECT 1 FROM age WHERE hour < ? AND log < ? LIMIT 1",
                arguments: [hour, log]) == nil
        }
        let (result, next) =
            isIdle
            ? (PruningResult(), nil)
            : try write { db -> (PruningResult, RecordPruner.Place?) in
                let key = try room.map { try RoomRow.key(of: $0, db) }
                // A room that does not exist has no events to delete.
                if case .some(.none) = key { return (PruningResult(), nil) }
                var pruner = RecordPruner(db: db, decoded: decoded)
                try pruner.prune(of: key ?? nil, before: hour, log: log, from: place, limit: limit)
                decodedSnapshots.withLock { $0 = pruner.decoded }
                return (pruner.result, pruner.next)
            }
        pruning.withLock { $0 = next.map { (room, $0) } }
        return result
    }

    /// The smallest age of deleted events by log time, independent of the wall clock: a day, and the hour that is the
    /// precision of recorded ages.
    static let leastAgeMicroseconds: Int64 = 25 * AgeRow.hourMicroseconds

    public func close() throws(JournalError) {
        inspection?.stop()
        defer {
            readers.alone { try? pool.close() }
            // Released here, because a remaining reference to this log must not block the next server.
            lock?.release()
        }
        if let damage = inspection?.damage { throw damage }
        guard !isReadOnly else { return }
        try state.withLock { state throws(JournalError) in
            try reopenIfUnsure(&state)
            state.isClosed = true
            try checkFiles()
            try transact(&state, isOpen: false) { _ in }
            try stillHolds(checkFiles)
        }
        // A reading connection closes last and does not copy the write-ahead log, so this does it.
        _ = try? pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    }

    /// Runs `work`, and converts its errors.
    func perform<Value>(_ work: () throws -> Value) throws(JournalError) -> Value {
        do {
            return try work()
        } catch {
            throw JournalError(error, path: path)
        }
    }
}

extension JournalError {
    fileprivate init(opening path: String, _ error: any Error) {
        self.init(error, path: path)
        if case .storage(let code, let message) = self {
            let reason = code == 0 ? message : "\(message) (SQLite \(code))"
            self = .unusable(path: path, reason: reason)
        }
    }

    init(_ error: any Error, path: String) {
        switch error {
        case let error as JournalError: self = error
        case let error as Unreadable: self = .damaged(path: path, reason: "\(error)")
        case let error as DatabaseError:
            switch error.resultCode {
            case .SQLITE_NOTADB, .SQLITE_CORRUPT:
                self = .damaged(path: path, reason: error.message ?? "it can't be read")
            default:
                self = .storage(
                    code: error.extendedResultCode.rawValue,
                    message: error.message ?? "unknown error")
            }
        default: self = .storage(code: 0, message: "\(path): \(error)")
        }
    }
}

extension Record {
    fileprivate var isErasure: Bool {
        if case .erase = self { true } else { false }
    }
}

extension Verdict {
    /// True if a room is erased completely.
    fileprivate var isErased: Bool {
        if case .erased(rest: nil, copies: _) = result { true } else { false }
    }
}
