public import Texts

extension Overview {
    /// The combos that are shown, by channel; an idle channel is not listed.
    public var channels: [ShownCombo] { room.gifts.shownCombos }

    /// The combos that wait, the next one first.
    public var queue: [WaitingCombo] { room.gifts.waitingCombos(most) }

    public struct ShownCombo: Hashable, Sendable {
        public let channel: Int
        /// `animating`, `willEnd` or `endAnimating`.
        public let state: Text
        public let combo: Text
        public let sender: Text
        public let gift: Text
        /// What the digit shows.
        public let count: Int
        public let target: Int
    }

    public struct WaitingCombo: Hashable, Sendable {
        public let combo: Text
        public let sender: Text
        public let gift: Text
        public let count: Int
    }
}
