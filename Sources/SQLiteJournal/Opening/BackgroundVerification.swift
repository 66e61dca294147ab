import Foundation
import GRDB
import Journal
import Synchronization
import Texts

/// Verifies a large journal in the background, part by part, while a server uses it. It checks first that the newest
/// event of every room's history is there, then that SQLite can read the file and finds every row by every index, then
/// the checksum of each row. In a very large file the first check comes last, together with a check that each page is
/// used once.
///
/// The log checks the checksum of each row and the chain of each room whenever it reads them. This cannot show that
/// the newest events of a room are missing, or that an event is no longer found by its ID, so the inspection
/// checks that.
final class BackgroundVerification: Sendable {
    private struct State {
        var damage: JournalError?
        var hasIndexes = false
        var isStopped = false
        var isClosed = false
    }

    enum Part {
        /// The lookup of every row by every index begins.
        case looking
        /// The count of the pages of a very large file begins.
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

    /// Starts the inspection on a thread of its own. `isAwaited`: `check` and `checkEnds` wait for their results.
    /// `before` is called when a part begins, `warn` with each fault.
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

    /// The damage that makes the whole file unreliable; nil while none is known.
    var damage: JournalError? { state.withLock { $0.damage } }

    /// True if every row is found by every index; false until that was checked.
    var hasIndexes: Bool { state.withLock { $0.hasIndexes } }

    /// Throws if the whole file is unreliable. If awaited, waits until every row was looked up by every index.
    func check() throws(JournalError) {
        if isAwaited { looking.wait() }
        if let damage { throw damage }
    }

    /// Throws if the whole file is unreliable. If awaited, waits until the ends of all histories were checked: the
    /// parts before the ends show by themselves if they are intact.
    func checkEnds() throws(JournalError) {
        if isAwaited { comparing.wait() }
        if let damage { throw damage }
    }

    /// Stops the inspection before its end.
    func stop() {
        state.withLock { $0.isStopped = true }
        interrupt()
        ended.wait()
    }

    /// Interrupts the current read, unless the connection is closed: interrupting a closed or closing connection
    /// is not allowed (sqlite.org/c3ref/interrupt.html).
    private func interrupt() {
        state.withLock { if !$0.isClosed { queue.interrupt() } }
    }

    /// Waits until the inspection is over.
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

    /// Runs `part`. Returns false if it failed. Disk failures and missing files are reported elsewhere.
    private func completes(_ part: () throws -> Void) -> Bool {
        do {
            try part()
            return true
        } catch {
            note(error)
            return false
        }
    }

    /// Checks the tables and indexes. While a connection reads, SQLite cannot restart the write-ahead log, which
    /// grows with every write. So a very large file is read table by table.
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

    /// The growth of the write-ahead log at which the count of pages is given up.
    static let patienceBytes = 64 << 20

    /// Checks that each page is used once, and that the newest event of every room's history is there. This needs a
    /// view of the whole file at one moment, so it comes last, and is given up if much is written
    /// meanwhile.
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
            // An interrupted check has not seen all pages.
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

    /// The number of rows that are read at a time.
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
            // Requests for these rows get an error of their own.
            warn("\(JournalError.damaged(path: path, reason: "\(fault)\(more)"))")
        }
    }

    /// Returns the room with this key; nil if it has been erased meanwhile.
    private func room(_ key: Int64, _ db: Database) throws -> RoomRow? {
        let row = try Row.fetchOne(db, sql: "SELECT * FROM room WHERE key = ?", arguments: [key])
        guard let room = try row.map(RoomRow.init) else { return nil }
        return RoomEraser.isRemains(room.name) ? nil : room
    }
}
