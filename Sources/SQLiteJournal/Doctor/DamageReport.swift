import Foundation
import GRDB
import Journal
import Snapshots
import Texts

/// Checks a SQLite journal for damage and unreadable snapshots, for `doctor` and backups, with a line for each fault.
enum DamageReport {
    /// The versions whose rows have checksums.
    static let readable = FirstSchema.version + 1...Schema.version

    /// Returns all faults; empty if the journal is sound. `isServed`: a server may be writing the journal, so it is
    /// read as it was at one moment.
    static func findings(in path: String, isServed: Bool = false) -> [String] {
        do {
            var configuration = GRDB.Configuration()
            configuration.readonly = isServed
            configuration.busyMode = .timeout(2)
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? queue.close() }
            // A file without a server is read without a transaction, because a damaged file cannot end one.
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

    /// Returns the snapshots that are as they were written, but that this version cannot read.
    static func undecoded(_ db: Database) throws -> [UndecodedSnapshot] {
        var found: [UndecodedSnapshot] = []
        let rows = try Row.fetchCursor(db, sql: "SELECT * FROM snapshot")
        while let row = try rows.next() {
            // Altered snapshots are reported as such elsewhere.
            guard let snapshot = try? SnapshotRow(row),
                let room = try? RoomRow.read(db, key: snapshot.room)
            else { continue }
            do {
                _ = try snapshot.decoded()
            } catch {
                found.append(
                    UndecodedSnapshot(
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
