import Foundation
import GRDB
import Journal
import Texts
import Timeline

/// What has to be known of each room to write its next event.
struct RoomIndex {
    struct Entry {
        let key: Int64
        var clock: RoomClock
        var nextSeq: Int64
        /// The time and the link of the newest event.
        var time: Instant
        var chain: Digest
        /// The transaction in which that was written, and the hour for which its age is noted.
        var batch: Int64 = 0
        var hour: Int64 = -1
    }

    private var entries: [Text: Entry] = [:]
    /// The keys of what is left of erased rooms, by its name.
    private(set) var rests: [Text: Int64] = [:]
    /// What was set in the transaction under way, and what it was before.
    private var changed: [(name: Text, before: Entry?)] = []
    private var changedRests: [(name: Text, before: Int64?)] = []
    /// The newest links of all rooms, mixed.
    private(set) var chain = Digest.none

    /// Reads how far each room has come; throws if something is gone.
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
            if RoomEraser.isRemains(room.name) {
                rests[room.name] = room.key
                continue
            }
            entries[room.name] = try Unreadable.naming("room \(room.name)") {
                () throws(RowFault) in try Self.entry(row, of: room)
            }
        }
        for entry in entries.values { chain = chain.mixed(with: entry.chain) }
        let clock = try ClockRow.read(db)
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
                chain: hasEvents ? try row.digest("newest chain") : room.chain)
        }
        throw RowFault(description: "its events after \(seq) are gone")
    }

    subscript(name: Text) -> Entry? { entries[name] }

    mutating func set(_ name: Text, to entry: Entry) {
        change(name, to: entry)
    }

    /// Takes a room out that is gone.
    mutating func remove(_ name: Text) {
        change(name, to: nil)
    }

    /// Names what is left of an erased room, or no more.
    mutating func setRest(_ name: Text, to key: Int64?) {
        changedRests.append((name, rests[name]))
        rests[name] = key
    }

    private mutating func change(_ name: Text, to entry: Entry?) {
        let before = entries[name]
        entries[name] = entry
        if changed.last?.name != name { changed.append((name, before)) }
        mix(before, entry)
    }

    private mutating func mix(_ before: Entry?, _ entry: Entry?) {
        let (known, link) = (before?.chain ?? .none, entry?.chain ?? .none)
        if known != link { chain = chain.mixed(with: known).mixed(with: link) }
    }

    /// What was set since the last call is on the disk.
    mutating func keep() {
        changed.removeAll(keepingCapacity: true)
        changedRests.removeAll(keepingCapacity: true)
    }

    /// What was set since the last call is not on the disk: takes it back.
    mutating func rollBack() {
        for (name, before) in changed.reversed() {
            mix(entries[name], before)
            entries[name] = before
        }
        for (name, before) in changedRests.reversed() { rests[name] = before }
        keep()
    }
}
