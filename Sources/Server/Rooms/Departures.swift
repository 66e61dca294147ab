/// Which rooms leave memory, and when: those that nobody has used for a minute, that nobody watches and
/// in which nothing is about to happen. The journal has them.
///
/// Belongs to the loop's thread. Each room in memory is looked at about once in that time.
struct Departures {
    /// So long a room stays after its last use, unless its place is wanted.
    let restSeconds: UInt64
    /// So long it stays although its place is wanted.
    var leastRestSeconds: UInt64 { restSeconds / 6 }
    /// So many rooms are looked at for one that gives its place away.
    private static let looks = 64

    private struct Look {
        let room: LiveRoom
        let second: UInt64
    }

    /// The rooms in the order in which they are looked at, from `first` on.
    private var queue: [Look] = []
    private var first = 0

    init(restSeconds: UInt64) {
        self.restSeconds = restSeconds
    }

    /// A room has come, or is to be looked at later.
    mutating func add(_ room: LiveRoom, at second: UInt64) {
        queue.append(Look(room: room, second: second))
    }

    /// The next room that is to be looked at by `second` of the monotonic clock; nil if there is none.
    mutating func next(by second: UInt64) -> LiveRoom? {
        guard first < queue.count, queue[first].second <= second else { return nil }
        return takeFirst()
    }

    private mutating func takeFirst() -> LiveRoom {
        let room = queue[first].room
        first += 1
        // What was taken out is let go of at last, and seldom enough to cost nothing.
        if first > queue.count / 2 {
            queue.removeFirst(first)
            first = 0
        }
        return room
    }

    /// A room that may leave although its time has not come; nil if none of the next few may.
    mutating func nextToYield(_ mayLeave: (LiveRoom) -> Bool) -> LiveRoom? {
        for _ in 0..<min(Self.looks, queue.count - first) {
            let second = queue[first].second
            let room = takeFirst()
            if mayLeave(room) { return room }
            add(room, at: second)
        }
        return nil
    }
}
