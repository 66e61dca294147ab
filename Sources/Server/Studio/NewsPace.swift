/// Limits how many events and outcomes a studio's feed receives. It allows 20 events and 40 outcomes a second, and
/// about 2.6 kB a second for both. With the overview, a studio receives less than 4 kB a second on average.
struct NewsPace {
    private static let mostEvents = 20
    private static let mostOutcomes = 40
    private static let bytesPerSecond = 2600
    /// Quiet seconds save this many bytes, so that a burst is sent completely.
    private static let mostSaved = 16_000
    /// Outcomes are few and short, and complete events that were sent, so they may exceed the limit by this
    /// much. The excess is bounded: otherwise the outcomes after a large configuration would be silenced for
    /// long.
    private static let mostBorrowed = bytesPerSecond

    private var eventsLeft = mostEvents
    private var outcomesLeft = mostOutcomes
    private var bytesLeft = mostSaved

    mutating func beginSecond() {
        eventsLeft = Self.mostEvents
        outcomesLeft = Self.mostOutcomes
        bytesLeft = min(bytesLeft + Self.bytesPerSecond, Self.mostSaved)
    }

    /// Counts one more event; returns false if the limit does not allow it.
    mutating func takesEvent() -> Bool {
        guard eventsLeft > 0, bytesLeft > 0 else { return false }
        eventsLeft -= 1
        return true
    }

    /// Counts one more outcome; returns false if the limit does not allow it.
    mutating func takesOutcome() -> Bool {
        guard outcomesLeft > 0, bytesLeft > -Self.mostBorrowed else { return false }
        outcomesLeft -= 1
        return true
    }

    mutating func noteTold(bytes: Int) { bytesLeft = max(bytesLeft - bytes, -Self.mostBorrowed) }
}
