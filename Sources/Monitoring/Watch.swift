package import Transport

/// A timer that makes the server check its own health once a second. It also measures how late the event loop runs it.
package final class Watch {
    private static let pauseNanoseconds: UInt64 = 1_000_000_000

    private var timer: LoopTimer!
    private var dueNanoseconds = LoopTimer.now + pauseNanoseconds

    /// - Parameter look: Called with the lateness of the call.
    package init(
        loop: EventLoop, look: @escaping (_ lagNanoseconds: UInt64) -> Void
    ) throws(TransportError) {
        timer = try loop.makeTimer { [unowned self] _ in
            let now = LoopTimer.now
            look(now - min(now, dueNanoseconds))
            dueNanoseconds = now + Self.pauseNanoseconds
            timer.arm(atNanoseconds: dueNanoseconds)
        }
        timer.arm(atNanoseconds: dueNanoseconds)
    }
}
