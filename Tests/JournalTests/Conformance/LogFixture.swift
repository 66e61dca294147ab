import GRDB
import Journal
import Testing
import Texts

// GRDB has one of that name too.
import enum Journal.Record

@testable import RedisJournal
@testable import SQLiteJournal

/// The logs that are held against one suite of tests. Another is added here.
enum LogKind: CaseIterable {
    case sqlite
    case redis
    case memory
}

/// An empty log of a kind, on clocks that a test sets.
final class LogFixture {
    let log: any ImportLog & KeyStore & AuditLog & StandingStore
    private let clocks = SetClocks()
    private let directory = Directory()
    private let setFull: (Bool) throws -> Void
    /// Lets hours of log time pass that the clocks of this process do not see.
    private var passElsewhere: (Int) -> Void = { _ in }

    init(_ kind: LogKind) throws {
        switch kind {
        case .sqlite:
            let log = try SQLiteLog(directory: directory.path, clocks: clocks.standingClocks)
            self.log = log
            setFull = { isFull in
                try log.pool.writeWithoutTransaction { db in
                    let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
                    try db.execute(sql: "PRAGMA max_page_count = \(isFull ? pages : 1_000_000)")
                }
            }
        case .redis:
            let server = try RedisServer()
            let log = try RedisLog(server.address)
            self.log = log
            setFull = { isFull in try server.ask("CONFIG", "SET", "maxmemory", isFull ? "1" : "0") }
            passElsewhere = { hours in
                _ = try? server.ask(
                    "HINCRBY", log.space.clock, "l", "\(Int64(hours) * 3_600_000_000)")
                try? log.check()
            }
        case .memory:
            let log = MemoryLog(monotonic: clocks.standingClocks.monotonic)
            self.log = log
            setFull = log.setFull
        }
    }

    /// From here on nothing large can be written, or all can again.
    func setFull(_ isFull: Bool) throws { try setFull(isFull) }

    /// Lets time pass in which the log runs.
    func pass(hours: Int) {
        clocks.pass(hours: hours, seenBy: log.clock)
        passElsewhere(hours)
    }

    /// Lets time pass in which the log does not run.
    func skip(hours: Int) { clocks.pass(hours: hours) }

    // MARK: What tests ask

    /// Appends records and tells the verdicts in words.
    func words(_ records: Record...) throws -> [String] { try log.append(records).map(\.word) }

    func seqs(of room: Text = "main") throws -> [Int64] {
        try log.events(of: room, after: 0, limit: 1000).map(\.seq)
    }

    func ids(of room: Text = "main") throws -> [Text] {
        try log.events(of: room, after: 0, limit: 1000).map(\.id)
    }

    /// Erases a room to its end; returns the tickets of the verdicts.
    func erase(_ room: Text, ticket: UInt64 = 7) throws -> [UInt64] {
        var name: Text? = room
        var tickets: [UInt64] = []
        while let next = name {
            let verdict = try #require(log.append([.erase(room: next, ticket: ticket)]).first)
            tickets.append(verdict.ticket)
            guard case .erased(let rest, _) = verdict.result else {
                Issue.record("\(verdict)")
                return tickets
            }
            name = rest
        }
        return tickets
    }

    /// Prunes in steps of `limit` until that is complete; returns how many events went.
    func pruneAll(olderThanHours hours: Int64, limit: Int = 100) throws -> Int {
        var count = 0
        while true {
            let result = try prune(olderThanHours: hours, limit: limit)
            count += result.count
            if result.isComplete { return count }
        }
    }

    func prune(olderThanHours hours: Int64, limit: Int = 100) throws -> PruningResult {
        try log.prune(olderThan: hours * 3_600_000_000, limit: limit)
    }
}
