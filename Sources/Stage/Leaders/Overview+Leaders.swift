/// The senders who gave most, for the overview of a room.
extension Overview {
    /// The senders on the board, by place.
    public var leaders: [LeaderSummary] { room.leaders.shown }

    /// Returns the first `count` senders in the order of the board, also while the board is off.
    public func leaders(_ count: Int) -> [LeaderSummary] { room.leaders.first(count) }
}
