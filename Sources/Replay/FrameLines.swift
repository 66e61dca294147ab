import Stage
import Timeline
import Wire

/// Writes the frames of a room at given instants, one frame per line, for `simulate`.
struct FrameLines {
    /// Returns the instant of a frame by its number, from 0; nil after the last frame.
    let instant: (Int64) -> Instant?
    /// True if sound cues have lines of their own, before the next frame.
    let hasCues: Bool
    private var next: Int64 = 0
    /// The cues that are not written yet.
    private var cues: [SoundCue] = []
    private var frame = Frame()
    private var writer = FrameJSON()

    init(hasCues: Bool, instant: @escaping (Int64) -> Instant?) {
        self.hasCues = hasCues
        self.instant = instant
    }

    /// Writes the frames before `limit`, or all remaining frames.
    mutating func write(of room: inout Room, before limit: Instant?, into output: inout [UInt8]) {
        takeCues(of: &room)
        while let instant = instant(next) {
            if let limit, instant >= limit { return }
            room.advance(to: instant)
            takeCues(of: &room)
            writeCues(into: &output)
            room.sample(into: &frame)
            next += 1
            writer.writeFull(frame, seq: next)
            output += writer.bytes
            output.append(0x0A)
        }
    }

    private mutating func takeCues(of room: inout Room) {
        let made = room.takeCues()
        if hasCues { cues += made }
    }

    private mutating func writeCues(into output: inout [UInt8]) {
        for cue in cues {
            output += StreamMessage.cue(cue)
            output.append(0x0A)
        }
        cues.removeAll(keepingCapacity: true)
    }
}
