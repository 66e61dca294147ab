package import Transport

/// A queue of rooms that have more work due than fits into one turn of the event loop. The rooms take turns, and the
/// loop serves other clients between.
///
/// Used only on the event loop's thread.
package final class CatchUpQueue {
    /// The period in nanoseconds. These rooms may use half of each period.
    package static let periodNanoseconds: UInt64 = 4_000_000

    private let now: () -> UInt64
    private let resume: (RoomTimeline) -> Void
    private var rooms: [RoomTimeline] = []
    /// The identifiers of the rooms in the queue, which `rooms` retains.
    private var roomIDs: Set<ObjectIdentifier> = []
    private var timer: LoopTimer!
    private var startNanoseconds: UInt64 = 0

    /// - Parameters:
    /// - now: The monotonic clock, in nanoseconds.
    /// - resume: Called with each room at its turn.
    package init(
        loop: EventLoop, now: @escaping () -> UInt64 = { LoopTimer.now },
        resume: @escaping (RoomTimeline) -> Void
    ) throws(TransportError) {
        self.now = now
        self.resume = resume
        timer = try loop.makeTimer { [unowned self] _ in takeTurns() }
    }

    /// True if rooms may continue; false if the loop must serve other clients first.
    var hasTime: Bool {
        let now = now()
        if now >= startNanoseconds + Self.periodNanoseconds { startNanoseconds = now }
        return now < startNanoseconds + Self.periodNanoseconds / 2
    }

    /// Adds a room that has more work due.
    package func add(_ room: RoomTimeline) {
        guard roomIDs.insert(ObjectIdentifier(room)).inserted else { return }
        rooms.append(room)
        if rooms.count == 1 { setTimer() }
    }

    private func setTimer() {
        timer.arm(atNanoseconds: startNanoseconds + Self.periodNanoseconds)
    }

    /// Resumes rooms in order while there is time. A room that has still more work goes to the end of the queue.
    package func takeTurns() {
        for _ in rooms.indices where hasTime {
            let room = rooms.removeFirst()
            roomIDs.remove(ObjectIdentifier(room))
            resume(room)
        }
        if !rooms.isEmpty { setTimer() }
    }
}

extension CatchUpQueue? {
    /// True without a queue: the room may take unlimited time.
    var hasTime: Bool { self?.hasTime ?? true }
}
