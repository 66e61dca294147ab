public import Stage
import Timeline
import Wire

/// A room on virtual time: lines of events in, lines of frames out.
public struct Simulation {
    private var script: Script
    private var frames: FrameLines

    /// `framesPerSecond` ≥ 1. The last frame is the last of those at k/`framesPerSecond` that is
    /// not after `untilSeconds`.
    public init(configuration: Configuration, framesPerSecond: Int64, untilSeconds: Double) {
        script = Script(configuration: configuration)
        frames = FrameLines(rate: framesPerSecond, until: .zero + Duration(seconds: untilSeconds))
    }

    /// Takes the next line and appends to `output` every frame before it. Blank lines only count.
    ///
    /// Returns the refusal of an event that found something full, which changes nothing. Throws
    /// where the line can't be read; what was written before it stands.
    public mutating func feed(
        _ text: [UInt8], into output: inout [UInt8]
    ) throws(LineError) -> LineRefused? {
        let result = try script.feed(text) { room, instant in
            frames.write(of: &room, before: instant, into: &output)
        }
        if case .refused(let refused) = result { return refused }
        return nil
    }

    /// Appends the frames that remain.
    public mutating func finish(into output: inout [UInt8]) {
        script.run { room in frames.write(of: &room, before: nil, into: &output) }
    }
}

/// A room's frames at k/rate, each a line.
private struct FrameLines {
    let rate: Int64
    let until: Instant
    private var next: Int64 = 0
    private var frame = Frame()
    private var writer = JSONWriter()

    init(rate: Int64, until: Instant) {
        self.rate = rate
        self.until = until
    }

    /// Writes the frames that come before `limit`, or all that remain.
    mutating func write(of room: inout Room, before limit: Instant?, into output: inout [UInt8]) {
        while true {
            let instant = Instant(frame: next, rate: rate)
            if instant > until { return }
            if let limit, instant >= limit { return }
            room.advance(to: instant)
            room.sample(into: &frame)
            next += 1
            writer.reset()
            writer.fullFrame(frame, seq: next)
            writer.byte(0x0A)
            output += writer.bytes
        }
    }
}
