import Dispatch
import Glibc
import Journal
import SQLiteJournal
import Stage
import Testing
import Texts

@testable import Server

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
        loader = RoomLoader(rooms: rooms, journal: Journal(log: log, wake: {}), wake: wake) { _ in }
    }

    private func deliver() throws {
        try #require(woken.wait(timeout: .now() + 10) == .success)
        loader.deliver()
    }

    private final class Count { var value = 0 }

    @Test(
        "Of many who wait for a room some go on at once, the others in a moment, all of them once")
    func slices() throws {
        let gone = Count()
        for _ in 0..<1000 { loader.whenLoaded("main") { _ in gone.value += 1 } }
        try deliver()
        #expect((1...100).contains(gone.value))
        while gone.value < 1000 {
            #expect(loader.count > 0)
            try deliver()
        }
        #expect(gone.value == 1000 && loader.count == 0)
        #expect(woken.wait(timeout: .now()) == .timedOut)
    }

    @Test("Who waits while the room goes again has it read again")
    func goneMeanwhile() throws {
        let (gone, found) = (Count(), Count())
        for _ in 0..<200 {
            loader.whenLoaded("main") { [rooms] _ in
                gone.value += 1
                if rooms.glimpse("main") == nil { found.value += 1 }
                _ = try? rooms.room("main")
            }
        }
        try deliver()
        rooms.forsake(try rooms.room("main"))
        // The others ask anew, and of those one is the first.
        while gone.value < 200 { try deliver() }
        #expect(found.value == 2)
    }
}
