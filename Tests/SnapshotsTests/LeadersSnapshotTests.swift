import Stage
import TestSupport
import Testing
import Texts
import Timeline

@testable import Snapshots

@Suite("Snapshots of leaders")
struct LeadersSnapshotTests {
    /// A room with this many leaders, whose IDs and names have 12 bytes.
    private func room(_ count: Int) throws -> Room {
        var configuration = Configuration()
        configuration.leaders.enabled = true
        configuration.gifts.enabled = false
        var room = Room(configuration: configuration)
        for number in 0..<count {
            let person = Person(
                id: "id\(1_000_000_000 + number)", name: "na\(1_000_000_000 + number)")
            let gift = Gift(
                sender: person, item: GiftItem(name: "Rose", value: Double(number % 5000)),
                count: 99)
            let event = Event(seq: Int64(number + 1), id: "e\(number)", kind: .gift(gift))
            _ = try room.apply(event, at: Instant(microseconds: Int64(number) * 1000))
        }
        return room
    }

    @Test("10,000 leaders take at most a megabyte, and come back as they were")
    func many() throws {
        var room = try room(10_000)
        let bytes = Snapshot.write(room)
        #expect(bytes.count < 1_000_000)
        #expect(room.byteEstimate > bytes.count / 2 && room.byteEstimate < 2 * bytes.count)
        var restored = try Snapshot.read(bytes, form: Snapshot.form)
        #expect(restored == room)
        #expect(Snapshot.write(restored) == bytes)
        // Both go on in the same way: the same sender is replaced, and the same rows move.
        let gift = Gift(
            sender: Person(name: "new"), item: GiftItem(name: "Rose", value: 1e6), count: 1)
        let event = Event(seq: 20_000, id: "new", kind: .gift(gift))
        for second in 10...11 {
            let instant = Instant(microseconds: Int64(second) * 1_000_000)
            if second == 10 {
                _ = try room.apply(event, at: instant)
                _ = try restored.apply(event, at: instant)
            }
            room.advance(to: instant)
            restored.advance(to: instant)
            #expect(room.frame == restored.frame)
        }
        #expect(Snapshot.write(restored) == Snapshot.write(room))
        #expect(room.overview.leaders(1).map(\.name) == ["new"])
    }
}
