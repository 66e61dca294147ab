import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing
import Texts
import Timeline

@testable import Journal
@testable import SQLiteJournal
@testable import Stage

/// The file counts as too large to be verified before use: the threshold is 0 bytes.
@Suite("Background inspection of a large file")
struct BackgroundVerificationTests {
    private let directory = Directory()
    private let warnings = Warnings()

    /// The warnings that the log wrote.
    private final class Warnings: Sendable {
        let lines = Mutex<[String]>([])
    }

    private func open(
        before: @escaping @Sendable (BackgroundVerification.Part) -> Void = { _ in }
    ) throws -> SQLiteLog {
        try SQLiteLog(
            directory: directory.path, clocks: MachineClocks(), verifiedBytes: 0,
            beforeInspecting: before,
            warn: { [warnings] line in warnings.lines.withLock { $0.append(line) } })
    }

    /// Writes a journal with two rooms and closes it.
    private func write() throws {
        try directory.withLog { log in
            for number in 1...9 {
                _ = try log.append([
                    .event("needle-\(number)"), .event("e\(number)", in: "haystack"),
                ])
            }
        }
    }

    private func content() throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: directory.file))
    }

    @Test("A sound file causes no warning and can be pruned after its inspection")
    func sound() throws {
        try write()
        let log = try open()
        #expect(try log.event(of: "main", id: "needle-5")?.seq == 5)
        _ = try log.append([.snapshot(upTo: 9)])
        #expect(try log.prune(olderThan: -2 * AgeRow.hourMicroseconds).count == 9)
        try log.close()
        #expect(warnings.lines.withLock(\.self) == [])
    }

    /// Runs `body` on another thread; the group is empty once it returns.
    private func inBackground(_ body: @escaping @Sendable () -> Void) -> DispatchGroup {
        let group = DispatchGroup()
        group.enter()
        Thread.detachNewThread {
            body()
            group.leave()
        }
        return group
    }

    @Test("A room loads before the index check ends, and a new event is appended after it")
    func order() throws {
        try write()
        let gate = DispatchSemaphore(value: 0)
        let log = try open { _ in gate.wait() }
        let events = Mutex<[StoredEvent]>([])
        let verdicts = Mutex<[Verdict]>([])
        let isOpen = Atomic(false)
        let wasOpen = Atomic(false)
        let writing = inBackground {
            let answer = try? log.append([.event("new")])
            wasOpen.store(isOpen.load(ordering: .relaxed), ordering: .relaxed)
            verdicts.withLock { $0 = answer ?? [] }
        }
        let reading = inBackground {
            guard (try? log.room("haystack")) != nil else { return }
            let read = try? log.events(of: "haystack", after: 0, limit: 99)
            events.withLock { $0 = read ?? [] }
        }
        #expect(reading.wait(timeout: .now() + patience) == .success)
        #expect(events.withLock(\.count) == 9)
        isOpen.store(true, ordering: .relaxed)
        gate.signal()
        writing.wait()
        let hasWaited = wasOpen.load(ordering: .relaxed)
        #expect(hasWaited)
        #expect(verdicts.withLock { $0.map(\.word) } == ["10"])
        try log.close()
    }

    @Test("No room loads from a file whose newest event is missing")
    func ends() throws {
        try write()
        try directory.tamper("DELETE FROM event WHERE id = 'e9'")
        let log = try open()
        for room: Text in ["haystack", "main"] {
            let error = #expect(throws: JournalError.self) { try log.room(room) }
            #expect(error.map { "\($0)" }?.contains("the end of a room's history") == true)
        }
        #expect(throws: JournalError.self) { try log.append([.event("new")]) }
        _ = try? log.close()
    }

    @Test("A damaged tree never hides a room's events silently")
    func astray() throws {
        try directory.withLog { log in
            for number in 1...60 {
                _ = try log.append(["main", "other", "third"].map { .event("e\(number)", in: $0) })
            }
        }
        let whole = try content()
        // Read each room from three positions, independent of each other.
        let starts: [Int64] = [0, 20, 40]
        func histories() throws -> [[StoredEvent]?] {
            let queue = try DatabaseQueue(path: directory.file)
            defer { try? queue.close() }
            return try queue.read { db in
                try RoomIndex.verify(db)
                let reader = RecordReader(db: db, room: "other", key: 2)
                return starts.map { try? reader.events(after: $0, limit: 99, byteLimit: .max) }
            }
        }
        let right = try histories()
        #expect(right.map { $0?.count } == [60, 40, 20])
        var told = 0
        for page in stride(from: 4096, to: whole.count, by: 4096) {
            // Damage every byte of inner pages and samples of leaves (sqlite.org/fileformat.html).
            let step = whole[page] == 2 ? 1 : 97
            for place in stride(from: page, to: page + 4096, by: step) where whole[place] != 0 {
                var damaged = whole
                damaged[place] ^= 1 << UInt8(place % 8)
                try damaged.write(to: URL(fileURLWithPath: directory.file))
                let read = (try? histories()) ?? starts.map { _ in nil }
                told += read.count { $0 == nil }
                let isWhole = zip(read, right).allSatisfy { $0 == nil || $0 == $1 }
                #expect(isWhole, "byte \(place)")
            }
        }
        #expect(told > 100)
    }

    // The event ID is stored in the table and the index, as is the room name.
    @Test(
        "A lookup that damage makes fail is reported, not answered with nothing",
        arguments: [
            "needle-5", "haystack",
        ])
    func hidden(text: String) throws {
        try write()
        let whole = try content()
        var places: [Int] = []
        var start = whole.startIndex
        while let found = whole.range(of: Data(text.utf8), in: start..<whole.endIndex) {
            places.append(found.lowerBound)
            start = found.upperBound
        }
        #expect(places.count == 2)
        for place in places {
            var damaged = whole
            damaged[place] ^= 1
            try damaged.write(to: URL(fileURLWithPath: directory.file))
            #expect(throws: JournalError.self, "byte \(place)") {
                let log = try open()
                _ = try log.event(of: "main", id: "needle-5")
                _ = try log.events(of: "haystack", after: 0, limit: 9)
            }
            #expect(try content() == damaged)
        }
    }

    @Test("After damage is found, the log refuses writes, reads and checks")
    func unsound() throws {
        try write()
        var damaged = try content()
        let place = try #require(damaged.range(of: Data("needle-5".utf8), options: .backwards))
        damaged[place.lowerBound] ^= 1
        try damaged.write(to: URL(fileURLWithPath: directory.file))
        let log = try open()
        try waitUntil("the inspection finds damage") { log.inspection?.damage != nil }
        let damage = try #require(log.inspection?.damage)
        #expect("\(damage)".contains("ovation doctor"))
        #expect(throws: damage) { try log.append([.event("new")]) }
        #expect(throws: damage) { try log.check() }
        #expect(throws: damage) { try log.events(of: "haystack", after: 0, limit: 9) }
        #expect(throws: damage) { try log.close() }
        #expect(warnings.lines.withLock(\.self) == ["\(damage)"])
        #expect(try content() == damaged)
    }

    @Test("A missing event makes its room unreadable, is reported, and leaves other rooms usable")
    func gap() throws {
        try write()
        try directory.tamper("DELETE FROM event WHERE id = 'needle-5'")
        let log = try open()
        for (after, limit) in [(0, 9), (3, 9), (4, 1), (5, 1)] as [(Int64, Int)] {
            let error = #expect(throws: JournalError.self) {
                try log.events(of: "main", after: after, limit: limit)
            }
            #expect("\(error!)".contains("event 6 of room main"))
        }
        #expect(try log.events(of: "main", after: 0, limit: 4).count == 4)
        #expect(try log.events(of: "main", after: 6, limit: 9).count == 3)
        #expect(try log.events(of: "haystack", after: 0, limit: 9).count == 9)
        #expect(try log.append([.event("new", in: "haystack")]).map(\.word) == ["10"])
        try waitUntil("the inspection warns") { warnings.lines.withLock { !$0.isEmpty } }
        try log.close()
        #expect(warnings.lines.withLock { $0.count } == 1)
        #expect(warnings.lines.withLock { $0[0] }.contains("event 6 of room main"))
    }

    @Test("Verifying a room in pieces finds the same faults as verifying it at once")
    func pieces() throws {
        try directory.withLog { log in
            for number in 1...9 as ClosedRange<Int64> {
                _ = try log.append([.event("e\(number)")])
                let entered = Milestone(
                    id: "e\(number)", time: Instant(microseconds: number), step: .entered)
                _ = try log.append([
                    .outcome(room: "main", seq: number, .shown),
                    .milestones(room: "main", [entered]),
                ])
            }
        }
        try directory.tamper("DELETE FROM event WHERE id = 'e5'")
        try directory.tamper("UPDATE outcome SET word = 'queued' WHERE seq = 3")
        try directory.tamper("UPDATE life SET time = 0 WHERE id = 'e9'")
        let queue = try DatabaseQueue(path: directory.file)
        for limit in [1, 2, 3, 4, 8, 9, 10, .max] {
            let faults = try queue.read { db in
                var faults: [String] = []
                let verification = Verification(db: db, report: { faults.append("\($0)") })
                let room = try RoomRow.read(db, key: 1)
                var place: Verification.Place? = Verification.Place()
                while let here = place {
                    place = try verification.verify(room, from: here, limit: limit)
                }
                return faults.map { String($0.prefix { $0 != ":" }) }
            }
            #expect(
                faults == [
                    "event 6 of room main", "an outcome in room main",
                    "what became of an event of room main",
                ], "\(limit) at a time")
        }
        try queue.close()
    }

    /// Runs an inspection that nobody waits for, as on a very large file, and returns its finding.
    private func inspected(
        patienceBytes: Int,
        before: @escaping @Sendable (BackgroundVerification.Part) -> Void = { _ in }
    ) throws -> JournalError? {
        let inspection = try BackgroundVerification(
            path: directory.file, isAwaited: false, patienceBytes: patienceBytes, before: before,
            warn: { [warnings] line in warnings.lines.withLock { $0.append(line) } })
        inspection.waitUntilOver()
        return inspection.damage
    }

    /// Appends an unused page to the file and counts it in the header (sqlite.org/fileformat.html).
    private func addPage() throws {
        var bytes = try content()
        let count = bytes[28..<32].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } + 1
        bytes.replaceSubrange(28..<32, with: withUnsafeBytes(of: count.bigEndian, Array.init))
        bytes.append(Data(count: 4096))
        try bytes.write(to: URL(fileURLWithPath: directory.file))
    }

    @Test("The page check of a very large file reports an unused page")
    func pages() throws {
        try write()
        #expect(try inspected(patienceBytes: .max >> 1) == nil)
        #expect(warnings.lines.withLock(\.self) == [])
        try addPage()
        let damage = try #require(try inspected(patienceBytes: .max >> 1))
        #expect("\(damage)".contains("ovation doctor"))
        #expect(warnings.lines.withLock(\.self) == ["\(damage)"])
    }

    @Test("Heavy writing makes the inspection give up the page check and report that")
    func givenUp() throws {
        try write()
        try addPage()
        // A limit of -1 bytes is exceeded at once.
        #expect(try inspected(patienceBytes: -1) == nil)
        let lines = warnings.lines.withLock(\.self)
        #expect(lines.count == 1 && lines[0].contains("ovation doctor does"))
        #expect(try inspected(patienceBytes: BackgroundVerification.patienceBytes) != nil)
        #expect(BackgroundVerification.patienceBytes == 64 << 20)
    }

    /// Adds rows that take minutes to check: every check computes a long generated column. The column is
    /// added to the schema after the rows, because otherwise each insertion would compute it, too.
    private static func addSlowRows(_ db: Database) throws {
        let slow = "length(replace(hex(zeroblob(bytes)), '0', 'ab'))"
        let version = try Int.fetchOne(db, sql: "PRAGMA schema_version") ?? 0
        try db.execute(
            sql: """
                CREATE TABLE slow (bytes INTEGER);
                WITH n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
                INSERT INTO slow SELECT 4000000 FROM n;
                PRAGMA writable_schema = ON;
                """)
        try db.execute(
            sql: "UPDATE sqlite_schema SET sql = ? WHERE name = 'slow'",
            arguments: ["CREATE TABLE slow (bytes INTEGER, n INTEGER NOT NULL AS (\(slow)))"])
        try db.execute(
            sql: "PRAGMA schema_version = \(version + 2); PRAGMA writable_schema = OFF")
    }

    @Test("Heavy writing during the page check interrupts it")
    func interrupted() throws {
        try write()
        let log = try directory.open()
        let inspection = try BackgroundVerification(
            path: directory.file, isAwaited: false, patienceBytes: 1 << 20,
            before: { part in
                guard part == .counting else { return }
                #expect(throws: Never.self) {
                    try log.pool.writeWithoutTransaction(Self.addSlowRows)
                }
            }, warn: { [warnings] line in warnings.lines.withLock { $0.append(line) } })
        defer { inspection.stop() }
        let body = Text("{\"x\":\"\(String(repeating: "x", count: 20_000))\"}")
        var number = 0
        try waitUntil("the inspection gives up") {
            number += 1
            _ = try log.append([.event(.sample("new-\(number)", body: body), ticket: 0)])
            return !warnings.lines.withLock(\.isEmpty)
        }
        #expect(inspection.damage == nil)
        let lines = warnings.lines.withLock(\.self)
        #expect(lines.count == 1 && lines.first?.contains("ovation doctor does") == true)
    }

    @Test("Stopping an inspection as it ends never interrupts a closed connection")
    func stopped() throws {
        try write()
        // Only ThreadSanitizer shows an interrupt of a closed connection.
        for pause in 0..<100 {
            let inspection = try BackgroundVerification(
                path: directory.file, isAwaited: false, warn: { _ in })
            usleep(UInt32(pause) * 100)
            inspection.stop()
            #expect(inspection.damage == nil)
        }
    }

    @Test("The write-ahead log shrinks again after a long-running reader ends")
    func growth() throws {
        let log = try directory.open()
        _ = try log.append([.event("first")])
        var configuration = GRDB.Configuration()
        configuration.allowsUnsafeTransactions = true
        let reader = try DatabaseQueue(path: directory.file, configuration: configuration)
        try reader.writeWithoutTransaction { db in
            try db.execute(sql: "BEGIN; SELECT count(*) FROM event")
        }
        func size() throws -> Int { try #require(FileBytes.count(of: directory.file + "-wal")) }
        // Each append writes its own pages.
        var count = 0
        while try size() <= SQLiteLog.logBytes + 1 << 16, count < 10_000 {
            count += 1
            _ = try log.append([.event("e\(count)")])
        }
        #expect(try size() > SQLiteLog.logBytes)
        try reader.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        try reader.close()
        for number in 0..<3 { _ = try log.append([.event("last-\(number)")]) }
        #expect(try size() <= SQLiteLog.logBytes)
        #expect(try log.event(of: "main", id: "e\(count)")?.seq == Int64(count) + 1)
        try log.close()
    }
}
