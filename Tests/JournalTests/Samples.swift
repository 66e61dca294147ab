import Foundation
import GRDB
import Stage
import Texts
import Timeline

// GRDB also has a type named `Record`.
import enum Journal.Record

@testable import Journal
@testable import SQLiteJournal

/// A temporary directory that is removed with this object.
final class Directory {
    let path = FileManager.default.temporaryDirectory
        .appendingPathComponent("ovation-journal-\(UUID().uuidString)").path

    var file: String { path + "/journal.sqlite" }

    func open() throws -> SQLiteLog { try SQLiteLog(directory: path) }

    /// Runs `body` with a log that is closed afterwards.
    func withLog<Value>(_ body: (SQLiteLog) throws -> Value) throws -> Value {
        let log = try open()
        let value = try body(log)
        try log.close()
        return value
    }

    /// Counts the occurrences of a text in the journal and its write-ahead log.
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

    /// Runs `body` while this directory is moved away; `other`, if any, takes its place.
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

    /// Changes the file behind the log's back.
    func tamper(_ sql: String) throws {
        let queue = try DatabaseQueue(path: file)
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }

    /// Replaces the version, and optionally the state, of the journal's only snapshot.
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

    /// Prunes every event that a snapshot covers, regardless of its age.
    func forgetAll() throws {
        try withLog { log in
            while try !log.prune(olderThan: -2 * AgeRow.hourMicroseconds).isComplete {}
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}

extension SQLiteLog {
    /// Prunes events older than `microseconds`, regardless of how long the log has run.
    func prune(olderThan microseconds: Int64) throws -> PruningResult {
        try prune(
            olderThan: microseconds, logMicroseconds: -AgeRow.hourMicroseconds, limit: 100)
    }
}
