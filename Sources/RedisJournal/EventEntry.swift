import Journal
import Stage
import Texts
import Timeline

/// The stored form of an event, as an entry of its room's stream in Redis.
struct EventEntry {
    let room: Text
    let id: Text
    let body: Text
    /// The time when the event arrived, in microseconds since 1970.
    let wall: Int64

    init(_ event: NewEvent) {
        room = event.room
        id = event.id
        body = event.body
        wall = min(max(event.wallMicroseconds, Batch.numbers.lowerBound), Batch.numbers.upperBound)
    }

    private init(room: Text, id: Text, body: Text, wall: Int64) {
        self.room = room
        self.id = id
        self.body = body
        self.wall = wall
    }

    /// The checksum of the sender's data. It excludes the event's number and time, which Redis assigns.
    var sum: [UInt8] {
        var packed = ChecksummedTuple()
        packed.add(room)
        packed.add(id)
        packed.add(body)
        packed.add(wall)
        return packed.sum
    }

    /// Reads the fields of an entry; nil if the entry is damaged.
    static func read(
        _ fields: Reply, seq: Int64, room: Text, outcome: Text?
    ) -> StoredEvent? {
        guard let time = fields["t"]?.number, let wall = fields["w"]?.number,
            let id = fields["i"]?.text, let body = fields["b"]?.text,
            let sum = fields["c"]?.bytes,
            sum == EventEntry(room: room, id: id, body: body, wall: wall).sum
        else { return nil }
        let words = outcome.map { OutcomeWords($0) }
        return StoredEvent(
            seq: seq, id: id, body: body, wallMicroseconds: wall,
            time: Instant(microseconds: time), outcome: words?.outcome, alert: words?.alert)
    }
}
