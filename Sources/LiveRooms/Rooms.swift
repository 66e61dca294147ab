package import Broadcast
package import HTTPRouting
package import Journal
package import RoomRuntime
package import Stage
package import Texts
import Timeline
package import Transport
import Wire

/// The index of all rooms in memory, by name. A room that does not exist is created when a client writes to it or
/// watches it.
///
/// Callers load a room first, with `RoomLoader`; a room that is missing here then does not exist.
package final class Rooms {
    private let configuration: Configuration
    /// The state of a new room. Its copies share the configuration, which every frame reads.
    private let newRoom: Room
    private let birthConfiguration: Text
    private let limit: Int
    private let clock: LogClock
    private var rooms: [Text: LiveRoom] = [:]
    /// The rooms in the order of their names.
    private var list: [LiveRoom] = []
    /// Rooms that were removed but still have viewers, which have been told to leave.
    private var lingering: [LiveRoom] = []
    /// A counter of removed rooms.
    private(set) var removals: UInt64 = 0
    /// The schedule of rooms with activity.
    let visits = MaintenanceSchedule()
    /// The schedule of rooms that may leave memory.
    private var evictionQueue: EvictionQueue
    /// The settings and keys of rooms, by name. Most rooms have none.
    private var registrations: [Text: RoomRegistration] = [:]
    /// The reasons why the clocks of evicted rooms may run, by name. Most rooms have none.
    private var beginnings: [Text: Beginning] = [:]
    /// The present second of the monotonic clock.
    private var second = LoopTimer.now / 1_000_000_000
    /// The queue of rooms that have more work due than the loop has time for.
    package var catchUpQueue: CatchUpQueue?
    /// Called with each room that leaves memory, to hand its last records to the journal.
    package var left: (LiveRoom) -> Void = { _ in }
    /// Called with each room that is added, before its clock starts (`came`), and with each room that is removed for
    /// any reason (`went`).
    package var came: (LiveRoom) -> Void = { _ in }
    package var went: (LiveRoom) -> Void = { _ in }

    /// - Parameters:
    /// - configuration: The configuration of new rooms.
    /// - limit: The maximum number of rooms in memory.
    /// - restSeconds: The seconds that an unused room stays in memory.
    package init(
        configuration: Configuration, limit: Int, clock: LogClock, restSeconds: UInt64 = 60
    ) {
        evictionQueue = EvictionQueue(restSeconds: restSeconds)
        self.configuration = configuration
        newRoom = Room(configuration: configuration)
        self.limit = limit
        self.clock = clock
        birthConfiguration = Text(
            decoding: ConfigurationDocument.write(configuration).encoded)
    }

    package var count: Int { rooms.count }

    package var viewerCount: Int {
        rooms.values.reduce(0) { $0 + $1.output.audience.viewers.count }
    }

    /// Returns the room of this name and creates it if it does not exist. Throws `tooManyRooms` if there is no place
    /// for it.
    package func room(_ name: Text) throws(Problem) -> LiveRoom {
        if let room = existing(name) { return room }
        guard makePlace(for: name) else { throw .tooManyRooms }
        let room = makeRoom(name)
        add(room)
        return room
    }

    /// The room of this name; nil if it does not exist. Counts as a use of the room.
    package func existing(_ name: Text) -> LiveRoom? {
        let room = rooms[name]
        room?.residency.recordUse(atSecond: second)
        return room
    }

    /// The room of this name if it is in memory. Does not count as a use of the room.
    package func glimpse(_ name: Text) -> LiveRoom? { rooms[name] }

    /// Returns the room of this name for reading. A room that does not exist is returned as a new room, which is not
    /// kept.
    package func glance(_ name: Text) -> LiveRoom {
        existing(name) ?? makeRoom(name)
    }

    /// The room that has this output, also if it was removed and still has viewers; nil if it was freed.
    package func room(of output: RoomOutput) -> LiveRoom? {
        if let room = rooms[output.name], room.output === output { return room }
        return lingering.first { $0.output === output }
    }

    private func makeRoom(_ name: Text) -> LiveRoom {
        LiveRoom(
            name: name, birthConfiguration: birthConfiguration,
            room: newRoom, seq: 0, snapshotSeq: 0,
            clock: RoomClock(standingAt: .zero, log: clock.now), logClock: clock)
    }

    /// Makes place for a room of this name, by evicting another room if needed. Returns false if there is no place.
    package func makePlace(for name: Text) -> Bool {
        if rooms[name] != nil || rooms.count < limit { return true }
        let (now, rest) = (LoopTimer.now, evictionQueue.leastRestSeconds)
        let yielding = evictionQueue.nextToYield { [rooms, second] room in
            second >= room.lastUsedSecond + rest
                && rooms[room.name].map { $0.residency === room && $0.mayLeave(atNanoseconds: now) }
                    == true
        }
        guard let yielding = yielding.flatMap({ rooms[$0.name] }) else { return false }
        leave(yielding)
        return true
    }

    /// Removes a room that has no events, settings or viewers.
    package func release(_ room: LiveRoom) {
        if room.residency.isDetached, room.output.isUnwatched {
            lingering.removeAll { $0 === room }
        }
        if room.isUntouched {
            remove(room)
        } else if room.residency.hasForgottenAll {
            // Its next visit may find that it has no content any more and erase it.
            room.residency.requestVisit()
        }
    }

    /// Removes a room that was erased, with its settings. It stays alive until its viewers have left.
    package func drop(_ room: LiveRoom) {
        remove(room)
        registrations[room.name] = nil
        beginnings[room.name] = nil
        linger(room)
    }

    /// Keeps a removed room alive while it has viewers, because viewers do not retain their room.
    private func linger(_ room: LiveRoom) {
        if !room.output.isUnwatched { lingering.append(room) }
    }

    /// True if the room has no content left and may be erased.
    func isSpent(_ room: LiveRoom) -> Bool { room.isSpent(configuration) }

    /// Takes a room that was just visited off the schedule if it has no activity. A room that is being erased, or will
    /// be because it has no content, stays on it.
    package func rest(_ room: LiveRoom, atNanoseconds now: UInt64) {
        if room.residency.hasForgottenAll, room.residency.isBeingErased || isSpent(room) { return }
        visits.rest(room.residency, room.timeline, atNanoseconds: now)
    }

    // MARK: Settings and keys

    /// Returns the settings and keys of a room, whether or not it is in memory.
    package func registration(_ name: Text) -> RoomRegistration {
        if let known = rooms[name]?.residency.registration ?? registrations[name] { return known }
        let registration = RoomRegistration()
        registrations[name] = registration
        return registration
    }

    /// The admin settings of a room.
    package func adminSettings(of name: Text) -> RoomAdminSettings {
        registrations[name]?.adminSettings ?? RoomAdminSettings()
    }

    /// The names of the rooms with admin settings.
    package var settled: [Text] {
        registrations.compactMap { $0.value.adminSettings.isPlain ? nil : $0.key }
    }

    /// Makes a room that has settings or keys but no events in the journal; nil if it has neither.
    func provided(_ name: Text) -> LiveRoom? {
        registrations[name].flatMap { $0.isPlain ? nil : makeRoom(name) }
    }

    /// Removes the room and its entry here once it has no settings, keys or events.
    package func settle(_ name: Text) {
        if let room = rooms[name] { release(room) }
        if let registration = registrations[name], registration.isPlain, rooms[name] == nil {
            registrations[name] = nil
        }
    }

    /// Returns the names after `name` of rooms in memory and of rooms with settings, in order, at most `limit`. The
    /// journal lacks the names of rooms without events.
    package func names(after name: Text, limit: Int) -> [Text] {
        let known = listed(after: name, limit: limit).map(\.name)
        let provided = registrations.lazy.filter { !$0.value.isPlain && $0.key > name }.map(\.key)
        return Array(Set(known).union(provided).sorted().prefix(limit))
    }

    /// The rooms whose retention is shorter than `days` days, with their retention in days.
    package func keeping(fewerThan days: Int) -> [(room: Text, days: Int)] {
        registrations.compactMap { name, registration in
            registration.adminSettings.keepDays.flatMap { $0 < days ? (name, $0) : nil }
        }
    }

    // MARK: Adding and removing

    /// Resets a room that the journal has erased, and removes it if it has no viewers.
    package func renew(_ room: LiveRoom) {
        room.restart(configuration, birthConfiguration)
        release(room)
    }

    private func remove(_ room: LiveRoom) {
        guard rooms[room.name] === room else { return }
        rooms[room.name] = nil
        removals += 1
        went(room)
        if room.residency.registration.isPlain { registrations[room.name] = nil }
        list.remove(at: place(of: room.name))
        room.residency.end()
    }

    /// The index in `list` of the room of this name, or the index at which to insert it.
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

    /// Returns the rooms in memory with names after `name`, in order, at most `limit`.
    private func listed(after name: Text, limit: Int) -> ArraySlice<LiveRoom> {
        var start = place(of: name)
        if start < list.count, list[start].name == name { start += 1 }
        return list[start...].prefix(limit)
    }

    /// Adds a room that was created or loaded, and starts its clock if it may run.
    package func add(_ room: LiveRoom) {
        room.timeline.catchUpQueue = catchUpQueue
        room.residency.begin(registration(room.name), visits: visits, atSecond: second)
        if let beginning = beginnings.removeValue(forKey: room.name) {
            room.output.beginning = beginning
        }
        evictionQueue.add(room.residency, at: second + evictionQueue.restSeconds)
        came(room)
        room.output.setClock(atNanoseconds: LoopTimer.now)
        rooms[room.name] = room
        list.insert(room, at: place(of: room.name))
    }

    /// The reason why the clock of the room ran before the room left memory.
    package func beginning(of name: Text) -> Beginning { beginnings[name] ?? Beginning() }

    /// Evicts rooms that are not in use, after checking at most `most` rooms. Returns true if more checks may be due.
    func letLeave(atNanoseconds now: UInt64, most: Int) -> Bool {
        second = now / 1_000_000_000
        for _ in 0..<most {
            guard let residency = evictionQueue.next(by: second) else { return false }
            guard let room = rooms[residency.name], room.residency === residency else { continue }
            let rested = hasRested(residency, evictionQueue.restSeconds)
            if rested, !isSpent(room), room.mayLeave(atNanoseconds: now) {
                leave(room)
            } else {
                let since = rested ? second : residency.lastUsedSecond
                evictionQueue.add(residency, at: since + evictionQueue.restSeconds)
            }
        }
        return true
    }

    /// Removes a room whose state differs from the journal's, without writing any of its records.
    package func replace(_ room: LiveRoom) {
        room.residency.markReplaced()
        remove(room)
        linger(room)
    }

    private func hasRested(_ room: RoomResidency, _ seconds: UInt64) -> Bool {
        second >= room.lastUsedSecond + seconds
    }

    private func leave(_ room: LiveRoom) {
        left(room)
        let beginning = room.output.beginning
        remove(room)
        if beginning != Beginning() { beginnings[room.name] = beginning }
    }

    package var all: some Collection<LiveRoom> { rooms.values }

    /// The streams of all viewers and studios of all rooms.
    package var streams: [Stream] { rooms.values.flatMap(\.output.streams) }
}
