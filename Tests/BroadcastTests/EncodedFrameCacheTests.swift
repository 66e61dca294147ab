import Testing
import Texts
import Timeline
import Transport

@testable import Broadcast
@testable import Stage

@Suite("Encoded frames")
struct EncodedFrameCacheTests {
    private let encoder = FrameEncoder()

    private func append(_ x: Double, into frames: inout FrameHistory) {
        let content = Node.Content.call(
            CallContent(name: "Ann", avatar: nil, leaving: false, born: .zero))
        frames.addNewest {
            $0 = Frame(
                time: Instant(microseconds: Int64(x)),
                nodes: [
                    Node(
                        id: "call/a", x: x, y: 0, width: 1, height: 1, alpha: 1, content: content)
                ])
        }
    }

    @Test(
        "Viewers whose last frame is unknown or no longer kept share one full frame",
        arguments: FrameForm.allCases)
    func sharing(form: FrameForm) {
        var frames = FrameHistory()
        var encoded = EncodedFrameCache()
        for x in 1...40 { append(Double(x), into: &frames) }
        let full = encoded.message(of: frames, since: 0, as: form, by: encoder)
        // The last sixteen of forty frames are kept.
        for shown: Int64 in [0, 1, 2, 24] {
            #expect(encoded.message(of: frames, since: shown, as: form, by: encoder) === full)
        }
        let delta = encoded.message(of: frames, since: 39, as: form, by: encoder)
        #expect(delta !== full)
        #expect(encoded.message(of: frames, since: 39, as: form, by: encoder) === delta)
        #expect(encoded.message(of: frames, since: 25, as: form, by: encoder) !== full)
    }

    @Test("Each form has its own encoding, and a new frame replaces it")
    func forms() {
        var frames = FrameHistory()
        var encoded = EncodedFrameCache()
        append(1, into: &frames)
        let json = encoded.message(of: frames, since: 0, as: .json, by: encoder)
        let binary = encoded.message(of: frames, since: 0, as: .binary, by: encoder)
        #expect(json !== binary && json.kind != binary.kind)
        let count = json.count
        append(1000, into: &frames)
        // 1000 has three more digits than 1 in two places: x and time.
        #expect(encoded.message(of: frames, since: 0, as: .json, by: encoder).count == count + 6)
    }
}
