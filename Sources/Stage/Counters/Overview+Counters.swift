/// The counters on the stage, for the overview of a room.
extension Overview {
    /// The counters on the stage, in the order of their rows.
    public var counters: [CounterSummary] { room.counters.shown(at: room.now) }
}
