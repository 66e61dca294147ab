public import Texts

extension Overview {
    /// The ids of the gifts whose cards wait for the ticker, the next one first.
    public var tickerQueue: [Text] { room.ticker.waitingIDs(most) }
}
