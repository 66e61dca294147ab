import Foundation
import Stage
import TestSupport
import Testing
import Texts
import Timeline
import Wire

@Suite("Frame deltas")
struct FrameDeltaTests {
    @Test("JSON deltas applied to the last frame give the new frame", arguments: 1...40)
    func json(seed: UInt64) throws {
        var frames = RandomFrames(seed: seed)
        var writer = FrameJSON()
        var picture = JSONPicture()
        var shown = frames.shown
        writer.writeFull(shown, seq: 1)
        try picture.apply(writer.bytes)
        for step in 2...60 {
            let frame = frames.next()
            // The viewer misses every fourth frame on average.
            if frames.chance(oneIn: 4) { continue }
            writer.writeDelta(frame, from: shown, seq: Int64(step))
            try picture.apply(writer.bytes)
            #expect(picture.nodes == (try wholePicture(of: frame).nodes), "step \(step)")
            #expect(picture.order == frame.nodes.map(\.id.string), "step \(step)")
            shown = frame
        }
    }

    @Test("Binary deltas applied to the last frame give the new frame", arguments: 1...40)
    func binary(seed: UInt64) throws {
        var frames = RandomFrames(seed: seed)
        var writer = FrameBinary()
        var picture = BinaryPicture()
        var shown = frames.shown
        var shownSeq: Int64 = 1
        writer.writeFull(shown, seq: 1)
        try picture.apply(writer.bytes)
        for step in 2...60 as ClosedRange<Int64> {
            let frame = frames.next()
            if frames.chance(oneIn: 4) { continue }
            if frames.chance(oneIn: 20) {
                writer.writeFull(frame, seq: step)
            } else {
                writer.writeDelta(frame, seq: step, from: shown, seq: shownSeq)
            }
            try picture.apply(writer.bytes)
            let whole = try wholePicture(of: frame)
            #expect(picture.nodes.map { $0["id"] as? String } == frame.nodes.map(\.id.string))
            for node in picture.nodes {
                #expect(node == whole.nodes[node["id"] as? String ?? ""], "step \(step)")
            }
            #expect(picture.seq == step)
            #expect(picture.time == frame.time.microseconds)
            (shown, shownSeq) = (frame, step)
        }
    }

    // The two names are canonically equivalent, but have different bytes.
    @Test("Nodes with lookalike IDs are distinct")
    func lookalikes() throws {
        var room = Room(configuration: .init())
        func frame(after kind: Event.Kind, seq: Int64) throws -> Frame {
            _ = try room.apply(Event(seq: seq, id: "e\(seq)", kind: kind), at: .zero)
            return room.frame
        }
        let update = CounterUpdate(to: 1)
        _ = try frame(after: .counter(name: "\u{E9}", update), seq: 1)
        let both = try frame(after: .counter(name: "e\u{301}", update), seq: 2)
        let one = try frame(after: .deleteCounter(name: "\u{E9}"), seq: 3)
        var writer = FrameJSON()
        writer.writeDelta(one, from: both, seq: 3)
        let delta = try JSON(parsing: writer.bytes)
        #expect(delta["nodes"] == .array([]))
        guard case .array(let removed) = delta["removed"], case .string(let id) = removed.first
        else {
            Issue.record("\(delta)")
            return
        }
        #expect(removed.count == 1)
        #expect(id.utf8.elementsEqual("counter/\u{E9}".utf8))
    }

    private func wholePicture(of frame: Frame) throws -> JSONPicture {
        var writer = FrameJSON()
        writer.writeFull(frame, seq: 1)
        var picture = JSONPicture()
        try picture.apply(writer.bytes)
        return picture
    }

    @Test(
        "The page decodes the same stage from JSON and from binary frames",
        .enabled(if: PageScript.node != nil))
    func page() throws {
        let process = PageScript.process("stages.mjs")
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var lines = 0
        for seed in 1...25 as ClosedRange<UInt64> { lines += try writeFrames(seed, input) }
        try input.fileHandleForWriting.close()
        let printed = try output.fileHandleForReading.readToEnd() ?? Data()
        let answer = String(decoding: printed, as: UTF8.self)
        process.waitUntilExit()
        #expect(answer == "\(lines) frames agree\n")
        #expect(process.terminationStatus == 0)
    }

    /// Writes random frames in both forms, one frame per line, and returns the number of lines.
    private func writeFrames(_ seed: UInt64, _ input: Pipe) throws -> Int {
        var frames = RandomFrames(seed: seed)
        var (json, binary) = (FrameJSON(), FrameBinary())
        var shown: (frame: Frame, seq: Int64)?
        var lines = 0
        for step in 1...40 as ClosedRange<Int64> {
            let frame = frames.next()
            if shown != nil, frames.chance(oneIn: 4) { continue }
            if let shown {
                json.writeDelta(frame, from: shown.frame, seq: step)
                binary.writeDelta(frame, seq: step, from: shown.frame, seq: shown.seq)
            } else {
                json.writeFull(frame, seq: step)
                binary.writeFull(frame, seq: step)
            }
            let line = Data(binary.bytes).base64EncodedString() + " "
            try input.fileHandleForWriting.write(contentsOf: Data(line.utf8 + json.bytes + [0x0A]))
            shown = (frame, step)
            lines += 1
        }
        return lines
    }
}
