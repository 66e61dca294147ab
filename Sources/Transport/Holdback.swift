/// Delays responses to clients that ask for more than their fair share of the loop. It delays refusals if there are
/// many, and endpoints that use much of the loop's time.
///
/// Refused clients often repeat their request at once. A connection is not read until its response has been
/// sent, so a delayed refusal slows its client down. The first 400 refusals, and 200 more each second, are
/// sent at once. Every further refusal is sent one to two seconds later. A client with few refusals notices
/// no delay. Delayed clients continue one by one, so that the loop has time for other clients in between.
final class Holdback {
    /// Sends 200 refusals a second at once, with bursts of 400.
    private static let intervalNanoseconds: UInt64 = 5_000_000
    private static let burstNanoseconds: UInt64 = 400 * intervalNanoseconds
    private static let holdNanoseconds: UInt64 = 1_000_000_000
    /// The interval between two checks for due entries.
    private static let stepNanoseconds: UInt64 = 5_000_000
    /// Delayed refusals are spread over this number of intervals.
    private static let spreadSteps: UInt64 = 200
    /// If more endpoints than this are paused, their pauses grow, so that all of them together use only the
    /// time of this many.
    private static let restsInFull: UInt64 = 8

    private struct Held {
        let isRefusal: Bool
        weak var endpoint: Endpoint?
    }

    /// The time at which a whole burst is available again.
    private var fullNanoseconds: UInt64 = 0
    /// The delayed endpoints, by the number of the interval in which they continue.
    private var held: [UInt64: [Held]] = [:]
    private var refusalCount = 0
    private var restCount: UInt64 = 0
    /// The number of refusals that were delayed so far.
    private var refusalNumber: UInt64 = 0
    private var timer: LoopTimer!

    init(loop: EventLoop) throws(TransportError) {
        timer = try LoopTimer(loop: loop) { [unowned self] _ in release(upTo: LoopTimer.now) }
    }

    /// Counts a refusal; returns false if it has to wait.
    func admits(atNanoseconds now: UInt64) -> Bool {
        guard refusalCount == 0 else { return false }
        let full = max(fullNanoseconds, now) + Self.intervalNanoseconds
        guard full - now <= Self.burstNanoseconds else { return false }
        fullNanoseconds = full
        return true
    }

    /// Delays a connection's refusal.
    func holdRefusal(of connection: Connection, atNanoseconds now: UInt64) {
        refusalCount += 1
        refusalNumber += 1
        let spread = refusalNumber % Self.spreadSteps * Self.stepNanoseconds
        hold(
            Held(isRefusal: true, endpoint: connection),
            untilNanoseconds: now + Self.holdNanoseconds + spread, now)
    }

    /// Pauses an endpoint that has used too much of the loop's time, until its use is fair again, or longer
    /// if many are paused.
    func rest(_ endpoint: Endpoint, untilNanoseconds fair: UInt64, atNanoseconds now: UInt64) {
        restCount += 1
        let share = max(1, restCount / Self.restsInFull)
        hold(
            Held(isRefusal: false, endpoint: endpoint),
            untilNanoseconds: now + (fair - now) * share, now)
    }

    /// Ends all delays.
    func releaseAll() { release(upTo: .max) }

    private func hold(_ one: Held, untilNanoseconds due: UInt64, _ now: UInt64) {
        if held.isEmpty {
            timer.arm(
                atNanoseconds: now + Self.stepNanoseconds, everyNanoseconds: Self.stepNanoseconds)
        }
        held[due / Self.stepNanoseconds + 1, default: []].append(one)
    }

    private func release(upTo nanoseconds: UInt64) {
        let due = held.keys.filter { $0 <= nanoseconds / Self.stepNanoseconds }.sorted()
        for one in due.flatMap({ held.removeValue(forKey: $0) ?? [] }) {
            if one.isRefusal { refusalCount -= 1 } else { restCount -= 1 }
            one.endpoint?.endRest()
        }
        if held.isEmpty { timer.disarm() }
    }
}
