import Transport

/// Closes the connections of viewers that have accepted no message for 5 seconds, because they have stopped reading.
final class Stragglers {
    private static let patienceNanoseconds: UInt64 = 5_000_000_000
    private static let intervalNanoseconds: UInt64 = 250_000_000

    /// The viewers that were behind at the last check.
    private var viewers: [Viewer] = []
    private let fanout: Fanout
    private var timer: LoopTimer!
    private var presence = Presence(at: 0)

    init(loop: EventLoop, fanout: Fanout) throws(TransportError) {
        self.fanout = fanout
        timer = try loop.makeTimer { [unowned self] _ in look() }
    }

    /// Adds a viewer that has just fallen behind.
    func add(_ viewer: Viewer) {
        guard !viewer.isStraggler else { return }
        viewer.isStraggler = true
        viewers.append(viewer)
        if viewers.count == 1 {
            presence = Presence(at: LoopTimer.now)
            timer.arm(
                atNanoseconds: LoopTimer.now + Self.intervalNanoseconds,
                everyNanoseconds: Self.intervalNanoseconds)
        }
    }

    private func look() {
        let now = LoopTimer.now
        let absence = presence.absence(at: now)
        if absence > 0 { for viewer in viewers { viewer.excuse(nanoseconds: absence) } }
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
