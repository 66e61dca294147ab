import LiveRooms
import Texts

/// The queue of rooms that this server compares with the shared log. Rooms whose clients wait for an answer come first,
/// the others in order.
struct ComparisonOrder {
    private var names: [Text] = []
    private var next = 0
    private var waiting: Set<Text> = []

    var isEmpty: Bool { waiting.isEmpty }

    /// Adds a room, unless it is in the queue.
    mutating func add(_ name: Text) {
        if waiting.insert(name).inserted { names.append(name) }
    }

    /// Removes and returns the next rooms, at most `most`.
    mutating func take(_ most: Int, isUrgent: (Text) -> Bool) -> [Text] {
        var taken: [Text] = []
        for name in waiting where taken.count < most && isUrgent(name) { taken.append(name) }
        waiting.subtract(taken)
        while taken.count < most, next < names.count {
            if waiting.remove(names[next]) != nil { taken.append(names[next]) }
            next += 1
        }
        if next == names.count { (names, next) = ([], 0) }
        return taken
    }
}
