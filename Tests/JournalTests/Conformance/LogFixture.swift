import GRDB
import Journal
import TestSupport
import Testing
import Texts

// GRDB also has a type named `Record`.
import enum Journal.Record

@testable import RedisJournal
@testable import SQLiteJournal

/// The kinds of logs that the conformance tests cover.
enum LogKind: CaseIterable {
    case sqlite
    case redis
    case memory
}

/// An empty log of a kind, on clocks that a test sets.
final class LogFixture {
    let log: any ImportLog & SettingsLog
    private let clocks = SetClocks()
    private let directory = Directory()
    private let setFull: (Bool) throws -> Void
    /// Advances the log time of a server that does not use this process's clocks.
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
            let log = MemoryLog(
                clock: LogClock(at: 0, monotonic: clocks.standingClocks.monotonic))
            self.log = log
            setFull = log.setFull
        }
    }

    /// Makes the log refuse large records, or accept them again.
    func setFull(_ isFull: Bool) throws { try setFull(isFull) }

    /// Advances the clocks while the log runs.
    func pass(hours: Int) {
        clocks.pass(hours: hours, seenBy: log.clock)
        passElsewhere(hours)
    }

    /// Advances the clocks while the log does not run.
    func skip(hours: Int) { clocks.pass(hours: hours) }

    // MARK: Shorthands

    /// Appends records and returns the verdicts as words.
    func words(_ records: Record...) throws -> [String] { try log.append(records).map(\.word) }

    func seqs(of room: Text = "main") throws -> [Int64] {
        try log.events(of: room, after: 0, limit: 1000).map(\.seq)
    }

    func ids(of room: Text = "main") throws -> [Text] {
        try log.events(of: room, after: 0, limit: 1000).map(\.id)
    }

    /// Erases a room completely; returns the tickets of the verdicts.
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

    /// Prunes in steps of `limit` until it is complete; returns the number of pruned events.
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
