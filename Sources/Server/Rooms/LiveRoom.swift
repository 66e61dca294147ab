import Journal
import Stage
import Texts
import Timeline
import Transport
import Wire

/// A room in the running server: the `Room`, which knows neither a clock nor a network, with its
/// clock, its viewers, and what the journal is to be told of it.
///
/// Belongs to the loop's thread.
final class LiveRoom: RoundRobinMember {
    // What every frame asks for comes first, side by side. With a thousand rooms little of them is in the
    // processor's caches, and a frame costs what it touches.

    /// Whether all that was due when it was last looked at has been performed. Else it goes on at the
    /// loop's next turns, and has no new frame before.
    private(set) var isSettled = true
    /// Whether the base has performed what takes no time after its newest event.
    private var isBaseSettled = true
    /// Whether frames after the newest will be the same until something happens.
    private(set) var isAtRest = true
    /// Whether something has happened since the newest frame was taken.
    private var hasChanged = true
    /// Whether the director has it in its list of rooms that move, which it shows at every tick.
    var isInMotion = false
    let audience = Audience()
    let logClock: LogClock
    /// Whether its time runs, and from where. If the log is shared, it says so.
    var clock: RoomClock
    /// Whether events are on their way to the disk, which may come before the present; `pendingEvents`
    /// says so.
    var hasPendingEvents = false
    /// What concerns other servers that have the room too; nil: there are none.
    var share: Share?
    /// A copy of the base that is shown while events are on their way to the disk; nil while none
    /// is. The base may not be advanced to the present then: such an event may get an earlier time.
    private var ahead: Ahead?
    /// Where it goes on while it is not settled; nil: it always has time.
    var unsettled: Unsettled?
    /// Goes up with each event and transition: what is on stage, or waits, may be other.
    private(set) var transitions: UInt64 = 0
    /// What is to be heard and has not been told.
    var cues = CueSheet()
    private var unseen = Unseen()
    /// The room after all recorded events, each applied at its time. It depends on the journal
    /// alone.
    var base: Room

    let name: Text
    /// The configuration document it began with, for the journal.
    private(set) var birthConfiguration: Text
    /// The room's, which each event asks for: to ask the room would copy it.
    private(set) var configuration: Configuration
    /// The newest event that was applied.
    private(set) var seq: Int64
    /// The same, by which it is known what is before it; nil: that is not known.
    private(set) var newest: Landmark?
    private var snapshots: SnapshotPlan
    /// Whether its time is to run although nobody watches.
    var isStarted = false
    /// Whether something went on at the last `visit`, or an event was applied since.
    private var wasGoingOn = false

    /// When its newest event came; nil if none is known.
    var lastEventAt: WallTime?
    /// Whether the journal has none of its events any more: all are old, and forgotten.
    private(set) var hasForgottenAll = false
    /// What is known of it beside its events; `Rooms` sets it.
    var provision = Provision()
    /// When it was last used, in seconds of the monotonic clock.
    var lastUsedSecond: UInt64 = 0

    let pendingEvents = PendingEvents()
    /// What its studios are told; nil while there are none.
    var feed: Feed?
    /// Goes up with each change that may alter when waiting things enter: a forecast made before it
    /// is stale.
    private(set) var changes: UInt64 = 0
    /// Whether it waits to go on.
    var isWaitingForTime = false
    /// What is to be done once it is settled.
    private var waiting: [() -> Void] = []
    /// What the journal has not been told yet.
    private var records: [Record] = []

    /// Whether the director has it in its list of rooms whose viewers wait for notices.
    var isToBeTold = false
    /// Goes up with each new deadline, so that `Deadlines` passes over the older ones.
    var deadlineGeneration: UInt64 = 0
    /// When `Upkeep` visits it, and how it waits while that does not.
    var turn: Turn?
    var nap = Nap()
    /// What is told when something has happened here; nil: nothing visits it.
    weak var visits: Visits?

    /// `room` is as it is after the event `seq`.
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

    /// A room apart, so that it costs nothing to say that there is none.
    private final class Ahead {
        var room: Room

        init(_ room: Room) { self.room = room }
    }

    /// The room as it is shown: at the present, after all recorded events. It is lent, for a room is
    /// much to copy and each frame asks it something.
    var room: Room {
        _read {
            if let ahead { yield ahead.room } else { yield base }
        }
    }

    /// What is settled of it beside its events.
    var standing: Standing { provision.standing }
    /// Whether it is about to be erased, and takes no events.
    var isBeingErased: Bool { provision.isBeingErased }
    /// Whether it is erased: the journal is told nothing of it any more.
    var isErased: Bool { provision.isErased }
    /// Whether it was not as the journal has it, and another stands in its place.
    var isForsaken = false

    /// Takes in that no event up to `seq` is left in the journal.
    func noteForgotten(upTo seq: Int64) {
        guard seq > 0, seq == self.seq else { return }
        hasForgottenAll = true
        lastEventAt = nil
        visits?.add(self)
    }

    /// Learns what its newest event is.
    func recognize(_ newest: Landmark) { if newest.seq == seq { self.newest = newest } }

    /// Is a new room, in which nothing has ever happened, once the journal has erased the old one. Its
    /// time goes on, for those who have come to watch.
    func beginAnew(_ configuration: Configuration, _ birthConfiguration: Text) {
        let now = base.now
        begin(configuration, birthConfiguration)
        base.advance(to: now)
        share?.beginAnew()
        snapshots = SnapshotPlan(seq: 0)
        (provision.isBeingErased, provision.isErased, hasForgottenAll) = (false, false, false)
        records.removeAll()
    }

    /// Is as rooms begin with a configuration.
    func begin(_ configuration: Configuration, _ birthConfiguration: Text) {
        (base, ahead) = (Room(configuration: configuration), nil)
        self.configuration = configuration
        self.birthConfiguration = birthConfiguration
        (seq, newest) = (0, nil)
        noteChange()
    }

    /// What was shown last is shown no more, because it never was.
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

    /// Performs everything due by `nanoseconds` of the monotonic clock, or as much as there is time
    /// for. One that is not settled goes on in its turn.
    func advance(toNanoseconds nanoseconds: UInt64) {
        if isSettled { resume(toNanoseconds: nanoseconds) }
    }

    /// As `advance`, also if it is not settled.
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
            // These are recorded when the base itself comes this far.
            _ = ahead.room.takeMilestones()
            cues.note(ahead.room.takeCues(), isAhead: true)
            note(isSettled: isDone)
        } else {
            ahead = nil
            isBaseSettled = advanceBase(to: instant)
            note(isSettled: isBaseSettled)
        }
    }

    /// Up to which instant no event will come any more; nil: up to the present.
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

    /// Whether somebody waits until it is settled.
    var isAwaited: Bool { !waiting.isEmpty }

    /// Calls `body` once everything due has been performed.
    func onceSettled(_ body: @escaping () -> Void) {
        if isSettled { body() } else { waiting.append(body) }
    }

    /// Has those go on who waited until it is settled.
    func endWaiting() {
        let bodies = waiting
        waiting = []
        for body in bodies { body() }
    }

    /// When the room as it is shown next changes by itself.
    private var due: Instant? { if let ahead { ahead.room.due } else { base.due } }

    /// When the room next changes by itself, in nanoseconds of the monotonic clock.
    var dueNanoseconds: UInt64? {
        due.flatMap(clock.log(of:)).map(logClock.nanoseconds(at:))
    }

    // MARK: Events

    /// Advances the room to the instant of an event that is about to be applied; returns whether it is
    /// there, or has to go on later.
    func settle(at instant: Instant) -> Bool {
        ahead = nil
        isBaseSettled = advanceBase(to: instant)
        note(isSettled: isBaseSettled)
        return isBaseSettled
    }

    /// Applies a recorded event: the one place where a room changes from outside.
    ///
    /// Its instant may be a little before frames that were shown already, without it. So `ahead` is
    /// dropped here and made anew, with the event.
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

    /// Whether an event would be refused now, while `pending` others of its kind are on their way.
    func refusal(of kind: Event.Kind, pending: Int = 0) -> Refusal? {
        if let ahead {
            ahead.room.refusal(of: kind, pending: pending)
        } else {
            base.refusal(of: kind, pending: pending)
        }
    }

    /// Applies an event of the journal again, before the room's time goes on. If the journal has
    /// its outcome too, it also has what was noted before that one, which is dropped: all but outcomes that it
    /// lacks.
    func replay(_ event: Event, at instant: Instant, cameAt wall: WallTime, hasOutcome: Bool) {
        _ = apply(event, at: instant, cameAt: wall)
        if hasOutcome { records.removeAll { !$0.isOutcome(before: event.seq) } }
    }

    /// Records what has entered and left the stage since the last call.
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

    /// Records what is new in the newest frame as sent: somebody who can see has it.
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

    /// Takes out what the journal is to be told: all records since the last call.
    func takeRecords() -> [Record] {
        if snapshots.isUrgent(base.byteEstimate) { addSnapshot() }
        defer { records.removeAll(keepingCapacity: true) }
        if isLetGo { return [] }
        guard isShared, let newest, records.contains(where: \.isNote) else { return records }
        return [.landmark(room: name, newest)] + records
    }

    /// Called in rounds of `Upkeep`: advances the room, and adds a snapshot if one is due.
    /// Returns whether the journal must note how far log time has come: something goes on, or went
    /// on until just now.
    func visit(atNanoseconds nanoseconds: UInt64) -> Bool {
        let isAlive = goesOn || wasGoingOn
        if isAlive { advance(toNanoseconds: nanoseconds) }
        wasGoingOn = goesOn
        if snapshots.isDue(base.byteEstimate) { addSnapshot() }
        return isAlive
    }

    /// Adds the room's whole state to what the journal is to be told.
    func addSnapshot() {
        snapshots.noteSnapshot(upTo: seq)
        note(.snapshot(room: name, seq: seq, state: base, newest: newest))
    }

    /// Adds the last state of a room that is about to end, unless the journal has it already.
    func addLastState() {
        if seq > snapshots.seq { addSnapshot() }
    }

    // MARK: Frames

    /// A frame of the room's present, apart from those that viewers are sent.
    func frame() -> Frame {
        var frame = Frame()
        _ = sample(into: &frame)
        return frame
    }

    private func sample(into frame: inout Frame) -> Bool {
        if let ahead { ahead.room.sample(into: &frame) } else { base.sample(into: &frame) }
    }

    /// Takes the room's present as the newest frame that viewers are to have.
    func refresh() {
        audience.frames.addNewest(keepingFrom: audience.oldestSent) {
            isAtRest = !sample(into: &$0)
        }
        hasChanged = false
        unseen.noteFrame()
    }

    /// Whether the newest frame shows the present or, while the room moves, is less than `age` old.
    func hasFrame(within age: Duration) -> Bool {
        guard audience.frames.seq > 0 else { return false }
        return isAtRest ? !hasChanged : room.now < audience.frames.newestTime + age
    }
}
