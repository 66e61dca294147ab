/// Measures how much of the event loop's time an endpoint has used recently, to slow down clients that use much.
struct LoopUse {
    /// The fair share is a fiftieth of the time. A burst of a fiftieth of `spanNanoseconds`, 20 ms, is fair
    /// too.
    private static let part: UInt64 = 50
    private static let spanNanoseconds: UInt64 = 1_000_000_000

    /// The time at which its use will be a fiftieth of the time that has passed.
    private var settledNanoseconds: UInt64 = 0

    mutating func add(_ nanoseconds: UInt64, atNanoseconds now: UInt64) {
        let settled = max(settledNanoseconds, now) + Self.part * nanoseconds
        // Use of long ago does not count against an endpoint, because no other client may have needed the
        // time.
        settledNanoseconds = min(settled, now + 2 * Self.spanNanoseconds)
    }

    func isMuch(atNanoseconds now: UInt64) -> Bool { fairNanoseconds > now }

    /// A pause that was longer than necessary gives no credit for a larger use afterwards.
    mutating func endRest(atNanoseconds now: UInt64) {
        settledNanoseconds = max(settledNanoseconds, now + Self.spanNanoseconds)
    }

    /// The time from which the use is fair again.
    var fairNanoseconds: UInt64 {
        settledNanoseconds - min(settledNanoseconds, Self.spanNanoseconds)
    }
}
