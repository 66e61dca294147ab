import Journal
import Stage
import Texts
import Timeline
import Wire

/// A room in the running server: the pure room, its clock and who watches it.
///
/// Belongs to the loop's thread.
final class LiveRoom {
    let name: Text
    /// The configuration document it began with, for the journal.
    let birthConfiguration: Text
    private(set) var room: Room
    private var clock: RoomClock
    /// The newest event that was applied.
    private(set) var seq: Int64
    /// The newest event that a snapshot covers.
    private var snapshotSeq: Int64
    /// The room's time when it was last marked.
    private var marked = Instant.zero
    /// Whether it has gone on by itself or taken an event since.
    private var wasAlive = false

    /// When its newest event came; nil where none is known.
    var lastEventAt: WallTime?
    /// Whether it is about to be erased, and takes no events.
    var isLeaving = false
    /// Whether it is erased: nothing of it is told to the journal any more.
    var isGone = false

    let audience = Audience()
    let flights = Flights()
    /// What has become of things shown and is not with the journal yet.
    private var records: [Record] = []
    /// Things on the stage that came after the newest frame.
    private var unframed: [Text] = []
    /// Things in the newest frame that nobody who can see has been sent.
    private var unsent: [Text] = []

    /// Whether frames after the newest don't differ from it.
    private(set) var isAtRest = true

    /// Whether the director has the room among those that move.
    var isInMotion = false
    /// Tells a deadline that is still wanted from one that has been overtaken.
    var deadlineGeneration: UInt64 = 0
    /// Its place in the rota.
    var slice = 0

    /// A room as it is after the event `seq`; its clock stands at the room's present.
    init(name: Text, birthConfiguration: Text, room: Room, seq: Int64, snapshotSeq: Int64) {
        self.name = name
        self.birthConfiguration = birthConfiguration
        self.room = room
        self.seq = seq
        self.snapshotSeq = snapshotSeq
        clock = RoomClock(at: room.now)
    }

    /// Whether nothing has happened here, nothing is about to, and nobody watches.
    var isUntouched: Bool { seq == 0 && flights.isEmpty && audience.viewers.isEmpty }

    // MARK: Time

    /// Whether the room's time runs.
    var isRunning: Bool { clock.isRunning }

    /// Lets the clock run or stand still, as the room's configuration and its viewers want it.
    func setClock(atNanoseconds nanoseconds: UInt64) {
        if mayRun {
            clock.start(atNanoseconds: nanoseconds)
        } else {
            clock.stop(atNanoseconds: nanoseconds)
        }
    }

    private var mayRun: Bool {
        switch room.configuration.stage.waitForViewer {
        case .first: audience.hasBeenServed
        case .always: audience.hasVisibleViewer
        case .never: true
        }
    }

    /// Performs everything due by `nanoseconds` of the monotonic clock.
    func advance(toNanoseconds nanoseconds: UInt64) {
        room.advance(to: clock.instant(atNanoseconds: nanoseconds))
        collectMilestones()
    }

    /// When the room next changes by itself, in nanoseconds of the monotonic clock.
    var dueNanoseconds: UInt64? { room.due.flatMap(clock.nanoseconds(of:)) }

    // MARK: Events

    /// Applies a recorded event: the one place where a room changes from outside.
    ///
    /// Its instant is later than that of any frame that was shown: those were of a room without it.
    func apply(_ event: Event, atNanoseconds nanoseconds: UInt64) -> StoredEvent.Applied {
        let instant = max(
            clock.instant(atNanoseconds: nanoseconds), audience.earliestInstant)
        return perform(event, at: instant)
    }

    /// Applies an event again that the journal has, before the room's time goes on. Where it has
    /// the outcome too, it has everything that came before that.
    func replay(_ event: Event, at instant: Instant, hasOutcome: Bool) {
        _ = perform(event, at: instant)
        if hasOutcome { records.removeAll(keepingCapacity: true) }
    }

    private func perform(_ event: Event, at instant: Instant) -> StoredEvent.Applied {
        var outcome = Outcome.skipped(.overtaken)
        do throws(Refusal) {
            outcome = try room.apply(event, at: instant)
        } catch {
            // It is recorded, so it is answered and explained as one that was passed over.
        }
        seq = event.seq
        wasAlive = true
        records.append(.outcome(room: name, seq: seq, time: room.now, outcome))
        collectMilestones()
        return StoredEvent.Applied(time: room.now, outcome: outcome)
    }

    /// Lets the room go on at `instant`, or at its present where that is later.
    func goOn(at instant: Instant) {
        room.advance(to: instant)
        collectMilestones()
        clock = RoomClock(at: room.now)
    }

    private func collectMilestones() {
        for milestone in room.takeMilestones() {
            records.append(.milestone(room: name, milestone))
            if milestone.step == .entered {
                unframed.append(milestone.id)
            } else {
                unframed.removeAll { $0 == milestone.id }
                unsent.removeAll { $0 == milestone.id }
            }
        }
    }

    /// Somebody who can see has the newest frame.
    func noteSent() {
        guard !unsent.isEmpty else { return }
        records.append(
            .sent(room: name, ids: unsent, wallMicroseconds: WallTime.now.microseconds))
        unsent.removeAll()
    }

    // MARK: The journal

    /// So many events are replayed at the most, give or take a batch.
    private static let eventsASnapshot: Int64 = 2000
    /// Looked at in each round, so that many rooms don't all come near that at once.
    private static let eventsASnapshotAtLeisure: Int64 = 200

    /// What the journal is to be told since this was last called.
    func takeRecords() -> [Record] {
        if seq - snapshotSeq >= Self.eventsASnapshot { addSnapshot() }
        defer { records.removeAll(keepingCapacity: true) }
        return isGone ? [] : records
    }

    private var goesOn: Bool { room.due != nil || room.isMoving }

    /// What is done in each round: a snapshot is made where one is worth it, and it is marked how
    /// far the room's time has come while it goes on by itself, and once more when it has come to
    /// rest, or a crash would bring its last second back long afterwards.
    func beat(atNanoseconds nanoseconds: UInt64) {
        if seq - snapshotSeq >= Self.eventsASnapshotAtLeisure { addSnapshot() }
        guard goesOn || wasAlive else { return }
        advance(toNanoseconds: nanoseconds)
        if room.now > marked { addMark() }
    }

    private func addMark() {
        marked = room.now
        wasAlive = goesOn
        records.append(.mark(room: name, time: room.now))
    }

    /// Adds the room's whole state to what the journal is to be told.
    func addSnapshot() {
        snapshotSeq = seq
        records.append(.snapshot(room: name, seq: seq, state: room))
    }

    /// Adds the last state of a room that is about to end, unless the journal has it already.
    func addLastState() {
        guard seq > snapshotSeq || goesOn || wasAlive else { return }
        addMark()
        addSnapshot()
    }

    // MARK: Frames

    /// Samples the frame of the room's present.
    func frame() -> Frame {
        var frame = Frame()
        room.sample(into: &frame)
        return frame
    }

    /// Takes the room's present as the newest frame that viewers are to have.
    func refresh() {
        audience.frames.take(keepingFrom: audience.oldestShown) {
            isAtRest = !room.sample(into: &$0)
        }
        guard !unframed.isEmpty else { return }
        unsent += unframed
        unframed.removeAll()
    }

    /// Whether frames to come differ from that of the present.
    var isMoving: Bool { room.isMoving }
}
