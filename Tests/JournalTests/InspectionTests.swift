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

    private func open() throws -> SQLiteLog {
        try SQLiteLog(
            directory: directory.path, clocks: MachineClocks(), verifiedBytes: 0,
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
    private func inspected(patienceBytes: Int) throws -> JournalError? {
        let inspection = try Inspection(
            path: directory.file, isAwaited: false, patienceBytes: patienceBytes,
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
