import HeapModule
import RoomRuntime

/// A heap of the times at which rooms next change by themselves, so that one timer serves all rooms.
///
/// Each room has one valid deadline: the newest. An outdated deadline is dropped when its time comes, and all outdated
/// deadlines are dropped when they are more than half of the heap. Otherwise the deadlines of captions that are shown
/// for a day would pile up.
struct Deadlines {
    private struct Deadline: Comparable {
        let nanoseconds: UInt64
        let room: RoomOutput
        let number: UInt64

        static func < (left: Deadline, right: Deadline) -> Bool {
            left.nanoseconds < right.nanoseconds
        }

        static func == (left: Deadline, right: Deadline) -> Bool {
            left.nanoseconds == right.nanoseconds
        }
    }

    /// The size below which the heap is not searched for outdated deadlines.
    package static let few = 64

    private var heap: Heap<Deadline> = []
    /// The number of each room's valid deadline. The heap retains these rooms, so no other object has their
    /// identifiers.
    private var valid: [ObjectIdentifier: UInt64] = [:]
    private var newestNumber: UInt64 = 0
    /// The number of deadlines that were left after the last search.
    private var kept = 0

    package var count: Int { heap.count }

    /// Makes the deadline of a room outdated.
    mutating func cancel(of room: RoomOutput) { valid[ObjectIdentifier(room)] = nil }

    /// Sets the deadline of a room, which makes its older one outdated.
    package mutating func set(_ nanoseconds: UInt64, of room: RoomOutput) {
        newestNumber += 1
        valid[ObjectIdentifier(room)] = newestNumber
        if heap.count >= max(Self.few, 2 * kept) {
            heap = Heap(heap.unordered.filter(isValid))
            kept = heap.count
        }
        heap.insert(Deadline(nanoseconds: nanoseconds, room: room, number: newestNumber))
    }

    private func isValid(_ deadline: Deadline) -> Bool {
        valid[ObjectIdentifier(deadline.room)] == deadline.number
    }

    /// The earliest valid deadline, in nanoseconds of the monotonic clock; nil if there is none.
    package mutating func next() -> UInt64? {
        while let next = heap.min, !isValid(next) { heap.removeMin() }
        return heap.min?.nanoseconds
    }

    /// Removes and returns the next room that is due by `nanoseconds`; nil if no room is.
    mutating func popRoom(dueBy nanoseconds: UInt64) -> RoomOutput? {
        guard let next = next(), next <= nanoseconds else { return nil }
        let room = heap.removeMin().room
        cancel(of: room)
        return room
    }
}
