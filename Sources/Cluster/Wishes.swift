import Journal
import Stage

/// Remembers this server's last wish about a room's clock, so that the same wish is not sent to the shared log again.
struct Wishes {
    /// The time for which a wish of this server keeps a room's clock running. If the server stops, so does the clock
    /// after that.
    static let leaseMicroseconds: Int64 = 3_000_000
    /// The time after which the same wish is sent again, in case it was lost.
    private static let againNanoseconds: UInt64 = 900_000_000

    private var last: TimeWish?
    private var lastNanoseconds: UInt64 = 0

    init() {}

    /// True if this server's wish keeps the clock running for a limited time.
    var isVouching: Bool {
        if case .vouch = last { true } else { false }
    }

    /// Returns true if the wish must be sent now, and notes it as sent.
    mutating func say(_ wish: TimeWish, atNanoseconds now: UInt64) -> Bool {
        if wish == last, now < lastNanoseconds + Self.againNanoseconds { return false }
        (last, lastNanoseconds) = (wish, now)
        return true
    }

    /// Notes that the log has set the clock. A wish with a time limit must be renewed, so it is kept.
    mutating func settle() {
        if !isVouching { last = nil }
    }
}
