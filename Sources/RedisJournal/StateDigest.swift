import Digests
import Snapshots
import Stage
import Texts

/// A digest of a room's state. The servers of a cluster compare it to check that they have the same state. It is the same
/// on all servers that have the room's events and the same rules.
struct StateDigest {
    /// The rules, a space, and the first 16 bytes of the SHA-256 of the stored form of the state.
    let text: Text

    init(of state: Room, by rules: Text) {
        text = rules + " " + Text(hexadecimal: SHA256.hash(Snapshot.write(state)).prefix(16))
    }
}
