/// Holds back what is more than is fair: refusals if there are many, and those who take much of the loop's
/// time for nothing.
///
/// Who is refused at once asks again at once. Nothing of a connection is read until its answer has gone: so
/// many refusals a second go out as they come, and each one more a second later, or up to two. Who is refused
/// seldom notices nothing; whoever sends as fast as they can waits. Those who wait go on one after the
/// other, never all at once: whoever comes between finds the loop, and the processor, free.
final class Holdback {
    /// 200 a second, and 400 at once.
    private static let intervalNanoseconds: UInt64 = 5_000_000
    private static let burstNanoseconds: UInt64 = 400 * intervalNanoseconds
    private static let holdNanoseconds: UInt64 = 1_000_000_000
    /// How often it is looked for what is due.
    private static let stepNanoseconds: UInt64 = 5_000_000
    /// So many refusals that are held back are due one step after the other.
    private static let spreadSteps: UInt64 = 200
    /// If more than so many take much of the loop's time, each has less: together never more than
    /// these would.
    private static let restsInFull: UInt64 = 8

    private struct Held {
        let isRefusal: Bool
        weak var endpoint: Endpoint?
    }

    /// When as many could go out at once again as at first.
    private var fullNanoseconds: UInt64 = 0
    /// By the step at which they go on.
    private var held: [UInt64: [Held]] = [:]
    private var refusalCount = 0
    private var restCount: UInt64 = 0
    /// How many refusals have been held back.
    private var refusalNumber: UInt64 = 0
    private var timer: LoopTimer!

    init(loop: EventLoop) throws(TransportError) {
        timer = try LoopTimer(loop: loop) { [unowned self] _ in release(upTo: LoopTimer.now) }
    }

    /// Whether a refusal may go out now.
    func admits(atNanoseconds now: UInt64) -> Bool {
        guard refusalCount == 0 else { return false }
        let full = max(fullNanoseconds, now) + Self.intervalNanoseconds
        guard full - now <= Self.burstNanoseconds else { return false }
        fullNanoseconds = full
        return true
    }

    /// Has a connection go on with its refusal in a while.
    func holdRefusal(of connection: Connection, atNanoseconds now: UInt64) {
        refusalCount += 1
        refusalNumber += 1
        let spread = refusalNumber % Self.spreadSteps * Self.stepNanoseconds
        hold(
            Held(isRefusal: true, endpoint: connection),
            untilNanoseconds: now + Self.holdNanoseconds + spread, now)
    }

    /// Has an endpoint go on that has had too much of the loop's time: once that is fair, or later if many
    /// have.
    func rest(_ endpoint: Endpoint, untilNanoseconds fair: UInt64, atNanoseconds now: UInt64) {
        restCount += 1
        let share = max(1, restCount / Self.restsInFull)
        hold(
            Held(isRefusal: false, endpoint: endpoint),
            untilNanoseconds: now + (fair - now) * share, now)
    }

    /// Has all go on.
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
