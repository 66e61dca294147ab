import Stage

/// What `apply` has an event do to a room; nothing else calls it.
extension LiveRoom {
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
