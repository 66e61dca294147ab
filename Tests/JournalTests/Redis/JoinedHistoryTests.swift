import Dispatch
import Foundation
import Journal
import Stage
import Synchronization
import TestSupport
import Testing
import Texts
import Timeline

// GRDB also has a type named `Record`.
import enum Journal.Record

@testable import Archiving
@testable import RedisJournal
@testable import SQLiteJournal

@Suite("Log and archive read as one history", .serialized)
struct JoinedHistoryTests {
    /// Events with bodies of different lengths.
    private func events(_ seqs: ClosedRange<Int>, wall: Int64 = 0) -> [Record] {
        seqs.map { seq in
            let body = Text("\"" + String(repeating: "x", count: 37 * seq % 200) + "\"")
            return .event(.sample("e\(seq)", body: body, wall: wall), ticket: 0)
        }
    }

    /// The expected page: the events that fit the limits.
    private func page(
        _ events: [StoredEvent], after seq: Int64, limit: Int, byteLimit: Int
    ) -> [StoredEvent] {
        var bytes = 0
        let rest = events.filter { $0.seq > seq }.prefix(limit)
        return rest.enumerated().prefix { index, event in
            bytes += event.byteCount
            return index == 0 || bytes <= byteLimit
        }.map(\.element)
    }

    @Test("A page has each event once and in order, at every position and limit")
    func pages() throws {
        let scene = try ArchiveScene()
        let joined = scene.joined()
        _ = try scene.log.append(events(1...9))
        try scene.pass()
        var all = try scene.log.events(of: "main", after: 0, limit: 100)
        for kept in [10...12, 13...17, 18...18] {
            try scene.forget()
            #expect(try scene.log.events(of: "main", after: 0, limit: 1).isEmpty)
            _ = try scene.log.append(events(kept))
            all += try scene.log.events(of: "main", after: 0, limit: 100)
            // First the archive ends where the log begins, then they overlap.
            for _ in 1...2 {
                for (after, limit) in (0...19).flatMap({ after in (1...20).map { (after, $0) } }) {
                    for byteLimit in [1, 300, 777, .max] {
                        let found = try joined.events(
                            of: "main", after: Int64(after), limit: limit, byteLimit: byteLimit)
                        let wanted = page(
                            all, after: Int64(after), limit: limit, byteLimit: byteLimit)
                        try #require(found == wanted, "after \(after), \(limit), \(byteLimit)")
                    }
                }
                try scene.pass()
            }
        }
        #expect(try joined.extent(of: "main") == .whole)
    }

    @Test("No page lacks an event while the log is being pruned")
    func race() throws {
        let scene = try ArchiveScene()
        let joined = scene.joined()
        _ = try scene.log.append(events(1...150))
        try scene.pass()
        let all = try scene.log.events(of: "main", after: 0, limit: 1000)
        try scene.makeOld()
        let isDone = Mutex(false)
        let ended = DispatchSemaphore(value: 0)
        let log = scene.log
        Thread {
            while let result = try? log.prune(of: "main", olderThan: 0, limit: 1),
                !result.isComplete
            {}
            isDone.withLock { $0 = true }
            ended.signal()
        }.start()
        defer { ended.wait() }
        while !isDone.withLock({ $0 }) {
            try #require(try joined.events(of: "main", after: 0, limit: 1000) == all)
        }
        #expect(try joined.events(of: "main", after: 0, limit: 1000) == all)
    }

    @Test("An event and its status are found in the log or in the archive")
    func single() throws {
        let scene = try ArchiveScene()
        let joined = scene.joined()
        _ = try scene.words(
            .event("a"), .event("b"), .outcome(room: "main", seq: 1, .merged(into: "g")),
            .milestones(
                room: "main",
                [
                    Milestone(id: "a", time: Instant(microseconds: 9), step: .entered),
                    Milestone(
                        id: "a", time: Instant(microseconds: 9), step: .messageHidden, rule: "big"),
                ]))
        try scene.pass()
        let before = try #require(try scene.log.event(of: "main", id: "a"))
        let life = try #require(try scene.log.life(of: "main", id: "a"))
        #expect(try joined.event(of: "main", id: "a") == before)
        #expect(try joined.life(of: "main", id: "a") == life)
        try scene.forget()
        #expect(try scene.log.event(of: "main", id: "a") == nil)
        _ = try scene.words(.event("c"))
        #expect(try joined.event(of: "main", id: "a") == before)
        #expect(before.outcome == .merged(into: "g"))
        #expect(try joined.life(of: "main", id: "a") == life)
        #expect(try joined.event(of: "main", id: "c") == scene.log.event(of: "main", id: "c"))
        #expect(try joined.event(of: "main", id: "none") == nil)
        #expect(try joined.life(of: "main", id: "none") == nil)
        #expect(try joined.event(of: "other", id: "a") == nil)
    }

    @Test("Erased events are not found even while the archive still has them")
    func erased() throws {
        let scene = try ArchiveScene()
        let joined = scene.joined()
        _ = try scene.log.append(events(1...3))
        try scene.pass()
        _ = try scene.log.append([.erase(room: "main", ticket: 0)])
        let ids = { try joined.events(of: "main", after: 0, limit: 9).map(\.id) }
        #expect(try ids() == [])
        #expect(try joined.event(of: "main", id: "e1") == nil)
        #expect(try joined.room("main") == nil)
        #expect(try joined.extent(of: "main") == .archived)
        _ = try scene.words(.event("new"))
        try scene.forget()
        _ = try scene.words(.event("newer"))
        #expect(try ids() == ["newer"])
        #expect(try joined.event(of: "main", id: "e1") == nil)
        #expect(try joined.extent(of: "main") == .begunAnew)
        #expect(try joined.extent(of: "nowhere") == .whole)
    }

    @Test("Events that were pruned before they were archived are skipped")
    func gap() throws {
        let scene = try ArchiveScene()
        let joined = scene.joined()
        _ = try scene.log.append(events(1...2))
        try scene.pass()
        _ = try scene.log.append(events(3...4))
        try scene.forget()
        _ = try scene.log.append(events(5...6))
        #expect(try joined.extent(of: "main") == .lacking(3...4))
        for _ in 1...2 {
            let found = try joined.events(of: "main", after: 0, limit: 9).map(\.seq)
            #expect(found == [1, 2, 5, 6])
            try scene.pass()
        }
    }

    @Test("A missing or foreign archive is refused with the reason")
    func refused() throws {
        let scene = try ArchiveScene()
        _ = try scene.words(.event("a"))
        let log = RedisHistory(scene.server.address)
        func refusal(_ directory: String) -> String {
            let error = #expect(throws: JournalError.self) {
                try ArchiveReader(directory: directory, of: log).check()
            }
            return error.map { "\($0)" } ?? ""
        }
        let nowhere = Directory()
        #expect(refusal(nowhere.path) == "there is no journal in \(nowhere.path)")

        let own = Directory()
        let journal = try own.open()
        try ArchiveReader(directory: own.path, of: log).check()
        _ = try journal.append([.event("own")])
        #expect(refusal(own.path).contains("not an archive"))

        try scene.pass()
        try ArchiveReader(directory: scene.directory.path, of: log).check()
        try Data("odd".utf8).write(to: URL(fileURLWithPath: own.path + "/archived-log"))
        #expect(refusal(own.path).contains("does not say of which log"))
        try scene.server.ask("FLUSHALL")
        #expect(refusal(scene.directory.path).contains("the archive of another log"))
        _ = try RedisLog(scene.server.address).append([.event("b")])
        #expect(refusal(scene.directory.path).contains("the archive of another log"))
    }

    @Test("An archive that replaces another is read from then on")
    func replaced() throws {
        let scene = try ArchiveScene()
        let joined = scene.joined()
        let other = Directory()
        _ = try scene.log.append(events(1...2))
        try scene.pass()
        try FileManager.default.copyItem(atPath: scene.directory.path, toPath: other.path)
        _ = try scene.log.append(events(3...4))
        try scene.pass()
        try scene.forget()
        let seqs = { try joined.events(of: "main", after: 0, limit: 9).map(\.seq) }
        #expect(try seqs() == [1, 2, 3, 4])
        try scene.directory.replaced(by: other) {
            let found = try seqs()
            #expect(found == [1, 2])
        }
        #expect(try seqs() == [1, 2, 3, 4])
        try scene.directory.replaced(by: nil) {
            #expect(throws: JournalError.missing(directory: scene.directory.path)) {
                try seqs()
            }
            // Events that are still in the log need no archive.
            let newer = try joined.events(of: "main", after: 4, limit: 9)
            #expect(newer.isEmpty)
        }
        #expect(try seqs() == [1, 2, 3, 4])
    }
}
