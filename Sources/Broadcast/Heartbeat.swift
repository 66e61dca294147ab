import RoomRuntime
import Transport

/// Sends every viewer a heartbeat at least every five seconds. A page can't see pings and takes a connection
/// that it hears nothing from for dead.
final class Heartbeat {
    private static let slices: UInt64 = 45
    /// A full round takes 4.5 s, which leaves time for a late timer.
    private static let stepNanoseconds: UInt64 = 100_000_000

    private let now: () -> UInt64
    private let beat: ([Viewer]) -> Void
    private var turns = RoundRobin<Viewer>(slices: Int(slices), fewMembers: 64)
    private var timer: LoopTimer!
    /// The newest instant that was handled.
    private var instant: UInt64 = 0

    /// `beat` is called with the viewers whose turn it is; `now` is the monotonic clock, in nanoseconds.
    package init(
        loop: EventLoop, now: @escaping () -> UInt64 = { LoopTimer.now },
        beat: @escaping ([Viewer]) -> Void
    ) throws(TransportError) {
        self.now = now
        self.beat = beat
        timer = try loop.makeTimer { [unowned self] _ in takeTurns() }
    }

    package func add(_ viewer: Viewer) {
        if turns.count == 0 { instant = currentInstant }
        turns.add(viewer)
        setTimer()
    }

    package func remove(_ viewer: Viewer) {
        turns.remove(viewer)
        if turns.count == 0 { timer.disarm() }
    }

    private var currentInstant: UInt64 { now() / Self.stepNanoseconds }

    /// When the next heartbeat is due, in nanoseconds of the monotonic clock; nil without viewers.
    package var dueNanoseconds: UInt64? {
        turns.next(after: instant).map { $0 * Self.stepNanoseconds }
    }

    /// Sends the heartbeats that are due. After a pause longer than a round, each viewer gets one.
    func takeTurns() {
        let now = currentInstant
        let due = max(instant + 1, now + 1 - min(Self.slices, now))..<(now + 1)
        beat(due.flatMap { turns[$0] })
        instant = now
        setTimer()
    }

    private func setTimer() {
        if let dueNanoseconds { timer.arm(atNanoseconds: dueNanoseconds) }
    }
}
