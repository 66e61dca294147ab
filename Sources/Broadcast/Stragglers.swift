import Transport

/// Closes the streams of viewers that have stopped reading, after their connections took no message for five seconds.
final class Stragglers {
    private static let patienceNanoseconds: UInt64 = 5_000_000_000
    private static let intervalNanoseconds: UInt64 = 250_000_000

    /// The viewers that were behind at the last look, and those that fell behind since then.
    private var viewers: [Viewer] = []
    private let fanout: Fanout
    private let now: () -> UInt64
    private var timer: LoopTimer!
    private var presence = StallDetector(at: 0)

    package var count: Int { viewers.count }

    /// `now` is the monotonic clock, in nanoseconds.
    package init(
        loop: EventLoop, fanout: Fanout, now: @escaping () -> UInt64 = { LoopTimer.now }
    ) throws(TransportError) {
        self.fanout = fanout
        self.now = now
        timer = try loop.makeTimer { [unowned self] _ in look() }
    }

    /// Adds a viewer that has just fallen behind.
    package func add(_ viewer: Viewer) {
        guard !viewer.isStraggler else { return }
        viewer.isStraggler = true
        viewers.append(viewer)
        if viewers.count == 1 {
            let now = now()
            presence = StallDetector(at: now)
            timer.arm(
                atNanoseconds: now + Self.intervalNanoseconds,
                everyNanoseconds: Self.intervalNanoseconds)
        }
    }

    /// Closes the streams of viewers that have been behind for too long, and forgets viewers that caught up.
    package func look() {
        let now = now()
        let absence = presence.absence(at: now)
        if absence > 0 {
            for viewer in viewers { viewer.excuse(nanoseconds: absence, atNanoseconds: now) }
        }
        var gone: [Stream] = []
        viewers.removeAll { viewer in
            let isGivenUp = viewer.behindSinceNanoseconds.map {
                $0 + Self.patienceNanoseconds <= now
            }
            if isGivenUp == true { gone.append(viewer.stream) }
            // A viewer that has neither caught up nor used up its time stays in the list.
            viewer.isStraggler = isGivenUp == false && viewer.stream.isOpen
            return !viewer.isStraggler
        }
        if viewers.isEmpty { timer.disarm() }
        fanout.close(gone, code: 1013, reason: "nothing was read for five seconds")
    }
}
