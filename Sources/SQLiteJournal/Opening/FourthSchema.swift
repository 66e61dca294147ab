import Foundation
import GRDB
import Journal
import Snapshots
import Texts

/// Migrates the tables `access` and `standing` of forms 3 and 4 of the journal, which had keys, sources and suspensions
/// without versions.
struct FourthSchema {
    let db: Database

    static let access = """
        CREATE TABLE access (
            id TEXT NOT NULL PRIMARY KEY,
            digest BLOB NOT NULL UNIQUE,
            room TEXT,
            details TEXT NOT NULL,
            sum INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX access_room ON access (room);
        """

    static let standing = """
        CREATE TABLE standing (
            room TEXT NOT NULL PRIMARY KEY,
            details TEXT NOT NULL,
            sum INTEGER NOT NULL
        ) WITHOUT ROWID;
        """

    static let audit = """
        CREATE TABLE audit (
            seq INTEGER PRIMARY KEY,
            room TEXT,
            wall INTEGER NOT NULL,
            details TEXT NOT NULL,
            sum INTEGER NOT NULL
        );
        CREATE INDEX audit_room ON audit (room, seq);
        """

    /// Converts the rows to settings with the version 1.
    func migrate() throws {
        var settings: [Setting] = []
        if try db.tableExists("access") {
            settings += try Row.fetchAll(db, sql: "SELECT * FROM access").compactMap(key)
        }
        if try db.tableExists("standing") {
            settings += try Row.fetchAll(db, sql: "SELECT * FROM standing").flatMap(standing)
        }
        for setting in settings { try SettingRow(setting).write(db) }
        guard !settings.isEmpty else { return }
        try SettingRow(room: "", name: "", version: 1, value: nil).write(db)
    }

    /// Reads a row of the table `access`.
    func key(_ row: Row) throws(Unreadable) -> Setting? {
        try Unreadable.naming("a key") { () throws(RowFault) in
            let (id, digest) = (try row.text("id"), try row.data("digest"))
            let (room, details) = (try row.textIfAny("room"), try row.text("details"))
            var seal = Seal()
            seal.add(id)
            seal.add(digest)
            seal.add(room)
            seal.add(details)
            try row.check(seal)
            return FormerSettings.access(id: id, digest: Array(digest), details: details).map {
                Setting(room: room, name: $0.name, value: $0.value, version: 1)
            }
        }
    }

    /// Reads a row of the table `standing`.
    func standing(_ row: Row) throws(Unreadable) -> [Setting] {
        try Unreadable.naming("a setting of a room") { () throws(RowFault) in
            let (room, details) = (try row.text("room"), try row.text("details"))
            var seal = Seal()
            seal.add(room)
            seal.add(details)
            try row.check(seal)
            return FormerSettings.standing(details: details).map {
                Setting(room: room, name: $0.name, value: $0.value, version: 1)
            }
        }
    }
}
