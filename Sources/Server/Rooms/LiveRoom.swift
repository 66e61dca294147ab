import Journal
import Stage
import Texts
import Timeline
import Transport
import Wire

/// A room in the running server, which joins the pure value `Room` with its clock, its viewers, and its records for the
/// journal.
///
/// Used only on the event loop's thread.
final class LiveRoom: RoundRobinMember {
    // The fields that every frame needs come first, side by side. With a thousand rooms few of them are in the
    // processor's caches, so the cost of a frame is the memory that it touches.

    /// True if everything due at the last advance was performed. Otherwise the room continues at later turns of the
    /// loop and gets no new frame before it has caught up.
    private(set) var isSettled = true
    /// True if the base has performed everything that is due at its present instant.
    private var isBaseSettled = true
    /// True if later frames will equal the newest frame until an event comes or a change is due.
    private(set) var isAtRest = true
    /// True if the room has changed since the newest frame.
    private var hasChanged = true
    /// True if the frame clock sends the room's frames at every tick.
    var isInMotion = false
    let audience = Audience()
    let logClock: LogClock
    /// Maps log time to room time, and can stand still. If the log is shared, the log decides when it runs.
    var clock: RoomClock
    /// True if `pendingEvents` has events. Their instants may be earlier than the present.
    var hasPendingEvents = false
    /// The room's state of synchronization with other servers; nil if the log is not shared.
    var share: Share?
    /// A speculative copy of the base at the present instant; nil while the base itself may be advanced to the present.
    /// The base must wait while an event with an earlier instant may still come from the disk or from a shared log.
    private var ahead: Ahead?
    /// The queue in which the room waits while it has not caught up; nil: it may take unlimited time.
    var unsettled: Unsettled?
    /// A counter of events and transitions: while it is the same, so are the items on the stage and in the queues.
    private(set) var transitions: UInt64 = 0
    /// The sound cues that have not been sent yet.
    var cues = CueSheet()
    private var unseen = Unseen()
    /// The room after all recorded events, each applied at its instant. It depends on the journal alone.
    var base: Room

    let name: Text
    /// The room's first configuration, as a JSON document for the journal.
    private(set) var birthConfiguration: Text
    /// A copy of the room's configuration, because every event needs it and reading it from the room would copy the
    /// room.
    private(set) var configuration: Configuration
    /// The place of the newest applied event; 0 if there is none.
    private(set) var seq: Int64
    /// The newest applied event. A log with the same event at the same place also has the same events before it. Nil if
    /// it is unknown.
    private(set) var newest: Landmark?
    private var snapshots: SnapshotPlan
    /// True if the `start` command lets the clock run without viewers.
    var isStarted = false
    /// True if a change was due or in progress at the last `visit`, or an event was applied since.
    private var wasGoingOn = false

    /// The wall time of the newest event; nil if it is unknown.
    var lastEventAt: WallTime?
    /// True if the journal has deleted all events of the room because of their age.
    private(set) var hasForgottenAll = false
    /// The room's settings and keys. `Rooms` sets it.
    var provision = Provision()
    /// The last use of the room, in seconds of the monotonic clock.
    var lastUsedSecond: UInt64 = 0

    let pendingEvents = PendingEvents()
    /// Reports the room's activity to its studios; nil while no studio is connected.
    var feed: Feed?
    /// A counter of changes that may alter when waiting items enter. A forecast for an older value is stale.
    private(set) var changes: UInt64 = 0
    /// True if the room is in the queue of rooms that have not caught up.
    var isWaitingForTime = false
    /// Calls to make once the room has caught up.
    private var waiting: [() -> Void] = []
    /// The records that the journal has not got yet.
    private var records: [Record] = []

    /// True if `Announcements` has the room in its list of rooms with delayed notices.
    var isToBeTold = false
    /// The number of the newest deadline. `Deadlines` ignores the room's older ones.
    var deadlineGeneration: UInt64 = 0
    /// The room's slot in the schedule of `Upkeep`, and its sleep while it is not in that schedule.
    var turn: Turn?
    var nap = Nap()
    /// The schedule that the room joins after a change; nil: the room is not visited.
    weak var visits: Visits?

    /// - Parameters:
    /// - room: The room's state after the event `seq`.
    /// - snapshotSeq: The place of the event up to which the journal has a snapshot.
    init(
        name: Text, birthConfiguration: Text, room: Room, seq: Int64, snapshotSeq: Int64,
        clock: RoomClock, logClock: LogClock
    ) {
        self.name = name
        self.birthConfiguration = birthConfiguration
        base = room
        configuration = room.configuration
        self.seq = seq
        snapshots = SnapshotPlan(seq: snapshotSeq)
        self.clock = clock
        self.logClock = logClock
    }

    deinit {
        Disposal.free(base)
    }

    /// Boxed, so that a nil check is cheap.
    private final class Ahead {
        var room: Room

        init(_ room: Room) { self.room = room }
    }

    /// The room as viewers see it: at the present instant, after all recorded events. It is yielded without a copy,
    /// because a room is large and every frame reads it.
    var room: Room {
        _read {
            if let ahead { yield ahead.room } else { yield base }
        }
    }

    /// The room's admin settings: suspension and retention.
    var standing: Standing { provision.standing }
    /// True while the room is being erased. It accepts no events.
    var isBeingErased: Bool { provision.isBeingErased }
    /// True once the room is erased. It sends no more records to the journal.
    var isErased: Bool { provision.isErased }
    /// True if the room's state differed from the journal's and another instance has replaced it.
    var isForsaken = false

    /// Notes that the journal has deleted all events up to `seq`.
    func noteForgotten(upTo seq: Int64) {
        guard seq > 0, seq == self.seq else { return }
        hasForgottenAll = true
        lastEventAt = nil
        visits?.add(self)
    }

    /// Sets the newest event, if it is at the room's place.
    func recognize(_ newest: Landmark) { if newest.seq == seq { self.newest = newest } }

    /// Resets the room to an empty room after the journal has erased it. Its time continues, for the viewers that are
    /// connected.
    func beginAnew(_ configuration: Configuration, _ birthConfiguration: Text) {
        let now = base.now
        begin(configuration, birthConfiguration)
        base.advance(to: now)
        share?.beginAnew()
        snapshots = SnapshotPlan(seq: 0)
        (provision.isBeingErased, provision.isErased, hasForgottenAll) = (false, false, false)
        records.removeAll()
    }

    /// Resets the room's state to that of a new room with this configuration.
    func begin(_ configuration: Configuration, _ birthConfiguration: Text) {
        (base, ahead) = (Room(configuration: configuration), nil)
        self.configuration = configuration
        self.birthConfiguration = birthConfiguration
        (seq, newest) = (0, nil)
        noteChange()
    }

    /// Discards the speculative copy, after the shared log has changed the room's clock.
    func showAnew() {
        ahead = nil
        noteChange()
        changes += 1
    }

    private func noteChange() {
        hasChanged = true
        transitions += 1
    }

    // MARK: Time

    /// Performs everything due by `nanoseconds` of the monotonic clock, or as much as the loop has time for. A room
    /// that has not caught up continues at its turn instead.
    func advance(toNanoseconds nanoseconds: UInt64) {
        if isSettled { resume(toNanoseconds: nanoseconds) }
    }

    /// Performs everything due by `nanoseconds`, as `advance` does, even if the room has not caught up.
    func resume(toNanoseconds nanoseconds: UInt64) {
        let log = logClock.microseconds(atNanoseconds: nanoseconds)
        let instant = clock.instant(at: log)
        if let due, due <= instant { noteChange() }
        if let certain = certainInstant(at: log) {
            if !isBaseSettled || certain > base.now {
                isBaseSettled = advanceBase(to: max(certain, base.now))
            }
            guard isBaseSettled else { return note(isSettled: false) }
            let ahead = self.ahead ?? Ahead(base)
            self.ahead = ahead
            let isDone = ahead.room.advance(to: instant) { [unsettled] in unsettled.hasTime }
            // The base records these milestones when it comes to the same instant.
            _ = ahead.room.takeMilestones()
            cues.note(ahead.room.takeCues(), isAhead: true)
            note(isSettled: isDone)
        } else {
            ahead = nil
            isBaseSettled = advanceBase(to: instant)
            note(isSettled: isBaseSettled)
        }
    }

    /// Returns the instant after which events may still come; nil: the present.
    private func certainInstant(at log: Int64) -> Instant? {
        guard let share else { return hasPendingEvents ? base.now : nil }
        return share.certainMicroseconds.map { clock.instant(at: min($0, log)) } ?? base.now
    }

    private func advanceBase(to instant: Instant) -> Bool {
        let isDue = base.due.map { $0 <= instant } ?? false
        defer { if isDue { collectMilestones() } }
        return base.advance(to: instant) { [unsettled] in unsettled.hasTime }
    }

    private func note(isSettled: Bool) {
        if isSettled { cues.isMuted = false } else { unsettled?.add(self) }
        self.isSettled = isSettled
    }

    /// True if a caller waits until the room has caught up.
    var isAwaited: Bool { !waiting.isEmpty }

    /// Calls `body` once everything due has been performed.
    func onceSettled(_ body: @escaping () -> Void) {
        if isSettled { body() } else { waiting.append(body) }
    }

    /// Calls the callers that waited until the room has caught up.
    func endWaiting() {
        let bodies = waiting
        waiting = []
        for body in bodies { body() }
    }

    /// The instant at which the shown room next changes by itself.
    private var due: Instant? { if let ahead { ahead.room.due } else { base.due } }

    /// The time at which the shown room next changes by itself, in nanoseconds of the monotonic clock; nil if it does
    /// not.
    var dueNanoseconds: UInt64? {
        due.flatMap(clock.log(of:)).map(logClock.nanoseconds(at:))
    }

    // MARK: Events

    /// Advances the base to the instant of the next event. Returns false if the loop had no time to finish.
    func settle(at instant: Instant) -> Bool {
        ahead = nil
        isBaseSettled = advanceBase(to: instant)
        note(isSettled: isBaseSettled)
        return isBaseSettled
    }

    /// Applies a recorded event. It is the only way in which a room changes from outside.
    ///
    /// The event's instant may be a little earlier than frames that were already shown without it. So the speculative
    /// copy is dropped here and made again from the base with the event.
    func apply(_ event: Event, at instant: Instant, cameAt wall: WallTime) -> Outcome {
        ahead = nil
        base.advance(to: instant)
        let outcome = event.kind.mayEmpty ? takeEmptying(event) : take(event)
        if case .configure = event.kind { configuration = base.configuration }
        isBaseSettled = base.advance(to: base.now) { [unsettled] in unsettled.hasTime }
        note(isSettled: isBaseSettled)
        seq = event.seq
        newest = Landmark(seq: seq, id: event.id, wallMicroseconds: wall.microseconds)
        lastEventAt = wall
        hasForgottenAll = false
        noteChange()
        changes += 1
        snapshots.note(event.kind)
        wasGoingOn = true
        note(.outcome(room: name, seq: seq, outcome))
        collectMilestones()
        if share != nil, isBaseSettled, seq % Share.comparedEvery == 0 {
            note(.comparison(room: name, seq: seq, state: base))
        }
        return outcome
    }

    /// Returns the reason why an event would be refused now, with `pending` events of its kind on their way; nil if it
    /// would be accepted.
    func refusal(of kind: Event.Kind, pending: Int = 0) -> Refusal? {
        if let ahead {
            ahead.room.refusal(of: kind, pending: pending)
        } else {
            base.refusal(of: kind, pending: pending)
        }
    }

    /// Applies an event from the journal again, before the room's time goes on. If the journal has the event's outcome,
    /// it also has all records from before it, so the room drops these, except outcomes of earlier events that the
    /// journal lacks.
    func replay(_ event: Event, at instant: Instant, cameAt wall: WallTime, hasOutcome: Bool) {
        _ = apply(event, at: instant, cameAt: wall)
        if hasOutcome { records.removeAll { !$0.isOutcome(before: event.seq) } }
    }

    /// Records the items that have entered and left the stage since the last call.
    func collectMilestones() {
        cues.note(base.takeCues(), isAhead: false)
        dropUnheardCues()
        let milestones = base.takeMilestones()
        guard !milestones.isEmpty else { return }
        changes += 1
        if let feed { for milestone in milestones { feed.note(milestone) } }
        note(.milestones(room: name, milestones))
        unseen.note(milestones)
    }

    /// Records that a visible viewer has been sent the new items in the newest frame.
    func noteSent() {
        let ids = unseen.takeFramed()
        guard !ids.isEmpty else { return }
        let wall = WallTime.now
        note(.sent(room: name, ids: ids, wallMicroseconds: wall.microseconds))
        feed?.noteSent(ids, at: wall)
    }

    // MARK: The journal

    func note(_ record: Record) {
        records.append(record)
        visits?.add(self)
    }

    /// Returns the records for the journal since the last call and removes them here.
    func takeRecords() -> [Record] {
        if snapshots.isUrgent(base.byteEstimate) { addSnapshot() }
        defer { records.removeAll(keepingCapacity: true) }
        if isLetGo { return [] }
        guard isShared, let newest, records.contains(where: \.isNote) else { return records }
        return [.landmark(room: name, newest)] + records
    }

    /// Advances the room and adds a snapshot if one is due; called in rounds of `Upkeep`. Returns true if the journal
    /// must note the present log time, because a change is in progress or ended just now.
    func visit(atNanoseconds nanoseconds: UInt64) -> Bool {
        let isAlive = goesOn || wasGoingOn
        if isAlive { advance(toNanoseconds: nanoseconds) }
        wasGoingOn = goesOn
        if snapshots.isDue(base.byteEstimate) { addSnapshot() }
        return isAlive
    }

    /// Adds a record with the whole state of the room.
    func addSnapshot() {
        snapshots.noteSnapshot(upTo: seq)
        note(.snapshot(room: name, seq: seq, state: base, newest: newest))
    }

    /// Adds a last snapshot when the server stops, unless the journal has the newest state already.
    func addLastState() {
        if seq > snapshots.seq { addSnapshot() }
    }

    // MARK: Frames

    /// Returns a frame of the present, apart from the frames that viewers are sent.
    func frame() -> Frame {
        var frame = Frame()
        _ = sample(into: &frame)
        return frame
    }

    private func sample(into frame: inout Frame) -> Bool {
        if let ahead { ahead.room.sample(into: &frame) } else { base.sample(into: &frame) }
    }

    /// Samples the present as the newest frame for viewers.
    func refresh() {
        audience.frames.addNewest(keepingFrom: audience.oldestSent) {
            isAtRest = !sample(into: &$0)
        }
        hasChanged = false
        unseen.noteFrame()
    }

    /// True if the newest frame shows the present or, while the room moves, is less than `age` old.
    func hasFrame(within age: Duration) -> Bool {
        guard audience.frames.seq > 0 else { return false }
        return isAtRest ? !hasChanged : room.now < audience.frames.newestTime + age
    }
}
