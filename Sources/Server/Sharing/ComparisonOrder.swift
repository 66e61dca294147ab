import Texts

/// Rooms that are to be compared with the log: those in which somebody waits for it first, the others as they came.
struct ComparisonOrder {
    private var names: [Text] = []
    private var next = 0
    private var waiting: Set<Text> = []

    var isEmpty: Bool { waiting.isEmpty }

    /// Adds one, unless it is there.
    mutating func add(_ name: Text) {
        if waiting.insert(name).inserted { names.append(name) }
    }

    /// Takes the next ones, at most `most`.
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
