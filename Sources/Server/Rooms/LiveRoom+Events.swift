import Journal
import Stage

/// What `apply` has an event do to a room; nothing else calls it.
extension LiveRoom {
    /// How the journal is to begin the room, if its next event is its first.
    var birth: NewEvent.Birth { .init(configuration: birthConfiguration, clock: clock) }

    /// Has something happen to the base. What can't be taken any more is recorded all the same: its
    /// outcome says that it was skipped.
    func take(_ event: Event) -> Outcome {
        (try? base.take(event)) ?? .skipped(.overtaken)
    }

    /// As `take`, of an event that may drop all that waits: what waited is freed on another thread.
    func takeEmptying(_ event: Event) -> Outcome {
        let before = base
        defer { Disposal.free(before) }
        return take(event)
    }
}

extension Record {
    /// Whether it is the outcome of an event that came before `seq`.
    func isOutcome(before seq: Int64) -> Bool {
        if case .outcome(_, let place, _) = self { place < seq } else { false }
    }
}
