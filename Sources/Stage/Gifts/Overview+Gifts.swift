/// The combos on the stage and the waiting combos, for the overview of a room.
extension Overview {
    /// The combos on the stage, by channel; an idle channel is not listed.
    public var channels: [ComboSummary] { room.gifts.shownCombos }

    /// The waiting combos, the next first.
    public var queue: [WaitingComboSummary] { room.gifts.waitingCombos(most) }
}
