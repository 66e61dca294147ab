import Snapshots
import Texts

/// A finding of the doctor: a snapshot that is intact, but that this version of the program cannot read.
struct UndecodedSnapshot: CustomStringConvertible {
    let room: Text
    /// The last event that the snapshot covers.
    let seq: Int64
    /// The last pruned event; 0 if all events exist.
    let forgotten: Int64
    let cause: SnapshotError

    /// True if the room cannot be rebuilt without the snapshot.
    var isNeeded: Bool { forgotten > 0 }

    var description: String {
        let subject = "the snapshot of room \(room) after event \(seq) can't be read: \(cause)"
        return isNeeded
            ? "\(subject); and what came up to event \(forgotten) is forgotten. Start the version that "
                + "wrote it, or put a backup in the journal's place"
            : "\(subject). All events are there, of which the server makes the room; nothing has to be "
                + "done"
    }
}
