import Stage

/// Which nodes of two frames are the same thing; used again from frame to frame, so that it
/// allocates nothing.
struct FrameDifference {
    /// For each node of the new frame its place in the old one; nil where it is new.
    private(set) var origins: [Int?] = []
    /// The places in the old frame of what is gone, rising.
    private(set) var removed: [Int] = []
    /// Whether nodes that both frames have stand in another order.
    private(set) var isReordered = false

    mutating func find(from old: Frame, to new: Frame) {
        origins.removeAll(keepingCapacity: true)
        removed.removeAll(keepingCapacity: true)
        isReordered = false
        // Both frames are in drawing order, so a node's old place is nearly always the next one.
        var expected = 0
        var kept = 0
        let (nodes, earlier) = (new.nodes.span, old.nodes.span)
        for index in nodes.indices {
            let origin = Self.index(of: nodes[index].id, in: earlier, from: expected)
            origins.append(origin)
            guard let origin else { continue }
            isReordered = isReordered || origin < expected
            expected = origin + 1
            kept += 1
        }
        guard kept < old.nodes.count else { return }
        for index in earlier.indices
        where Self.index(of: earlier[index].id, in: nodes, from: 0) == nil {
            removed.append(index)
        }
    }

    private static func index(of id: String, in nodes: Span<Node>, from start: Int) -> Int? {
        if start < nodes.count, nodes[start].id.isExactly(id) { return start }
        for index in nodes.indices where nodes[index].id.isExactly(id) { return index }
        return nil
    }
}
