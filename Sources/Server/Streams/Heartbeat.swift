import Transport

/// Sends every viewer a message at least every 5 seconds. A page can't see WebSocket pings, so it takes a connection
/// without messages for dead.
final class Heartbeat {
    private static let slices: UInt64 = 45
    /// A full round takes 4.5 s, which leaves time for a late timer.
    private static let stepNanoseconds: UInt64 = 100_000_000

    private let beat: ([Viewer]) -> Void
    private var turns = RoundRobin<Viewer>(slices: Int(slices), fewMembers: 64)
    private var timer: LoopTimer!
    /// The newest instant that was handled.
    private var instant: UInt64 = 0

    /// - Parameter beat: Called with the viewers whose turn it is.
    init(loop: EventLoop, beat: @escaping ([Viewer]) -> Void) throws(TransportError) {
        self.beat = beat
        timer = try loop.makeTimer { [unowned self] _ in takeTurns() }
    }

    func add(_ viewer: Viewer) {
        if turns.count == 0 { instant = Self.now }
        turns.add(viewer)
        setTimer()
    }

    func remove(_ viewer: Viewer) {
        turns.remove(viewer)
        if turns.count == 0 { timer.disarm() }
    }

    private static var now: UInt64 { LoopTimer.now / stepNanoseconds }

    private func takeTurns() {
        let now = Self.now
        // After a delay of more than a round, each viewer gets one message.
        let missed = max(instant + 1, now + 1 - min(Self.slices, now))..<(now + 1)
        beat(missed.flatMap { turns[$0] })
        instant = now
        setTimer()
    }

    private func setTimer() {
        guard let next = turns.next(after: instant) else { return }
        timer.arm(atNanoseconds: next * Self.stepNanoseconds)
    }
}
