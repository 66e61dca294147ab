import Testing
import Texts
import Timeline

@testable import Broadcast
@testable import Stage

@Suite("Frame history")
struct FrameHistoryTests {
    private func frame(_ x: Double, at microseconds: Int64) -> Frame {
        let content = Node.Content.call(
            CallContent(name: "Ann", avatar: nil, leaving: false, born: .zero))
        return Frame(
            time: Instant(microseconds: microseconds),
            nodes: [
                Node(id: "call/a", x: x, y: 0, width: 1, height: 1, alpha: 1, content: content)
            ])
    }

    @Test("A frame with changes gets the next number, and one without changes is dropped")
    func numbers() {
        var history = FrameHistory()
        #expect(history.seq == 0)
        history.addNewest { $0 = Frame() }
        #expect(history.seq == 1)
        history.addNewest { $0 = Frame(time: Instant(microseconds: 9)) }
        #expect(history.seq == 1)
        #expect(history.newest.time == .zero)
        history.addNewest { $0 = frame(1, at: 10) }
        #expect(history.seq == 2)
        #expect(history.newest == frame(1, at: 10))
    }

    @Test("The last sixteen frames are kept")
    func depth() {
        var history = FrameHistory()
        for number in 1...50 { history.addNewest { $0 = frame(Double(number), at: Int64(number)) } }
        #expect(history.seq == 50)
        for number in 35...50 {
            #expect(history[Int64(number)] == frame(Double(number), at: Int64(number)))
        }
        #expect(history[34] == nil)
        #expect(history[0] == nil)
    }

    @Test("A frame that no viewer has is removed, and others are kept")
    func keepingFrom() {
        var history = FrameHistory()
        for number in 1...10 {
            history.addNewest(keepingFrom: Int64(number - 1)) {
                $0 = frame(Double(number), at: Int64(number))
            }
        }
        #expect(history[10] == frame(10, at: 10))
        #expect(history[9] == frame(9, at: 9))
        #expect(history[7] == nil)
        for number in 11...14 {
            history.addNewest(keepingFrom: 9) { $0 = frame(Double(number), at: Int64(number)) }
        }
        for number in 9...14 { #expect(history[Int64(number)] != nil) }
        #expect(history[8] == nil)
    }
}
