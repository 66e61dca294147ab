import Stage

/// What an event does to a room.
extension LiveRoom {
    /// Has something happen to the base. What can't be taken any more is recorded all the same: its
    /// outcome says that it was skipped.
    func take(_ event: Event) -> Outcome {
        (try? base.take(event)) ?? .skipped(.overtaken)
    }

    /// As `take`, of an event after which nothing may wait any more.
    func takeEmptying(_ event: Event) -> Outcome {
        let before = base
        defer { Disposal.free(before) }
        return take(event)
    }
}
