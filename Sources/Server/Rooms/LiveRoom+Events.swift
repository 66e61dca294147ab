import Journal
import Stage

/// Applies single events to a live room's state, as steps of `LiveRoom.apply`. No other code calls `take` or
/// `takeEmptying`.
extension LiveRoom {
    /// The configuration and clock with which the journal starts the room, if the next event is its first.
    var birth: NewEvent.Birth { .init(configuration: birthConfiguration, clock: clock) }

    /// Applies an event to the base. An event that the room refuses stays recorded, with the outcome `skipped`.
    func take(_ event: Event) -> Outcome {
        (try? base.take(event)) ?? .skipped(.overtaken)
    }

    /// Applies an event that may remove all waiting items, and lets another thread free them.
    func takeEmptying(_ event: Event) -> Outcome {
        let before = base
        defer { Disposal.free(before) }
        return take(event)
    }
}

extension Record {
    /// True if this is the outcome of an event before `seq`.
    func isOutcome(before seq: Int64) -> Bool {
        if case .outcome(_, let place, _) = self { place < seq } else { false }
    }
}
