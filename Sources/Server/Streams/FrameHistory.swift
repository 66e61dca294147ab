import Stage

/// The newest frames of a room, each with its number, so that a viewer who missed some can be
/// told the difference.
struct FrameHistory {
    /// A viewer that is further behind gets a full frame.
    private static let depth = 16

    /// The newest frame's number, from 1; 0 before the first.
    private(set) var seq: Int64 = 0
    private var frames: [(seq: Int64, frame: Frame)] = []
    private var newestIndex = 0
    private var scratch = Frame()

    var newest: Frame { frames[newestIndex].frame }

    /// The frame of this number; nil where it is kept no more.
    subscript(seq: Int64) -> Frame? {
        for index in frames.indices where frames[index].seq == seq { return frames[index].frame }
        return nil
    }

    /// Takes what `sample` writes as the newest frame if it shows anything else than the last one
    /// did. Frames before number `oldest` are wanted no more.
    mutating func take(keepingFrom oldest: Int64 = 1, _ sample: (inout Frame) -> Void) {
        sample(&scratch)
        if seq > 0, frames[newestIndex].frame.nodes == scratch.nodes { return }
        newestIndex = placeForNext(keepingFrom: oldest)
        seq += 1
        frames[newestIndex].seq = seq
        swap(&frames[newestIndex].frame, &scratch)
    }

    /// The place of a frame that can be given up. The fewer places there are in use, the more of a
    /// thousand rooms' frames stay in the processor's cache.
    private mutating func placeForNext(keepingFrom oldest: Int64) -> Int {
        var eldest = 0
        for index in frames.indices {
            if frames[index].seq < min(oldest, seq) { return index }
            if frames[index].seq < frames[eldest].seq { eldest = index }
        }
        if frames.count == Self.depth { return eldest }
        frames.append((0, Frame()))
        return frames.count - 1
    }
}
