import Foundation
import GRDB
import Journal
import Texts

/// A row of the table `setting`, with the newest version of a setting.
///
/// Beside the settings, the table holds tombstones (`value` is null): of removed settings, of erased rooms (their
/// `room` is `/erased` and their `name` the room's), and the version of the newest change (`room` and `name` are
/// empty).
struct SettingRow {
    let room: Text
    let name: Text
    let version: Int64
    let value: Text?

    static let table = """
        CREATE TABLE setting (
            room TEXT NOT NULL,
            name TEXT NOT NULL,
            version INTEGER NOT NULL,
            value TEXT,
            sum INTEGER NOT NULL,
            PRIMARY KEY (room, name)
        ) WITHOUT ROWID;
        CREATE INDEX setting_erased ON setting (version) WHERE room = '/erased';
        """

    private static let erased: Text = "/erased"
    /// The number of erased rooms that are remembered. A change that builds on a version before those is refused.
    static let mostErased = 1000

    private var seal: Seal {
        var seal = Seal()
        seal.add(room)
        seal.add(name)
        seal.add(version)
        seal.add(value)
        return seal
    }

    init(room: Text, name: Text, version: Int64, value: Text?) {
        self.room = room
        self.name = name
        self.version = version
        self.value = value
    }

    init(_ setting: Setting) {
        self.init(
            room: setting.room ?? "", name: setting.name, version: setting.version,
            value: setting.value)
    }

    init(_ row: Row) throws(Unreadable) {
        self = try Unreadable.naming("a key or another setting") { () throws(RowFault) in
            let read = SettingRow(
                room: try row.text("room"), name: try row.text("name"),
                version: try row.integer("version"), value: try row.textIfAny("value"))
            try row.check(read.seal)
            return read
        }
    }

    /// Nil for a tombstone.
    var setting: Setting? {
        value.map {
            Setting(
                room: room.isEmpty ? nil : room, name: name, value: $0, version: version)
        }
    }

    func write(_ db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO setting VALUES (?, ?, ?, ?, ?)",
            arguments: [room.string, name.string, version, value?.string, seal.sum])
    }

    private static func read(_ room: Text, _ name: Text, _ db: Database) throws -> SettingRow? {
        try Row.fetchOne(
            db, sql: "SELECT * FROM setting WHERE room = ? AND name = ?",
            arguments: [room.string, name.string]
        ).map { try SettingRow($0) }
    }

    // MARK: Versions

    /// Returns the version of the newest change.
    static func newest(_ db: Database) throws -> Int64 {
        if let row = try read("", "", db) { return row.version }
        return try Int64.fetchOne(db, sql: "SELECT coalesce(max(version), 0) FROM setting") ?? 0
    }

    private static func next(_ db: Database) throws -> Int64 {
        let version = try newest(db) + 1
        try SettingRow(room: "", name: "", version: version, value: nil).write(db)
        return version
    }

    // MARK: Changes

    static func make(_ change: SettingsChange, _ db: Database) throws -> SettingsVerdict {
        let room = change.room ?? ""
        // The row without a name holds the newest version that is no longer remembered.
        let erased = try read(erased, room, db) ?? read(erased, "", db)
        let refusal = try change.refusal(erased: erased?.version ?? 0) { name in
            try read(room, name, db).map { ($0.version, $0.value != nil) }
        }
        if let refusal { return refusal }
        let version = change.isQuiet ? try newest(db) : try next(db)
        for write in change.writes {
            switch write.kind {
            case .put(let value):
                try SettingRow(room: room, name: write.name, version: version, value: value)
                    .write(db)
            case .remove:
                try SettingRow(room: room, name: write.name, version: version, value: nil)
                    .write(db)
            case .forget:
                try db.execute(
                    sql: "DELETE FROM setting WHERE room = ? AND name = ?",
                    arguments: [room.string, write.name.string])
            }
        }
        if let note = change.note { try AuditRow.add(note, db) }
        return .made(version: version)
    }

    /// Deletes the settings of a room that is being erased.
    static func erase(_ room: Text, _ db: Database) throws -> SettingsRecord {
        try db.execute(sql: "DELETE FROM setting WHERE room = ?", arguments: [room.string])
        let version = try next(db)
        try SettingRow(room: erased, name: room, version: version, value: nil).write(db)
        let forgotten = try Int64.fetchOne(
            db,
            sql: """
                SELECT version FROM setting WHERE room = '/erased' AND name <> ''
                ORDER BY version DESC LIMIT 1 OFFSET \(mostErased)
                """)
        if let forgotten {
            try db.execute(
                sql: "DELETE FROM setting WHERE room = '/erased' AND version <= ?",
                arguments: [forgotten])
            try SettingRow(room: erased, name: "", version: forgotten, value: nil).write(db)
        }
        return SettingsRecord(version: version, room: room, kind: .erased)
    }

    static func hasAny(of room: Text, _ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: "SELECT EXISTS (SELECT 1 FROM setting WHERE room = ? AND value IS NOT NULL)",
            arguments: [room.string]) ?? false
    }
}
