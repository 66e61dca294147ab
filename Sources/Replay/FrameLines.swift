import Stage
import Timeline
import Wire

/// A room's frames at given instants, each a line.
struct FrameLines {
    /// The instant of the frame of this number, from 0; nil after the last.
    let instant: (Int64) -> Instant?
    private var next: Int64 = 0
    private var frame = Frame()
    private var writer = FrameJSON()

    init(instant: @escaping (Int64) -> Instant?) {
        self.instant = instant
    }

    /// Writes the frames that come before `limit`, or all that remain.
    mutating func write(of room: inout Room, before limit: Instant?, into output: inout [UInt8]) {
        while let instant = instant(next) {
            if let limit, instant >= limit { return }
            room.advance(to: instant)
            room.sample(into: &frame)
            next += 1
            writer.writeFull(frame, seq: next)
            output += writer.bytes
            output.append(0x0A)
        }
    }
}
