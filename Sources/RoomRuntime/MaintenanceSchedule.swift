/// The schedule of rooms that need periodic work, because they move, have a change due soon, or have records to write.
/// A room at rest is not on it and costs no time.
///
/// Used only on the event loop's thread.
package final class MaintenanceSchedule {
    /// The number of slices in a round.
    package static let slices: UInt64 = 45
    /// A room whose next change is at least this far away is not visited until then.
    static let farNanoseconds: UInt64 = 2 * secondNanoseconds
    private static let secondNanoseconds: UInt64 = 1_000_000_000

    private var turns = RoundRobin<RoomResidency>(slices: Int(slices), fewMembers: 32)
    /// Rooms that wait for their next change, by the second of the monotonic clock in which they return to the
    /// schedule.
    private var sleepers: [UInt64: [RoomResidency]] = [:]
    /// The sleeps of rooms. `sleepers` retains these rooms, so no other object has their identifiers.
    private var naps: [ObjectIdentifier: Nap] = [:]
    /// The first second whose rooms have not been woken.
    private var nextSecond: UInt64 = 0
    /// The number of rooms that are off the schedule although a change is due later.
    package private(set) var waitingCount = 0

    package init() {}

    /// The number of rooms on the schedule.
    package var count: Int { turns.count }

    /// The rooms to visit in the slice with this number.
    package subscript(instant: UInt64) -> [RoomResidency] { turns[instant] }

    /// The next slice with a room to visit; nil if there is none.
    package func next(after instant: UInt64) -> UInt64? { turns.next(after: instant) }

    /// Puts a room on the schedule, because it has changed or may have changed.
    package func add(_ room: RoomResidency) {
        guard room.turn == nil else { return }
        endWaiting(of: room)
        turns.add(room)
    }

    /// Takes a room off the schedule, because it is removed.
    package func remove(_ room: RoomResidency) {
        turns.remove(room)
        guard let nap = naps.removeValue(forKey: ObjectIdentifier(room)) else { return }
        if nap.isWaiting { waitingCount -= 1 }
        sleepers[nap.second]?.removeAll { $0 === room }
        if sleepers[nap.second]?.isEmpty == true { sleepers[nap.second] = nil }
    }

    private func endWaiting(of room: RoomResidency) {
        guard naps[ObjectIdentifier(room)]?.isWaiting == true else { return }
        naps[ObjectIdentifier(room)]?.isWaiting = false
        waitingCount -= 1
    }

    /// Takes a room that was just visited off the schedule until it changes or a change is due.
    package func rest(_ room: RoomResidency, _ timeline: RoomTimeline, atNanoseconds now: UInt64) {
        guard timeline.isSettled else { return }
        guard timeline.isActive else { return turns.remove(room) }
        guard !timeline.isMoving, let due = timeline.dueNanoseconds,
            due >= now + Self.farNanoseconds
        else { return }
        turns.remove(room)
        waitingCount += 1
        let (id, second) = (ObjectIdentifier(room), due / Self.secondNanoseconds)
        // A room that wakes too early goes to sleep again. So it is in few lists, however often that happens.
        if let known = naps[id], known.second <= second {
            naps[id]?.isWaiting = true
            return
        }
        naps[id] = Nap(second: second)
        sleepers[second, default: []].append(room)
    }

    /// Puts the rooms back on the schedule that have a change due in the present second or earlier.
    package func wake(atNanoseconds now: UInt64) {
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
                if room.visits === self { add(room) }
                let id = ObjectIdentifier(room)
                if naps[id]?.second == key { naps[id] = nil }
            }
        }
        nextSecond = second + 1
    }
}

/// The sleep of a room that was taken off the `MaintenanceSchedule` until its next change.
private struct Nap {
    /// The second in which the room wakes.
    let second: UInt64
    /// False if the room is back on the schedule before it wakes.
    var isWaiting = true
}
