import Cluster
import Transport

/// Ends a shutdown of the server by stopping the event loop once all work is done, or after two seconds.
final class Drain {
    private static let limitNanoseconds: UInt64 = 2_000_000_000
    private var timer: LoopTimer!

    /// Starts to ask `isDone`, now and every 20 ms.
    init(loop: EventLoop, isDone: @escaping () -> Bool) throws(TransportError) {
        let deadline = LoopTimer.now + Self.limitNanoseconds
        timer = try loop.makeTimer { [unowned loop] _ in
            if isDone() || LoopTimer.now >= deadline { loop.handle.stop() }
        }
        timer.arm(atNanoseconds: LoopTimer.now, everyNanoseconds: 20_000_000)
    }
}
