import Access
package import Broadcast
import RoomRuntime
package import Texts
import Transport

/// Tells rooms and streams of changed keys.
package final class KeyChanges: KeysDelegate {
    private let rooms: Rooms
    private let frameScheduler: FrameScheduler

    package init(
        rooms: Rooms, frameScheduler: FrameScheduler
    ) {
        self.rooms = rooms
        self.frameScheduler = frameScheduler
    }

    package func pinnedKeysChanged(_ ids: Set<Text>, of roomName: Text) {
        let registration = rooms.registration(roomName)
        guard registration.pinnedKeys != ids else { return }
        registration.pinnedKeys = ids
        if let room = rooms.existing(roomName) { frameScheduler.visibilityChanged(in: room.output) }
    }

    package func keysErased(of roomName: Text) { rooms.registration(roomName).pinnedKeys = [] }

    package func keyRemoved(from roomName: Text) { rooms.settle(roomName) }

    package func keysEnded(_ ids: Set<Text>) {
        let streams = rooms.streams.filter { stream in
            (stream.context as? any StreamClient)?.caller.key.map(ids.contains) ?? false
        }
        frameScheduler.close(streams, code: 1008, reason: "the key does not hold any more")
    }
}
