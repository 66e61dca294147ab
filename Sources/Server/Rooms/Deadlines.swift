import HeapModule

/// The instants at which rooms are due, of which only a room's newest is wanted.
///
/// A deadline that a newer one has overtaken is dropped when its time has come, and all such when they
/// are more than half: else those of captions that stand for a day would pile up.
struct Deadlines {
    private struct Deadline: Comparable {
        let nanoseconds: UInt64
        let room: LiveRoom
        let generation: UInt64

        /// Whether none has been set since.
        var isWanted: Bool { generation == room.deadlineGeneration }

        static func < (left: Deadline, right: Deadline) -> Bool {
            left.nanoseconds < right.nanoseconds
        }

        static func == (left: Deadline, right: Deadline) -> Bool {
            left.nanoseconds == right.nanoseconds
        }
    }

    /// So few are not worth going through.
    static let few = 64

    private var heap: Heap<Deadline> = []
    /// How many were wanted when they were last gone through.
    private var kept = 0

    var count: Int { heap.count }

    /// Sets the deadline of a room whose earlier ones have been overtaken.
    mutating func set(_ nanoseconds: UInt64, of room: LiveRoom) {
        if heap.count >= max(Self.few, 2 * kept) {
            heap = Heap(heap.unordered.filter(\.isWanted))
            kept = heap.count
        }
        heap.insert(
            Deadline(nanoseconds: nanoseconds, room: room, generation: room.deadlineGeneration))
    }

    /// The next that is wanted; nil if there is none.
    mutating func next() -> UInt64? {
        while let next = heap.min, !next.isWanted { heap.removeMin() }
        return heap.min?.nanoseconds
    }

    /// Takes the next room out that is due by `nanoseconds`; nil if there is none.
    mutating func popRoom(dueBy nanoseconds: UInt64) -> LiveRoom? {
        guard let next = next(), next <= nanoseconds else { return nil }
        return heap.removeMin().room
    }
}
