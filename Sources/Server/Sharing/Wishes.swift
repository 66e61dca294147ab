import Journal
import Stage

/// What this server wished last of a room's time, so that it does not say the same at every turn.
struct Wishes {
    /// So long it vouches for a room's time: if the server is gone, the room stands still then.
    static let leaseMicroseconds: Int64 = 3_000_000
    /// The same is wished again after so long, should it have been lost.
    private static let againNanoseconds: UInt64 = 900_000_000

    private var last: TimeWish?
    private var lastNanoseconds: UInt64 = 0

    /// Whether it vouches for the room's time.
    var isVouching: Bool {
        if case .vouch = last { true } else { false }
    }

    /// Whether a wish is to be said now; then it has been.
    mutating func say(_ wish: TimeWish, atNanoseconds now: UInt64) -> Bool {
        if wish == last, now < lastNanoseconds + Self.againNanoseconds { return false }
        (last, lastNanoseconds) = (wish, now)
        return true
    }

    /// The room's time runs as was wished. One that is vouched for has to be vouched for again.
    mutating func settle() {
        if !isVouching { last = nil }
    }
}

extension LiveRoom {
    /// What this server wishes of the room's time, at a log time; nil: nothing. Whether it runs is for all
    /// servers together to say, so that nobody who does not watch has it stand still for others who do.
    func timeWish(at log: Int64) -> TimeWish? {
        switch configuration.stage.waitForViewer {
        case .first: return mayRun && !clock.isRunning ? .run(allAlong: false) : nil
        case .never: return clock.isRunning ? nil : .run(allAlong: true)
        case .always:
            if mayRun { return .vouch(microseconds: Wishes.leaseMicroseconds) }
            let isStopping = clock.isRunning || share?.wishes.isVouching == true
            return isStopping ? .withdraw : nil
        }
    }
}
