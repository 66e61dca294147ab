import Stage
import Testing
import Texts

@testable import Server

@Suite("Frame clock")
struct FrameClockTests {
    @Test("A moving room is listed once, however often it is added")
    func once() throws {
        let scene = try IntakeScene { $0.stage.waitForViewer = .never }
        let clock = try #require(scene.director.clock)
        for _ in 0..<3 { clock.add(scene.room) }
        clock.add(scene.other)
        #expect(clock.moving.map(\.name) == ["main", "other"])
    }
}
