import Stage
import Testing
import Texts
import Timeline

@testable import Snapshots

@Suite("A room's size")
struct SizeTests {
    @Test(
        "A room's byte estimate is within a factor of two of its snapshot's size",
        arguments: SnapshotTests.seeds)
    func estimate(seed: UInt64) {
        var evening = Evening(seed: seed)
        for _ in 0..<200 {
            evening.applyNextEvent()
            // The server takes the milestones before it stores a room.
            var room = evening.room
            _ = room.takeMilestones()
            let bytes = Snapshot.write(room).count
            #expect(room.byteEstimate > bytes / 2)
            #expect(room.byteEstimate < bytes * 2)
        }
    }

    @Test("A room of 16 MiB refuses events that would make it larger, and accepts others")
    func limit() throws {
        let avatar = Text(String(repeating: "x", count: 60_000))
        var room = Room()
        func gift(_ name: Text) -> Event.Kind {
            .gift(
                Gift(
                    sender: Person(name: name, avatar: avatar), item: GiftItem(name: "Rose"),
                    count: 1))
        }
        var seq: Int64 = 0
        func apply(_ kind: Event.Kind, to room: inout Room) throws {
            seq += 1
            _ = try room.apply(Event(seq: seq, id: "e\(seq)", kind: kind), at: room.now)
        }
        while room.refusal(of: gift("S\(seq)")) == nil {
            try apply(gift("S\(seq)"), to: &room)
            try #require(seq < 1000)
        }
        // 16,777,216 bytes hold 279 avatars of 60,000 bytes.
        #expect((278...280).contains(seq))
        #expect((16_500_000...17_000_000).contains(Snapshot.write(room).count))
        #expect(room.refusal(of: gift("new")) == .roomFull(limit: 16_777_216))
        let caption = Caption(text: avatar)
        #expect(room.refusal(of: .caption(caption)) == .roomFull(limit: 16_777_216))
        // This gift merges, so only a number grows.
        #expect(room.refusal(of: gift("S5")) == nil)
        #expect(room.refusal(of: .control(.skip)) == nil)
        // A recorded event is applied at any size.
        try apply(gift("late"), to: &room)
        room.advance(to: room.now + Duration(seconds: 60))
        #expect(room.refusal(of: gift("new")) == nil)
    }
}
