import Journal
import Stage
import Texts
import Timeline
import Transport
import Wire

/// A room in the running server: the pure room, its clock and who watches it.
///
/// Belongs to the loop's thread.
final class LiveRoom {
    let name: Text
    /// The configuration document it began with, for the journal.
    let birthConfiguration: Text
    /// The room after all recorded events, each applied at its time: what the journal alone decides.
    private var base: Room
    /// The base, advanced to where it may not go itself: an event on its way may come before that.
    /// Nil while none is.
    private var ahead: Room?
    private let logClock: LogClock
    private var clock: RoomClock
    /// The newest event that was applied.
    private(set) var seq: Int64
    /// The newest event that a snapshot covers.
    private var snapshotSeq: Int64
    /// About what the events since have taken in the journal.
    private var bytesSinceSnapshot = 0
    /// Whether its time runs although nobody watches.
    private var isStarted = false
    /// Whether its time ran and something went on when it was last visited.
    private var wasAlive = false

    /// When its newest event came; nil where none is known.
    var lastEventAt: WallTime?
    /// Whether it is about to be erased, and takes no events.
    var isLeaving = false
    /// Whether it is erased: nothing of it is told to the journal any more.
    var isGone = false

    /// How many keys are for it: as long as there is one, it stays.
    var keyCount = 0
    /// The ids of the keys whose viewers alone count as visible; none: all do.
    var pinnedKeys: Set<Text> = []

    let audience = Audience()
    let flights = Flights()
    /// What its studios are told; nil while there are none.
    var feed: Feed?
    /// Grows with whatever may change when what waits will enter.
    private(set) var changes: UInt64 = 0
    /// What has become of things shown and is not with the journal yet.
    private var records: [Record] = []
    /// Things on the stage that came after the newest frame.
    private var unframed: [Text] = []
    /// Things in the newest frame that nobody who can see has been sent.
    private var unsent: [Text] = []

    /// Whether frames after the newest don't differ from it.
    private(set) var isAtRest = true
    /// Whether the room has become another since the newest frame was taken.
    private var hasChanged = true

    /// Whether the director has the room among those that move.
    var isInMotion = false
    /// Whether its viewers are to be told something in a moment.
    var isToBeTold = false
    /// Tells a deadline that is still wanted from one that has been overtaken.
    var deadlineGeneration: UInt64 = 0
    /// Its place in the rota.
    var slice = 0

    /// A room as it is after the event `seq`.
    init(
        name: Text, birthConfiguration: Text, room: Room, seq: Int64, snapshotSeq: Int64,
        clock: RoomClock, logClock: LogClock
    ) {
        self.name = name
        self.birthConfiguration = birthConfiguration
        base = room
        self.seq = seq
        self.snapshotSeq = snapshotSeq
        self.clock = clock
        self.logClock = logClock
    }

    deinit {
        Remains.take(base)
    }

    /// The room as it is shown: of its present, with all that is recorded.
    var room: Room { ahead ?? base }

    /// Whether nothing has happened here, nothing is about to, and nobody watches.
    var isUntouched: Bool {
        isUnrecorded && keyCount == 0 && audience.viewers.isEmpty && feed == nil
    }

    /// Whether nothing has happened here, and nothing is about to.
    var isUnrecorded: Bool { seq == 0 && flights.isEmpty }

    /// Calls `body` with the streams of all its viewers and studios.
    func forEachStream(_ body: (Stream) -> Void) {
        for viewer in audience.viewers { body(viewer.stream) }
        for watcher in feed?.watchers ?? [] { body(watcher.stream) }
    }

    /// Notes whether a viewer counts as visible by now; returns whether that is new.
    func settleSight(of viewer: Viewer) -> Bool {
        let counts = pinnedKeys.isEmpty || viewer.caller.key.map(pinnedKeys.contains) ?? false
        let isVisible = viewer.saysVisible && counts
        guard viewer.isVisible != isVisible else { return false }
        audience.setSight(of: viewer, isVisible: isVisible)
        return true
    }

    // MARK: Time

    /// Whether the room's time runs.
    var isRunning: Bool { clock.isRunning }

    /// Lets the clock run or stand still, as the room's configuration and its viewers want it;
    /// returns whether that is a change, which the journal is to be told at once.
    @discardableResult
    func setClock(atNanoseconds nanoseconds: UInt64) -> Bool {
        let log = logClock.microseconds(atNanoseconds: nanoseconds)
        guard mayRun ? clock.start(at: log) : clock.stop(at: log) else { return false }
        records.append(.clock(room: name, clock))
        return true
    }

    /// Lets time run although nobody watches, until somebody has: what a `start` asks for.
    func startWithoutViewer() { isStarted = true }

    private var mayRun: Bool {
        switch room.configuration.stage.waitForViewer {
        case .first: return audience.hasBeenServed || isStarted
        case .always:
            if audience.hasVisibleViewer { isStarted = false }
            return audience.hasVisibleViewer || isStarted
        case .never: return true
        }
    }

    /// Performs everything due by `nanoseconds` of the monotonic clock.
    func advance(toNanoseconds nanoseconds: UInt64) {
        let instant = clock.instant(at: logClock.microseconds(atNanoseconds: nanoseconds))
        if let due = ahead?.due ?? base.due, due <= instant { hasChanged = true }
        if flights.hasEvents {
            if ahead == nil { ahead = base }
            ahead?.advance(to: instant)
            // What the base will have done is told then.
            _ = ahead?.takeMilestones()
        } else {
            ahead = nil
            base.advance(to: instant)
            collectMilestones()
        }
    }

    /// When the room next changes by itself, in nanoseconds of the monotonic clock.
    var dueNanoseconds: UInt64? {
        (ahead?.due ?? base.due).flatMap(clock.log(of:)).map(logClock.nanoseconds(at:))
    }

    // MARK: Events

    /// Lets the room come to the instant of an event that is about to be applied.
    func settle(at instant: Instant) {
        ahead = nil
        base.advance(to: instant)
        collectMilestones()
    }

    /// Applies a recorded event: the one place where a room changes from outside.
    ///
    /// Its instant may be a little before that of frames that were shown: those were of a room
    /// without it. What is shown is made anew then.
    func apply(_ event: Event, at instant: Instant) -> Outcome {
        ahead = nil
        let before = event.kind.mayEmpty ? base : nil
        var outcome = Outcome.skipped(.overtaken)
        do throws(Refusal) {
            outcome = try base.apply(event, at: instant)
        } catch {
            // It is recorded, so it is answered and explained as one that was passed over.
        }
        if let before { Remains.take(before) }
        seq = event.seq
        hasChanged = true
        changes += 1
        bytesSinceSnapshot += Self.bytesAnEvent + event.kind.byteEstimate
        wasAlive = true
        records.append(.outcome(room: name, seq: seq, outcome))
        collectMilestones()
        return outcome
    }

    /// Applies an event again that the journal has, before the room's time goes on. Where it has
    /// the outcome too, it has everything that came before that.
    func replay(_ event: Event, at instant: Instant, hasOutcome: Bool) {
        _ = apply(event, at: instant)
        if hasOutcome { records.removeAll(keepingCapacity: true) }
    }

    /// Lets the room go on where its clock stands; the clock is set where the room has come further.
    func goOn() {
        let log = logClock.now
        if clock.instant(at: log) < base.now {
            clock = RoomClock(standingAt: base.now, log: log)
            records.append(.clock(room: name, clock))
        }
        base.advance(to: clock.instant(at: log))
        collectMilestones()
    }

    private func collectMilestones() {
        let milestones = base.takeMilestones()
        guard !milestones.isEmpty else { return }
        changes += 1
        if let feed { for milestone in milestones { feed.note(milestone) } }
        records.append(.milestones(room: name, milestones))
        // Of those that leave at once most may never have been shown.
        var shown = Set(unframed + unsent)
        var haveLeft = false
        let turns = milestones.span
        for index in turns.indices {
            if turns[index].step == .entered {
                unframed.append(turns[index].id)
                shown.insert(turns[index].id)
            } else if !shown.isEmpty, shown.remove(turns[index].id) != nil {
                haveLeft = true
            }
        }
        if haveLeft {
            unframed.removeAll { !shown.contains($0) }
            unsent.removeAll { !shown.contains($0) }
        }
    }

    /// Somebody who can see has the newest frame.
    func noteSent() {
        guard !unsent.isEmpty else { return }
        let wall = WallTime.now
        records.append(.sent(room: name, ids: unsent, wallMicroseconds: wall.microseconds))
        feed?.noteSent(unsent, at: wall)
        unsent.removeAll()
    }

    // MARK: The journal

    /// What the journal takes for an event beside its content.
    private static let bytesAnEvent = 100
    /// A snapshot is made for no less.
    private static let leastBytes = 64 << 10
    /// A snapshot is made at once where so many times its bytes have come.
    private static let haste = 4

    /// The events since the newest snapshot, in snapshots that would be worth their bytes: one takes
    /// no more than about they took, so that all that is written is no more than three times what
    /// came.
    private var snapshotsDue: Int { bytesSinceSnapshot / max(Self.leastBytes, base.byteEstimate) }

    /// What the journal is to be told since this was last called.
    func takeRecords() -> [Record] {
        if snapshotsDue >= Self.haste { addSnapshot() }
        defer { records.removeAll(keepingCapacity: true) }
        return isGone ? [] : records
    }

    private var goesOn: Bool { isRunning && (base.due != nil || base.isMoving) }

    /// What is done in each round: a snapshot is made where one is worth it. Returns whether it
    /// matters how far the room's time has come: something goes on, or has just come to rest.
    func beat(atNanoseconds nanoseconds: UInt64) -> Bool {
        if snapshotsDue > 0 { addSnapshot() }
        guard goesOn || wasAlive else { return false }
        advance(toNanoseconds: nanoseconds)
        wasAlive = goesOn
        return true
    }

    /// Adds the room's whole state to what the journal is to be told.
    func addSnapshot() {
        snapshotSeq = seq
        bytesSinceSnapshot = 0
        records.append(.snapshot(room: name, seq: seq, state: base))
    }

    /// Adds the last state of a room that is about to end, unless the journal has it already.
    func addLastState() {
        if seq > snapshotSeq { addSnapshot() }
    }

    /// How it begins, should its next event be its first.
    var birth: NewEvent.Birth { .init(configuration: birthConfiguration, clock: clock) }

    // MARK: Frames

    /// Samples the frame of the room's present.
    func frame() -> Frame {
        var frame = Frame()
        _ = sample(into: &frame)
        return frame
    }

    private func sample(into frame: inout Frame) -> Bool {
        // One that is shown ahead of the base is sampled in its place, as the base is: no copies.
        ahead?.sample(into: &frame) ?? base.sample(into: &frame)
    }

    /// Takes the room's present as the newest frame that viewers are to have.
    func refresh() {
        audience.frames.take(keepingFrom: audience.oldestShown) { isAtRest = !sample(into: &$0) }
        hasChanged = false
        guard !unframed.isEmpty else { return }
        unsent += unframed
        unframed.removeAll()
    }

    /// Whether the newest frame is that of the present, or of less than `age` ago while the room
    /// moves.
    func hasFrame(within age: Duration) -> Bool {
        guard audience.frames.seq > 0 else { return false }
        return isAtRest ? !hasChanged : room.now < audience.frames.newest.time + age
    }

    /// Whether frames to come differ from that of the present.
    var isMoving: Bool { ahead?.isMoving ?? base.isMoving }
}

extension Event.Kind {
    /// Whether all that waits may be gone after this.
    fileprivate var mayEmpty: Bool {
        switch self {
        case .control(.clear), .configure: true
        default: false
        }
    }
}
