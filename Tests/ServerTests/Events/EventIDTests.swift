import Journal
import Testing
import Texts

@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Event IDs")
struct EventIDTests {
    @Test("Event IDs sort by their time and are unique")
    func order() {
        let start: Int64 = 1_800_000_000_000_000
        var ids: [Text] = []
        for step in 0..<1000 as Range<Int64> {
            ids.append(EventID.random(at: WallTime(microseconds: start + step * 1000)))
        }
        #expect(ids == ids.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        let same = (0..<1000).map { _ in EventID.random(at: WallTime(microseconds: start)) }
        #expect(Set(same).count == 1000)
    }

    // 1,000,000 ms are 30·32³ + 16·32² + 18·32 + 0.
    @Test("An event ID has six digits of time and twelve random digits")
    func form() {
        let id = EventID.random(at: WallTime(microseconds: 1_000_000_000))
        #expect(id.byteCount == 18)
        #expect(id.begins(with: "00ygj0"))
    }
}
