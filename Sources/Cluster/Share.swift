import Broadcast
import Journal
import LiveRooms
import RoomRuntime
import Stage
import Texts
import Timeline

/// The log time up to which this server has received all news of the shared log.
final class Horizon {
    var microseconds: Int64 = 0
    /// The time at which this server's own message came back through the log, on the monotonic clock.
    var heardNanoseconds: UInt64 = 0

    /// Other servers take a server for gone after 3 seconds without a message. This is well below.
    private static let cutOffNanoseconds: UInt64 = 2_000_000_000

    /// True if other servers may believe that this server is gone.
    func isCutOff(atNanoseconds now: UInt64) -> Bool {
        now >= heardNanoseconds + Self.cutOffNanoseconds
    }
}

/// Tracks how far one room in memory is in step with the shared log and the other servers.
final class Share: RoomAuthority {
    let horizon: Horizon
    /// After every so many events, servers compare the states that they have computed.
    private static let comparedEvery: Int64 = 128

    /// True if this server has missed no event of the room since the last comparison with the log.
    var isInStep = false
    /// True if the room is unconfirmed: the log may have lost its events. No more events are applied until the room has
    /// been compared with the log.
    private(set) var isInDoubt = false
    /// An epoch: a change invalidates comparisons in progress. It changes when the room becomes unconfirmed or is
    /// reset.
    private(set) var era = 0
    /// The number of this instance of the room in memory. Each instance has its own number.
    let life: Int
    /// Results that came while the room is unconfirmed.
    var held: [Verdict] = []
    /// True if the room exists in the log. Then the log decides whether its clock runs.
    var isBorn: Bool
    /// Events that came out of order.
    var arrivals = Arrivals()
    /// The receipts of the newest events.
    var receipts = Receipts()
    /// The place of the event that set the configuration; 0 if it is unknown.
    var basis: Int64 = 0
    /// The number of clocks that the log has sent for this room.
    var clockCount = 0
    var wishes = Wishes()
    /// The reports about viewers: of all servers (`attendances`), and the last one of this server (`announcement`).
    var attendances: Attendances
    var announcement = Announcement()
    /// Calls to make once the event at a place has been applied.
    private var waiting: [(seq: Int64, body: () -> Void)] = []

    init(horizon: Horizon, isBorn: Bool, server: Text = "", life: Int = 0) {
        self.horizon = horizon
        self.life = life
        self.isBorn = isBorn
        attendances = Attendances(server: server)
    }

    func doubt() {
        (isInStep, isInDoubt) = (false, true)
        era += 1
    }

    /// True if events or results came while the room is unconfirmed.
    var hasDoubtful: Bool { isInDoubt && !(arrivals.isEmpty && held.isEmpty) }

    func restart() {
        (isBorn, receipts, basis) = (false, Receipts(), 0)
        era += 1
    }

    /// Notes that the log has set the room's clock.
    func recordClock() {
        isBorn = true
        clockCount += 1
        wishes.settle()
    }

    /// Confirms the room.
    func endDoubt() { isInDoubt = false }

    /// Notes an event that was applied to its room.
    func note(_ receipt: Receipt, _ kind: Event.Kind, in room: LiveRoom) {
        isBorn = true
        receipts.note(receipt)
        if case .configure = kind { basis = receipt.seq }
        if room.timeline.isBaseSettled, receipt.seq % Self.comparedEvery == 0 {
            room.records.append(
                .comparison(room: room.name, seq: receipt.seq, state: room.timeline.base))
        }
    }

    /// Calls `body` once the event at `seq` has been applied.
    func wait(for seq: Int64, _ body: @escaping () -> Void) { waiting.append((seq, body)) }

    /// True if a caller waits for an event that has not come.
    var isAwaited: Bool { !waiting.isEmpty }

    /// Returns the calls to make after the event at `seq` has been applied, and removes them.
    func takeWaiting(upTo seq: Int64) -> [() -> Void] {
        guard !waiting.isEmpty else { return [] }
        defer { waiting.removeAll { $0.seq <= seq } }
        return waiting.filter { $0.seq <= seq }.map(\.body)
    }

    // MARK: The room's authority

    var certainMicroseconds: Int64? {
        isInStep && arrivals.isEmpty ? horizon.microseconds : nil
    }

    var allowsEviction: Bool { !isInDoubt && !isAwaited }

    func decidesClock(of timeline: RoomTimeline) -> Bool {
        isBorn || timeline.isAwaitingEarlierEvents
    }

    /// The log decides by the wishes of all servers, so that a server without viewers does not stop a room that has
    /// viewers elsewhere.
    func clockRequest(
        for timeline: RoomTimeline, mayRun: Bool, atNanoseconds nanoseconds: UInt64
    ) -> Record? {
        guard let wish = timeWish(for: timeline, mayRun: mayRun),
            wishes.say(wish, atNanoseconds: nanoseconds)
        else { return nil }
        return .wish(room: timeline.name, wish)
    }

    private func timeWish(for timeline: RoomTimeline, mayRun: Bool) -> TimeWish? {
        let clock = timeline.clock
        switch timeline.configuration.stage.waitForViewer {
        case .first: return mayRun && !clock.isRunning ? .run(allAlong: false) : nil
        case .never: return clock.isRunning ? nil : .run(allAlong: true)
        case .always:
            if mayRun { return .vouch(microseconds: Wishes.leaseMicroseconds) }
            return clock.isRunning || wishes.isVouching ? .withdraw : nil
        }
    }
}

extension LiveRoom {
    /// The room's state of synchronization with other servers.
    var share: Share? {
        get { timeline.authority as? Share }
        set { timeline.authority = newValue }
    }

    /// Sets the clock as the shared log has decided.
    func follow(_ clock: RoomClock) {
        share?.recordClock()
        timeline.follow(clock)
    }

    /// Sets the room's first configuration and clock as the shared log has them. They may differ from those of this
    /// server's new rooms.
    func follow(birth configuration: Configuration, _ document: Text, _ clock: RoomClock) {
        if seq == 0 {
            timeline.reset(to: configuration)
            records.reset(to: document)
        }
        follow(clock)
    }
}

extension RoomOutput {
    /// The room's state of synchronization with other servers; nil if the log is not shared.
    var share: Share? { timeline.authority as? Share }
}

/// Events of a room that came out of order, or before the room has reached their instants.
struct Arrivals {
    private var bySeq: [Int64: Arrival] = [:]
    /// With more events than this, loading the room again is faster.
    private static let most = 4096

    var isEmpty: Bool { bySeq.isEmpty }
    var areTooMany: Bool { bySeq.count > Self.most }

    /// Adds an event. If the same event is there already, only its callers are added. Returns false if a different
    /// event has the same place.
    mutating func add(_ arrival: Arrival) -> Bool {
        guard var known = bySeq[arrival.seq] else {
            bySeq[arrival.seq] = arrival
            return true
        }
        guard known.landmark == arrival.landmark else { return false }
        known.stored = known.stored ?? arrival.stored
        known.own = known.own ?? arrival.own
        known.repeats += arrival.repeats
        bySeq[arrival.seq] = known
        return true
    }

    /// The event after `seq`; nil if it has not come.
    subscript(after seq: Int64) -> Arrival? { bySeq[seq + 1] }

    /// Removes all events up to `seq`; returns the pending events of this server among them.
    mutating func drop(upTo seq: Int64) -> [PendingEvent] {
        guard !bySeq.isEmpty else { return [] }
        let old = bySeq.values.filter { $0.seq <= seq }
        for arrival in old { bySeq[arrival.seq] = nil }
        return old.flatMap(\.waiting)
    }

    mutating func remove(_ seq: Int64) { bySeq[seq] = nil }
}

/// A recorded event that waits to be applied in its order.
struct Arrival {
    let seq: Int64
    let time: Instant
    /// The event from the log; nil: `own` has it.
    var stored: StoredEvent?
    /// The pending event of this server; nil if another server recorded it.
    var own: PendingEvent?
    /// Pending events that repeat this event. Each gets an answer.
    var repeats: [PendingEvent] = []

    var landmark: Landmark? { stored?.landmark ?? own?.landmark(at: seq) }

    /// All pending events that wait for this event.
    var waiting: [PendingEvent] { (own.map { [$0] } ?? []) + repeats }

    init(_ stored: StoredEvent, again repeats: [PendingEvent] = []) {
        seq = stored.seq
        time = stored.time
        self.stored = stored
        self.repeats = repeats
    }

    init(_ own: PendingEvent, seq: Int64, time: Instant) {
        self.seq = seq
        self.time = time
        self.own = own
    }
}

/// The receipts of a room's newest 256 events. They serve to answer repeats and to detect that the log has lost events.
struct Receipts {
    private var bySeq: [Int64: Receipt] = [:]
    private static let most: Int64 = 256

    mutating func note(_ receipt: Receipt) {
        bySeq[receipt.seq] = receipt
        bySeq[receipt.seq - Self.most] = nil
    }

    subscript(seq: Int64) -> Receipt? { bySeq[seq] }
}
