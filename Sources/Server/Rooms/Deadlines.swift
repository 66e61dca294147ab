import HeapModule

/// A heap of the times at which rooms next change by themselves, so that one timer serves all rooms.
///
/// Each room has one valid deadline: the newest. An outdated deadline is dropped when its time comes, and all outdated
/// deadlines are dropped when they are more than half of the heap. Otherwise the deadlines of captions that are shown
/// for a day would pile up.
struct Deadlines {
    private struct Deadline: Comparable {
        let nanoseconds: UInt64
        let room: LiveRoom
        let generation: UInt64

        /// True if the room has no newer deadline.
        var isWanted: Bool { generation == room.deadlineGeneration }

        static func < (left: Deadline, right: Deadline) -> Bool {
            left.nanoseconds < right.nanoseconds
        }

        static func == (left: Deadline, right: Deadline) -> Bool {
            left.nanoseconds == right.nanoseconds
        }
    }

    /// The size below which the heap is not searched for outdated deadlines.
    static let few = 64

    private var heap: Heap<Deadline> = []
    /// The number of deadlines that were left after the last search.
    private var kept = 0

    var count: Int { heap.count }

    /// Sets the deadline of a room. The room's older deadlines are outdated already, by its `deadlineGeneration`.
    mutating func set(_ nanoseconds: UInt64, of room: LiveRoom) {
        if heap.count >= max(Self.few, 2 * kept) {
            heap = Heap(heap.unordered.filter(\.isWanted))
            kept = heap.count
        }
        heap.insert(
            Deadline(nanoseconds: nanoseconds, room: room, generation: room.deadlineGeneration))
    }

    /// The earliest valid deadline, in nanoseconds of the monotonic clock; nil if there is none.
    mutating func next() -> UInt64? {
        while let next = heap.min, !next.isWanted { heap.removeMin() }
        return heap.min?.nanoseconds
    }

    /// Removes and returns the next room that is due by `nanoseconds`; nil if no room is.
    mutating func popRoom(dueBy nanoseconds: UInt64) -> LiveRoom? {
        guard let next = next(), next <= nanoseconds else { return nil }
        return heap.removeMin().room
    }
}
