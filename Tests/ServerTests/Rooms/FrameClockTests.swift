import Journal
import Stage
import Testing
import Texts
import Timeline
import Transport

@testable import Broadcast
@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Monitoring
@testable import RoomRuntime
@testable import Server
@testable import Webhooks

/// A frame clock on a loop that does not run: the test makes its ticks.
@Suite("Frame clock")
final class FrameClockTests {
    private let scene: IntakeScene
    private let metrics = Metrics()
    private var clock: FrameClock!
    /// The names of the rooms that came to rest.
    private var rested: [Text] = []

    init() throws {
        scene = try IntakeScene { $0.stage.waitForViewer = .never }
        clock = try FrameClock(
            loop: scene.loop, ticksPerSecond: 60, sender: scene.frameScheduler.sender,
            metrics: metrics
        ) { [unowned self] in rested.append($0.name) }
    }

    /// Shows a waving caption in the scene's room to a new viewer, and returns the viewer.
    private func watchMovingRoom() throws -> Viewer {
        let room = scene.room
        room.output.setClock(atNanoseconds: LoopTimer.now)
        var caption = Caption(text: "Hello")
        caption.hold = .init(seconds: 86_400)
        caption.effect = .wave
        _ = room.apply(Event(seq: 1, id: "a", kind: .caption(caption)), at: room.room.now)
        let viewer = try Viewer.unconnected(in: room, on: scene.loop)
        room.output.audience.add(viewer)
        clock.add(room.output)
        return viewer
    }

    @Test("A moving room is listed once, however often it is added")
    func once() throws {
        for _ in 0..<3 { clock.add(scene.room.output) }
        clock.add(scene.other.output)
        #expect(clock.moving.map(\.name) == ["main", "other"])
    }

    @Test("A moving room stays on the clock until its last viewer leaves")
    func unwatched() throws {
        let viewer = try watchMovingRoom()
        for _ in 0..<3 { clock.ticked(expirations: 1) }
        #expect(rested == [] && clock.isTicking)
        #expect(scene.room.output.audience.frames.seq > 0)
        scene.room.output.audience.remove(viewer)
        clock.ticked(expirations: 1)
        #expect(rested == ["main"] && clock.moving.isEmpty && !clock.isTicking)
    }

    @Test("A moving room leaves the clock when its time stops")
    func stopped() throws {
        let viewer = try watchMovingRoom()
        clock.ticked(expirations: 1)
        _ = scene.room.timeline.stopClock(at: scene.room.timeline.logClock.now)
        clock.ticked(expirations: 1)
        #expect(rested == ["main"] && clock.moving.isEmpty)
        #expect(scene.room.output.audience.viewers.first === viewer)
    }

    @Test("Every tick that came too late for a frame of its own counts as missed")
    func missed() throws {
        _ = try watchMovingRoom()
        clock.ticked(expirations: 1)
        #expect(metrics.ticksMissed == 0)
        clock.ticked(expirations: 4)
        #expect(metrics.ticksMissed == 3)
        clock.ticked(expirations: 1)
        #expect(metrics.ticksMissed == 3)
    }

    @Test("A tick during a long round begins the next round")
    func overlapping() throws {
        // More rooms than one turn of the loop has time for, which rest after one round.
        let rooms = (0..<1200).map { scene.makeRoom("room-\($0)") }
        for room in rooms { clock.add(room.output) }
        _ = try watchMovingRoom()
        clock.ticked(expirations: 1)
        clock.ticked(expirations: 2)
        #expect(metrics.ticksMissed == 0 && rested.isEmpty)
        while rested.isEmpty { clock.takeTurn() }
        #expect(rested.count == rooms.count && clock.moving.map(\.name) == ["main"])
        clock.takeTurn()
        #expect(metrics.ticksMissed == 1)
    }

    @Test("Ticks from before a rest do not count as missed after it")
    func rest() throws {
        let rooms = (0..<1200).map { scene.makeRoom("room-\($0)") }
        for room in rooms { clock.add(room.output) }
        clock.ticked(expirations: 1)
        clock.ticked(expirations: 5)
        while clock.isTicking { clock.takeTurn() }
        _ = try watchMovingRoom()
        clock.ticked(expirations: 1)
        #expect(metrics.ticksMissed == 0)
    }
}
