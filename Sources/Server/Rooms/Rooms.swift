import Journal
import Stage
import Texts
import Timeline
import Transport
import Wire

/// The rooms that are in memory; `RoomLoader` brings others from the journal. One comes into being when
/// it is written to or watched.
///
/// Whoever asks for a room here has it loaded before, so that one that is not here is nowhere.
final class Rooms {
    private let configuration: Configuration
    private let birthConfiguration: Text
    private let limit: Int
    private let clock: LogClock
    private var rooms: [Text: LiveRoom] = [:]
    /// By name.
    private var list: [LiveRoom] = []
    /// Those let go of that are watched still: their viewers have been told to go.
    private var lingering: [LiveRoom] = []
    /// How many rooms have gone.
    private(set) var removals: UInt64 = 0
    /// Those in which something goes on.
    let visits = Visits()
    /// Those that leave memory.
    private var departures: Departures
    /// What is known of rooms beside their events, by name; of most nothing is.
    private var provisions: [Text: Provision] = [:]
    /// How rooms came to run that have left memory; most stood still.
    private var beginnings: [Text: Beginning] = [:]
    /// The second of the monotonic clock.
    private var second = LoopTimer.now / 1_000_000_000
    /// Where its rooms go on that have more to do than there is time for.
    var unsettled: Unsettled?
    /// Called with a room that leaves memory: the journal is to be told what it has not been told yet.
    var left: (LiveRoom) -> Void = { _ in }
    /// Called with each room that comes into memory, before its time goes on, and with each that is here no
    /// more, for whatever reason.
    var came: (LiveRoom) -> Void = { _ in }
    var went: (LiveRoom) -> Void = { _ in }

    /// Rooms begin with `configuration`; at most `limit` are in memory, each until it has not been used for
    /// `restSeconds`.
    init(
        configuration: Configuration, limit: Int, clock: LogClock, restSeconds: UInt64 = 60
    ) {
        departures = Departures(restSeconds: restSeconds)
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
        if let room = existing(name) { return room }
        guard makePlace(for: name) else { throw .tooManyRooms }
        let room = makeRoom(name)
        add(room)
        return room
    }

    /// The room of this name, if there is one.
    func existing(_ name: Text) -> LiveRoom? {
        let room = rooms[name]
        room?.lastUsedSecond = second
        return room
    }

    /// The room of this name if it is in memory; that is no use of it.
    func glimpse(_ name: Text) -> LiveRoom? { rooms[name] }

    /// The room of this name to be looked at; one that is not there is shown as it would begin.
    func glance(_ name: Text) -> LiveRoom {
        existing(name) ?? makeRoom(name)
    }

    private func makeRoom(_ name: Text) -> LiveRoom {
        LiveRoom(
            name: name, birthConfiguration: birthConfiguration,
            room: Room(configuration: configuration), seq: 0, snapshotSeq: 0,
            clock: RoomClock(standingAt: .zero, log: clock.now), logClock: clock)
    }

    /// Whether a room of this name is there, or there is a place for it, which another may have to leave.
    func makePlace(for name: Text) -> Bool {
        if rooms[name] != nil || rooms.count < limit { return true }
        let (now, rest) = (LoopTimer.now, departures.leastRestSeconds)
        let yielding = departures.nextToYield { [rooms, second] room in
            rooms[room.name] === room && second >= room.lastUsedSecond + rest
                && room.mayLeave(atNanoseconds: now)
        }
        guard let yielding else { return false }
        leave(yielding)
        return true
    }

    /// Lets go of a room in which nothing has happened and that nobody watches any more.
    func release(_ room: LiveRoom) {
        if room.isLetGo, room.isUnwatched { lingering.removeAll { $0 === room } }
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
        provisions[room.name] = nil
        beginnings[room.name] = nil
        linger(room)
    }

    /// Keeps a room that was taken out for those who watch it, who don't keep it themselves.
    private func linger(_ room: LiveRoom) {
        if !room.isUnwatched { lingering.append(room) }
    }

    /// Whether a room may be erased because nothing is left of it.
    func isSpent(_ room: LiveRoom) -> Bool { room.isSpent(configuration) }

    /// Lets a room that was just visited rest, unless it is to be erased, or is being.
    func rest(_ room: LiveRoom, atNanoseconds now: UInt64) {
        if room.hasForgottenAll, room.isBeingErased || isSpent(room) { return }
        visits.rest(room, atNanoseconds: now)
    }

    // MARK: What is known beside events

    /// What is known of the room of this name, whether it is in memory or not.
    func provision(_ name: Text) -> Provision {
        if let known = rooms[name]?.provision ?? provisions[name] { return known }
        let provision = Provision()
        provisions[name] = provision
        return provision
    }

    /// What is settled of the room of this name.
    func standing(of name: Text) -> Standing { provisions[name]?.standing ?? Standing() }

    /// The rooms of which something is settled.
    var settled: [Text] { provisions.compactMap { $0.value.standing.isPlain ? nil : $0.key } }

    /// A room that has nothing in the journal, but for which there is something beside; nil if there is not.
    func provided(_ name: Text) -> LiveRoom? {
        provisions[name].flatMap { $0.isPlain ? nil : makeRoom(name) }
    }

    /// Something that was known of a room is known no more: one of which nothing is left goes.
    func settle(_ name: Text) {
        if let room = rooms[name] { release(room) }
        if let provision = provisions[name], provision.isPlain, rooms[name] == nil {
            provisions[name] = nil
        }
    }

    /// The names after `name` of rooms that may be in no journal, because nothing has happened in them, by
    /// name, at most `limit`.
    func names(after name: Text, limit: Int) -> [Text] {
        let known = listed(after: name, limit: limit).map(\.name)
        let provided = provisions.lazy.filter { !$0.value.isPlain && $0.key > name }.map(\.key)
        return Array(Set(known).union(provided).sorted().prefix(limit))
    }

    /// The rooms that keep their events for fewer than `days` days, and for how many.
    func keeping(fewerThan days: Int) -> [(room: Text, days: Int)] {
        provisions.compactMap { name, provision in
            provision.standing.keepDays.flatMap { $0 < days ? (name, $0) : nil }
        }
    }

    // MARK: Coming and going

    /// Lets a room that the journal has erased begin anew; it goes if nobody has come to it.
    func renew(_ room: LiveRoom) {
        room.beginAnew(configuration, birthConfiguration)
        release(room)
    }

    private func remove(_ room: LiveRoom) {
        guard rooms[room.name] === room else { return }
        rooms[room.name] = nil
        removals += 1
        went(room)
        if room.provision.isPlain { provisions[room.name] = nil }
        list.remove(at: place(of: room.name))
        visits.remove(room)
        room.visits = nil
    }

    /// Where a room of this name stands in the list, or would stand.
    private func place(of name: Text) -> Int {
        var (low, high) = (0, list.count)
        while low < high {
            let middle = (low + high) / 2
            if list[middle].name < name {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    /// The rooms whose names come after `name`, by name, at most `limit`.
    private func listed(after name: Text, limit: Int) -> ArraySlice<LiveRoom> {
        var start = place(of: name)
        if start < list.count, list[start].name == name { start += 1 }
        return list[start...].prefix(limit)
    }

    /// Takes in a room that came into being or back from the journal, and lets its time go on.
    func add(_ room: LiveRoom) {
        room.unsettled = unsettled
        room.visits = visits
        room.provision = provision(room.name)
        if let beginning = beginnings.removeValue(forKey: room.name) { room.beginning = beginning }
        room.lastUsedSecond = second
        visits.add(room)
        departures.add(room, at: second + departures.restSeconds)
        came(room)
        room.setClock(atNanoseconds: LoopTimer.now)
        rooms[room.name] = room
        list.insert(room, at: place(of: room.name))
    }

    /// How the room of this name came to run before it left memory.
    func beginning(of name: Text) -> Beginning { beginnings[name] ?? Beginning() }

    /// Has rooms leave that nobody would miss, `most` of them. Returns whether there may be more.
    func letLeave(atNanoseconds now: UInt64, most: Int) -> Bool {
        second = now / 1_000_000_000
        for _ in 0..<most {
            guard let room = departures.next(by: second) else { return false }
            guard isHere(room) else { continue }
            let rested = hasRested(room, departures.restSeconds)
            if rested, !isSpent(room), room.mayLeave(atNanoseconds: now) {
                leave(room)
            } else {
                let since = rested ? second : room.lastUsedSecond
                departures.add(room, at: since + departures.restSeconds)
            }
        }
        return true
    }

    /// Lets go of a room that is not as the journal has it, and tells the journal nothing of it.
    func forsake(_ room: LiveRoom) {
        room.isForsaken = true
        remove(room)
        linger(room)
    }

    private func isHere(_ room: LiveRoom) -> Bool { rooms[room.name] === room }

    private func hasRested(_ room: LiveRoom, _ seconds: UInt64) -> Bool {
        second >= room.lastUsedSecond + seconds
    }

    private func leave(_ room: LiveRoom) {
        left(room)
        let beginning = room.beginning
        remove(room)
        if beginning != Beginning() { beginnings[room.name] = beginning }
    }

    var all: some Collection<LiveRoom> { rooms.values }

    /// The streams of everybody who watches a room.
    var streams: [Stream] { rooms.values.flatMap(\.streams) }
}
