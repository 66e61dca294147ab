import Foundation
import GRDB
import Logging
import Stage
import Texts
import Timeline

@testable import Journal
@testable import Server
@testable import Wire

extension Target {
    /// A journal whose rows are not what was written: it is refused whole, or the rooms go on and
    /// take events.
    static let rows = Target("rows", seeds: Tampering.seeds) { bytes in
        Tampering.shared.open(with: bytes)
    }
}

/// A journal of one room, damaged anew for each input.
private final class Tampering: Sendable {
    static let shared = Tampering()

    private let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("ovation-fuzz-\(getpid())").path
    private let sound: Data
    private var file: String { directory + "/journal.sqlite" }

    /// Table, then a value for each of its columns: a tag and what it asks for.
    static let seeds: [[UInt8]] = [
        [0, 1, 1, 5, 0, 5, 1, 1, 9],
        [1, 1, 1, 1, 4, 3, 1, 0x78, 1, 5, 5, 2],
        [2, 1, 1, 1, 4, 1, 77, 5, 3, 0],
        [3, 1, 1, 3, 2, 0x65, 0x31, 1, 5, 0, 5, 4, 2, 1, 2, 3, 4, 5, 6, 7, 8],
        [4, 1, 1, 1, 1, 2, 127, 255, 255, 255, 255, 255, 255, 255, 4, 2, 0x7B, 0x7D],
    ]

    private init() {
        do {
            let log = try SQLiteLog(directory: directory)
            let script = Samples.lines.filter { !$0.isEmpty }
            var room = Room()
            for (index, line) in script.enumerated() {
                let json = try JSON(parsing: Array(line.utf8))
                guard case .event(let kind) = try EventLine(json).action else { continue }
                let event = NewEvent(
                    room: "main", id: "e\(index)",
                    body: Text(decoding: JSON(kind).encoded),
                    wallMicroseconds: Int64(index), birthConfiguration: "{}")
                let verdicts = try log.append([.event(event, ticket: 1)])
                guard case .recorded(let seq)? = verdicts.first?.result else { continue }
                let instant = Instant(microseconds: Int64(index) * 100_000)
                let outcome = try? room.apply(
                    Event(seq: seq, id: event.id, kind: kind), at: instant)
                _ = try log.append([
                    .outcome(
                        room: "main", seq: seq, time: room.now, outcome ?? .skipped(.overtaken))
                ])
                if index == 8 {
                    _ = try log.append([.snapshot(room: "main", seq: seq, state: room)])
                }
            }
            _ = try log.append([.mark(room: "main", time: room.now)])
            log.close()
            sound = try Data(contentsOf: URL(fileURLWithPath: directory + "/journal.sqlite"))
        } catch {
            fatalError("\(error)")
        }
    }

    func open(with bytes: [UInt8]) {
        for suffix in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: file + suffix)
        }
        do {
            try sound.write(to: URL(fileURLWithPath: file))
            try damage(with: bytes)
            let log = try SQLiteLog(directory: directory)
            defer { log.close() }
            try use(log)
        } catch {
            precondition(!"\(error)".isEmpty)
        }
    }

    private func damage(with bytes: [UInt8]) throws {
        let tables = [("room", 4), ("event", 5), ("outcome", 5), ("life", 6), ("snapshot", 4)]
        var rest = bytes
        let queue = try DatabaseQueue(path: file)
        try queue.write { db in
            while !rest.isEmpty {
                let (table, columns) = tables[Int(rest.takeFirst()) % tables.count]
                let values = (0..<columns).map { _ in Self.value(from: &rest) }
                let marks = databaseQuestionMarks(count: columns)
                // What its constraints don't allow can't be in the file.
                try? db.execute(
                    sql: "INSERT OR REPLACE INTO \(table) VALUES (\(marks))",
                    arguments: StatementArguments(values))
            }
        }
        try queue.close()
    }

    private static func value(from rest: inout [UInt8]) -> DatabaseValue {
        switch rest.takeFirst() % 6 {
        case 0: return .null
        case 1: return Int64(rest.takeFirst()).databaseValue
        case 2:
            return (0..<8).reduce(0) { number, _ in number << 8 | Int64(rest.takeFirst()) }
                .databaseValue
        case 3: return String(decoding: bytes(from: &rest), as: UTF8.self).databaseValue
        case 4: return Data(bytes(from: &rest)).databaseValue
        default:
            let words = ["main", "{}", Samples.configurations[1], "shown", "merged", "queued", "3"]
            return words[Int(rest.takeFirst()) % words.count].databaseValue
        }
    }

    private static func bytes(from rest: inout [UInt8]) -> [UInt8] {
        let count = min(rest.count, Int(rest.takeFirst()))
        defer { rest.removeFirst(min(count, rest.count)) }
        return Array(rest.prefix(count))
    }

    private func use(_ log: SQLiteLog) throws {
        let logger = Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }
        for live in try Recovery(log: log, logger: logger).rooms() {
            live.goOn(at: live.room.now + Duration(seconds: 30))
            live.refresh()
            var writer = FrameJSON()
            writer.writeFull(live.frame(), seq: 1)
            let event = NewEvent(
                room: live.name, id: "new", body: #"{"type":"control","action":"skip"}"#,
                wallMicroseconds: 1, birthConfiguration: "{}")
            _ = try log.append([.event(event, ticket: 1), .question(event, ticket: 2)])
            for stored in try log.events(of: live.name, after: 0, limit: 100) {
                _ = try HistoryDocument.entry(stored)
                let life = try log.life(of: live.name, id: stored.shownAs)
                _ = try HistoryDocument.explanation(stored, life, in: live.room)
            }
        }
        _ = try log.prune(before: .max, limit: 10)
    }
}
