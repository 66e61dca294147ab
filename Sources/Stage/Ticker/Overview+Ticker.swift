public import Texts

/// The gifts whose cards wait for the ticker, for the overview of a room.
extension Overview {
    /// The IDs of the gifts whose cards wait for the ticker, the next first.
    public var tickerQueue: [Text] { room.ticker.waitingIDs(most) }
}
