/// The senders who gave most, for the overview of a room.
extension Overview {
    /// The senders on the board, by place.
    public var leaders: [LeaderSummary] { room.leaders.shown }

    /// Returns the first `count` senders in the order of the board, also while the board is off.
    public func leaders(_ count: Int) -> [LeaderSummary] { room.leaders.first(count) }
}

extension Room {
    /// The sequence numbers of the event from which the leaders' present period runs, and of the newest gift in their
    /// sums; nil: the sums have no gift.
    public var leaderSpan: ClosedRange<Int64>? { leaders.span }
}
