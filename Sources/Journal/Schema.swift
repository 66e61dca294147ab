import GRDB

/// The journal's tables.
enum Schema {
    /// "Ovat": tells a journal from any other SQLite file.
    static let applicationID = 0x4F76_6174
    static let version = 1

    static func create(in db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE room (
                    key INTEGER PRIMARY KEY,
                    name TEXT NOT NULL UNIQUE,
                    configuration TEXT NOT NULL,
                    time INTEGER NOT NULL DEFAULT 0
                );
                CREATE TABLE event (
                    room INTEGER NOT NULL,
                    seq INTEGER NOT NULL,
                    id TEXT NOT NULL,
                    wall INTEGER NOT NULL,
                    body TEXT NOT NULL,
                    PRIMARY KEY (room, seq)
                ) WITHOUT ROWID;
                CREATE UNIQUE INDEX event_id ON event (room, id);
                CREATE TABLE outcome (
                    room INTEGER NOT NULL,
                    seq INTEGER NOT NULL,
                    time INTEGER NOT NULL,
                    word TEXT NOT NULL,
                    detail TEXT,
                    PRIMARY KEY (room, seq)
                ) WITHOUT ROWID;
                CREATE TABLE life (
                    room INTEGER NOT NULL,
                    id TEXT NOT NULL,
                    entered INTEGER,
                    "left" INTEGER,
                    reason TEXT,
                    sent INTEGER,
                    PRIMARY KEY (room, id)
                ) WITHOUT ROWID;
                CREATE TABLE snapshot (
                    room INTEGER PRIMARY KEY,
                    version INTEGER NOT NULL,
                    seq INTEGER NOT NULL,
                    state BLOB NOT NULL
                );
                PRAGMA application_id = \(applicationID);
                PRAGMA user_version = \(version);
                """)
    }

    /// Writes a page and changes nothing.
    static func touch(_ db: Database) throws {
        try db.execute(sql: "PRAGMA user_version = \(version)")
    }
}
