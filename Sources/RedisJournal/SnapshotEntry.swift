import Snapshots
import Stage
import Texts

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
        var packed = ChecksummedTuple()
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
