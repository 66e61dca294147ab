import Foundation
import Synchronization
import Testing
import Texts

@testable import Journal
@testable import SQLiteJournal

/// What follows a write of which nobody knows what it left on the disk.
@Suite("Reopening")
struct ReopeningTests {
    private let directory = Directory()

    /// Whatever writes, by name.
    private static let writers: [String: @Sendable (SQLiteLog) throws -> Void] = [
        "events": { _ = try $0.append([.event("b")]) },
        "events at once": { log in try log.atOnce { write in try write([.event("b")]) } },
        "a key": {
            try $0.put(StoredKey(id: "k", digest: Data([1]), room: "main", details: "{}"))
        },
        "no key": { try $0.removeKey(id: "k") },
        "a note": { try $0.add(note) },
        "a standing": {
            try $0.put(StoredStanding(room: "main", details: "{}"), noting: note)
        },
        "no standing": { try $0.removeStanding(of: "main") },
        "forgetting": {
            _ = try $0.prune(olderThan: -forgottenMicroseconds, logMicroseconds: -1, limit: 10)
        },
    ]
    private static let note = AuditNote(room: "main", wallMicroseconds: 1, details: "{}")
    private static let forgottenMicroseconds = 2 * AgeRow.hourMicroseconds

    @Test("Whoever reads while the file is opened again has an answer")
    func readers() throws {
        try directory.withLog { log in
            _ = try log.append([.event("a")])
            let isOver = Atomic(false)
            let readers = (0..<4).map { _ in
                Waited {
                    while !isOver.load(ordering: .relaxed) {
                        let count = try? log.events(of: "main", after: 0, limit: 1).count
                        #expect(count == 1)
                    }
                }
            }
            for number in 1...50 {
                log.isUnsure.store(true, ordering: .relaxed)
                _ = try log.append([.event("b\(number)")])
            }
            isOver.store(true, ordering: .relaxed)
            for reader in readers { reader.wait() }
        }
    }

    @Test("Nothing is written once the log has been closed")
    func closed() throws {
        let log = try directory.open()
        _ = try log.append([.event("a")])
        try log.close()
        for (name, write) in Self.writers where name != "forgetting" {
            #expect(throws: JournalError.self, "\(name)") { try write(log) }
        }
    }

    @Test(
        "After a flush that failed the file is opened again before anything is written",
        arguments: writers.keys.sorted())
    func reopening(writer: String) throws {
        let write = try #require(Self.writers[writer])
        try directory.withLog { log in
            _ = try log.append([.event("a")])
            let before = log.pool
            log.isUnsure.store(true, ordering: .relaxed)
            try write(log)
            #expect(log.pool !== before)
            let isUnsure = log.isUnsure.load(ordering: .relaxed)
            #expect(!isUnsure)
            #expect(try log.rooms().map(\.name) == ["main"])
        }
    }
}

/// A thread that somebody waits for.
private final class Waited: Sendable {
    private let end = DispatchSemaphore(value: 0)

    init(_ body: @escaping @Sendable () -> Void) {
        Thread.detachNewThread { [end] in
            body()
            end.signal()
        }
    }

    func wait() { end.wait() }
}
