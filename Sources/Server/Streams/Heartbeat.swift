import Transport

/// Has every viewer told, at least every five seconds, that its connection lives: a page can't see
/// pings, and one that hears nothing takes its connection for dead.
final class Heartbeat {
    private static let slices: UInt64 = 45
    /// With a round of 4.5 s a timer may come late.
    private static let stepNanoseconds: UInt64 = 100_000_000

    private let beat: ([Viewer]) -> Void
    private var turns = RoundRobin<Viewer>(slices: Int(slices), fewMembers: 64)
    private var timer: LoopTimer!
    /// The newest instant whose turns were taken.
    private var instant: UInt64 = 0

    /// `beat` is called with the viewers whose turn it is.
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
        // What was missed for longer than a round is made up for once.
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
