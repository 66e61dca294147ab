import Dispatch
import Glibc
import Journal
import SQLiteJournal
import Stage
import TestSupport
import Testing
import Texts

@testable import Access
@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Room loader")
struct RoomLoaderTests {
    private let rooms: Rooms
    private let loader: RoomLoader
    private let woken = DispatchSemaphore(value: 0)

    init() throws {
        var template = Array("/tmp/ovation-loader-XXXXXX".utf8CString)
        let made = try #require(mkdtemp(&template))
        let log = try SQLiteLog(directory: String(cString: made))
        rooms = Rooms(configuration: Configuration(), limit: 10, clock: log.clock)
        let wake: @Sendable () -> Void = { [woken] in woken.signal() }
        loader = RoomLoader(
            rooms: rooms, journal: Journal(log: log, wake: {}), recovery: Recovery(log: log),
            wake: wake)
    }

    private func deliver() throws {
        try #require(woken.wait(timeout: .now() + patience) == .success)
        loader.deliver()
    }

    private final class Count { var value = 0 }

    @Test(
        "A thousand waiting requests continue once each, at most 100 at a time")
    func slices() throws {
        let resumedCount = Count()
        for _ in 0..<1000 {
            loader.whenLoaded("main", for: .server) { _ in resumedCount.value += 1 }
        }
        try deliver()
        #expect((1...100).contains(resumedCount.value))
        while resumedCount.value < 1000 {
            #expect(!loader.isIdle)
            try deliver()
        }
        #expect(resumedCount.value == 1000 && loader.isIdle)
        #expect(woken.wait(timeout: .now()) == .timedOut)
    }

    @Test("Requests that wait while the room is evicted load it again")
    func goneMeanwhile() throws {
        let (resumedCount, missingCount) = (Count(), Count())
        for _ in 0..<200 {
            loader.whenLoaded("main", for: .server) { [rooms] _ in
                resumedCount.value += 1
                if rooms.glimpse("main") == nil { missingCount.value += 1 }
                _ = try? rooms.room("main")
            }
        }
        try deliver()
        rooms.replace(try rooms.room("main"))
        // The remaining requests wait again, and the first of them finds no room.
        while resumedCount.value < 200 { try deliver() }
        #expect(missingCount.value == 2)
    }
}
