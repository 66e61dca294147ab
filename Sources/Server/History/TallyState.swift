import Stage

/// The state that earlier events of a history leave for the totals of later gifts.
struct TallyState: Hashable, Sendable {
    /// The counts of open streaks.
    var streaks = Streaks()
    var pricing = Pricing()
}
