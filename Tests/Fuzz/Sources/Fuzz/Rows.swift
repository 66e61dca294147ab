import Foundation
import GRDB
import Stage
import Texts
import Timeline

// GRDB also has a type with this name.
import enum Journal.Record

@testable import Broadcast
@testable import Cluster
@testable import History
@testable import Journal
@testable import LiveRooms
@testable import Replay
@testable import RoomRuntime
@testable import SQLiteJournal
@testable import Server
@testable import Webhooks
@testable import Wire

extension Target {
    /// A journal with rows that no server would write, with or without correct checksums. Either the journal is
    /// refused, or its rooms continue and accept events. The doctor examines and repairs it in any case.
    static let rows = Target("rows", seeds: Tampering.seeds) { bytes in
        Tampering.shared.open(with: bytes)
    }
}

/// A journal of one room, altered again for each input.
private final class Tampering: Sendable {
    static let shared = Tampering()

    private let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("ovation-fuzz-\(getpid())").path
    /// An array, because the leak checker does not see the pointer in a `Data`.
    private let sound: [UInt8]
    private var file: String { directory + "/journal.sqlite" }

    /// The seeds: in each, a kind of row, then for each column a tag and the bytes of its value.
    static let seeds: [[UInt8]] = [
        [0, 1, 1, 5, 0, 5, 1, 1, 9, 0, 1, 2, 1, 1],
        [1, 1, 20, 1, 4, 1, 7, 3, 1, 0x78, 5, 4],
        [2, 1, 1, 5, 3, 5, 6], [3, 3, 2, 0x65, 0x31, 1, 2, 1, 8, 5, 7],
        [4, 1, 2, 1, 1, 4, 9, 5, 1], [5, 1, 7, 1, 1, 1, 2],
        [6, 1, 1, 1, 1, 1, 0],
        [7, 1, 1, 1, 2, 2, 127, 255, 255, 255, 255, 255, 255, 255, 0, 3, 1, 0x61, 5, 2, 4, 1, 9],
    ]

    private init() {
        do {
            let log = try SQLiteLog(directory: directory)
            var script = Playback(configuration: Configuration())
            for (index, line) in Samples.lines.enumerated() {
                guard
                    case .applied(let entry) = try script.feed(
                        Array(line.utf8), before: { _, _ in })
                else { continue }
                let seq = Int64(index + 1)
                let event = NewEvent(
                    room: "main", id: entry.event.id, seq: seq, time: entry.time,
                    body: Text(decoding: JSON(entry.event.kind).encoded),
                    wallMicroseconds: Int64(index), birth: Self.birth)
                _ = try log.append(
                    [.event(event, ticket: 1), .outcome(room: "main", seq: seq, entry.outcome)]
                        + [.milestones(room: "main", script.takeMilestones())])
                if index == 8 {
                    _ = try log.append([.snapshot(room: "main", seq: seq, state: script.room)])
                }
            }
            try log.close()
            sound = [UInt8](try Data(contentsOf: URL(filePath: directory + "/journal.sqlite")))
        } catch {
            fatalError("\(error)")
        }
    }

    private static let birth = NewEvent.Birth(
        configuration: "{}", clock: RoomClock(offMicroseconds: 0, untilMicroseconds: nil))

    func open(with bytes: [UInt8]) {
        for suffix in ["-wal", "-shm", ".repaired"] {
            try? FileManager.default.removeItem(atPath: file + suffix)
        }
        do {
            try Data(sound).write(to: URL(filePath: file))
            try alter(with: bytes)
            if let doctor = try? JournalDoctor(directory: directory) {
                _ = doctor.examine()
                _ = try doctor.repair()
            }
        } catch {
            precondition(!"\(error)".isEmpty)
        }
        do {
            let log = try SQLiteLog(directory: directory)
            try use(log)
            try log.close()
        } catch {
            precondition(!"\(error)".isEmpty)
        }
    }

    // MARK: Altering

    private func alter(with bytes: [UInt8]) throws {
        var rest = bytes
        let queue = try DatabaseQueue(path: file)
        try queue.write { db in
            while !rest.isEmpty {
                // A row that violates the table's constraints cannot be in a file, so errors are ignored.
                try? Self.write(&rest, db)
            }
            // With the right digest, the first check passes, and later checks run too.
            if var clock = try? ClockRow.read(db) {
                clock.chain = (try? Self.chain(db)) ?? clock.chain
                try clock.write(db)
            }
        }
        try queue.close()
    }

    /// Writes a row with a correct checksum, except for the last kind.
    private static func write(_ rest: inout [UInt8], _ db: Database) throws {
        let kind = rest.takeFirst() % 8
        let room = Int64(rest.takeFirst() % 3)
        switch kind {
        case 0:
            try RoomRow(
                key: room, name: text(&rest), configuration: text(&rest),
                clock: RoomClock(
                    offMicroseconds: number(&rest),
                    untilMicroseconds: rest.takeFirst() % 2 == 0 ? nil : number(&rest)),
                seq: number(&rest), time: Instant(microseconds: number(&rest)),
                chain: .none
            ).write(db)
        case 1:
            let link = try link(of: room, db) ?? .none
            _ = try EventRow(
                room: room, seq: number(&rest), time: Instant(microseconds: number(&rest)),
                wall: number(&rest), id: text(&rest), body: text(&rest)
            ).insert(db, after: link)
        case 2:
            try OutcomeRow(
                room: room, seq: number(&rest),
                stored: StoredOutcome(word: text(&rest), detail: text(&rest))
            ).write(db)
        case 3:
            guard let step = LifeRow.Step(rawValue: Int64(rest.takeFirst() % 4)) else { return }
            try LifeRow(
                room: room, id: text(&rest), step: step, time: number(&rest), detail: text(&rest)
            ).write(db)
        case 4:
            try SnapshotRow(
                room: room, version: number(&rest), seq: number(&rest),
                state: Data(Array(text(&rest).utf8))
            ).write(db)
        case 5:
            try AgeRow(hour: number(&rest), room: room, seq: number(&rest), log: number(&rest))
                .write(db)
        case 6:
            try ClockRow(
                log: number(&rest), wall: number(&rest), believed: number(&rest),
                isOpen: rest.takeFirst() % 2 == 0, chain: .none
            ).write(db)
        default: try writeRaw(&rest, db)
        }
    }

    /// Writes any values into the columns of any table.
    private static func writeRaw(_ rest: inout [UInt8], _ db: Database) throws {
        let tables = [
            ("room", 9), ("event", 8), ("outcome", 5), ("life", 6), ("age", 5), ("snapshot", 5),
            ("clock", 7),
        ]
        let (table, columns) = tables[Int(rest.takeFirst()) % tables.count]
        let values = (0..<columns).map { _ in value(&rest) }
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO \(table) VALUES (\(databaseQuestionMarks(count: columns)))
                """,
            arguments: StatementArguments(values))
    }

    /// Returns the newest links of all rooms, mixed into one digest.
    private static func chain(_ db: Database) throws -> Digest {
        var chain = Digest.none
        for row in try Row.fetchAll(db, sql: "SELECT * FROM room") {
            let room = try RoomRow(row)
            chain = chain.mixed(with: try link(of: room.key, db) ?? room.chain)
        }
        return chain
    }

    private static func link(of room: Int64, _ db: Database) throws -> Digest? {
        try Row.fetchOne(
            db, sql: "SELECT * FROM event WHERE room = ? ORDER BY seq DESC LIMIT 1",
            arguments: [room]
        ).map(EventRow.link)
    }

    // MARK: Values

    private static func number(_ rest: inout [UInt8]) -> Int64 {
        switch rest.takeFirst() % 4 {
        case 0, 1: Int64(rest.takeFirst())
        case 2: (0..<8).reduce(0) { number, _ in number << 8 | Int64(rest.takeFirst()) }
        default: [.min, -1, 9_007_199_254_740_991, .max][Int(rest.takeFirst() % 4)]
        }
    }

    private static func text(_ rest: inout [UInt8]) -> Text {
        if rest.takeFirst() % 4 == 3 { return Text(decoding: bytes(&rest)) }
        let words: [Text] = [
            "main", "{}", Text(Samples.configurations[1]), "shown", "merged", "queued", "3", "left",
            #"{"type":"control","action":"clear"}"#, #"{"room":{"now":9e15}}"#, "/1",
            #"{"type":"config","config":{"gifts":{"enabled":false}}}"#,
        ]
        return words[Int(rest.takeFirst()) % words.count]
    }

    private static func value(_ rest: inout [UInt8]) -> DatabaseValue {
        switch rest.takeFirst() % 5 {
        case 0: .null
        case 1, 2: number(&rest).databaseValue
        case 3: text(&rest).string.databaseValue
        default: Data(bytes(&rest)).databaseValue
        }
    }

    private static func bytes(_ rest: inout [UInt8]) -> [UInt8] {
        let count = min(rest.count, Int(rest.takeFirst()))
        let bytes = Array(rest.prefix(count))
        rest.removeFirst(bytes.count)
        return bytes
    }

    // MARK: Using

    private func use(_ log: SQLiteLog) throws {
        let recovery = Recovery(log: log)
        for name in try log.names(after: "", limit: 1_000_000) {
            guard let live = try recovery.room(name) else { continue }
            live.output.refresh()
            var writer = FrameJSON()
            writer.writeFull(live.timeline.frame(), seq: 1)
            let event = NewEvent(
                room: live.name, id: "new", body: #"{"type":"control","action":"skip"}"#,
                wallMicroseconds: 1, birth: Self.birth)
            _ = try log.append([.event(event, ticket: 1), .question(event, ticket: 2)])
            for stored in try log.events(of: live.name, after: 0, limit: 100) {
                _ = try HistoryDocument.entry(stored)
                let forecast = Forecast(room: live.room, entries: LookAhead(live.room).entries)
                _ = try HistoryDocument.explanation(
                    stored, own: try log.life(of: live.name, id: stored.id),
                    shown: try log.life(of: live.name, id: stored.shownAs), forecast)
            }
            live.records.addSnapshot()
            _ = try log.append(live.records.take())
        }
        for _ in 0..<4 {
            _ = try log.prune(
                olderThan: -2 * AgeRow.hourMicroseconds,
                logMicroseconds: -AgeRow.hourMicroseconds, limit: 10)
        }
    }
}
