import Foundation
import GRDB
import Stage
import Texts
import Timeline

// GRDB has one of that name too.
import enum Journal.Record

@testable import Journal
@testable import SQLiteJournal

/// A directory of a test's own, gone with it.
final class Directory {
    let path = FileManager.default.temporaryDirectory
        .appendingPathComponent("ovation-journal-\(UUID().uuidString)").path

    var file: String { path + "/journal.sqlite" }

    func open() throws -> SQLiteLog { try SQLiteLog(directory: path) }

    /// What `body` makes of a log that is closed and gone afterwards.
    func withLog<Value>(_ body: (SQLiteLog) throws -> Value) throws -> Value {
        let log = try open()
        let value = try body(log)
        try log.close()
        return value
    }

    /// How often a text stands in the files.
    func count(_ text: String) -> Int {
        ["", "-wal"].map { suffix in
            let path = file + suffix
            var rest = ((try? Data(contentsOf: URL(fileURLWithPath: path))) ?? Data())[...]
            var count = 0
            while let range = rest.range(of: Data(text.utf8)) {
                count += 1
                rest = rest[range.upperBound...]
            }
            return count
        }.reduce(0, +)
    }

    /// Does `body` while another directory is in the place of this one, or none.
    func replaced(by other: Directory?, _ body: () throws -> Void) throws {
        let files = FileManager.default
        let away = path + ".away"
        try files.moveItem(atPath: path, toPath: away)
        if let other { try files.moveItem(atPath: other.path, toPath: path) }
        defer {
            if let other { try? files.moveItem(atPath: path, toPath: other.path) }
            try? files.moveItem(atPath: away, toPath: path)
        }
        try body()
    }

    /// Does something to the file that no log would do.
    func tamper(_ sql: String) throws {
        let queue = try DatabaseQueue(path: file)
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }

    /// Gives the one snapshot of the journal another version.
    func replaceSnapshot(version: Int64, state: Data? = nil) throws {
        let queue = try DatabaseQueue(path: file)
        try queue.write { db in
            let row = try Row.fetchOne(db, sql: "SELECT * FROM snapshot")
            guard let row else { return }
            try SnapshotRow(
                room: row.integer("room"), version: version, seq: row.integer("seq"),
                state: state ?? row.data("state")
            ).write(db)
        }
        try queue.close()
    }

    /// Forgets whatever a snapshot covers, however new it is.
    func forgetAll() throws {
        try withLog { log in
            while try !log.prune(olderThan: -2 * AgeRow.hourMicroseconds).isComplete {}
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}

extension NewEvent {
    static func sample(
        _ id: Text, in room: Text = "main", seq: Int64? = nil, time: Instant? = nil,
        body: Text = "{}",
        wall: Int64 = 0
    ) -> NewEvent {
        NewEvent(
            room: room, id: id, seq: seq, time: time, body: body, wallMicroseconds: wall,
            birth: .init(
                configuration: "{\"stage\":{}}",
                clock: RoomClock(offMicroseconds: 0, untilMicroseconds: nil)))
    }
}

extension Record {
    static func event(_ id: Text, in room: Text = "main", wall: Int64 = 0) -> Record {
        .event(.sample(id, in: room, wall: wall), ticket: 0)
    }

    /// A snapshot of an empty room.
    static func snapshot(of room: Text = "main", upTo seq: Int64) -> Record {
        .snapshot(room: room, seq: seq, state: Room(configuration: .init()))
    }
}

extension Verdict {
    /// A word for the result: its seq, `known` with the seq, `unknown`, `erased` or `failed`.
    var word: String {
        switch result {
        case .recorded(let seq, _): "\(seq)"
        case .known(let event): "known \(event.seq)"
        case .unknown: "unknown"
        case .overtaken(let basis): "overtaken by \(basis)"
        case .erased(let rest, _): "erased \(rest ?? "")"
        case .failed: "failed"
        case .unsure: "unsure"
        }
    }
}

extension SQLiteLog {
    /// Forgets what is older than `microseconds` without asking how long the log has run.
    func prune(olderThan microseconds: Int64) throws -> PruningResult {
        try prune(
            olderThan: microseconds, logMicroseconds: -AgeRow.hourMicroseconds, limit: 100)
    }
}
