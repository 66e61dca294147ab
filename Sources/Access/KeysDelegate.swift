package import Texts

/// The interface through which `Keys` makes the server end streams and update rooms when keys change. Every call is on
/// the event loop's thread.
package protocol KeysDelegate: AnyObject {
    /// Called when a key of a room is added, changed or removed. `ids` has the IDs of the room's pinned keys: only their
    /// viewers count as visible. If the room has no pinned key, all its viewers count.
    func pinnedKeysChanged(_ ids: Set<Text>, of roomName: Text)
    /// Called when a room was erased with all its keys. Streams stay open: their clients are told that the room is gone.
    func keysErased(of roomName: Text)
    /// Called after a key of a room was revoked.
    func keyRemoved(from roomName: Text)
    /// Called when keys were revoked or have expired: the streams of their clients have to be closed.
    func keysEnded(_ ids: Set<Text>)
}
