import Foundation
import GRDB
import Journal
import Snapshots
import Texts

/// Everything that is wrong with a journal's file, a line each.
enum Soundness {
    /// The versions whose rows have checksums.
    static let readable = FirstSchema.version + 1...Schema.version

    /// Nothing if the journal is sound. `isServed`: a server may be writing it; what is read is as it
    /// was at one moment.
    static func findings(in path: String, isServed: Bool = false) -> [String] {
        do {
            var configuration = GRDB.Configuration()
            configuration.readonly = isServed
            configuration.busyMode = .timeout(2)
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? queue.close() }
            // No transaction for what nobody writes: a damaged file does not end one.
            return try isServed ? queue.read(findings) : queue.unsafeRead(findings)
        } catch {
            return [told(error)]
        }
    }

    private static func findings(_ db: Database) throws -> [String] {
        guard try Int.fetchOne(db, sql: "PRAGMA application_id") == Schema.applicationID else {
            return ["it is no journal"]
        }
        var findings = try String.fetchAll(db, sql: "PRAGMA integrity_check(20)").filter {
            !$0.utf8.elementsEqual("ok".utf8)
        }
        let version = try version(of: db)
        guard readable.contains(version) else { return findings }
        do {
            try Verification(db: db, version: version, report: { findings.append("\($0)") }).run()
            findings += try undecoded(db).filter(\.isNeeded).map(\.description)
        } catch {
            findings.append(told(error))
        }
        return findings
    }

    /// The snapshots that are as they were written, and that this version can't read.
    static func undecoded(_ db: Database) throws -> [Undecoded] {
        var found: [Undecoded] = []
        let rows = try Row.fetchCursor(db, sql: "SELECT * FROM snapshot")
        while let row = try rows.next() {
            // What is altered is told as that.
            guard let snapshot = try? SnapshotRow(row),
                let room = try? RoomRow.read(db, key: snapshot.room)
            else { continue }
            do {
                _ = try snapshot.decoded()
            } catch {
                found.append(
                    Undecoded(
                        room: room.name, seq: snapshot.seq, forgotten: room.seq, cause: error))
            }
        }
        return found
    }

    static func version(of db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    }

    static func told(_ error: any Error) -> String {
        switch error {
        case JournalError.damaged(let path, let reason): "\(path): \(reason)"
        case let error as DatabaseError: error.message ?? "\(error)"
        default: "\(error)"
        }
    }
}

/// A snapshot whose checksum is right, and that can't be read: another version wrote it.
struct Undecoded: CustomStringConvertible {
    let room: Text
    /// The last event that it has.
    let seq: Int64
    /// The last event that is forgotten; 0: all are there.
    let forgotten: Int64
    let cause: SnapshotError

    /// Whether the room can't be made without it.
    var isNeeded: Bool { forgotten > 0 }

    var description: String {
        let subject = "the snapshot of room \(room) after event \(seq) can't be read: \(cause)"
        return isNeeded
            ? "\(subject); and what came up to event \(forgotten) is forgotten. Start the version that "
                + "wrote it, or put a backup in the journal's place"
            : "\(subject). All events are there, of which the server makes the room; nothing has to be "
                + "done"
    }
}
