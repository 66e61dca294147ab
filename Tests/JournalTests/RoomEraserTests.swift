import Foundation
import GRDB
import TestSupport
import Testing
import Texts
import Timeline

// GRDB also has a type named `Record`.
import enum Journal.Record

@testable import Journal
@testable import SQLiteJournal
@testable import Stage

@Suite("Erasing rooms from the SQLite file")
struct RoomEraserTests {
    private let directory = Directory()

    private static let marker = "the-name-that-was-there"

    /// Writes `count` events with outcomes and delivery marks, and two snapshots.
    private func fill(_ log: SQLiteLog, _ room: Text, _ count: Int) throws {
        var records: [Record] = []
        for number in 1...Int64(count) {
            let id: Text = "\(Self.marker)-\(room)-\(number)"
            records.append(.event(.sample(id, in: room, body: "{\"x\":\"\(id)\"}"), ticket: 0))
            records.append(.outcome(room: room, seq: number, .merged(into: id)))
            records.append(.sent(room: room, ids: [id], wallMicroseconds: 1))
        }
        _ = try log.append(records)
        // The second snapshot overwrites the first.
        for last in [count / 2, count] {
            var state = Room(configuration: .init())
            let caption = Caption(text: "\(Self.marker) \(room) \(last)")
            _ = try state.apply(Event(seq: 1, id: "c", kind: .caption(caption)), at: .zero)
            _ = try log.append([.snapshot(room: room, seq: Int64(last), state: state)])
        }
    }

    /// Erases a room completely and returns the number of steps.
    private func erase(_ log: SQLiteLog, _ room: Text) throws -> Int {
        var name: Text? = room
        var pieces = 0
        while let next = name {
            guard
                case .erased(let rest, _)? = try log.append([.erase(room: next, ticket: 7)]).first?
                    .result
            else {
                Issue.record("no verdict")
                return pieces
            }
            (name, pieces) = (rest, pieces + 1)
        }
        return pieces
    }

    @Test("An erased room leaves no bytes in the files, and other rooms stay unchanged")
    func bytes() throws {
        try directory.withLog { log in
            try fill(log, "gone", 50)
            try fill(log, "stays", 3)
            #expect(directory.count("\(Self.marker)-gone-") >= 150)
            let before = try log.events(of: "stays", after: 0, limit: 10)
            #expect(try erase(log, "gone") == 1)
            #expect(directory.count("\(Self.marker)-gone-") == 0)
            #expect(directory.count("\(Self.marker) gone") == 0)
            #expect(try log.rooms().map(\.name) == ["stays"])
            #expect(try log.events(of: "stays", after: 0, limit: 10) == before)
            #expect(try log.event(of: "stays", id: "\(Self.marker)-stays-2") != nil)
        }
    }

    // A reader's view is stored in the write-ahead log.
    @Test(
        "An erased room stays in the files only as long as a reader uses them",
        arguments: [false, true])
    func read(isStartedAgain: Bool) throws {
        var log = try directory.open()
        try fill(log, "gone", 50)
        var configuration = GRDB.Configuration()
        configuration.allowsUnsafeTransactions = true
        let reader = try DatabaseQueue(path: directory.file, configuration: configuration)
        try reader.writeWithoutTransaction { db in
            try db.execute(sql: "BEGIN; SELECT count(*) FROM event")
        }
        #expect(try erase(log, "gone") == 1)
        #expect(try log.rooms().isEmpty)
        if isStartedAgain {
            try log.close()
            log = try directory.open()
        }
        #expect(directory.count("\(Self.marker)-gone-") > 0)
        #expect(try log.append([.event("a")]).map(\.word) == ["1"])
        _ = try log.prune(olderThan: .max >> 1)
        #expect(directory.count("\(Self.marker)-gone-") > 0)
        try reader.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        try reader.close()
        // The log checks once a second, on writes and on prunes.
        try waitUntil("the erased room has left the files") {
            _ = try log.prune(olderThan: .max >> 1)
            return directory.count("\(Self.marker)-gone-") == 0
        }
        #expect(directory.count("\(Self.marker) gone") == 0)
        let names = try log.pool.read { try String.fetchAll($0, sql: "SELECT name FROM room") }
        #expect(names == ["main"])
        try log.close()
    }

    @Test("Pruned events leave no bytes in the file")
    func pruned() throws {
        try directory.withLog { log in
            try fill(log, "main", 50)
            #expect(try log.prune(olderThan: -2 * AgeRow.hourMicroseconds).count == 50)
            #expect(SQLiteLog.emptiesLog(log.pool))
            #expect(directory.count("\(Self.marker)-main-") == 0)
        }
    }

    @Test("An erasure that already began continues to its end")
    func begun() throws {
        try directory.withLog { log in
            try fill(log, "main", RoomEraser.normalRowCount + 1)
            _ = try log.append([.erase(room: "main", ticket: 7)])
            #expect(directory.count("\(Self.marker)-main-") > 0)
            #expect(try erase(log, "main") == 2)
            #expect(directory.count("\(Self.marker)-main-") == 0)
        }
    }

    @Test("A room of the same name starts over while the erasure of the old room continues")
    func successor() throws {
        try directory.withLog { log in
            try fill(log, "main", RoomEraser.normalRowCount + 1)
            let verdict = try log.append([.erase(room: "main", ticket: 7)])[0]
            guard case .erased(rest: let rest?, copies: _) = verdict.result else {
                Issue.record("\(verdict)")
                return
            }
            #expect(verdict.ticket == 7)
            #expect(try log.rooms().isEmpty)
            #expect(try log.events(of: "main", after: 0, limit: 1).isEmpty)
            #expect(try log.append([.event("again")]).map(\.word) == ["1"])
            #expect(try erase(log, rest) == 1)
            #expect(try log.events(of: "main", after: 0, limit: 9).map(\.id) == ["again"])
            #expect(try log.append([.event("again")]).map(\.word) == ["known 1"])
            #expect(try log.append([.event("next")]).map(\.word) == ["2"])
        }
    }

    @Test("Opening the log completes an erasure that a crash interrupted")
    func rest() throws {
        try directory.withLog { log in
            try fill(log, "main", RoomEraser.normalRowCount + 1)
            _ = try log.append([.erase(room: "main", ticket: 0)])
            #expect(directory.count("\(Self.marker)-main-") > 0)
        }
        let reader = try SQLiteLog(directory: directory.path, isReadOnly: true)
        #expect(try reader.rooms().isEmpty)
        try reader.close()
        try directory.withLog { log in
            let rooms = try log.rooms()
            #expect(rooms.isEmpty)
            #expect(directory.count("\(Self.marker)-main-") == 0)
            #expect(try log.append([.event("a")]).map(\.word) == ["1"])
        }
    }

    @Test("Erasing a missing room succeeds and names copies of the journal")
    func copies() throws {
        try directory.withLog { log in
            for name in ["journal.sqlite.before-2", "journal-backup.db", "notes.txt"] {
                try Data().write(to: URL(fileURLWithPath: directory.path + "/" + name))
            }
            let verdict = try log.append([.erase(room: "none", ticket: 1)])[0]
            guard case .erased(rest: nil, let copies) = verdict.result else {
                Issue.record("\(verdict)")
                return
            }
            #expect(copies == ["journal-backup.db", "journal.sqlite.before-2"])
        }
    }

    @Test("A room has the wall time of its newest event")
    func newest() throws {
        try directory.withLog { log in
            _ = try log.append([.event("a", wall: 5), .event("b", wall: 9)])
            #expect(try log.rooms().map(\.lastWallMicroseconds) == [9])
        }
    }
}
