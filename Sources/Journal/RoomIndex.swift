import Foundation
import GRDB
import Texts
import Timeline

/// What the next event of each room needs to know.
struct RoomIndex {
    struct Entry {
        let key: Int64
        var clock: RoomClock
        var nextSeq: Int64
        /// The time and the link of the newest event.
        var time: Instant
        var chain: Data
        /// The transaction in which that was written, and the hour for which its age is noted.
        var batch: Int64 = 0
        var hour: Int64 = -1
    }

    private var entries: [Text: Entry] = [:]
    /// The keys of what is left of erased rooms, by its name.
    var rests: [Text: Int64] = [:]
    /// What all rooms' newest links come to.
    private(set) var chain = Seal.none
    private(set) var newestStamp: Int64 = 0

    /// Reads where each room has come to; throws where something is gone.
    init(_ db: Database) throws {
        let sql = """
            SELECT room.*, event.seq AS "newest seq", event.time AS "newest time",
                event.chain AS "newest chain", snapshot.seq AS "snapshot seq"
            FROM room LEFT JOIN snapshot ON snapshot.room = room.key
            LEFT JOIN event ON event.room = room.key
                AND event.seq = (SELECT max(seq) FROM event WHERE room = room.key)
            """
        for row in try Row.fetchAll(db, sql: sql) {
            let room = try RoomRow(row)
            if RoomEraser.isRest(room.name) {
                rests[room.name] = room.key
                continue
            }
            entries[room.name] = try Unreadable.naming("room \(room.name)") {
                () throws(RowFault) in try Self.entry(row, of: room)
            }
        }
        for entry in entries.values { chain = chain.mixed(with: entry.chain) }
        let clock = try ClockRow.read(db)
        newestStamp = clock.log
        guard clock.chain == chain else {
            throw Unreadable(
                subject: "the end of a room's history",
                cause: RowFault(description: "it is not the one that was written: events are gone"))
        }
    }

    private static func entry(_ row: Row, of room: RoomRow) throws(RowFault) -> Entry {
        let seq = try row.integerIfAny("newest seq") ?? room.seq
        guard let covered = try row.integerIfAny("snapshot seq"), covered > seq else {
            let hasEvents = seq > room.seq
            return Entry(
                key: room.key, clock: room.clock, nextSeq: seq + 1,
                time: hasEvents
                    ? Instant(microseconds: try row.integer("newest time")) : room.time,
                chain: hasEvents ? try row.data("newest chain") : room.chain)
        }
        throw RowFault(description: "its events after \(seq) are gone")
    }

    subscript(name: Text) -> Entry? { entries[name] }

    mutating func set(_ name: Text, to entry: Entry) {
        let known = entries.updateValue(entry, forKey: name)?.chain ?? Seal.none
        if known != entry.chain { chain = chain.mixed(with: known).mixed(with: entry.chain) }
    }

    /// Takes a room out that is gone.
    mutating func remove(_ name: Text) {
        guard let entry = entries.removeValue(forKey: name) else { return }
        chain = chain.mixed(with: entry.chain)
    }
}
