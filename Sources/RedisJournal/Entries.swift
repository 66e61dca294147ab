import Digests
import Journal
import Snapshots
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
        var packed = Packed()
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
        return StoredEvent(
            seq: seq, id: id, body: body, wallMicroseconds: wall,
            time: Instant(microseconds: time), outcome: outcome.flatMap { OutcomeWords($0).outcome }
        )
    }
}

/// The text form of an outcome in Redis: its word, and for some outcomes a space and a detail.
struct OutcomeWords {
    let text: Text

    init(_ text: Text) {
        self.text = text
    }

    init(_ outcome: Outcome) {
        let detail: Text? =
            switch outcome {
            case .shown, .applied: nil
            case .merged(let combo): combo
            case .queued(let position): "\(position)"
            case .skipped(let skip): Text(skip.rawValue)
            }
        text = detail.map { outcome.word + " " + $0 } ?? outcome.word
    }

    /// The outcome; nil if this version of the server does not know the word.
    var outcome: Outcome? {
        let bytes = Array(text.utf8)
        let end = bytes.firstIndex(of: UInt8(ascii: " ")) ?? bytes.endIndex
        let detail = Text(decoding: bytes[end...].dropFirst())
        return switch Outcome.Name(word: Text(decoding: bytes[..<end])) {
        case .shown: .shown
        case .applied: .applied
        case .merged: .merged(into: detail)
        case .queued: Int(detail.string).map { .queued(position: $0) }
        case .skipped: Outcome.Skip(word: detail).map { .skipped($0) }
        case nil: nil
        }
    }
}

/// A digest of a room's state. It is the same on all servers that have the room's events and the same rules.
struct StateDigest {
    /// The rules, a space, and the first 16 bytes of the SHA-256 of the stored form of the state.
    let text: Text

    init(of state: Room, by rules: Text) {
        text = rules + " " + Text(hexadecimal: SHA256.hash(Snapshot.write(state)).prefix(16))
    }
}

/// The stored form of a room's snapshot in Redis.
struct SnapshotEntry {
    let room: Text
    let seq: Int64
    let form: Int64
    let state: [UInt8]

    init(_ room: Text, _ seq: Int64, _ state: Room) {
        self.room = room
        self.seq = seq
        form = Snapshot.form
        self.state = Snapshot.write(state)
    }

    private init(room: Text, seq: Int64, form: Int64, state: [UInt8]) {
        self.room = room
        self.seq = seq
        self.form = form
        self.state = state
    }

    private var sum: [UInt8] {
        var packed = Packed()
        packed.add(room)
        packed.add(seq)
        packed.add(form)
        packed.add(state)
        return packed.sum
    }

    /// The arguments of the script that stores the snapshot.
    var words: Words {
        var words = Words()
        words.add(seq)
        words.add(form)
        words.add(state)
        words.add(sum)
        return words
    }

    /// The names of the fields in Redis, in the order in which `read` needs them.
    static let fields: [Text] = ["seq", "form", "state", "sum"]

    /// Reads the fields; nil if one is missing or the checksum does not match.
    static func read(_ fields: Reply, room: Text) -> SnapshotEntry? {
        guard let seq = fields[0].number, let form = fields[1].number, let state = fields[2].bytes,
            let sum = fields[3].bytes
        else { return nil }
        let entry = SnapshotEntry(room: room, seq: seq, form: form, state: state)
        return entry.sum == sum ? entry : nil
    }
}
