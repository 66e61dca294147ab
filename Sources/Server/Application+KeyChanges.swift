import Access
import Texts
import Transport

/// Tells rooms and streams of changed keys.
extension Application: KeysDelegate {
    func pinnedKeysChanged(_ ids: Set<Text>, of roomName: Text) {
        let provision = rooms.provision(roomName)
        guard provision.pinnedKeys != ids else { return }
        provision.pinnedKeys = ids
        if let room = rooms.existing(roomName) { director.visibilityChanged(in: room.output) }
    }

    func keysErased(of roomName: Text) { rooms.provision(roomName).pinnedKeys = [] }

    func keyRemoved(from roomName: Text) { rooms.settle(roomName) }

    func keysEnded(_ ids: Set<Text>) {
        let streams = rooms.streams.filter { stream in
            (stream.context as? any StreamClient)?.caller.key.map(ids.contains) ?? false
        }
        director.close(streams, code: 1008, reason: "the key does not hold any more")
    }
}
