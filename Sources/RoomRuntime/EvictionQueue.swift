/// Chooses unused rooms that can leave memory, because the journal keeps them. Such a room was not used for a minute,
/// has no viewers, and has no change due soon.
///
/// It checks each room in memory about once a minute. Used only on the event loop's thread.
package struct EvictionQueue {
    /// The seconds that a room stays in memory after its last use, unless another room needs its place.
    package let restSeconds: UInt64
    /// The seconds that a room stays in memory after its last use even if another room needs its place.
    package var leastRestSeconds: UInt64 { restSeconds / 6 }
    /// The maximum number of rooms that are checked to make place for one.
    private static let looks = 64

    private struct Look {
        let room: RoomResidency
        let second: UInt64
    }

    /// The rooms in the order of their checks, from `first` on.
    private var queue: [Look] = []
    private var first = 0

    package init(restSeconds: UInt64) {
        self.restSeconds = restSeconds
    }

    /// Schedules a check of a room for `second` of the monotonic clock.
    package mutating func add(_ room: RoomResidency, at second: UInt64) {
        queue.append(Look(room: room, second: second))
    }

    /// Returns the next room whose check is due by `second` of the monotonic clock; nil if there is none.
    package mutating func next(by second: UInt64) -> RoomResidency? {
        guard first < queue.count, queue[first].second <= second else { return nil }
        return takeFirst()
    }

    private mutating func takeFirst() -> RoomResidency {
        let room = queue[first].room
        first += 1
        // The array drops its used entries only when they are half of it, which keeps the cost of an entry constant.
        if first > queue.count / 2 {
            queue.removeFirst(first)
            first = 0
        }
        return room
    }

    /// Returns a room that may leave before its time; nil if none of the next rooms may.
    package mutating func nextToYield(_ mayLeave: (RoomResidency) -> Bool) -> RoomResidency? {
        for _ in 0..<min(Self.looks, queue.count - first) {
            let second = queue[first].second
            let room = takeFirst()
            if mayLeave(room) { return room }
            add(room, at: second)
        }
        return nil
    }
}
