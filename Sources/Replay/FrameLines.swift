import Stage
import Timeline
import Wire

/// A room's frames at given instants, each a line.
struct FrameLines {
    /// The instant of the frame of this number, from 0; nil after the last.
    let instant: (Int64) -> Instant?
    /// Whether what is to be heard has lines of its own, before the frame that follows.
    let hasCues: Bool
    private var next: Int64 = 0
    /// What is to be heard and has not been written.
    private var cues: [SoundCue] = []
    private var frame = Frame()
    private var writer = FrameJSON()

    init(hasCues: Bool, instant: @escaping (Int64) -> Instant?) {
        self.hasCues = hasCues
        self.instant = instant
    }

    /// Writes the frames that come before `limit`, or all that remain.
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
