import GRDB

/// The tables of the SQLite journal, and the migrations from older forms of the file.
///
/// Every row has a checksum of its columns (`Seal`), so that altered rows are detected.
enum Schema {
    /// "Ovat": distinguishes a journal from other SQLite files.
    static let applicationID = 0x4F76_6174
    static let version = 5

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("2") { db in
            if try db.tableExists("event") {
                try FirstSchema(db).migrate()
            } else {
                try create(in: db)
                try ClockRow.first().write(db)
            }
            try db.execute(
                sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = 2")
        }
        migrator.registerMigration("3") { db in
            try db.execute(sql: FourthSchema.access + "PRAGMA user_version = 3")
        }
        migrator.registerMigration("4") { db in
            try db.execute(
                sql: FourthSchema.standing + FourthSchema.audit + "PRAGMA user_version = 4")
        }
        migrator.registerMigration("5") { db in
            try db.execute(sql: SettingRow.table)
            try FourthSchema(db: db).migrate()
            try db.execute(
                sql: """
                    DROP TABLE access; DROP TABLE standing;
                    ALTER TABLE audit ADD COLUMN shelf TEXT NOT NULL DEFAULT '';
                    DROP INDEX audit_room; CREATE INDEX audit_room ON audit (room, shelf, seq);
                    PRAGMA user_version = 5
                    """)
        }
        return migrator
    }

    /// Creates the tables. Times are in microseconds: `log` is log time, `time` room time, `wall` since 1970.
    static func create(in db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE clock (
                    key INTEGER PRIMARY KEY,
                    log INTEGER NOT NULL,
                    wall INTEGER NOT NULL,
                    believed INTEGER NOT NULL,
                    open INTEGER NOT NULL,
                    chain BLOB NOT NULL,
                    sum INTEGER NOT NULL
                );
                CREATE TABLE room (
                    key INTEGER PRIMARY KEY,
                    name TEXT NOT NULL UNIQUE,
                    configuration TEXT NOT NULL,
                    "off" INTEGER NOT NULL,
                    "until" INTEGER,
                    seq INTEGER NOT NULL,
                    time INTEGER NOT NULL,
                    chain BLOB NOT NULL,
                    sum INTEGER NOT NULL
                );
                CREATE TABLE event (
                    room INTEGER NOT NULL,
                    seq INTEGER NOT NULL,
                    time INTEGER NOT NULL,
                    wall INTEGER NOT NULL,
                    id TEXT NOT NULL,
                    body TEXT NOT NULL,
                    digest BLOB NOT NULL,
                    chain BLOB NOT NULL,
                    PRIMARY KEY (room, seq)
                ) WITHOUT ROWID;
                CREATE UNIQUE INDEX event_id ON event (room, id);
                """)
        try createWhatBecame(in: db)
    }

    /// Creates the tables for the outcomes and ages of events, and for the rooms' states.
    private static func createWhatBecame(in db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE outcome (
                    room INTEGER NOT NULL,
                    seq INTEGER NOT NULL,
                    word TEXT NOT NULL,
                    detail TEXT,
                    sum INTEGER NOT NULL,
                    PRIMARY KEY (room, seq)
                ) WITHOUT ROWID;
                CREATE TABLE life (
                    room INTEGER NOT NULL,
                    id TEXT NOT NULL,
                    step INTEGER NOT NULL,
                    time INTEGER NOT NULL,
                    detail TEXT,
                    sum INTEGER NOT NULL,
                    PRIMARY KEY (room, id, step)
                ) WITHOUT ROWID;
                CREATE TABLE age (
                    hour INTEGER NOT NULL,
                    room INTEGER NOT NULL,
                    seq INTEGER NOT NULL,
                    log INTEGER NOT NULL,
                    sum INTEGER NOT NULL,
                    PRIMARY KEY (hour, room)
                ) WITHOUT ROWID;
                CREATE INDEX age_room ON age (room, hour);
                CREATE TABLE snapshot (
                    room INTEGER PRIMARY KEY,
                    version INTEGER NOT NULL,
                    seq INTEGER NOT NULL,
                    state BLOB NOT NULL,
                    sum INTEGER NOT NULL
                );
                CREATE TABLE unread (
                    room INTEGER NOT NULL,
                    version INTEGER NOT NULL,
                    seq INTEGER NOT NULL,
                    state BLOB NOT NULL,
                    sum INTEGER NOT NULL,
                    PRIMARY KEY (room, version, seq)
                ) WITHOUT ROWID;
                """)
    }

    /// Throws if the tables of a file differ from those of its version.
    static func check(_ db: Database, version: Int = version) throws {
        let pattern = try DatabaseQueue()
        try migrator.migrate(pattern, upTo: "\(version)")
        guard try statements(db) == pattern.read(statements) else {
            throw Unreadable(
                subject: "its tables",
                cause: RowFault(description: "they are not as they were made"))
        }
    }

    private static func statements(_ db: Database) throws -> [String] {
        let others = BackupManifest.tables.map { "'\($0)'" }.joined(separator: ", ")
        return try String.fetchAll(
            db,
            sql: """
                SELECT type || ' ' || name || ' ' || tbl_name || ' ' || coalesce(sql, '')
                FROM sqlite_master WHERE tbl_name NOT IN (\(others)) ORDER BY type, name
                """)
    }
}
