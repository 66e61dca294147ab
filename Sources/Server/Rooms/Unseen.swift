import Stage
import Texts

/// What has entered the stage and has not been sent to any visible viewer yet.
struct Unseen {
    /// IDs of things that entered after the newest frame was taken.
    private var unframed: [Text] = []
    /// IDs of things in the newest frame.
    private var framed: [Text] = []

    /// Notes what has entered and left.
    mutating func note(_ milestones: [Milestone]) {
        guard milestones.contains(where: { $0.step != .entered }) else {
            unframed += milestones.map(\.id)
            return
        }
        // Thousands may leave at once, most of which never entered: a set keeps that fast.
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

    /// A frame was taken, which shows what has entered.
    mutating func noteFrame() {
        guard !unframed.isEmpty else { return }
        framed += unframed
        unframed.removeAll()
    }

    /// Takes out what is in the newest frame: somebody has it.
    mutating func takeFramed() -> [Text] {
        guard !framed.isEmpty else { return [] }
        defer { framed.removeAll() }
        return framed
    }
}
