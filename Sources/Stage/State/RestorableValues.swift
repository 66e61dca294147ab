import Texts
import Timeline

/// Saves the values that several widgets share, such as persons, gifts and segments, in a room's snapshot, and restores
/// them.
extension Segment {
    func save(to state: inout StateWriter) {
        state.put("to", to)
        if from != to { state.put("from", always: from) }
        if start != .zero { state.put("start", start) }
        if duration != .zero { state.put("duration", duration) }
        state.put("easing", easing, unless: .linear)
    }

    /// Restores a segment with all values limited to `range`.
    init(_ state: StateReader, in range: ClosedRange<Double>) {
        let to = state.number("to", in: range)
        self.init(
            from: state.number("from", in: range, or: to), to: to, start: state.past("start"),
            duration: state.duration("duration") ?? .zero, easing: state.word("easing") ?? .linear)
    }
}

extension Pop: Restorable {
    func save(to state: inout StateWriter) {
        state.put("start", start)
        state.put("rise", shape.rise)
        state.put("peak", shape.peak, unless: 1)
        state.put("dip", shape.dip, unless: 1)
        state.put("settle", shape.settle)
        state.put("damping", shape.spring.damping, unless: 1)
        state.put("velocity", shape.spring.velocity)
    }

    init(_ state: StateReader) {
        // The bounds of the corresponding settings.
        let scales = 0.0...100.0
        self.init(
            start: state.past("start"),
            shape: Shape(
                rise: state.duration("rise") ?? .zero,
                peak: state.number("peak", in: scales, or: 1),
                dip: state.number("dip", in: scales, or: 1),
                settle: state.duration("settle") ?? .zero,
                spring: Spring(
                    damping: state.number("damping", in: 0.001...1, or: 1),
                    velocity: state.number("velocity", in: -1000...1000))))
    }
}

extension Person: Restorable {
    func save(to state: inout StateWriter) {
        state.put("id", id)
        state.put("name", name)
        state.put("avatar", avatar)
    }

    init(_ state: StateReader) {
        self.init(
            id: state.text("id"), name: state.text("name") ?? "anonymous",
            avatar: state.text("avatar"))
    }
}

extension GiftItem: Restorable {
    func save(to state: inout StateWriter) {
        state.put("id", id)
        state.put("name", name)
        state.put("image", image)
        if let value { state.put("value", always: value) }
        state.put("currency", currency)
        state.put("sentName", sentName)
        state.put("sound", sound)
    }

    init?(_ state: StateReader) {
        guard let name = state.text("name") else { return nil }
        let value = state.number("value", in: 0...1e12, or: -1)
        self.init(
            id: state.text("id"), name: name, image: state.text("image"),
            value: value < 0 ? nil : value, currency: state.text("currency"))
        sentName = state.text("sentName")
        sound = state.text("sound")
    }
}

extension Gift: Restorable {
    func save(to state: inout StateWriter) {
        state.put("sender", sender)
        state.put("gift", item)
        state.put("count", count, unless: 1)
    }

    init?(_ state: StateReader) {
        guard let item: GiftItem = state.part("gift") else { return nil }
        self.init(
            sender: Person(state.nested("sender")), item: item,
            count: state.whole("count", in: 1...StateReader.counts, or: 1))
    }
}

extension Milestone: Restorable {
    func save(to state: inout StateWriter) {
        state.put("id", id)
        state.put("time", time)
        state.put("rule", rule)
        switch step {
        case .entered: break
        case .queued(let position): state.put("position", position)
        case .left(let reason): state.put("left", reason)
        case .dropped: state.put("dropped", true)
        case .messageHidden: state.put("hidden", true)
        }
    }

    init?(_ state: StateReader) {
        guard let id = state.text("id") else { return nil }
        let position = state.whole("position", or: 0)
        let step: Step =
            if let reason: Reason = state.word("left") {
                .left(reason)
            } else if position > 0 {
                .queued(position: position)
            } else if state.flag("hidden") {
                .messageHidden
            } else {
                state.flag("dropped") ? .dropped : .entered
            }
        self.init(id: id, time: state.past("time"), step: step, rule: state.text("rule"))
    }
}

extension BlockEntry: Restorable {
    func save(to state: inout StateWriter) { state.put("entry", text) }

    init?(_ state: StateReader) {
        guard let text = state.text("entry") else { return nil }
        self.init(text)
    }
}
