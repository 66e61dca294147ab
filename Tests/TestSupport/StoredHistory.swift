import Journal
import Snapshots
import Stage
import Texts
import Timeline
import Wire

/// A room in `MemoryLog`.
struct StoredHistory {
    var birthConfiguration: Text
    var clock: RoomClock
    /// The newest state, serialized.
    var snapshot: (seq: Int64, bytes: [UInt8])?
    var outcomes: [Int64: (Outcome, AlertOutcome?)] = [:]
    private(set) var lives: [Text: StoredLife] = [:]
    /// With the log time of each event; oldest first.
    private(set) var events: [(log: Int64, event: StoredEvent)] = []
    /// The sequence numbers of the events, by ID.
    private var seqs: [Text: Int64] = [:]
    private(set) var prunedSeq: Int64 = 0
    private var newestSeq: Int64 = 0
    private var newestTime: Instant
    private var newestLog: Int64?

    private static let greatest: Int64 = 9_007_199_254_740_991

    init(_ birth: NewEvent.Birth, log: Int64) {
        birthConfiguration = birth.configuration
        clock = birth.clock
        // The clock's instant was already shown, so the first event comes later.
        newestTime =
            clock.isRunning ? Instant(microseconds: -1) : clock.instant(at: log)
    }

    var byteCount: Int { events.reduce(0) { $0 + $1.event.byteCount } }

    func events(after seq: Int64, limit: Int) -> [StoredEvent] {
        events[index(after: seq)...].prefix(limit).map { withOutcome($0.event) }
    }

    func event(id: Text) -> StoredEvent? {
        seqs[id].map { withOutcome(events[index(after: $0 - 1)].event) }
    }

    func known(_ id: Text) -> Verdict.Result? { event(id: id).map { .known($0) } }

    private func withOutcome(_ event: StoredEvent) -> StoredEvent {
        StoredEvent(
            seq: event.seq, id: event.id, body: event.body,
            wallMicroseconds: event.wallMicroseconds, time: event.time,
            outcome: outcomes[event.seq]?.0, alert: outcomes[event.seq]?.1)
    }

    /// The index of the first event after `seq`.
    private func index(after seq: Int64) -> Int {
        var (low, high) = (0, events.count)
        while low < high {
            let middle = (low + high) / 2
            if events[middle].event.seq > seq { high = middle } else { low = middle + 1 }
        }
        return low
    }

    func stored(as name: Text) throws(SnapshotError) -> StoredRoom {
        var state: (seq: Int64, state: Room)?
        if let snapshot {
            state = (snapshot.seq, try Snapshot.read(snapshot.bytes, form: Snapshot.form))
        }
        return StoredRoom(
            name: name, birthConfiguration: birthConfiguration, clock: clock,
            forgottenSeq: prunedSeq, lastWallMicroseconds: events.last?.event.wallMicroseconds,
            snapshot: state)
    }

    // MARK: Changes

    mutating func insert(_ event: NewEvent, log: Int64) throws(JournalError) -> Verdict.Result {
        let (seq, time) = (max(newestSeq + 1, event.seq ?? 0), event.time ?? nextTime(at: log))
        guard seq <= Self.greatest, abs(time.microseconds) <= Self.greatest else {
            throw .storage(code: 0, message: "an event's place or time is out of bounds")
        }
        let wall = min(max(event.wallMicroseconds, -Self.greatest), Self.greatest)
        events.append(
            (
                log,
                StoredEvent(
                    seq: seq, id: event.id, body: event.body, wallMicroseconds: wall, time: time,
                    outcome: nil)
            ))
        seqs[event.id] = seq
        (newestSeq, newestTime, newestLog) = (seq, time, log)
        return .recorded(seq: seq, time: time)
    }

    /// The transaction's time, but later than every earlier transaction's.
    private func nextTime(at log: Int64) -> Instant {
        let least = newestLog == log ? newestTime : newestTime + Duration(microseconds: 1)
        return max(clock.instant(at: log), least)
    }

    mutating func add(_ milestones: [Milestone]) {
        for milestone in milestones {
            switch milestone.step {
            case .entered, .left, .messageHidden:
                lives[milestone.id, default: .init()].add(milestone)
            case .queued, .dropped: break
            }
        }
    }

    mutating func addSent(_ ids: [Text], _ wall: Int64) {
        for id in ids {
            let first = lives[id]?.sentWallMicroseconds ?? wall
            lives[id, default: .init()].sentWallMicroseconds = first
        }
    }

    /// Whether events from before log time `log` stay because no snapshot covers them.
    func isUncovered(at log: Int64) -> Bool {
        events.first.map { $0.log < log && $0.event.seq > snapshot?.seq ?? 0 } ?? false
    }

    /// Deletes the oldest event. If it set a configuration, the room's history now begins with it.
    mutating func deleteFirst() {
        let event = events.removeFirst().event
        prunedSeq = event.seq
        outcomes[event.seq] = nil
        lives[event.id] = nil
        seqs[event.id] = nil
        guard let body = try? JSON(parsing: Array(event.body.utf8)),
            body["type"] == .string("config"), let configuration = body["config"]
        else { return }
        birthConfiguration = Text(decoding: configuration.encoded)
    }
}
