/// The calls in the overview of a room, which are those on the stage and those that wait.
extension Overview {
    /// The standing calls by slot, then the waiting calls in order.
    public var calls: [CallSummary] { room.calls.shown(most) }
}
