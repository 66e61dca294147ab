package import Stage
package import Timeline

/// The newest frames of a room by number, from which a viewer is sent the difference to an older frame.
package struct FrameHistory {
    /// The maximum number of frames. A viewer that is further behind gets a full frame.
    private static let depth = 16

    /// The newest frame's number, from 1; 0 before the first.
    package private(set) var seq: Int64 = 0
    private var frames: [(seq: Int64, frame: Frame)] = []
    private var newestIndex = 0

    package var newest: Frame { frames[newestIndex].frame }
    /// The newest frame's instant.
    package var newestTime: Instant { frames[newestIndex].frame.time }

    package func keeps(_ seq: Int64) -> Bool { frames.contains { $0.seq == seq } }

    /// The frame of this number; nil if it is not kept any more.
    package subscript(seq: Int64) -> Frame? {
        for index in frames.indices where frames[index].seq == seq { return frames[index].frame }
        return nil
    }

    /// Lets `sample` write a frame, and keeps it if its nodes differ from those of the newest frame. Frames before
    /// number `oldest` may be overwritten.
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

    /// Returns the index of a frame that may be overwritten. The fewer frames are in use, the more frames of a thousand
    /// rooms stay in the processor's caches.
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
