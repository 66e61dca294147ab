import Foundation
import GRDB
import Journal
import Synchronization
import Texts

/// Reads all of a large journal, a part at a time, beside a server that has it open: whether every room's history ends
/// where it was written to end, whether SQLite can read the file and finds every row by every index, then
/// each row against its checksum, and of a very large one at last whether each page is used once.
///
/// A row is held against its checksum whenever it is read, and a room's events against their chain. What
/// that can't tell is that the newest of them are gone, or that an event is not found by its id any more:
/// this does.
final class Inspection: Sendable {
    private struct State {
        var damage: JournalError?
        var hasIndexes = false
        var isStopped = false
        var isClosed = false
    }

    enum Part {
        /// Every row is looked for by every index.
        case looking
        /// The pages of a very large file are counted.
        case counting
    }

    private let path: String
    private let isAwaited: Bool
    private let patienceBytes: Int
    private let before: @Sendable (Part) -> Void
    private let state = Mutex(State())
    private let queue: DatabaseQueue
    private let warn: @Sendable (String) -> Void
    private let comparing = DispatchGroup()
    private let looking = DispatchGroup()
    private let ended = DispatchGroup()

    /// Begins on a thread of its own. `isAwaited`: `check` and `checkEnds` wait for what they tell.
    /// `before` is called as a part of it begins, `warn` with what is found wrong.
    init(
        path: String, isAwaited: Bool, patienceBytes: Int = patienceBytes,
        before: @escaping @Sendable (Part) -> Void = { _ in },
        warn: @escaping @Sendable (String) -> Void
    ) throws {
        self.path = path
        self.isAwaited = isAwaited
        self.patienceBytes = patienceBytes
        self.before = before
        self.warn = warn
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        queue = try DatabaseQueue(path: path, configuration: configuration)
        for group in [comparing, looking, ended] { group.enter() }
        let thread = Thread { [self] in run() }
        thread.name = "inspection"
        thread.start()
    }

    /// Why nothing of the file can be relied on; nil while nothing is known against it.
    var damage: JournalError? { state.withLock { $0.damage } }

    /// Whether every row is found by every index; false until that has been looked at.
    var hasIndexes: Bool { state.withLock { $0.hasIndexes } }

    /// Throws if nothing of the file can be relied on, once every row has been looked for by every index.
    func check() throws(JournalError) {
        if isAwaited { looking.wait() }
        if let damage { throw damage }
    }

    /// Throws if nothing of the file can be relied on, once it is known that every room's history ends where it
    /// was written to end: what is before that tells by itself whether it is whole.
    func checkEnds() throws(JournalError) {
        if isAwaited { comparing.wait() }
        if let damage { throw damage }
    }

    /// Ends it, whatever is left to be read.
    func stop() {
        state.withLock { $0.isStopped = true }
        interrupt()
        ended.wait()
    }

    /// Cuts off what is being read, unless all has been: nobody may interrupt a connection that is closed or being
    /// closed (sqlite.org/c3ref/interrupt.html).
    private func interrupt() {
        state.withLock { if !$0.isClosed { queue.interrupt() } }
    }

    /// Waits until all has been read.
    func waitUntilOver() { ended.wait() }

    private var isStopped: Bool { state.withLock { $0.isStopped } }

    private func run() {
        let hasEnds = completes { if isAwaited { try queue.read(RoomIndex.verify) } }
        comparing.leave()
        if hasEnds { _ = completes(look) }
        looking.leave()
        if hasIndexes {
            _ = completes {
                try verify()
                if !isAwaited { try countPages() }
            }
        }
        state.withLock { $0.isClosed = true }
        try? queue.close()
        ended.leave()
    }

    /// Whether `part` came to its end. A disk that fails shows elsewhere, as does a file that is gone.
    private func completes(_ part: () throws -> Void) -> Bool {
        do {
            try part()
            return true
        } catch {
            note(error)
            return false
        }
    }

    /// While one connection reads, SQLite can't begin the log beside the file anew, which grows by all
    /// that is written. So what takes long is read in parts.
    private func look() throws {
        before(.looking)
        let parts = isAwaited ? ["1"] : try queue.read(Self.tables)
        for part in parts {
            if isStopped { return }
            let report = try queue.read {
                try String.fetchOne($0, sql: "PRAGMA integrity_check(\(part))") ?? "it is empty"
            }
            guard report == "ok" else { throw JournalError.damaged(path: path, reason: report) }
        }
        state.withLock { $0.hasIndexes = true }
    }

    private static func tables(_ db: Database) throws -> [String] {
        try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
            + ["sqlite_schema"]
    }

    /// The log beside the file may grow by so much while the file is read in one go.
    static let patienceBytes = 64 << 20

    /// Looks whether each page is used once, and whether every room's history ends where it was written to
    /// end: that shows only in all of the file at one moment. It is the last that is looked at, and given
    /// up if meanwhile much is written.
    private func countPages() throws {
        before(.counting)
        let log = path + "-wal"
        let most = (FileBytes.count(of: log) ?? 0) + patienceBytes
        let isGivenUp = Atomic(false)
        let look = { @Sendable in
            if FileBytes.count(of: log) ?? 0 > most { isGivenUp.store(true, ordering: .relaxed) }
        }
        let watch = DispatchSource.makeTimerSource()
        watch.schedule(deadline: .now(), repeating: .milliseconds(100))
        watch.setEventHandler { [self] in
            look()
            if isGivenUp.load(ordering: .relaxed) { interrupt() }
        }
        watch.resume()
        defer { watch.cancel() }
        do {
            let report: String? = try queue.read { db in
                try RoomIndex.verify(db)
                look()
                if isGivenUp.load(ordering: .relaxed) { return nil }
                return try String.fetchOne(db, sql: "PRAGMA quick_check(1)")
            }
            // One that was cut off has not seen all pages.
            if !isGivenUp.load(ordering: .relaxed), report != "ok" {
                throw JournalError.damaged(path: path, reason: report ?? "it is empty")
            }
        } catch {
            if !isGivenUp.load(ordering: .relaxed) { throw error }
        }
        guard isGivenUp.load(ordering: .relaxed), !isStopped else { return }
        warn(
            "\(path): so much is written that it was not looked whether each of its pages is used "
                + "once and every room's history is whole; ovation doctor does")
    }

    private func note(_ error: any Error) {
        guard !isStopped, case .damaged(_, let reason) = JournalError(error, path: path) else {
            return
        }
        let damage = JournalError.unsound(path: path, reason: reason)
        state.withLock { $0.damage = damage }
        warn("\(damage)")
    }

    /// So many rows are read at a time.
    private static let piece = 10_000

    private func verify() throws {
        let keys = try queue.read { try Int64.fetchAll($0, sql: "SELECT key FROM room") }
        for key in keys {
            var faults: [Unreadable] = []
            var place: Verification.Place? = Verification.Place()
            while let here = place {
                if isStopped { return }
                place = try queue.read { db in
                    guard let room = try room(key, db) else { return nil }
                    let verification = Verification(db: db, report: { faults.append($0) })
                    return try verification.verify(room, from: here, limit: Self.piece)
                }
            }
            guard let fault = faults.first else { continue }
            let more = faults.count == 1 ? "" : ", and \(faults.count - 1) more"
            // Whoever asks for one of these is told so.
            warn("\(JournalError.damaged(path: path, reason: "\(fault)\(more)"))")
        }
    }

    /// The room of a key; nil if it has been erased meanwhile.
    private func room(_ key: Int64, _ db: Database) throws -> RoomRow? {
        let row = try Row.fetchOne(db, sql: "SELECT * FROM room WHERE key = ?", arguments: [key])
        guard let room = try row.map(RoomRow.init) else { return nil }
        return RoomEraser.isRemains(room.name) ? nil : room
    }
}
