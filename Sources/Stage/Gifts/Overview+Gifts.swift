public import Texts

/// The combos on the stage and the waiting combos, for the overview of a room.
extension Overview {
    /// The combos on the stage, by channel; an idle channel is not listed.
    public var channels: [ShownCombo] { room.gifts.shownCombos }

    /// The waiting combos, the next first.
    public var queue: [WaitingCombo] { room.gifts.waitingCombos(most) }

    public struct ShownCombo: Hashable, Sendable {
        public let channel: Int
        /// `animating`, `willEnd` or `endAnimating`.
        public let state: Text
        public let combo: Text
        public let sender: Text
        public let gift: Text
        /// The number shown.
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
