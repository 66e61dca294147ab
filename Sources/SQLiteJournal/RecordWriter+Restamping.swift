import Foundation
import GRDB
import Journal
import Texts
import Timeline

/// Gives events that were just recorded in SQLite a later time, because their commit took long.
extension RecordWriter {
    /// Gives events of the transaction before this one the time of this transaction: its commit took so long that
    /// viewers would miss their beginning. No client has been told their times yet. Returns the new times by ticket.
    mutating func restamp(_ events: [RecordedEvent]) throws -> [UInt64: Instant] {
        var links: [Text: Digest] = [:]
        var times: [UInt64: Instant] = [:]
        for event in events {
            guard var entry = try index.entry(event.room, db) else { continue }
            let time = max(entry.clock.instant(at: log), entry.time)
            let row = EventRow(
                room: event.row.room, seq: event.row.seq, time: time, wall: event.row.wall,
                id: event.row.id, body: event.row.body)
            let link = try row.rewrite(db, after: links[event.room] ?? event.chain)
            links[event.room] = link
            times[event.ticket] = time
            entry.chain = link
            entry.time = time
            entry.batch = log
            index.set(event.room, to: entry)
        }
        return times
    }
}

/// An event that a transaction has recorded, and that may still be given a later time.
struct RecordedEvent {
    let room: Text
    let ticket: UInt64
    let row: EventRow
    /// The link of the event before it in its room.
    let chain: Digest
}

extension EventRow {
    /// Updates the event's time, after the event with the link `chain`. Returns the event's own link.
    fileprivate func rewrite(_ db: Database, after chain: Digest) throws -> Digest {
        let digest = digest
        let link = Seal.link(after: chain, digest)
        try db.run(
            "UPDATE event SET time = ?, digest = ?, chain = ? WHERE room = ? AND seq = ?"
        ) {
            $0.add(time.microseconds)
            $0.add(digest)
            $0.add(link)
            $0.add(room)
            $0.add(seq)
        }
        return link
    }
}

extension Verdict {
    /// Returns the verdict with another time of the event.
    func at(_ time: Instant?) -> Verdict {
        guard let time, case .recorded(let seq, _) = result else { return self }
        return Verdict(ticket: ticket, result: .recorded(seq: seq, time: time))
    }
}
