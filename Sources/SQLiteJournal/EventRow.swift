import GRDB
import Texts
import Timeline

/// A row of the table `event`, with a recorded event, its digest, and its link in the room's chain.
struct EventRow {
    let room: Int64
    let seq: Int64
    let time: Instant
    let wall: Int64
    let id: Text
    let body: Text

    /// The digest of the event. The chain links digests, so it can be verified without the events' texts.
    var digest: Digest {
        var seal = Seal()
        for number in [room, seq, time.microseconds, wall] { seal.add(number) }
        seal.add(id)
        seal.add(body)
        return seal.digest
    }

    /// Writes the row after the event with the link `chain`. Returns the row's own link, or nil if the room
    /// already has an event with its ID.
    func insert(_ db: Database, after chain: Digest) throws -> Digest? {
        let digest = digest
        let link = Seal.link(after: chain, digest)
        try db.run(
            "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (room, id) DO NOTHING"
        ) {
            for number in [room, seq, time.microseconds, wall] { $0.add(number) }
            $0.add(id)
            $0.add(body)
            $0.add(digest)
            $0.add(link)
        }
        return db.changesCount == 0 ? nil : link
    }

    init(room: Int64, seq: Int64, time: Instant, wall: Int64, id: Text, body: Text) {
        self.room = room
        self.seq = seq
        self.time = time
        self.wall = wall
        self.id = id
        self.body = body
    }

    /// Reads a row whose first columns are those of the table; throws if the digest does not match.
    init(_ row: Row, room: Int64) throws(RowFault) {
        self.init(
            room: room, seq: try row.integer("seq", at: 1),
            time: Instant(microseconds: try row.integer("time", at: 2)),
            wall: try row.integer("wall", at: 3), id: try row.text("id", at: 4),
            body: try row.text("body", at: 5))
        guard try row.digest("digest", at: 6) == digest else { throw .altered }
    }

    /// Returns the link in a row of the table.
    static func link(_ row: Row) throws(RowFault) -> Digest { try row.digest("chain", at: 7) }
}
