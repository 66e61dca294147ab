import Journal
import Stage
import Transport
import Wire

/// The rooms there are; one comes into being with its first use.
final class Rooms {
    private let configuration: Configuration
    private let birthConfiguration: String
    private let limit: Int
    private var rooms: [String: LiveRoom] = [:]

    /// Rooms begin with `configuration`; there are at most `limit`.
    init(configuration: Configuration, limit: Int) {
        self.configuration = configuration
        self.limit = limit
        birthConfiguration = String(
            decoding: ConfigurationDocument.write(configuration).encoded, as: UTF8.self)
    }

    var count: Int { rooms.count }

    var viewerCount: Int { rooms.values.reduce(0) { $0 + $1.audience.viewers.count } }

    func room(_ name: String) throws(Problem) -> LiveRoom {
        if let room = rooms[name] { return room }
        guard rooms.count < limit else { throw .tooManyRooms }
        let room = LiveRoom(
            name: name, birthConfiguration: birthConfiguration,
            room: Room(configuration: configuration), seq: 0, snapshotSeq: 0)
        add(room)
        return room
    }

    /// Takes in a room that was there before, and lets its time go on.
    func add(_ room: LiveRoom) {
        room.setClock(atNanoseconds: LoopTimer.now)
        rooms[room.name] = room
    }

    var all: some Collection<LiveRoom> { rooms.values }

    /// Calls `body` with everybody who watches a room.
    func forEachViewer(_ body: (Viewer) -> Void) {
        for room in rooms.values { room.audience.viewers.forEach(body) }
    }
}
