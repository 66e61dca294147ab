import GRDB
import Stage
import Texts

/// A row of the SQLite table `outcome`, with the result of an event when the room applied it.
struct OutcomeRow {
    let room: Int64
    let seq: Int64
    let stored: StoredOutcome

    private var seal: Seal {
        var seal = Seal()
        seal.add(room)
        seal.add(seq)
        seal.add(stored.word)
        seal.add(stored.detail)
        return seal
    }

    func write(_ db: Database) throws {
        try db.run("INSERT OR REPLACE INTO outcome VALUES (?, ?, ?, ?, ?)") {
            $0.add(room)
            $0.add(seq)
            $0.add(stored.word)
            $0.add(stored.detail)
            $0.add(seal.sum)
        }
    }

    /// Reads the outcome in a joined row of an event's columns and its outcome's. Returns nil if the event has
    /// none.
    static func read(_ row: Row, room: Int64) throws(RowFault) -> StoredOutcome? {
        guard try row.sum(at: 10) != nil else { return nil }
        return try verify(row, room: room, from: 8).stored
    }

    /// Reads a row; throws if its checksum does not match. `place` is the index of the column `word`.
    @discardableResult
    static func verify(
        _ row: Row, room: Int64, from place: Int = 2
    ) throws(RowFault) -> OutcomeRow {
        let outcome = OutcomeRow(
            room: room, seq: try row.integer("seq", at: 1),
            stored: StoredOutcome(
                word: try row.text("word", at: place),
                detail: try row.textIfAny("detail", at: place + 1)))
        try row.check(outcome.seal, at: place + 2)
        return outcome
    }
}
