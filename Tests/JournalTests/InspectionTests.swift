import Foundation
import GRDB
import Synchronization
import Testing
import Texts
import Timeline

@testable import Journal
@testable import SQLiteJournal
@testable import Stage

/// A file that is too large to be read before it is used. Here every file is.
@Suite("Inspection of a large file")
struct InspectionTests {
    private let directory = Directory()
    private let said = Said()

    /// What the server's log was told.
    private final class Said: Sendable {
        let lines = Mutex<[String]>([])
    }

    private func open(
        before: @escaping @Sendable (Inspection.Part) -> Void = { _ in }
    ) throws -> SQLiteLog {
        try SQLiteLog(
            directory: directory.path, clocks: MachineClocks(), verifiedBytes: 0,
            beforeInspecting: before,
            warn: { [said] line in said.lines.withLock { $0.append(line) } })
    }

    /// Writes a journal of two rooms and closes it.
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

    /// Waits until `condition` holds or throws.
    private func wait(until condition: () throws -> Bool) throws {
        let end = ContinuousClock.now + .seconds(10)
        while try !condition(), ContinuousClock.now < end { Thread.sleep(forTimeInterval: 0.01) }
    }

    @Test("Of a sound file there is nothing to be said, and it is pruned once it has been read")
    func sound() throws {
        try write()
        let log = try open()
        #expect(try log.event(of: "main", id: "needle-5")?.seq == 5)
        _ = try log.append([.snapshot(upTo: 9)])
        #expect(try log.prune(olderThan: -2 * AgeRow.hourMicroseconds).count == 9)
        try log.close()
        #expect(said.lines.withLock(\.self) == [])
    }

    /// Does `body` on another thread; what comes back is done once it is over.
    private func beside(_ body: @escaping @Sendable () -> Void) -> DispatchGroup {
        let group = DispatchGroup()
        group.enter()
        Thread.detachNewThread {
            body()
            group.leave()
        }
        return group
    }

    @Test("A room is read before events are looked for by their ids, and an event taken after that")
    func order() throws {
        try write()
        let gate = DispatchSemaphore(value: 0)
        let log = try open { _ in gate.wait() }
        let events = Mutex<[StoredEvent]>([])
        let reading = beside {
            guard (try? log.room("haystack")) != nil else { return }
            let read = try? log.events(of: "haystack", after: 0, limit: 99)
            events.withLock { $0 = read ?? [] }
        }
        let verdicts = Mutex<[Verdict]>([])
        let writing = beside {
            let given = try? log.append([.event("new")])
            verdicts.withLock { $0 = given ?? [] }
        }
        #expect(reading.wait(timeout: .now() + 10) == .success)
        #expect(events.withLock(\.count) == 9)
        #expect(writing.wait(timeout: .now() + 0.2) == .timedOut)
        gate.signal()
        writing.wait()
        #expect(verdicts.withLock { $0.map(\.word) } == ["10"])
        try log.close()
    }

    @Test("No room is read of a file in which a history does not end as it was written to end")
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

    @Test("Of a room no event is left out unsaid, wherever a damaged tree leads")
    func astray() throws {
        try directory.withLog { log in
            for number in 1...60 {
                _ = try log.append(["main", "other", "third"].map { .event("e\(number)", in: $0) })
            }
        }
        let whole = try content()
        // Each is read from three places on, whatever the others come to.
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
            // All of the inside, and of the leaves (sqlite.org/fileformat.html) some.
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

    // The id stands in the table and in the index, the room's name too.
    @Test(
        "What is not found any more is told, not answered with none",
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

    @Test("Once it is known to be damaged nothing is taken, nothing answered and nothing written")
    func unsound() throws {
        try write()
        var damaged = try content()
        let place = try #require(damaged.range(of: Data("needle-5".utf8), options: .backwards))
        damaged[place.lowerBound] ^= 1
        try damaged.write(to: URL(fileURLWithPath: directory.file))
        let log = try open()
        try wait { log.inspection?.damage != nil }
        let damage = try #require(log.inspection?.damage)
        #expect("\(damage)".contains("ovation doctor"))
        #expect(throws: damage) { try log.append([.event("new")]) }
        #expect(throws: damage) { try log.check() }
        #expect(throws: damage) { try log.events(of: "haystack", after: 0, limit: 9) }
        #expect(throws: damage) { try log.close() }
        #expect(said.lines.withLock(\.self) == ["\(damage)"])
        #expect(try content() == damaged)
    }

    @Test("A room of whose events one is gone is named and not told of; others go on")
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
        try wait { said.lines.withLock { !$0.isEmpty } }
        try log.close()
        #expect(said.lines.withLock { $0.count } == 1)
        #expect(said.lines.withLock { $0[0] }.contains("event 6 of room main"))
    }

    @Test("Read a piece at a time a room has the same faults as read at once")
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

    /// What an inspection says that reads the file in parts and at last in one go.
    private func inspected(
        patienceBytes: Int, before: @escaping @Sendable (Inspection.Part) -> Void = { _ in }
    ) throws -> JournalError? {
        let inspection = try Inspection(
            path: directory.file, isAwaited: false, patienceBytes: patienceBytes, before: before,
            warn: { [said] line in said.lines.withLock { $0.append(line) } })
        inspection.waitUntilOver()
        return inspection.damage
    }

    /// Gives the file a page more that nothing uses: how many there are stands in its header
    /// (sqlite.org/fileformat.html).
    private func addPage() throws {
        var bytes = try content()
        let count = bytes[28..<32].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } + 1
        bytes.replaceSubrange(28..<32, with: withUnsafeBytes(of: count.bigEndian, Array.init))
        bytes.append(Data(count: 4096))
        try bytes.write(to: URL(fileURLWithPath: directory.file))
    }

    @Test("Of a very large file it is told, too, if a page is used by nothing, which no part shows")
    func pages() throws {
        try write()
        #expect(try inspected(patienceBytes: .max >> 1) == nil)
        #expect(said.lines.withLock(\.self) == [])
        try addPage()
        let damage = try #require(try inspected(patienceBytes: .max >> 1))
        #expect("\(damage)".contains("ovation doctor"))
        #expect(said.lines.withLock(\.self) == ["\(damage)"])
    }

    @Test("If meanwhile much is written the pages are not looked at any longer, and that is told")
    func givenUp() throws {
        try write()
        try addPage()
        // More has been written than may be.
        #expect(try inspected(patienceBytes: -1) == nil)
        let lines = said.lines.withLock(\.self)
        #expect(lines.count == 1 && lines[0].contains("ovation doctor does"))
        #expect(try inspected(patienceBytes: Inspection.patienceBytes) != nil)
        #expect(Inspection.patienceBytes == 64 << 20)
    }

    // A column that takes long to work out makes a small file as slow to look at as a large one.
    @Test("If that is while they are being looked at, it is interrupted")
    func interrupted() throws {
        try write()
        let log = try directory.open()
        let slow = "length(replace(hex(zeroblob(bytes)), '0', 'ab'))"
        try directory.tamper("CREATE TABLE slow (bytes INTEGER, n INTEGER NOT NULL AS (\(slow)))")
        let instants = Mutex<[ContinuousClock.Instant]>([])
        let damage = try inspected(patienceBytes: 4096) { part in
            guard part == .counting else { return }
            instants.withLock { $0.append(.now) }
            // To write a row takes as long as to look at it.
            let numbers = "WITH n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 30)"
            try? log.pool.write {
                try $0.execute(sql: "\(numbers) INSERT INTO slow SELECT 4000000 FROM n")
            }
            instants.withLock { $0.append(.now) }
            Thread.detachNewThread {
                Thread.sleep(forTimeInterval: 0.2)
                for number in 1...20 { _ = try? log.append([.event("new-\(number)")]) }
            }
        }
        let ended = ContinuousClock.now
        let (began, written) = instants.withLock { ($0[0], $0[1]) }
        #expect(written.duration(to: ended) < began.duration(to: written) / 2)
        #expect(damage == nil)
        let lines = said.lines.withLock(\.self)
        #expect(lines.count == 1 && lines.first?.contains("ovation doctor does") == true)
    }

    @Test("It may be stopped as it ends: a connection that is being closed is not interrupted")
    func stopped() throws {
        try write()
        // Under ThreadSanitizer: that it is interrupted shows nowhere else.
        for pause in 0..<100 {
            let inspection = try Inspection(path: directory.file, isAwaited: false, warn: { _ in })
            usleep(UInt32(pause) * 100)
            inspection.stop()
            #expect(inspection.damage == nil)
        }
    }

    @Test("What the log beside the file grew by while somebody read for long is given back")
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
        // Each writes some pages of its own.
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
