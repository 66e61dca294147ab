import Foundation
import GRDB
import Stage
import Texts
import Timeline

// GRDB has one of that name too.
import enum Journal.Record

@testable import Journal

/// A directory of a test's own, gone with it.
final class Directory {
    let path = FileManager.default.temporaryDirectory
        .appendingPathComponent("ovation-journal-\(UUID().uuidString)").path

    var file: String { path + "/journal.sqlite" }

    func open() throws -> SQLiteLog { try SQLiteLog(directory: path) }

    /// What `body` makes of a log that is closed and gone afterwards.
    func withLog<Value>(_ body: (SQLiteLog) throws -> Value) throws -> Value {
        let log = try open()
        defer { log.close() }
        return try body(log)
    }

    /// Does something to the file that no log would do.
    func tamper(_ sql: String) throws {
        let queue = try DatabaseQueue(path: file)
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}

extension NewEvent {
    static func sample(
        _ id: Text, in room: Text = "main", seq: Int64? = nil, body: Text = "{}",
        wall: Int64 = 0
    ) -> NewEvent {
        NewEvent(
            room: room, id: id, seq: seq, body: body, wallMicroseconds: wall,
            birthConfiguration: "{\"stage\":{}}")
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
        case .recorded(let seq): "\(seq)"
        case .known(let event): "known \(event.seq)"
        case .unknown: "unknown"
        case .erased(let rest, _): "erased \(rest ?? "")"
        case .failed: "failed"
        }
    }
}
