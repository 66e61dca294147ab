import Dispatch
import Journal
import Stage
import TestSupport
import Testing
import Texts
import Timeline
import Wire

@testable import Broadcast
@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Feeds of studios")
struct FeedTests {
    private let woken = DispatchSemaphore(value: 0)

    private static func gift(_ number: Int64) -> Event {
        let gift = Gift(
            sender: Person(name: "\(number)"), item: GiftItem(name: "Rose"), count: 1)
        return Event(seq: number, id: "\(number)", kind: .gift(gift))
    }

    /// A room on hold with two waiting gifts.
    private func heldRoom() throws -> LiveRoom {
        var room = Room(configuration: Configuration())
        _ = try room.apply(Event(seq: 1, id: "1", kind: .control(.hold)), at: .zero)
        for number in Int64(2)...3 { _ = try room.apply(Self.gift(number), at: .zero) }
        return LiveRoom(
            name: "main", birthConfiguration: "{}", room: room, seq: 3, snapshotSeq: 3,
            clock: RoomClock(standingAt: .zero, log: 0), logClock: LogClock(at: 0))
    }

    @Test("A gift that arrives during a forecast is listed a second later")
    func duringForecast() throws {
        let forecasts = Forecasts(wake: { [woken] in woken.signal() }, write: { _ in [] })
        let room = try heldRoom()
        let feed = Feed(of: room.output)
        func second(meanwhile change: () -> Void = {}) throws -> Int? {
            let missed = MissedDeliveries([], ownCurrency: "USD")
            feed.refresh(faults: [], missed: missed, forecasts)
            change()
            while !forecasts.isIdle {
                try #require(woken.wait(timeout: .now() + patience) == .success)
                forecasts.deliver()
            }
            guard case .object(let queue)? = feed.overview["queue"] else { return nil }
            return queue.count
        }
        let first = try second {
            _ = room.apply(Self.gift(4), at: .zero, cameAt: WallTime(microseconds: 0))
        }
        #expect(first == 2)
        #expect(try second() == 3)
    }
}
