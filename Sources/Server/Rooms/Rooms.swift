import Journal
import Stage
import Transport
import Wire

/// The rooms there are; one comes into being when it is written to or watched.
final class Rooms {
    private let configuration: Configuration
    private let birthConfiguration: String
    private let limit: Int
    private var rooms: [String: LiveRoom] = [:]
    private(set) var rota = Rota()

    /// Rooms begin with `configuration`; there are at most `limit`.
    init(configuration: Configuration, limit: Int) {
        self.configuration = configuration
        self.limit = limit
        birthConfiguration = String(
            decoding: ConfigurationDocument.write(configuration).encoded, as: UTF8.self)
    }

    var count: Int { rooms.count }

    var viewerCount: Int { rooms.values.reduce(0) { $0 + $1.audience.viewers.count } }

    /// The room of this name, which comes into being if need be.
    func room(_ name: String) throws(Problem) -> LiveRoom {
        if let room = rooms[name] { return room }
        guard hasPlace(for: name) else { throw .tooManyRooms }
        let room = makeRoom(name)
        add(room)
        return room
    }

    /// The room of this name to be looked at; one that is not there is shown as it would begin.
    func glance(_ name: String) -> LiveRoom {
        rooms[name] ?? makeRoom(name)
    }

    private func makeRoom(_ name: String) -> LiveRoom {
        LiveRoom(
            name: name, birthConfiguration: birthConfiguration,
            room: Room(configuration: configuration), seq: 0, snapshotSeq: 0)
    }

    /// Whether a room of this name is there, or there is a place for it.
    func hasPlace(for name: String) -> Bool { rooms[name] != nil || rooms.count < limit }

    /// Lets go of a room in which nothing has happened and that nobody watches any more.
    func release(_ room: LiveRoom) {
        guard room.isUntouched, rooms[room.name] === room else { return }
        rooms[room.name] = nil
        rota.remove(room)
    }

    /// Takes in a room that was there before, and lets its time go on.
    func add(_ room: LiveRoom) {
        room.setClock(atNanoseconds: LoopTimer.now)
        rooms[room.name] = room
        rota.add(room)
    }

    var all: some Collection<LiveRoom> { rooms.values }

    /// Calls `body` with everybody who watches a room.
    func forEachViewer(_ body: (Viewer) -> Void) {
        for room in rooms.values { room.audience.viewers.forEach(body) }
    }
}
