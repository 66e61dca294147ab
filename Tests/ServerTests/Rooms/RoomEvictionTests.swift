import HTTPRouting
import Journal
import Stage
import Testing
import Texts
import Timeline
import Transport

@testable import Access
@testable import Broadcast
@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import RoomRuntime
@testable import Server
@testable import Settings
@testable import Webhooks

/// Eviction of rooms, in virtual time.
@Suite("Room eviction")
struct RoomEvictionTests {
    private static let second: UInt64 = 1_000_000_000

    private let rooms: Rooms
    private let began = LoopTimer.now

    init() {
        rooms = Self.makeRooms(limit: 30_000)
    }

    private static func makeRooms(limit: Int) -> Rooms {
        var configuration = Configuration()
        configuration.stage.waitForViewer = .never
        return Rooms(
            configuration: configuration, limit: limit,
            clock: LogClock(at: Int64(LoopTimer.now / 1000)))
    }

    private func apply(_ kind: Event.Kind, to room: LiveRoom) {
        _ = room.apply(
            Event(seq: room.seq + 1, id: "e\(room.seq + 1)", kind: kind), at: room.room.now)
        room.timeline.advance(toNanoseconds: LoopTimer.now)
    }

    /// Evicts all idle rooms, this many seconds after the start.
    private func evict(atSecond second: UInt64) {
        while rooms.letLeave(atNanoseconds: began + second * Self.second, most: 1000) {}
    }

    private var names: [Text] { rooms.names(after: "", limit: 100) }

    @Test("A room is evicted a minute after its last use")
    func unused() throws {
        for name in ["a", "b"] as [Text] { apply(.control(.resume), to: try rooms.room(name)) }
        evict(atSecond: 58)
        #expect(names == ["a", "b"])
        _ = rooms.existing("b")
        evict(atSecond: 62)
        #expect(names == ["b"])
        evict(atSecond: 115)
        #expect(names == ["b"])
        evict(atSecond: 124)
        #expect(names == [])
    }

    @Test(
        "A detached room stays in memory as long as a viewer watches it", arguments: [true, false])
    func watched(isReplaced: Bool) throws {
        weak var kept: LiveRoom?
        do {
            let room = try rooms.room("a")
            room.output.observer = Feed(of: room.output)
            if isReplaced { rooms.replace(room) } else { rooms.drop(room) }
            room.residency.registration.isErased = !isReplaced
            kept = room
        }
        // The test holds no strong reference anymore.
        evict(atSecond: 200)
        let room = try #require(kept)
        rooms.release(room)
        #expect(rooms.room(of: room.output) === room)
        room.output.observer = nil
        rooms.release(room)
        #expect(rooms.room(of: room.output) == nil)
    }

    @Test("Pending events, motion and near deadlines keep a room loaded, a far deadline does not")
    func inUse() throws {
        func caption(holdSeconds: Double) -> Event.Kind {
            var caption = Caption(text: "Hello")
            caption.duration = .zero
            caption.hold = .init(seconds: holdSeconds)
            return .caption(caption)
        }
        apply(caption(holdSeconds: 86_400), to: try rooms.room("far"))
        apply(caption(holdSeconds: 150), to: try rooms.room("near"))
        var wave = Caption(text: "Hello")
        wave.hold = .init(seconds: 86_400)
        wave.effect = .wave
        apply(.caption(wave), to: try rooms.room("waving"))
        let asking = try rooms.room("asking")
        let submission = Submission(
            room: asking, id: "b", kind: .tap(call: "c"), admission: .server
        ) {
            _ in
        }
        asking.pendingEvents.ask(about: PendingEvent(ticket: 1, submission: submission))
        evict(atSecond: 100)
        #expect(names == ["asking", "near", "waving"])
    }

    @Test("A room's records are written before it is evicted")
    func records() throws {
        var handedOver = 0
        rooms.left = { handedOver += $0.records.take().count }
        apply(.control(.resume), to: try rooms.room("a"))
        evict(atSecond: 62)
        #expect(rooms.count == 0)
        // The room's clock runs, and its event has an outcome.
        #expect(handedOver == 2)
    }

    @Test(
        "At the room limit, the room unused longest gives way once it has been idle for ten seconds"
    )
    func yielding() throws {
        let few = Self.makeRooms(limit: 2)
        _ = try few.room("a")
        _ = try few.room("b")
        #expect(throws: Problem.self) { try few.room("c") }
        _ = few.letLeave(atNanoseconds: began + 11 * Self.second, most: 10)
        _ = few.existing("a")
        #expect(few.makePlace(for: "c"))
        _ = try few.room("c")
        #expect(few.names(after: "", limit: 10) == ["a", "c"])
        #expect(throws: Problem.self) { try few.room("d") }
    }

    @Test("Settings and keys of an evicted room stay known")
    func registrations() throws {
        rooms.registration("a").adminSettings = RoomAdminSettings(keepDays: 3)
        rooms.registration("b").settingCount = 1
        rooms.registration("b").pinnedKeys = ["k"]
        apply(.control(.resume), to: try rooms.room("a"))
        apply(.control(.resume), to: try rooms.room("b"))
        evict(atSecond: 62)
        #expect(rooms.count == 0 && names == ["a", "b"])
        #expect(rooms.keeping(fewerThan: 30).map(\.room) == ["a"])
        #expect(try rooms.room("b").residency.registration.pinnedKeys == ["k"])
        rooms.registration("a").adminSettings = RoomAdminSettings()
        rooms.settle("a")
        #expect(names == ["b"])
    }

    @Test("A room remembers across an eviction that it was started or had a viewer")
    func beginnings() throws {
        let room = try rooms.room("a")
        room.output.startWithoutViewer()
        room.output.audience.hasBeenServed = true
        apply(.control(.resume), to: room)
        evict(atSecond: 62)
        #expect(rooms.beginning(of: "a") == Beginning(wasServed: true, isAsked: true))
        #expect(try rooms.room("a").output.beginning == Beginning(wasServed: true, isAsked: true))
        #expect(rooms.beginning(of: "a") == Beginning())
    }
}
