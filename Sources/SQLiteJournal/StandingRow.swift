import Foundation
import GRDB
public import Journal
public import Texts

extension SQLiteLog: StandingStore {
    public func standings() throws(JournalError) -> [StoredStanding] {
        try read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM standing").map {
                try StandingRow($0).standing
            }
        }
    }

    public func put(
        _ standing: StoredStanding, noting note: AuditNote
    ) throws(JournalError) {
        try write { db in
            try StandingRow(standing: standing).write(db)
            try AuditRow.add(note, db)
        }
    }

    public func removeStanding(of room: Text) throws(JournalError) {
        try write { db in
            try StandingRow.remove(of: room, db)
            try AuditRow.removeAll(of: room, db)
        }
    }
}

/// A row of the table `standing`.
struct StandingRow {
    let standing: StoredStanding

    static let table = """
        CREATE TABLE standing (
            room TEXT NOT NULL PRIMARY KEY,
            details TEXT NOT NULL,
            sum INTEGER NOT NULL
        ) WITHOUT ROWID;
        """

    private var seal: Seal {
        var seal = Seal()
        seal.add(standing.room)
        seal.add(standing.details)
        return seal
    }

    init(standing: StoredStanding) {
        self.standing = standing
    }

    init(_ row: Row) throws(Unreadable) {
        self = try Unreadable.naming("what is settled of a room") { () throws(RowFault) in
            let read = StandingRow(
                standing: StoredStanding(
                    room: try row.text("room"), details: try row.text("details")))
            try row.check(read.seal)
            return read
        }
    }

    func write(_ db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO standing VALUES (?, ?, ?)",
            arguments: [standing.room.string, standing.details.string, seal.sum])
    }

    static func remove(of room: Text, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM standing WHERE room = ?", arguments: [room.string])
    }
}
