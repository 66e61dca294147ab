import Stage
import Timeline

/// The newest frames of a room, each with its number, so that a viewer who missed some can be
/// told the difference.
struct FrameHistory {
    /// A viewer that is further behind gets a full frame.
    private static let depth = 16

    /// The newest frame's number, from 1; 0 before the first.
    private(set) var seq: Int64 = 0
    private var frames: [(seq: Int64, frame: Frame)] = []
    private var newestIndex = 0

    var newest: Frame { frames[newestIndex].frame }
    /// The newest frame's instant.
    var newestTime: Instant { frames[newestIndex].frame.time }

    func keeps(_ seq: Int64) -> Bool { frames.contains { $0.seq == seq } }

    /// The frame of this number; nil if it is kept no more.
    subscript(seq: Int64) -> Frame? {
        for index in frames.indices where frames[index].seq == seq { return frames[index].frame }
        return nil
    }

    /// Has `sample` write the newest frame, which is kept if it shows anything else than the last one
    /// did. Frames before number `oldest` are wanted no more.
    mutating func addNewest(keepingFrom oldest: Int64 = 1, _ sample: (inout Frame) -> Void) {
        let place = placeForNext(keepingFrom: oldest)
        frames[place].seq = Self.free
        sample(&frames[place].frame)
        if seq > 0, frames[newestIndex].frame.nodes == frames[place].frame.nodes { return }
        seq += 1
        frames[place].seq = seq
        newestIndex = place
    }

    private static let free: Int64 = -1

    /// The place of a frame that can be given up. The fewer places there are in use, the more of a
    /// thousand rooms' frames stay in the processor's cache.
    private mutating func placeForNext(keepingFrom oldest: Int64) -> Int {
        var eldest = 0
        for index in frames.indices {
            if frames[index].seq < min(oldest, seq) { return index }
            if frames[index].seq < frames[eldest].seq { eldest = index }
        }
        if frames.count == Self.depth { return eldest }
        frames.append((Self.free, Frame()))
        return frames.count - 1
    }
}
