import RoomRuntime
import Stage
import Testing
import Texts
import Timeline

@testable import Broadcast

@Suite("Room output")
struct RoomOutputTests {
    private static let age = Duration(microseconds: 16_667)

    private func roll(_ output: RoomOutput, seq: Int64, at microseconds: Int64) {
        var update = CounterUpdate(to: Double(seq))
        update.duration = Duration(seconds: 30)
        let event = Event(seq: seq, id: "e\(seq)", kind: .counter(name: "n", update))
        _ = output.timeline.apply(event, at: Instant(microseconds: microseconds))
    }

    @Test("A new viewer of a moving room gets a frame with the newest event")
    func newestEvent() {
        let output = RoomOutput(named: "main")
        #expect(!output.hasFrame(within: Self.age))
        roll(output, seq: 1, at: 0)
        output.refresh()
        #expect(!output.isAtRest)
        #expect(output.hasFrame(within: Self.age))
        roll(output, seq: 2, at: 1000)
        #expect(!output.hasFrame(within: Self.age))
        output.refresh()
        #expect(output.hasFrame(within: Self.age))
    }
}
