import Journal
import Snapshots
import Stage
import Testing
import Texts
import Timeline
import Wire

@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import RoomRuntime
@testable import Server
@testable import Webhooks

extension LiveRoom {
    /// Applies an event whose wall time does not matter.
    func apply(_ event: Event, at instant: Instant) -> Outcome {
        apply(event, at: instant, cameAt: WallTime(microseconds: 0)).0
    }
}

@Suite("Live room")
struct LiveRoomTests {
    /// The bytes of a room's events and of its snapshots, with a visit after every 20 events.
    private func bytes(
        events: Int, nameBytes: Int, queueLimit: Int
    ) -> (events: Int, snapshots: [Int]) {
        var configuration = Configuration()
        configuration.gifts.queueLimit = queueLimit
        let room = LiveRoom(
            name: "main", birthConfiguration: "{}", room: Room(configuration: configuration),
            seq: 0, snapshotSeq: 0, clock: RoomClock(standingAt: .zero, log: 0),
            logClock: LogClock(at: 0))
        let name = String(repeating: "x", count: nameBytes)
        var taken = 0
        var snapshots: [Int] = []
        for number in 1...events {
            let kind = Event.Kind.gift(
                Gift(
                    sender: Person(name: Text("\(name)\(number)")), item: GiftItem(name: "Leaf"),
                    count: 1))
            taken += JSON(kind).encoded.count
            _ = room.apply(
                Event(seq: Int64(number), id: "e\(number)", kind: kind),
                at: Instant(microseconds: Int64(number) * 1000))
            if number.isMultiple(of: 20) { _ = room.visit(atNanoseconds: 0) }
            for case .snapshot(_, _, let state, _) in room.records.take() {
                snapshots.append(Snapshot.write(state).count)
            }
        }
        return (taken, snapshots)
    }

    @Test(
        "Snapshots take at most twice as many bytes as the events",
        arguments: [(20_000, 20, 100), (10_000, 500, 5000), (3000, 20, 3000)])
    func amplification(events: Int, nameBytes: Int, queueLimit: Int) {
        let written = bytes(events: events, nameBytes: nameBytes, queueLimit: queueLimit)
        #expect(written.snapshots.count > 2)
        #expect(written.snapshots.reduce(0, +) <= 2 * written.events)
    }

    @Test("A room with few events gets no snapshot before it is closed")
    func quiet() {
        #expect(bytes(events: 100, nameBytes: 20, queueLimit: 100).snapshots == [])
    }
}
