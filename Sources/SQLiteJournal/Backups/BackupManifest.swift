import Foundation
import GRDB
import Journal
import Texts

/// The list of the uploaded files that belong to a backup, as two tables in the backup's journal.
struct BackupManifest {
    /// A file of a room.
    struct Row {
        let place: UploadedFiles.Place
        let byteCount: Int
        let details: Text
    }

    let rows: [Row]
    let made: WallTime

    /// The names of the tables. A journal has them if a backup was put in its place by hand.
    static let tables = ["backup", "backup_file"]

    /// The sizes of the contents by name, each once.
    var contents: [Text: Int] {
        Dictionary(rows.map { ($0.place.name, $0.byteCount) }) { first, _ in first }
    }

    var facts: FileFacts {
        let contents = contents
        return FileFacts(
            files: contents.count, rooms: Set(rows.map(\.place.room)).count,
            bytes: contents.values.reduce(0, +))
    }

    // MARK: In a journal

    static func remove(_ db: Database) throws {
        for table in tables { try db.execute(sql: "DROP TABLE IF EXISTS \(table)") }
    }

    func write(_ db: Database) throws {
        try Self.remove(db)
        try db.execute(
            sql: """
                CREATE TABLE backup (
                    key INTEGER PRIMARY KEY,
                    made INTEGER NOT NULL,
                    files INTEGER NOT NULL,
                    sum INTEGER NOT NULL
                );
                CREATE TABLE backup_file (
                    room TEXT NOT NULL,
                    name TEXT NOT NULL,
                    bytes INTEGER NOT NULL,
                    details TEXT NOT NULL,
                    sum INTEGER NOT NULL,
                    PRIMARY KEY (room, name)
                ) WITHOUT ROWID;
                """)
        let count = Int64(rows.count)
        try db.execute(
            sql: "INSERT INTO backup VALUES (0, ?, ?, ?)",
            arguments: [made.microseconds, count, seal(count).sum])
        for row in rows {
            try db.execute(
                sql: "INSERT INTO backup_file VALUES (?, ?, ?, ?, ?)",
                arguments: [
                    row.place.room.string, row.place.name.string, row.byteCount, row.details.string,
                    row.seal.sum,
                ])
        }
    }

    /// Returns nil if the journal has no list: backups of older versions have no files.
    static func read(_ db: Database) throws -> BackupManifest? {
        guard try db.tableExists(tables[0]) else { return nil }
        let rows = try Row.fetchAll(db)
        guard let head = try GRDB.Row.fetchOne(db, sql: "SELECT * FROM backup") else {
            throw Self.incomplete
        }
        return try Unreadable.naming("the list of files") { () throws(RowFault) in
            let made = WallTime(microseconds: try head.integer("made"))
            let manifest = BackupManifest(rows: rows, made: made)
            let count = try head.integer("files")
            try head.check(manifest.seal(count))
            guard count == rows.count else { throw .unlinked }
            return manifest
        }
    }

    private static let incomplete = Unreadable(subject: "the list of files", cause: .unlinked)

    private func seal(_ count: Int64) -> Seal {
        var seal = Seal()
        seal.add(made.microseconds)
        seal.add(count)
        return seal
    }
}

extension BackupManifest.Row {
    fileprivate static func fetchAll(_ db: Database) throws -> [BackupManifest.Row] {
        try GRDB.Row.fetchAll(db, sql: "SELECT * FROM backup_file").map { row in
            try Unreadable.naming("a file in the list of files") { () throws(RowFault) in
                let read = BackupManifest.Row(
                    place: .init(room: try row.text("room"), name: try row.text("name")),
                    byteCount: Int(try row.integer("bytes")), details: try row.text("details"))
                try row.check(read.seal)
                guard read.place.isValid else { throw .outOfBounds("name") }
                return read
            }
        }
    }

    fileprivate var seal: Seal {
        var seal = Seal()
        seal.add(place.room)
        seal.add(place.name)
        seal.add(Int64(byteCount))
        seal.add(details)
        return seal
    }
}
