/// How often a feed tells what waits. A queue that moves is told anew with nearly all of it, so it is told
/// so seldom that this comes to about a kilobyte a second; but at once if somebody has steered the room.
struct QueuePace {
    private static let bytesPerSecond = 1000
    private static let mostSaved = 2000

    private var bytesLeft = mostSaved
    private var isUrgent = false

    mutating func beginSecond() {
        bytesLeft = min(bytesLeft + Self.bytesPerSecond, Self.mostSaved)
    }

    /// What waits is to be told next, whatever it costs.
    mutating func hurry() { isUrgent = true }

    var isDue: Bool { isUrgent || bytesLeft > 0 }

    mutating func noteTold(bytes: Int) {
        bytesLeft -= bytes
        isUrgent = false
    }
}
