import Stage

/// The newest frames of a room, each with its number, so that a viewer who missed some can be
/// told the difference.
struct FrameHistory {
    /// A viewer that is further behind gets a full frame.
    private static let depth: Int64 = 16

    /// The newest frame's number, from 1; 0 before the first.
    private(set) var seq: Int64 = 0
    private var frames: [Frame] = []
    private var scratch = Frame()

    var newest: Frame { frames[slot(seq)] }

    /// The frame of this number; nil where it is too old.
    subscript(seq: Int64) -> Frame? {
        seq > 0 && seq > self.seq - Self.depth ? frames[slot(seq)] : nil
    }

    /// Takes what `sample` writes as the newest frame if it shows anything else than the last one
    /// did.
    mutating func take(_ sample: (inout Frame) -> Void) {
        sample(&scratch)
        if seq > 0, Self.areEqual(frames[slot(seq)], scratch) { return }
        seq += 1
        if frames.count < Int(Self.depth) { frames.append(Frame()) }
        swap(&frames[slot(seq)], &scratch)
    }

    /// Whether two frames show the same. (Arrays' own comparison copies the nodes.)
    private static func areEqual(_ left: Frame, _ right: Frame) -> Bool {
        guard left.nodes.count == right.nodes.count else { return false }
        let (some, others) = (left.nodes.span, right.nodes.span)
        for index in some.indices where some[index] != others[index] { return false }
        return true
    }

    private func slot(_ seq: Int64) -> Int { Int((seq - 1) % Self.depth) }
}
