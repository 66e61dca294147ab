/// What a room shows.
extension Room {
    /// Writes the frame of `now` over `frame`, whose storage is used again; returns whether the room
    /// `isMoving`.
    ///
    /// Changes nothing. It is mutating because a method that is not would be given a copy of a room
    /// that is a property of a class.
    @discardableResult
    public mutating func sample(into frame: inout Frame) -> Bool {
        frame.time = now
        frame.nodes.removeAll(keepingCapacity: true)
        effects.sample(at: now, in: context, into: &frame.nodes)
        ticker.sample(at: now, in: context, into: &frame.nodes)
        gifts.sample(at: now, in: context, into: &frame.nodes)
        counters.sample(at: now, in: context, into: &frame.nodes)
        goals.sample(at: now, in: context, into: &frame.nodes)
        captions.sample(at: now, in: context, into: &frame.nodes)
        calls.sample(at: now, in: context, into: &frame.nodes)
        return isMoving
    }
}
