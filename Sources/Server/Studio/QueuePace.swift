/// Limits how often a studio's overview contains the room's queue. A queue that moves is sent almost completely, so it
/// is sent only so often that the average is about a kilobyte a second. After a command it is sent at once.
struct QueuePace {
    private static let bytesPerSecond = 1000
    private static let mostSaved = 2000

    private var bytesLeft = mostSaved
    private var isUrgent = false

    mutating func beginSecond() {
        bytesLeft = min(bytesLeft + Self.bytesPerSecond, Self.mostSaved)
    }

    /// Makes the queue due at once, even over the limit.
    mutating func hurry() { isUrgent = true }

    var isDue: Bool { isUrgent || bytesLeft > 0 }

    mutating func noteTold(bytes: Int) {
        bytesLeft -= bytes
        isUrgent = false
    }
}
