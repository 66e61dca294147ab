import Transport

/// The rooms in which more is due than there is time for at once: where thousands wait and all takes
/// no time, or where the server stood still. Each goes on a little in its turn, and the loop serves
/// others in between.
///
/// Belongs to the loop's thread.
final class Unsettled {
    /// Of each so many nanoseconds rooms may take half.
    static let periodNanoseconds: UInt64 = 4_000_000

    private let now: () -> UInt64
    private let resume: (LiveRoom) -> Void
    private var rooms: [LiveRoom] = []
    private var timer: LoopTimer!
    private var startNanoseconds: UInt64 = 0

    /// `resume` is called with each room when its turn has come; `now` is the monotonic clock.
    init(
        loop: EventLoop, now: @escaping () -> UInt64 = { LoopTimer.now },
        resume: @escaping (LiveRoom) -> Void
    ) throws(TransportError) {
        self.now = now
        self.resume = resume
        timer = try loop.makeTimer { [unowned self] _ in takeTurns() }
    }

    /// Whether rooms may go on, or others are to be served first.
    var hasTime: Bool {
        let now = now()
        if now >= startNanoseconds + Self.periodNanoseconds { startNanoseconds = now }
        return now < startNanoseconds + Self.periodNanoseconds / 2
    }

    /// A room has more to do than there is time for.
    func add(_ room: LiveRoom) {
        guard !room.isWaitingForTime else { return }
        room.isWaitingForTime = true
        rooms.append(room)
        if rooms.count == 1 { setTimer() }
    }

    private func setTimer() {
        timer.arm(atNanoseconds: startNanoseconds + Self.periodNanoseconds)
    }

    /// Has one after the other go on while there is time; what has still more to do comes last.
    func takeTurns() {
        for _ in rooms.indices where hasTime {
            let room = rooms.removeFirst()
            room.isWaitingForTime = false
            resume(room)
        }
        if !rooms.isEmpty { setTimer() }
    }
}

extension Unsettled? {
    /// A room of its own has all the time there is.
    var hasTime: Bool { self?.hasTime ?? true }
}
