/// The rooms that `Upkeep` visits: those in which something moves or is due soon, or of which the
/// journal is to be told. One that rests is not looked at, so it costs nothing.
///
/// Belongs to the loop's thread.
final class Visits {
    /// What is due no sooner is waited for without a visit.
    static let farNanoseconds: UInt64 = 2 * secondNanoseconds
    private static let secondNanoseconds: UInt64 = 1_000_000_000

    private var turns = RoundRobin<LiveRoom>(slices: Int(Upkeep.slices), fewMembers: 32)
    /// Rooms to be woken, by the second of the monotonic clock in which something is due there.
    private var sleepers: [UInt64: [LiveRoom]] = [:]
    /// The first second of which the sleepers have not been woken.
    private var nextSecond: UInt64 = 0
    /// How many rooms are not visited although something is due in them later.
    private(set) var waitingCount = 0

    /// How many rooms are visited.
    var count: Int { turns.count }

    /// The rooms to be visited at the instant of this number.
    subscript(instant: UInt64) -> [LiveRoom] { turns[instant] }

    /// The next instant at which a room is visited; nil if none is.
    func next(after instant: UInt64) -> UInt64? { turns.next(after: instant) }

    /// Has a room visited from now on: something has happened in it, or may have.
    func add(_ room: LiveRoom) {
        guard room.turn == nil else { return }
        endWaiting(of: room)
        turns.add(room)
    }

    /// Visits a room no more: there is none of its name.
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

    /// Lets a room that was just visited rest until something happens in it, or is due.
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
        // Woken too early it rests again: so however often it does, it is in one list, or in few.
        if let known = room.nap.second, known <= second { return }
        room.nap.second = second
        sleepers[second, default: []].append(room)
    }

    /// Has those rooms visited again in which something is due within a second.
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

/// How a room waits that `Visits` passes over.
struct Nap {
    /// Whether something is due in it.
    var isWaiting = false
    /// The second in which it is woken.
    var second: UInt64?
}
