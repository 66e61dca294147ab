import Access

/// The schedule of the rooms that the periodic work of `Upkeep` visits. These are rooms that move, rooms with a change
/// due soon, and rooms with records for the journal. A room at rest is not on it and costs no time.
///
/// Used only on the event loop's thread.
final class Visits {
    /// A room whose next change is at least this far away is not visited until then.
    static let farNanoseconds: UInt64 = 2 * secondNanoseconds
    private static let secondNanoseconds: UInt64 = 1_000_000_000

    private var turns = RoundRobin<LiveRoom>(slices: Int(Upkeep.slices), fewMembers: 32)
    /// Rooms that wait for their next change, by the second of the monotonic clock in which they return to the
    /// schedule.
    private var sleepers: [UInt64: [LiveRoom]] = [:]
    /// The first second whose rooms have not been woken.
    private var nextSecond: UInt64 = 0
    /// The number of rooms that are off the schedule although a change is due later.
    private(set) var waitingCount = 0

    /// The number of rooms on the schedule.
    var count: Int { turns.count }

    /// The rooms to visit in the slice with this number.
    subscript(instant: UInt64) -> [LiveRoom] { turns[instant] }

    /// The next slice with a room to visit; nil if there is none.
    func next(after instant: UInt64) -> UInt64? { turns.next(after: instant) }

    /// Puts a room on the schedule, because it has changed or may have changed.
    func add(_ room: LiveRoom) {
        guard room.turn == nil else { return }
        endWaiting(of: room)
        turns.add(room)
    }

    /// Takes a room off the schedule, because it is removed.
    func remove(_ room: LiveRoom) {
        endWaiting(of: room)
        turns.remove(room)
        guard let second = room.nap.second else { return }
        room.nap.second = nil
        sleepers[second]?.removeAll { $0 === room }
        if sleepers[second]?.isEmpty == true { sleepers[second] = nil }
    }

    private func endWaiting(of room: LiveRoom) {
        if room.nap.isWaiting { waitingCount -= 1 }
        room.nap.isWaiting = false
    }

    /// Takes a room that was just visited off the schedule until it changes or a change is due.
    func rest(_ room: LiveRoom, atNanoseconds now: UInt64) {
        guard room.isSettled else { return }
        guard room.goesOn else { return turns.remove(room) }
        guard !room.isMoving, let due = room.dueNanoseconds, due >= now + Self.farNanoseconds else {
            return
        }
        turns.remove(room)
        room.nap.isWaiting = true
        waitingCount += 1
        let second = due / Self.secondNanoseconds
        // A room that wakes too early goes to sleep again. So it is in few lists, however often that happens.
        if let known = room.nap.second, known <= second { return }
        room.nap.second = second
        sleepers[second, default: []].append(room)
    }

    /// Puts the rooms back on the schedule that have a change due in the present second or earlier.
    func wake(atNanoseconds now: UInt64) {
        let second = now / Self.secondNanoseconds
        guard !sleepers.isEmpty, nextSecond <= second else {
            nextSecond = second + 1
            return
        }
        let due =
            second - nextSecond < UInt64(sleepers.count)
            ? Array(nextSecond...second) : sleepers.keys.filter { $0 <= second }
        for key in due {
            for room in sleepers.removeValue(forKey: key) ?? [] {
                if room.nap.second == key { room.nap.second = nil }
                if room.visits === self { add(room) }
            }
        }
        nextSecond = second + 1
    }
}

/// The sleep of a room that is off the schedule of `Visits`.
struct Nap {
    /// True if the room waits for a change that is due later.
    var isWaiting = false
    /// The second in which the room wakes.
    var second: UInt64?
}
