import Transport

/// Looks once a second how the server is, and how late it comes to that.
final class Watch {
    private static let pauseNanoseconds: UInt64 = 1_000_000_000

    private var timer: LoopTimer!
    private var dueNanoseconds = LoopTimer.now + pauseNanoseconds

    /// `look` is called with how much later the loop came to it than it was due.
    init(
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
