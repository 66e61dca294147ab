import Foundation
import GRDB
import Snapshots
import Stage
import Texts

/// A row of the SQLite table `snapshot` with a room's stored state, or of `unread`, which keeps unreadable snapshots.
struct SnapshotRow {
    let room: Int64
    let version: Int64
    let seq: Int64
    let state: Data

    private var seal: Seal {
        var seal = Seal()
        for number in [room, version, seq] { seal.add(number) }
        seal.add(state)
        return seal
    }

    func write(_ db: Database, to table: String = "snapshot") throws {
        try db.run("INSERT OR REPLACE INTO \(table) VALUES (?, ?, ?, ?, ?)") {
            for number in [room, version, seq] { $0.add(number) }
            $0.add(state)
            $0.add(seal.sum)
        }
    }

    init(room: Int64, version: Int64, seq: Int64, state: Data) {
        self.room = room
        self.version = version
        self.seq = seq
        self.state = state
    }

    init(_ row: Row) throws(RowFault) {
        self.init(
            room: try row.integer("room"), version: try row.integer("version"),
            seq: try row.integer("seq"), state: try row.data("state"))
        try row.check(seal)
    }

    /// Returns the room's state; throws if this version cannot read it.
    func decoded() throws(SnapshotError) -> Room {
        try Snapshot.read([UInt8](state), form: version)
    }

    /// A row of the table `unread`.
    init(unread row: Row) throws(Unreadable) {
        self = try Unreadable.naming("a snapshot that could not be read") { () throws(RowFault) in
            try SnapshotRow(row)
        }
    }
}
