import Foundation
import GRDB
public import Journal
public import Texts

extension SQLiteLog: KeyStore {
    public func keys() throws(JournalError) -> [StoredKey] {
        try read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM access").map { try KeyRow($0).key }
        }
    }

    public func put(_ key: StoredKey, noting note: AuditNote?) throws(JournalError) {
        try write { db in
            try KeyRow(key: key).write(db)
            if let note { try AuditRow.add(note, db) }
        }
    }

    public func removeKey(id: Text, noting note: AuditNote?) throws(JournalError) {
        try write { db in
            try db.execute(sql: "DELETE FROM access WHERE id = ?", arguments: [id.string])
            if let note { try AuditRow.add(note, db) }
        }
    }
}

/// A row of the table `access`.
struct KeyRow {
    let key: StoredKey

    static let table = """
        CREATE TABLE access (
            id TEXT NOT NULL PRIMARY KEY,
            digest BLOB NOT NULL UNIQUE,
            room TEXT,
            details TEXT NOT NULL,
            sum INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX access_room ON access (room);
        """

    private var seal: Seal {
        var seal = Seal()
        seal.add(key.id)
        seal.add(key.digest)
        seal.add(key.room)
        seal.add(key.details)
        return seal
    }

    init(key: StoredKey) {
        self.key = key
    }

    init(_ row: Row) throws(Unreadable) {
        self = try Unreadable.naming("a key") { () throws(RowFault) in
            let read = KeyRow(
                key: StoredKey(
                    id: try row.text("id"), digest: try row.data("digest"),
                    room: try row.textIfAny("room"), details: try row.text("details")))
            try row.check(read.seal)
            return read
        }
    }

    func write(_ db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO access VALUES (?, ?, ?, ?, ?)",
            arguments: [
                key.id.string, key.digest, key.room?.string, key.details.string, seal.sum,
            ])
    }

    /// Forgets the keys of a room.
    static func removeAll(of room: Text, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM access WHERE room = ?", arguments: [room.string])
    }
}
