/// The senders who gave most, for the overview of a room.
extension Overview {
    /// The senders on the board, by place.
    public var leaders: [LeaderSummary] { room.leaders.shown }

    /// Returns the first `count` senders in the order of the board, also while the board is off.
    public func leaders(_ count: Int) -> [LeaderSummary] { room.leaders.first(count) }
}

extension Room {
    /// The sequence numbers of the first and the newest gift of the leaders' present period; nil: the sums have no gift.
    /// An event that changes the period takes the place of its first gift.
    public var leaderSpan: ClosedRange<Int64>? { leaders.span }
}
