import Stage
import TestSupport
import Testing
import Texts
import Timeline

@testable import Cluster
@testable import History
@testable import Journal
@testable import LiveRooms
@testable import RoomRuntime
@testable import Server
@testable import Webhooks

@Suite("Recovery of rooms")
struct RecoveryTests {
    /// The event of a counter named after its sequence number, at an instant in seconds.
    private func counter(_ seq: Int64, atSeconds: Int64 = 0, outcome: Outcome?) -> StoredEvent {
        StoredEvent(
            seq: seq, id: "c\(seq)",
            body: #"{"type":"counter","name":"n\#(seq)","to":\#(seq),"duration":0}"#,
            wallMicroseconds: 0, time: Instant(microseconds: atSeconds * 1_000_000),
            outcome: outcome)
    }

    /// Loads the room while the log's clock shows 100 s. A snapshot covers an event at `snapshotSeq`.
    private func start(
        _ events: [StoredEvent], snapshotSeq: Int64? = nil,
        _ clock: RoomClock = .init(standingAt: .zero, log: 0),
        _ beginning: Beginning = Beginning(wasServed: true)
    ) throws -> LiveRoom {
        let log = MemoryLog(clock: LogClock(at: 100_000_000, monotonic: { 1_000_000_000 }))
        let covered = snapshotSeq.map { [counter($0, outcome: .shown)] } ?? []
        for event in covered + events {
            let new = NewEvent.sample(
                event.id, seq: event.seq, time: event.time, body: event.body, clock: clock,
                configuration: "{}")
            _ = try log.append([.event(new, ticket: 0)])
            if let outcome = event.outcome {
                _ = try log.append([.outcome(room: "main", seq: event.seq, outcome)])
            }
        }
        if let snapshotSeq { _ = try log.append([.snapshot(upTo: snapshotSeq)]) }
        return try #require(try Recovery(log: log).room("main", beginning: beginning))
    }

    @Test("A room is restored from its snapshot or its first event, and all later events")
    func whole() throws {
        let fresh = try start((1...2).map { counter($0, outcome: .shown) })
        #expect(fresh.room.overview.counters.map(\.name) == ["n1", "n2"] && fresh.seq == 2)
        let later = try start((6...7).map { counter($0, outcome: .shown) }, snapshotSeq: 5)
        #expect(later.room.overview.counters.map(\.name) == ["n6", "n7"] && later.seq == 7)
        #expect(try start([], snapshotSeq: 5).seq == 5)
    }

    @Test("A restored room's time is its clock's, or its last event's if that is later")
    func time() throws {
        let running = RoomClock(offMicroseconds: 30_000_000, untilMicroseconds: nil)
        #expect(try start([], snapshotSeq: 1, running).room.now.microseconds == 70_000_000)
        let standing = RoomClock(offMicroseconds: 30_000_000, untilMicroseconds: 42_000_000)
        #expect(try start([], snapshotSeq: 1, standing).room.now.microseconds == 12_000_000)
        let ahead = try start([counter(2, atSeconds: 71, outcome: .shown)], snapshotSeq: 1, running)
        #expect(ahead.room.now.microseconds == 71_000_000)
        #expect(ahead.records.take().map(\.word) == ["clock 29000000"])
    }

    @Test("Missing outcomes are computed again")
    func outcomes() throws {
        let room = try start(
            [
                counter(1, atSeconds: 1, outcome: .shown), counter(2, atSeconds: 2, outcome: nil),
                counter(3, atSeconds: 3, outcome: .shown), counter(4, atSeconds: 4, outcome: nil),
            ], RoomClock(offMicroseconds: 0, untilMicroseconds: nil))
        #expect(room.records.take().map(\.word) == ["outcome 2 shown", "outcome 4 shown"])
    }
}

extension Record {
    fileprivate var word: String {
        switch self {
        case .clock(_, let clock): "clock \(clock.offMicroseconds)"
        case .outcome(_, let seq, let outcome, _): "outcome \(seq) \(outcome.word)"
        default: "other"
        }
    }
}
