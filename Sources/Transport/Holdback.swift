/// Holds back what is more than is fair: refusals if there are many, and those who take much of the loop's
/// time for nothing.
///
/// Who is refused at once asks again at once. Nothing of a connection is read until its answer has gone: so
/// many refusals a second go out as they come, and each one more a second later. Who is refused seldom
/// notices nothing; whoever sends as fast as they can waits.
final class Holdback {
    /// 200 a second, and 400 at once.
    private static let intervalNanoseconds: UInt64 = 5_000_000
    private static let burstNanoseconds: UInt64 = 400 * intervalNanoseconds
    private static let holdNanoseconds: UInt64 = 1_000_000_000
    /// How often it is looked for what is due.
    private static let stepNanoseconds: UInt64 = 50_000_000

    private struct Held {
        let dueNanoseconds: UInt64
        let isRefusal: Bool
        weak var endpoint: Endpoint?
    }

    /// When as many could go out at once again as at first.
    private var fullNanoseconds: UInt64 = 0
    private var held: [Held] = []
    private var refusalCount = 0
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
        hold(
            Held(
                dueNanoseconds: now + Self.holdNanoseconds, isRefusal: true, endpoint: connection),
            now)
    }

    /// Has an endpoint go on once it is due.
    func hold(_ endpoint: Endpoint, untilNanoseconds due: UInt64, atNanoseconds now: UInt64) {
        hold(Held(dueNanoseconds: due, isRefusal: false, endpoint: endpoint), now)
    }

    /// Has all go on.
    func releaseAll() { release(upTo: .max) }

    private func hold(_ one: Held, _ now: UInt64) {
        held.append(one)
        guard held.count == 1 else { return }
        timer.arm(
            atNanoseconds: now + Self.stepNanoseconds, everyNanoseconds: Self.stepNanoseconds)
    }

    private func release(upTo nanoseconds: UInt64) {
        let due = held.filter { $0.dueNanoseconds <= nanoseconds }
        held.removeAll { $0.dueNanoseconds <= nanoseconds }
        for one in due {
            if one.isRefusal { refusalCount -= 1 }
            one.endpoint?.endRest()
        }
        if held.isEmpty { timer.disarm() }
    }
}
