/// How many events and outcomes a feed tells: 20 and 40 a second, and of both together about 2.6 kB a second once
/// what a quiet while has saved is spent. With what goes on beside gifts a studio is sent less than 4 kB a second.
struct NewsPace {
    private static let mostEvents = 20
    private static let mostOutcomes = 40
    private static let bytesPerSecond = 2600
    /// So that a flurry is told whole.
    private static let mostSaved = 16_000
    /// Outcomes are few and short, and say of what was told how it goes on: they may borrow this. Nobody is
    /// ever deeper in debt, or a large configuration would silence what follows it.
    private static let mostBorrowed = bytesPerSecond

    private var eventsLeft = mostEvents
    private var outcomesLeft = mostOutcomes
    private var bytesLeft = mostSaved

    mutating func beginSecond() {
        eventsLeft = Self.mostEvents
        outcomesLeft = Self.mostOutcomes
        bytesLeft = min(bytesLeft + Self.bytesPerSecond, Self.mostSaved)
    }

    /// Whether one more event is told.
    mutating func takesEvent() -> Bool {
        guard eventsLeft > 0, bytesLeft > 0 else { return false }
        eventsLeft -= 1
        return true
    }

    /// Whether one more outcome is told.
    mutating func takesOutcome() -> Bool {
        guard outcomesLeft > 0, bytesLeft > -Self.mostBorrowed else { return false }
        outcomesLeft -= 1
        return true
    }

    mutating func noteTold(bytes: Int) { bytesLeft = max(bytesLeft - bytes, -Self.mostBorrowed) }
}
