import Journal
import Stage
import Testing
import Texts
import Timeline
import Transport

@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import RoomRuntime
@testable import Server
@testable import Webhooks

@Suite("Visits to rooms")
struct MaintenanceScheduleTests {
    private static let second: UInt64 = 1_000_000_000

    private let rooms: Rooms

    init() {
        var configuration = Configuration()
        configuration.stage.waitForViewer = .never
        rooms = Rooms(
            configuration: configuration, limit: 30_000,
            clock: LogClock(at: Int64(LoopTimer.now / 1000)))
    }

    /// Does one round of `Upkeep`; returns the number of active rooms.
    @discardableResult
    private func round(atNanoseconds now: UInt64) -> Int {
        rooms.visits.wake(atNanoseconds: now)
        var count = 0
        for slice in 0..<MaintenanceSchedule.slices {
            for residency in rooms.visits[slice] {
                guard let room = rooms.glimpse(residency.name) else { continue }
                if room.visit(atNanoseconds: now) { count += 1 }
                _ = room.records.take()
                rooms.rest(room, atNanoseconds: now)
            }
        }
        return count
    }

    private func apply(_ kind: Event.Kind, to room: LiveRoom) {
        _ = room.apply(
            Event(seq: room.seq + 1, id: "e\(room.seq + 1)", kind: kind), at: room.room.now)
    }

    @Test("Idle rooms are not visited after the first round")
    func resting() throws {
        for number in 0..<2000 { _ = try rooms.room("r\(number)") }
        #expect(rooms.visits.count == 2000)
        #expect(round(atNanoseconds: LoopTimer.now) == 0)
        #expect(rooms.visits.count == 0 && rooms.visits.waitingCount == 0)
        let room = try rooms.room("r7")
        apply(.counter(name: "a", CounterUpdate(to: 1)), to: room)
        #expect(rooms.visits.count == 1)
        #expect(round(atNanoseconds: LoopTimer.now) == 1)
        #expect(rooms.visits.count == 1, "it counts for two seconds")
    }

    @Test("A room whose next change is a day away waits without visits")
    func far() throws {
        let room = try rooms.room("main")
        var caption = Caption(text: "Back tomorrow")
        caption.duration = .zero
        caption.hold = .init(seconds: 86_400)
        apply(.caption(caption), to: room)
        let now = LoopTimer.now
        #expect(round(atNanoseconds: now) == 1)
        #expect(rooms.visits.count == 0 && rooms.visits.waitingCount == 1)
        // Nothing is due, so the room is visited again only just before the caption ends.
        round(atNanoseconds: now + Self.second)
        round(atNanoseconds: now + 3600 * Self.second)
        #expect(rooms.visits.count == 0 && rooms.visits.waitingCount == 1)
        rooms.visits.wake(atNanoseconds: now + 86_401 * Self.second)
        #expect(rooms.visits.count == 1 && rooms.visits.waitingCount == 0)
    }

    @Test("An event wakes a waiting room, which then waits again")
    func stirred() throws {
        let room = try rooms.room("main")
        var caption = Caption(text: "Back tomorrow")
        caption.duration = .zero
        caption.hold = .init(seconds: 86_400)
        apply(.caption(caption), to: room)
        for _ in 0..<3 {
            round(atNanoseconds: LoopTimer.now)
            #expect(rooms.visits.count == 0 && rooms.visits.waitingCount == 1)
            apply(.control(.hold), to: room)
            #expect(rooms.visits.count == 1 && rooms.visits.waitingCount == 0)
        }
    }

    @Test("A dropped room is neither visited nor waited for")
    func gone() throws {
        let room = try rooms.room("main")
        var caption = Caption(text: "Back tomorrow")
        caption.duration = .zero
        caption.hold = .init(seconds: 86_400)
        apply(.caption(caption), to: room)
        round(atNanoseconds: LoopTimer.now)
        rooms.drop(room)
        #expect(rooms.visits.waitingCount == 0)
        rooms.visits.wake(atNanoseconds: LoopTimer.now + 86_401 * Self.second)
        apply(.control(.hold), to: room)
        #expect(rooms.visits.count == 0)
    }

    @Test("A spent room is visited until it is erased, and a room with a key is not")
    func spent() throws {
        let room = try rooms.room("main")
        apply(.control(.resume), to: room)
        round(atNanoseconds: LoopTimer.now)
        round(atNanoseconds: LoopTimer.now)
        #expect(rooms.visits.count == 0)
        room.recordForgotten(upTo: 1)
        room.residency.registration.settingCount = 1
        round(atNanoseconds: LoopTimer.now)
        #expect(rooms.visits.count == 0)
        room.residency.registration.settingCount = 0
        rooms.release(room)
        round(atNanoseconds: LoopTimer.now)
        #expect(rooms.visits.count == 1 && rooms.isSpent(room))
        room.residency.registration.isBeingErased = true
        round(atNanoseconds: LoopTimer.now)
        #expect(rooms.visits.count == 1)
        rooms.renew(room)
        #expect(rooms.visits.count == 0 && rooms.count == 0)
    }

    @Test("Rooms with fewer keep days are listed without a search")
    func keepers() throws {
        for number in 0..<3 { _ = try rooms.room("r\(number)") }
        for (name, days) in [("r0", 3), ("r1", 40)] as [(Text, Int)] {
            rooms.registration(name).adminSettings = RoomAdminSettings(keepDays: days)
        }
        #expect(rooms.keeping(fewerThan: 30).map(\.room) == ["r0"])
        rooms.registration("r0").adminSettings = RoomAdminSettings()
        #expect(rooms.keeping(fewerThan: 30).isEmpty)
        rooms.drop(try rooms.room("r1"))
        #expect(rooms.keeping(fewerThan: 99).isEmpty)
    }
}
