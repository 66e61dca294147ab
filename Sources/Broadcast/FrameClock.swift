package import Monitoring
import RoomRuntime
package import Transport

/// Sends the frames of moving rooms at a fixed rate until the rooms are at rest.
///
/// Each tick begins a round through the moving rooms. A round with many sends continues at the loop's next turns. If
/// ticks come during a round, the next round begins after it, and all of them but one are counted as missed. Used only
/// on the event loop's thread.
package final class FrameClock {
    package let ticksPerSecond: Int
    private let sender: Sender
    private let metrics: Metrics
    /// Called with each room that has stopped moving.
    private let rested: (RoomOutput) -> Void
    package private(set) var moving: [RoomOutput] = []
    /// The identifiers of the moving rooms, which `moving` retains.
    private var movingIDs: Set<ObjectIdentifier> = []
    private var timer: LoopTimer!
    /// Continues a round with more sends than one turn of the loop has time for.
    private var turns: LoopTimer!
    package private(set) var isTicking = false
    private var tick: UInt64 = 0
    private var firstTickNanoseconds: UInt64 = 0
    /// The number of ticks since the present round began.
    private var expirations: UInt64 = 0
    private var round: Round?

    var intervalNanoseconds: UInt64 { Self.intervalNanoseconds(ticksPerSecond) }

    static func intervalNanoseconds(_ ticksPerSecond: Int) -> UInt64 {
        1_000_000_000 / UInt64(ticksPerSecond)
    }

    package init(
        loop: EventLoop, ticksPerSecond: Int, sender: Sender, metrics: Metrics,
        rested: @escaping (RoomOutput) -> Void
    ) throws(TransportError) {
        self.ticksPerSecond = ticksPerSecond
        self.sender = sender
        self.metrics = metrics
        self.rested = rested
        timer = try loop.makeTimer(comesFirst: true) { [unowned self] in ticked(expirations: $0) }
        turns = try loop.makeTimer { [unowned self] _ in takeTurn() }
    }

    /// True if the clock sends the room's frames at every tick.
    package func contains(_ room: RoomOutput) -> Bool { movingIDs.contains(ObjectIdentifier(room)) }

    /// Sends the room's frames from the next tick on. Does nothing if the clock has the room already.
    package func add(_ room: RoomOutput) {
        guard movingIDs.insert(ObjectIdentifier(room)).inserted else { return }
        moving.append(room)
        guard !isTicking else { return }
        isTicking = true
        tick = 0
        expirations = 0
        firstTickNanoseconds = LoopTimer.now + intervalNanoseconds
        timer.arm(
            atNanoseconds: firstTickNanoseconds, everyNanoseconds: intervalNanoseconds)
    }

    /// The timer has expired so many times since the last call.
    func ticked(expirations new: UInt64) {
        guard isTicking else { return }
        expirations += new
        if round == nil { begin() }
    }

    /// Continues a round for which the last turn had too little time, or begins one for ticks that came meanwhile.
    func takeTurn() {
        if let round {
            self.round = nil
            goOn(with: round)
        } else if expirations > 0 {
            begin()
        }
    }

    // MARK: Rounds

    private struct Round {
        let rooms: [RoomOutput]
        /// The scheduled time of the tick, on the monotonic clock.
        let scheduledNanoseconds: UInt64
        /// The number of rooms whose frames have been made, and the number whose frames have been sent.
        var preparedCount = 0
        var shownCount = 0
        /// The progress within the next room; nil before its first viewer.
        var show: Show?
        var resting: [RoomOutput] = []
    }

    /// The progress of sending one room's frame to its viewers.
    private struct Show {
        let viewers: [Viewer]
        var next = 0
        /// True if the room is at rest after this frame. All viewers get that frame, whatever their rates.
        let isLast: Bool
        let seq: Int64
    }

    private func begin() {
        let scheduled = firstTickNanoseconds + (tick + expirations - 1) * intervalNanoseconds
        tick += expirations
        let now = LoopTimer.now
        metrics.observeTick(
            lateNanoseconds: now - min(scheduled, now), missed: expirations - 1)
        expirations = 0
        goOn(with: Round(rooms: moving, scheduledNanoseconds: scheduled))
    }

    private func goOn(with started: Round) {
        var round = started
        var left = Fanout.sendsAtOnce
        while left > 0 {
            if round.shownCount < round.preparedCount {
                left -= show(&round, most: left)
            } else if round.preparedCount < round.rooms.count {
                left -= prepare(&round)
            } else {
                return end(round)
            }
        }
        self.round = round
        turns.arm(atNanoseconds: LoopTimer.now)
    }

    /// The number of rooms whose frames are made before the first of them is sent. Making a frame and sending it use
    /// different code and data. Alternating between the two would evict both from the processor's caches.
    private static let batch = FirstTurns.count
    /// For each room of a batch, the index of the first viewer that is due at this tick; nil: no viewer is. References
    /// to viewers instead of indices would be retained, and so the processor would load the viewers one after another.
    private typealias FirstTurns = InlineArray<64, Int?>

    /// Makes the frames of the next rooms and returns the number of rooms.
    ///
    /// It first finds the first due viewer of every room. Rooms and viewers have left the caches since the last tick,
    /// and a loop without other work lets the processor load several of them at once.
    private func prepare(_ round: inout Round) -> Int {
        let start = round.preparedCount
        round.preparedCount = min(start + Self.batch, round.rooms.count)
        let rooms = round.rooms[start..<round.preparedCount]
        var firstTurns = FirstTurns(repeating: nil)
        for (place, room) in rooms.enumerated() {
            firstTurns[place] = room.audience.viewers.firstIndex(where: takesTick)
        }
        for (place, room) in rooms.enumerated() {
            room.timeline.advance(toNanoseconds: round.scheduledNanoseconds)
            if isReady(room) { prepare(room, firstTurn: firstTurns[place]) }
        }
        return round.preparedCount - start
    }

    /// True if the room has caught up and no viewer still waits for its previous frame.
    private func isReady(_ room: RoomOutput) -> Bool {
        room.timeline.isSettled && !room.audience.isBeingServed
    }

    /// Makes the frame for the viewers that are due at this tick. `index` is the first of them; nil: no viewer is due.
    /// A room that comes to rest makes a frame for all viewers. Frames without recipients are not made.
    private func prepare(_ room: RoomOutput, firstTurn index: Int?) {
        sender.enqueueCues(of: room)
        if let index {
            room.refresh()
            sender.prepare(for: room.audience.viewers[index])
        } else if !room.timeline.isMoving {
            room.refresh()
        }
    }

    /// Sends the next room's frame to at most `most` viewers and returns the number of sends.
    private func show(_ round: inout Round, most: Int) -> Int {
        let room = round.rooms[round.shownCount]
        let isReady = isReady(room)
        var show =
            round.show
            ?? Show(
                viewers: isReady ? room.audience.viewers : [],
                isLast: isReady && room.isAtRest, seq: room.audience.frames.seq)
        var sent = 0
        while show.next < show.viewers.count {
            let viewer = show.viewers[show.next]
            if show.isLast || takesTick(viewer), viewer.stream.isOpen {
                if sent == most {
                    round.show = show
                    return sent
                }
                sender.serve(viewer)
                sent += 1
            }
            show.next += 1
        }
        round.show = nil
        round.shownCount += 1
        // If a newer frame was made in the meantime, some viewers still need it.
        let isOver = show.isLast && room.audience.frames.seq == show.seq
        if isOver || !room.timeline.isRunning || room.audience.viewers.isEmpty {
            round.resting.append(room)
        }
        return sent
    }

    private func takesTick(_ viewer: Viewer) -> Bool {
        viewer.takes(tick: tick, of: ticksPerSecond)
    }

    private func end(_ round: Round) {
        if !round.resting.isEmpty { retire(round.resting) }
        if isTicking, expirations > 0 { turns.arm(atNanoseconds: LoopTimer.now) }
    }

    private func retire(_ rooms: [RoomOutput]) {
        movingIDs.subtract(rooms.map(ObjectIdentifier.init))
        moving.removeAll { !contains($0) }
        for room in rooms { rested(room) }
        if moving.isEmpty {
            isTicking = false
            timer.disarm()
        }
    }
}
