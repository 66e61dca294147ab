import Stage
import Transport

/// The rooms there are; one comes into being with its first use.
final class Rooms {
    private let configuration: Configuration
    private let limit: Int
    private var rooms: [String: LiveRoom] = [:]

    /// Rooms begin with `configuration`; there are at most `limit`.
    init(configuration: Configuration, limit: Int) {
        self.configuration = configuration
        self.limit = limit
    }

    var count: Int { rooms.count }

    var viewerCount: Int { rooms.values.reduce(0) { $0 + $1.audience.viewers.count } }

    func room(_ name: String) throws(Problem) -> LiveRoom {
        if let room = rooms[name] { return room }
        guard rooms.count < limit else { throw .tooManyRooms }
        let room = LiveRoom(
            name: name, configuration: configuration, startedNanoseconds: LoopTimer.now)
        rooms[name] = room
        return room
    }

    /// Calls `body` with everybody who watches a room.
    func forEachViewer(_ body: (Viewer) -> Void) {
        for room in rooms.values { room.audience.viewers.forEach(body) }
    }
}
