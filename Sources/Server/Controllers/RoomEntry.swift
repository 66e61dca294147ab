import Broadcast
import Cluster
import History
import Journal
import LiveRooms
import RoomRuntime
import Stage
import Texts
import Webhooks
import Wire

/// The entry of one room in the list of rooms.
struct RoomEntry: Sendable {
    private let name: Text
    private var viewers: Int
    private let waiting: JSON
    private let last: JSON

    /// `room` is nil if the room has no events, or if it can't be read.
    init(
        _ name: Text, _ room: RoomOutput?, lastEventAt: WallTime?, isReadable: Bool = true
    ) {
        self.name = name
        viewers = room?.viewerCount ?? 0
        waiting = isReadable ? JSON.number(Double(room?.timeline.room.waitingCount ?? 0)) : .null
        last = lastEventAt.map { .string(Text($0.text)) } ?? .null
    }

    /// Returns the entry with `count` more viewers.
    func adding(viewers count: Int) -> RoomEntry {
        var entry = self
        entry.viewers += count
        return entry
    }

    var json: JSON {
        .object([
            .init("name", .string(name)), .init("viewers", .number(Double(viewers))),
            .init("waiting", waiting), .init("lastEventAt", last),
        ])
    }
}
