import Foundation
import Synchronization
import TestSupport
import Testing
import Texts

@testable import Journal
@testable import SQLiteJournal

/// After a write with an unknown effect, the log reopens its file.
@Suite("Reopening the file after an uncertain write")
struct ReopeningTests {
    private let directory = Directory()

    /// All operations that write, by name.
    private static let writers: [String: @Sendable (SQLiteLog) throws -> Void] = [
        "events": { _ = try $0.append([.event("b")]) },
        "events at once": { log in try log.atOnce { write in try write([.event("b")]) } },
        "a setting": { try $0.put("k", basis: 1) },
        "no setting": { try $0.remove("k", basis: 1) },
        "a note": { try $0.add(note) },
        "forgetting": {
            _ = try $0.prune(olderThan: -forgottenMicroseconds, logMicroseconds: -1, limit: 10)
        },
    ]
    /// A journal with another room.
    private func other() throws -> Directory {
        let other = Directory()
        try other.withLog { _ = try $0.append([.event("stranger", in: "elsewhere")]) }
        return other
    }

    private func content(_ directory: Directory) throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        return Dictionary(
            uniqueKeysWithValues: names.map {
                ($0, FileManager.default.contents(atPath: directory.path + "/" + $0) ?? Data())
            })
    }

    @Test(
        "Nothing is written to a replaced or missing journal",
        arguments: writers.keys.sorted(), [true, false])
    func replaced(writer: String, isUnsure: Bool) throws {
        let write = try #require(Self.writers[writer])
        let other = try other()
        let before = try content(other)
        try directory.withLog { log in
            _ = try log.append([.event("a")])
            log.isUnsure.store(isUnsure, ordering: .relaxed)
            let refused = JournalError.replaced(path: directory.file)
            try directory.replaced(by: other) {
                #expect(throws: refused) { try write(log) }
                #expect(throws: refused) { try log.check() }
            }
            #expect(try content(other) == before)
            try directory.replaced(by: nil) { #expect(throws: refused) { try write(log) } }
            #expect(!FileManager.default.fileExists(atPath: directory.path + ".away"))
            try log.check()
            try write(log)
            #expect(try log.rooms().map(\.name) == ["main"])
            let stillUnsure = log.isUnsure.load(ordering: .relaxed)
            #expect(!stillUnsure)
        }
        #expect(try content(other) == before)
    }

    @Test("A file that replaces the journal during a reopening stays unchanged")
    func replacedMeanwhile() throws {
        let other = try other()
        let before = try content(other)
        let log = try directory.open()
        _ = try log.append([.event("a")])
        log.isUnsure.store(true, ordering: .relaxed)
        let (reads, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let reader = JoinableThread {
            _ = try? log.read { _ in
                reads.signal()
                mayEnd.wait()
            }
        }
        reads.wait()
        let changed = { [path = directory.file + "-wal"] in
            try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
        }
        let written = try changed()
        let writer = JoinableThread {
            #expect(throws: JournalError.replaced(path: log.path)) {
                try log.append([.event("b")])
            }
        }
        // The writer first rewrites the write-ahead log's content, then waits for the reader.
        try waitUntil("the write-ahead log is rewritten") { try changed() != written }
        try directory.replaced(by: other) {
            mayEnd.signal()
            reader.wait()
            writer.wait()
        }
        #expect(try content(other) == before)
        #expect(try log.append([.event("b")]).map(\.word) == ["2"])
        try log.close()
    }

    @Test("Closing a log whose file was replaced fails")
    func replacedAtTheEnd() throws {
        let other = try other()
        let before = try content(other)
        let log = try directory.open()
        _ = try log.append([.event("a")])
        try directory.replaced(by: other) {
            #expect(throws: JournalError.replaced(path: directory.file)) { try log.close() }
        }
        #expect(try content(other) == before)
        let kept = try directory.withLog { try $0.events(of: "main", after: 0, limit: 9) }
        #expect(kept.map(\.id) == ["a"])
    }

    private static let note = AuditNote(room: "main", wallMicroseconds: 1, details: "{}")
    private static let forgottenMicroseconds = 2 * AgeRow.hourMicroseconds

    @Test("Readers get answers while the file is reopened")
    func readers() throws {
        try directory.withLog { log in
            _ = try log.append([.event("a")])
            let isOver = Atomic(false)
            let readers = (0..<4).map { _ in
                JoinableThread {
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

    @Test("A closed log refuses to write")
    func closed() throws {
        let log = try directory.open()
        _ = try log.append([.event("a")])
        try log.close()
        for (name, write) in Self.writers where name != "forgetting" {
            #expect(throws: JournalError.self, "\(name)") { try write(log) }
        }
    }

    @Test(
        "After a failed flush, the file is reopened before the next write",
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

/// A thread that a test can wait for.
private final class JoinableThread: Sendable {
    private let end = DispatchSemaphore(value: 0)

    init(_ body: @escaping @Sendable () -> Void) {
        Thread.detachNewThread { [end] in
            body()
            end.signal()
        }
    }

    func wait() { end.wait() }
}
