import Journal
import Snapshots
import Stage
import Texts
import Timeline
import Wire

/// What `MemoryLog` keeps of a room.
struct StoredHistory {
    var birthConfiguration: Text
    var clock: RoomClock
    /// The newest state, as bytes.
    var snapshot: (seq: Int64, bytes: [UInt8])?
    var outcomes: [Int64: Outcome] = [:]
    private(set) var lives: [Text: StoredLife] = [:]
    /// With the log time of each; oldest first.
    private(set) var events: [(log: Int64, event: StoredEvent)] = []
    private(set) var prunedSeq: Int64 = 0
    private var newestSeq: Int64 = 0
    private var newestTime: Instant
    private var newestLog: Int64?

    private static let greatest: Int64 = 9_007_199_254_740_991

    init(_ birth: NewEvent.Birth, log: Int64) {
        birthConfiguration = birth.configuration
        clock = birth.clock
        // A room whose time stands still was shown at that instant already.
        newestTime =
            clock.isRunning ? Instant(microseconds: -1) : clock.instant(at: log)
    }

    var byteCount: Int { events.reduce(0) { $0 + $1.event.byteCount } }

    /// The events, each with its outcome.
    var storedEvents: [StoredEvent] {
        events.map { _, event in
            StoredEvent(
                seq: event.seq, id: event.id, body: event.body,
                wallMicroseconds: event.wallMicroseconds, time: event.time,
                outcome: outcomes[event.seq])
        }
    }

    func known(_ id: Text) -> Verdict.Result? {
        storedEvents.first { $0.id == id }.map { .known($0) }
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
        (newestSeq, newestTime, newestLog) = (seq, time, log)
        return .recorded(seq: seq, time: time)
    }

    /// The time of the next event: that of the transaction, later than any of one before.
    private func nextTime(at log: Int64) -> Instant {
        let least = newestLog == log ? newestTime : newestTime + Duration(microseconds: 1)
        return max(clock.instant(at: log), least)
    }

    mutating func add(_ milestones: [Milestone]) {
        for milestone in milestones {
            switch milestone.step {
            case .entered: lives[milestone.id, default: .init()].entered = milestone.time
            case .left(let reason):
                lives[milestone.id, default: .init()].left = milestone.time
                lives[milestone.id]?.reason = reason
            }
        }
    }

    mutating func addSent(_ ids: [Text], _ wall: Int64) {
        for id in ids {
            let first = lives[id]?.sentWallMicroseconds ?? wall
            lives[id, default: .init()].sentWallMicroseconds = first
        }
    }

    /// Whether events from before log time `log` are kept because no snapshot covers them.
    func isUncovered(at log: Int64) -> Bool {
        events.first.map { $0.log < log && $0.event.seq > snapshot?.seq ?? 0 } ?? false
    }

    /// Deletes the oldest event; the room's history begins with the configuration that it set.
    mutating func deleteFirst() {
        let event = events.removeFirst().event
        prunedSeq = event.seq
        outcomes[event.seq] = nil
        lives[event.id] = nil
        guard let body = try? JSON(parsing: Array(event.body.utf8)),
            body["type"] == .string("config"), let configuration = body["config"]
        else { return }
        birthConfiguration = Text(decoding: configuration.encoded)
    }
}
