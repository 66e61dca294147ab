import Journal
import Stage
import Texts
import Timeline

/// How far a log that is shared with others has told what came to it: log time, and all that was stamped
/// before has been told.
final class Horizon {
    var microseconds: Int64 = 0
    /// When this server's own word of log time came back, on the monotonic clock.
    var heardNanoseconds: UInt64 = 0

    /// Well within the time after which a server that is not heard of is gone for the others.
    private static let cutOffNanoseconds: UInt64 = 2_000_000_000

    /// Whether others may take it that this server is gone.
    func isCutOff(atNanoseconds now: UInt64) -> Bool {
        now >= heardNanoseconds + Self.cutOffNanoseconds
    }
}

/// What a room has that other servers may have too.
final class Share {
    let horizon: Horizon
    /// After so many events each, servers compare what they have made of them.
    static let comparedEvery: Int64 = 128

    /// Whether nothing has been missed that came to it, since it was last compared with the log.
    var isInStep = false
    /// Whether the log may have lost what the room has: nothing more is applied until it has been compared.
    private(set) var isInDoubt = false
    /// Goes up when what was asked of the log for the room may hold no more: it is in doubt, or begins anew.
    private(set) var era = 0
    /// Tells it from that of another room of the same name, before it or after it.
    let life: Int
    /// What the log says of events meanwhile.
    var held: [Verdict] = []
    /// Whether the log has it: it decides then whether its time runs.
    var isBorn: Bool
    /// What has come to it and is not the next one.
    var arrivals = Arrivals()
    /// What became of the newest events.
    var receipts = Receipts()
    /// The place of the event that set the configuration, as far as that is known.
    var basis: Int64 = 0
    /// How often the log has told how its time runs.
    var clockCount = 0
    var wishes = Wishes()
    /// Who watches it elsewhere, and what was said of who does here.
    var attendances: Attendances
    var announcement = Announcement()
    /// What is to be done once the event at a place has been applied.
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

    /// Whether something has come since the log is in doubt.
    var hasDoubtful: Bool { isInDoubt && !(arrivals.isEmpty && held.isEmpty) }

    /// The log has no event of the room any more: it begins anew.
    func beginAnew() {
        (isBorn, receipts, basis) = (false, Receipts(), 0)
        era += 1
    }

    /// The log goes on from what the room has.
    func endDoubt() { isInDoubt = false }

    /// Notes what became of an event.
    func note(_ receipt: Receipt, _ kind: Event.Kind) {
        isBorn = true
        receipts.note(receipt)
        if case .configure = kind { basis = receipt.seq }
    }

    /// Has `body` done once the event at `seq` has been applied.
    func wait(for seq: Int64, _ body: @escaping () -> Void) { waiting.append((seq, body)) }

    /// Whether an event that has not come is waited for.
    var isAwaited: Bool { !waiting.isEmpty }

    /// What is to be done now that all up to `seq` has been applied.
    func takeWaiting(upTo seq: Int64) -> [() -> Void] {
        guard !waiting.isEmpty else { return [] }
        defer { waiting.removeAll { $0.seq <= seq } }
        return waiting.filter { $0.seq <= seq }.map(\.body)
    }

    /// Log time up to which all events that came to the room have been applied; nil: nobody knows.
    var certainMicroseconds: Int64? {
        isInStep && arrivals.isEmpty ? horizon.microseconds : nil
    }
}

/// Events of a room that have come and wait for those before them, or for the room to come to their
/// instants.
struct Arrivals {
    private var bySeq: [Int64: Arrival] = [:]
    /// From so many on it is quicker to read the room anew.
    private static let most = 4096

    var isEmpty: Bool { bySeq.isEmpty }
    var areTooMany: Bool { bySeq.count > Self.most }

    /// Adds one, unless it is there. Of one that comes again it is kept who waits for it. Returns false if another
    /// one stands at its place.
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

    /// The one after `seq`; nil if it has not come.
    subscript(after seq: Int64) -> Arrival? { bySeq[seq + 1] }

    /// Drops all up to `seq`; returns what of this server waits for them.
    mutating func drop(upTo seq: Int64) -> [PendingEvent] {
        guard !bySeq.isEmpty else { return [] }
        let old = bySeq.values.filter { $0.seq <= seq }
        for arrival in old { bySeq[arrival.seq] = nil }
        return old.flatMap(\.waiting)
    }

    mutating func remove(_ seq: Int64) { bySeq[seq] = nil }
}

/// An event that has been recorded, and is to be applied to its room in its turn.
struct Arrival {
    let seq: Int64
    let time: Instant
    /// As the log has it; nil: `own` has it.
    var stored: StoredEvent?
    /// What this server has recorded so, and is to be answered.
    var own: PendingEvent?
    /// What was handed over here and the log had already, each to be answered.
    var repeats: [PendingEvent] = []

    var landmark: Landmark? { stored?.landmark ?? own?.landmark(at: seq) }

    /// Who waits for what becomes of it.
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

/// The newest receipts of a room: what became of events that other servers, or this one a moment ago, were
/// told of.
struct Receipts {
    private var bySeq: [Int64: Receipt] = [:]
    private static let most: Int64 = 256

    mutating func note(_ receipt: Receipt) {
        bySeq[receipt.seq] = receipt
        bySeq[receipt.seq - Self.most] = nil
    }

    subscript(seq: Int64) -> Receipt? { bySeq[seq] }
}
