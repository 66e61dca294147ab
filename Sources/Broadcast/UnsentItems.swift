import Stage
import Texts

/// Tracks which items of a room have entered the stage but were not sent to a visible viewer yet.
struct UnsentItems {
    /// The IDs of items that entered after the newest frame.
    private var unframed: [Text] = []
    /// The IDs of items in the newest frame.
    private var framed: [Text] = []

    /// Adds items that have entered and removes items that have left.
    package mutating func note(_ milestones: [Milestone]) {
        guard milestones.contains(where: { $0.step != .entered }) else {
            unframed += milestones.map(\.id)
            return
        }
        // Thousands of items may leave at once, and most of them never entered. A set keeps the search fast.
        var known = Set(unframed + framed)
        var haveLeft = false
        let steps = milestones.span
        for index in steps.indices {
            if steps[index].step == .entered {
                unframed.append(steps[index].id)
                known.insert(steps[index].id)
            } else if !known.isEmpty, known.remove(steps[index].id) != nil {
                haveLeft = true
            }
        }
        if haveLeft {
            unframed.removeAll { !known.contains($0) }
            framed.removeAll { !known.contains($0) }
        }
    }

    /// Notes that the newest frame contains all items that have entered.
    mutating func noteFrame() {
        guard !unframed.isEmpty else { return }
        framed += unframed
        unframed.removeAll()
    }

    /// Returns the IDs of the items in the newest frame, which a visible viewer has now, and removes them.
    mutating func takeFramed() -> [Text] {
        guard !framed.isEmpty else { return [] }
        defer { framed.removeAll() }
        return framed
    }
}
