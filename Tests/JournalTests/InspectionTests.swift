import Foundation
import Synchronization
import Testing
import Texts

@testable import Journal
@testable import SQLiteJournal

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
}
