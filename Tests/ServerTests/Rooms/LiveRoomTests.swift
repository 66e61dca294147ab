import Journal
import Snapshots
import Stage
import Testing
import Texts
import Timeline
import Wire

@testable import Server

extension LiveRoom {
    /// Applies an event of which it does not matter when it came.
    func apply(_ event: Event, at instant: Instant) -> Outcome {
        apply(event, at: instant, cameAt: WallTime(microseconds: 0))
    }
}

@Suite("LiveRoom")
struct LiveRoomTests {
    /// Bytes of the events that a room takes, and of the snapshots that are made of it; 20 events
    /// come from one look at it to the next.
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
                    sender: Person(name: Text("\(name)\(number)")), present: Present(name: "Leaf"),
                    count: 1))
            taken += JSON(kind).encoded.count
            _ = room.apply(
                Event(seq: Int64(number), id: "e\(number)", kind: kind),
                at: Instant(microseconds: Int64(number) * 1000))
            if number.isMultiple(of: 20) { _ = room.visit(atNanoseconds: 0) }
            for case .snapshot(_, _, let state, _) in room.takeRecords() {
                snapshots.append(Snapshot.write(state).count)
            }
        }
        return (taken, snapshots)
    }

    @Test(
        "Snapshots take at most twice what events took",
        arguments: [(20_000, 20, 100), (10_000, 500, 5000), (3000, 20, 3000)])
    func amplification(events: Int, nameBytes: Int, queueLimit: Int) {
        let written = bytes(events: events, nameBytes: nameBytes, queueLimit: queueLimit)
        #expect(written.snapshots.count > 2)
        #expect(written.snapshots.reduce(0, +) <= 2 * written.events)
    }

    @Test("A room in which little happens has no snapshot before its end")
    func quiet() {
        #expect(bytes(events: 100, nameBytes: 20, queueLimit: 100).snapshots == [])
    }
}
