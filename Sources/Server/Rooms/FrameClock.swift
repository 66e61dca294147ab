import Transport

/// Shows rooms that move, at the ticks of a clock, until they rest.
///
/// A tick begins a round of the rooms. Where it has much to send it goes on at the loop's next turns; a
/// tick that comes meanwhile begins the next round once it is over, and what was missed is told.
///
/// Belongs to the loop's thread.
final class FrameClock {
    let ticksPerSecond: Int
    private let sender: Sender
    private let metrics: Metrics
    /// Called with a room that moves no more.
    private let rested: (LiveRoom) -> Void
    private(set) var moving: [LiveRoom] = []
    private var timer: LoopTimer!
    /// Due at once while there is more to be sent than a turn of the loop has time for.
    private var turns: LoopTimer!
    private(set) var isTicking = false
    private var tick: UInt64 = 0
    private var firstTickNanoseconds: UInt64 = 0
    /// How many ticks have come since the round under way was begun.
    private var expirations: UInt64 = 0
    private var round: Round?

    var intervalNanoseconds: UInt64 { Self.intervalNanoseconds(ticksPerSecond) }

    static func intervalNanoseconds(_ ticksPerSecond: Int) -> UInt64 {
        1_000_000_000 / UInt64(ticksPerSecond)
    }

    init(
        loop: EventLoop, ticksPerSecond: Int, sender: Sender, metrics: Metrics,
        rested: @escaping (LiveRoom) -> Void
    ) throws(TransportError) {
        self.ticksPerSecond = ticksPerSecond
        self.sender = sender
        self.metrics = metrics
        self.rested = rested
        timer = try loop.makeTimer(comesFirst: true) { [unowned self] in ticked(expirations: $0) }
        turns = try loop.makeTimer { [unowned self] _ in takeTurn() }
    }

    /// Shows a room from the next tick on, if it is not shown already.
    func add(_ room: LiveRoom) {
        guard !room.isInMotion else { return }
        room.isInMotion = true
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
        let rooms: [LiveRoom]
        /// When the tick was to come.
        let scheduledNanoseconds: UInt64
        /// How many of the rooms have been looked at, and how many have been shown.
        var preparedCount = 0
        var shownCount = 0
        /// Those of the next room that are still to be shown it; nil before the first is.
        var show: Show?
        var resting: [LiveRoom] = []
    }

    /// What is shown of one room.
    private struct Show {
        let viewers: [Viewer]
        var next = 0
        /// Whether the room rests after this frame, which is for all then.
        let isLast: Bool
        let seq: Int64
    }

    private func begin() {
        let scheduled = firstTickNanoseconds + (tick + expirations - 1) * intervalNanoseconds
        tick += expirations
        metrics.observeTick(
            lateNanoseconds: LoopTimer.now - min(scheduled, LoopTimer.now),
            missed: expirations - 1)
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

    /// So many rooms' frames are made before the first of them is sent: what makes them and what
    /// sends them would drive each other out of the processor's caches.
    private static let batch = FirstTurns.count
    /// Of each room of a batch, the index of the first viewer whose turn it is; nil: it is nobody's. To keep
    /// the viewers would retain each, which has them fetched one after the other.
    private typealias FirstTurns = InlineArray<64, Int?>

    /// Makes the next rooms' frames; returns how many rooms it has looked at.
    ///
    /// For whom is found for all of them first. Rooms and viewers are no longer in the caches by the next
    /// tick, and a loop that does nothing else has several fetched at once.
    private func prepare(_ round: inout Round) -> Int {
        let start = round.preparedCount
        round.preparedCount = min(start + Self.batch, round.rooms.count)
        let rooms = round.rooms[start..<round.preparedCount]
        var firstTurns = FirstTurns(repeating: nil)
        for (place, room) in rooms.enumerated() {
            firstTurns[place] = room.audience.viewers.firstIndex(where: takesTick)
        }
        for (place, room) in rooms.enumerated() {
            room.advance(toNanoseconds: round.scheduledNanoseconds)
            if isReady(room) { prepare(room, firstTurn: firstTurns[place]) }
        }
        return round.preparedCount - start
    }

    /// Whether a room is at the tick's instant, and all have its last frame.
    private func isReady(_ room: LiveRoom) -> Bool {
        room.isSettled && !room.audience.isBeingServed
    }

    /// Makes the frame of those whose turn it is at this tick, the first of them at `index`, nil if it
    /// is nobody's; of all if the room comes to rest. A frame for nobody is not made.
    private func prepare(_ room: LiveRoom, firstTurn index: Int?) {
        sender.enqueueCues(of: room)
        if let index {
            room.refresh()
            sender.prepare(for: room.audience.viewers[index])
        } else if !room.isMoving {
            room.refresh()
        }
    }

    /// Shows the next room to `most` viewers at the most; returns to how many.
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
        // A frame that was taken meanwhile is still to be sent to some.
        let isOver = show.isLast && room.audience.frames.seq == show.seq
        if isOver || !room.isRunning || room.audience.viewers.isEmpty {
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

    private func retire(_ rooms: [LiveRoom]) {
        for room in rooms { room.isInMotion = false }
        moving.removeAll { !$0.isInMotion }
        for room in rooms { rested(room) }
        if moving.isEmpty {
            isTicking = false
            timer.disarm()
        }
    }
}
