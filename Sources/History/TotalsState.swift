import Stage

/// The state that earlier events leave for the gift totals of later events: open streaks, catalogue and currency.
struct TotalsState: Hashable, Sendable {
    /// The counts of open streaks.
    var streaks = Streaks()
    var pricing = Pricing()
}
