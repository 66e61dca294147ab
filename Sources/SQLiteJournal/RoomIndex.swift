import Foundation
import GRDB
import Journal
import Texts
import Timeline

/// A cache of the data that are needed to write a room's next event, such as the room's newest number and chain.
struct RoomIndex {
    struct Entry {
        let key: Int64
        var clock: RoomClock
        var nextSeq: Int64
        /// The time and the link of the newest event.
        var time: Instant
        var chain: Digest
        /// The transaction that wrote the newest event, and the hour for which its age was recorded.
        var batch: Int64 = 0
        var hour: Int64 = -1
    }

    /// The number of cached rooms at which the cache is emptied.
    private static let rememberedCount = 1 << 16

    private var entries: [Text: Entry] = [:]
    /// The keys of the leftovers of erased rooms, by their names.
    private(set) var rests: [Text: Int64] = [:]
    /// The changes in the current transaction, with the values before them.
    private var changed: [(name: Text, before: Entry?)] = []
    private var changedRests: [(name: Text, before: Int64?)] = []
    /// The newest links of all rooms, mixed into one digest.
    private(set) var chain: Digest

    init(_ db: Database) throws {
        chain = try ClockRow.read(db).chain
        let remains = try Row.fetchAll(db, sql: "SELECT * FROM room WHERE \(RoomEraser.isRest)")
        for room in try remains.map(RoomRow.init) { rests[room.name] = room.key }
    }

    /// Returns the entry of the room with this name; nil if the room does not exist. Throws if events of the room are
    /// missing.
    mutating func entry(_ name: Text, _ db: Database) throws -> Entry? {
        if let entry = entries[name] { return entry }
        if RoomEraser.isRemains(name) { return nil }
        let statement = try db.cachedStatement(sql: Self.ends + " WHERE room.name = ?")
        guard let row = try Row.fetchOne(statement, arguments: [name.string]) else { return nil }
        let entry = try Self.entry(row)
        entries[name] = entry
        return entry
    }

    /// Checks the end of every room's history; throws if newest events are missing.
    static func verify(_ db: Database) throws {
        var chain = Digest.none
        let rows = try Row.fetchCursor(db, sql: ends + " WHERE \(RoomEraser.isRoom)")
        while let row = try rows.next() { chain = chain.mixed(with: try entry(row).chain) }
        guard try ClockRow.read(db).chain == chain else {
            throw Unreadable(
                subject: "the end of a room's history",
                cause: RowFault(description: "it is not the one that was written: events are gone"))
        }
    }

    /// Selects rooms, each with its newest event and the `seq` of its snapshot.
    private static let ends = """
        SELECT room.*, event.seq AS "newest seq", event.time AS "newest time",
            event.chain AS "newest chain", snapshot.seq AS "snapshot seq"
        FROM room LEFT JOIN snapshot ON snapshot.room = room.key
        LEFT JOIN event ON event.room = room.key
            AND event.seq = (SELECT max(seq) FROM event WHERE room = room.key)
        """

    private static func entry(_ row: Row) throws -> Entry {
        let room = try RoomRow(row)
        return try Unreadable.naming("room \(room.name)") { () throws(RowFault) in
            try entry(row, of: room)
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

    mutating func set(_ name: Text, to entry: Entry) {
        change(name, to: entry)
    }

    /// Removes the entry of an erased room.
    mutating func remove(_ name: Text) {
        change(name, to: nil)
    }

    /// Records the leftovers of an erased room under a name; nil removes them.
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

    /// Confirms the changes since the last call, after a successful commit.
    mutating func keep() {
        changed.removeAll(keepingCapacity: true)
        changedRests.removeAll(keepingCapacity: true)
        if entries.count > Self.rememberedCount { entries.removeAll() }
    }

    /// Reverts the changes since the last call, after a failed commit.
    mutating func rollBack() {
        for (name, before) in changed.reversed() {
            mix(entries[name], before)
            entries[name] = before
        }
        for (name, before) in changedRests.reversed() { rests[name] = before }
        keep()
    }
}
