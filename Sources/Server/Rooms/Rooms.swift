import Journal
import Stage
import Texts
import Timeline
import Transport
import Wire

/// The rooms there are; one comes into being when it is written to or watched.
final class Rooms {
    private let configuration: Configuration
    private let birthConfiguration: Text
    private let limit: Int
    private let clock: LogClock
    private var rooms: [Text: LiveRoom] = [:]
    /// By name.
    private var list: [LiveRoom] = []
    /// Erased ones that are watched still: their viewers have been told to go.
    private var erased: [LiveRoom] = []
    /// Those in which something goes on.
    let visits = Visits()
    /// Those that keep their events for a time of their own.
    private var keepers: [Text: LiveRoom] = [:]
    /// Where its rooms go on that have more to do than there is time for.
    var unsettled: Unsettled?

    /// Rooms begin with `configuration`; there are at most `limit`.
    init(configuration: Configuration, limit: Int, clock: LogClock) {
        self.configuration = configuration
        self.limit = limit
        self.clock = clock
        birthConfiguration = Text(
            decoding: ConfigurationDocument.write(configuration).encoded)
    }

    var count: Int { rooms.count }

    var viewerCount: Int { rooms.values.reduce(0) { $0 + $1.audience.viewers.count } }

    /// The room of this name, which comes into being if need be.
    func room(_ name: Text) throws(Problem) -> LiveRoom {
        if let room = rooms[name] { return room }
        guard hasPlace(for: name) else { throw .tooManyRooms }
        let room = makeRoom(name)
        add(room)
        return room
    }

    /// The room of this name, which is kept and so comes into being however many there are.
    func kept(_ name: Text) -> LiveRoom {
        if let room = rooms[name] { return room }
        let room = makeRoom(name)
        add(room)
        return room
    }

    /// The room of this name, if there is one.
    func existing(_ name: Text) -> LiveRoom? { rooms[name] }

    /// The room of this name to be looked at; one that is not there is shown as it would begin.
    func glance(_ name: Text) -> LiveRoom {
        rooms[name] ?? makeRoom(name)
    }

    private func makeRoom(_ name: Text) -> LiveRoom {
        LiveRoom(
            name: name, birthConfiguration: birthConfiguration,
            room: Room(configuration: configuration), seq: 0, snapshotSeq: 0,
            clock: RoomClock(standingAt: .zero, log: clock.now), logClock: clock)
    }

    /// Whether a room of this name is there, or there is a place for it.
    func hasPlace(for name: Text) -> Bool { rooms[name] != nil || rooms.count < limit }

    /// Lets go of a room in which nothing has happened and that nobody watches any more.
    func release(_ room: LiveRoom) {
        if room.isErased, room.audience.viewers.isEmpty { erased.removeAll { $0 === room } }
        if room.isUntouched {
            remove(room)
        } else if room.hasForgottenAll {
            // It may be spent now.
            room.visits?.add(room)
        }
    }

    /// Takes a room out whatever it holds: it is erased. Viewers that it has are its own till they go.
    func drop(_ room: LiveRoom) {
        remove(room)
        if !room.audience.viewers.isEmpty { erased.append(room) }
    }

    /// Whether a room may be erased because nothing is left of it.
    func isSpent(_ room: LiveRoom) -> Bool { room.isSpent(configuration) }

    /// Lets a room that was just visited rest, unless it is to be erased, or is being.
    func rest(_ room: LiveRoom, atNanoseconds now: UInt64) {
        if room.hasForgottenAll, room.isBeingErased || isSpent(room) { return }
        visits.rest(room, atNanoseconds: now)
    }

    /// Takes in what is settled of a room beside its events.
    func settle(_ standing: Standing, of room: LiveRoom) {
        room.standing = standing
        keepers[room.name] = standing.keepDays == nil ? nil : room
    }

    /// The rooms that keep their events for fewer than `days` days, and for how many.
    func keeping(fewerThan days: Int) -> [(room: Text, days: Int)] {
        keepers.values.compactMap { room in
            room.standing.keepDays.flatMap { $0 < days ? (room.name, $0) : nil }
        }
    }

    /// Lets a room that the journal has erased begin anew; it goes if nobody has come to it.
    func renew(_ room: LiveRoom) {
        room.beginAnew(configuration, birthConfiguration)
        release(room)
    }

    private func remove(_ room: LiveRoom) {
        guard rooms[room.name] === room else { return }
        rooms[room.name] = nil
        keepers[room.name] = nil
        list.remove(at: place(of: room.name))
        visits.remove(room)
        room.visits = nil
    }

    /// Where a room of this name stands in the list, or would stand.
    private func place(of name: Text) -> Int {
        var (low, high) = (0, list.count)
        while low < high {
            let middle = (low + high) / 2
            if list[middle].name.utf8.lexicographicallyPrecedes(name.utf8) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    /// The rooms whose names come after `name`, by name, at most `limit`, and whether there are more.
    func listed(after name: Text, limit: Int) -> (rooms: ArraySlice<LiveRoom>, hasMore: Bool) {
        var start = place(of: name)
        if start < list.count, list[start].name.utf8.elementsEqual(name.utf8) { start += 1 }
        let rooms = list[start...].prefix(limit)
        return (rooms, rooms.endIndex < list.endIndex)
    }

    /// Takes in a room that was there before, and lets its time go on.
    func add(_ room: LiveRoom) {
        room.unsettled = unsettled
        room.visits = visits
        visits.add(room)
        room.setClock(atNanoseconds: LoopTimer.now)
        rooms[room.name] = room
        list.insert(room, at: place(of: room.name))
    }

    var all: some Collection<LiveRoom> { rooms.values }

    /// Calls `body` with the streams of everybody who watches a room.
    func forEachStream(_ body: (Stream) -> Void) {
        for room in rooms.values { room.forEachStream(body) }
    }
}
