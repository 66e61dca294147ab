import Foundation
import Journal
import TestSupport
import Testing
import Texts

// GRDB also has a type named `Record`.
import enum Journal.Record

@testable import Archiving
@testable import RedisJournal
@testable import SQLiteJournal

/// A Redis log and a directory that archives it.
final class ArchiveScene {
    let server: RedisServer
    let log: RedisLog
    private(set) var directory = Directory()
    private(set) var messages: [String] = []
    private(set) var journal: SQLiteLog
    private(set) var archivist: Archivist?

    init() throws {
        server = try RedisServer()
        log = try RedisLog(server.address)
        journal = try directory.open()
        try begin()
    }

    private func begin() throws {
        archivist = try Archivist(
            RedisHistory(server.address), into: journal, in: directory.path
        ) { [weak self] in self?.messages.append($0) }
    }

    /// As after a crash: memory is lost and nothing was closed.
    func restart() throws {
        let next = Directory()
        try FileManager.default.copyItem(atPath: directory.path, toPath: next.path)
        directory = next
        journal = try directory.open()
        try begin()
    }

    /// The history that a server reads: the archive followed by the log.
    func joined() -> JoinedHistory {
        let log = RedisHistory(server.address)
        return JoinedHistory(ArchiveReader(directory: directory.path, of: log), log)
    }

    @discardableResult
    func pass(isEnding: () -> Bool = { false }) throws -> Archivist.Pass {
        try #require(archivist).pass(isEnding: isEnding)
    }

    func words(_ records: Record...) throws -> [String] { try log.append(records).map(\.word) }

    /// Whether the archive equals the log for all rooms.
    func isSame() throws -> Bool {
        guard try journal.names(after: "", limit: 100) == log.names(after: "", limit: 100)
        else { return false }
        for room in try log.names(after: "", limit: 100) {
            let events = try log.events(of: room, after: 0, limit: 10_000)
            guard try journal.events(of: room, after: 0, limit: 10_000) == events else {
                return false
            }
            for event in events {
                guard
                    try journal.life(of: room, id: event.id) == log.life(of: room, id: event.id)
                else { return false }
            }
            guard
                try journal.room(room)?.birthConfiguration
                    == log.room(room)?.birthConfiguration
            else { return false }
        }
        return true
    }

    /// Prunes all events of the room `main`.
    func forget() throws {
        try makeOld()
        while try !log.prune(of: "main", olderThan: 0, limit: 100).isComplete {}
    }

    /// Makes the events of the room `main` old enough to be pruned.
    func makeOld() throws {
        let newest = try #require(log.events(of: "main", after: 0, limit: 1000).last?.seq)
        _ = try log.append([.snapshot(upTo: newest)])
        let hours: Int64 = 30 * 3_600_000_000
        try server.ask("HINCRBY", log.space.clock, "l", "\(hours)")
    }
}
