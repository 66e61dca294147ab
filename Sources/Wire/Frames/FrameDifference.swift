import Stage
import Texts

/// Which nodes of two frames are the same thing; used again from frame to frame, so that it
/// allocates nothing.
struct FrameDifference {
    /// For each node of the new frame its place in the old one; nil if it is new.
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
        var matched = 0
        let (nodes, earlier) = (new.nodes.span, old.nodes.span)
        for index in nodes.indices {
            let origin = Self.index(of: nodes[index].id, in: earlier, from: expected)
            origins.append(origin)
            guard let origin else { continue }
            isReordered = isReordered || origin < expected
            expected = origin + 1
            matched += 1
        }
        guard matched < old.nodes.count else { return }
        for index in earlier.indices
        where Self.index(of: earlier[index].id, in: nodes, from: 0) == nil {
            removed.append(index)
        }
    }

    /// Whether the order of the new frame follows from the old one and from what is new, in order, if
    /// that stands by its kind, gifts by their channels too, and else on top of its like.
    func tellsOrder(of frame: Frame) -> Bool {
        if isReordered { return false }
        guard origins.contains(where: { $0 == nil }) else { return true }
        var above: (rank: Int, isKept: Bool)?
        for index in frame.nodes.indices.reversed() {
            let rank = frame.nodes[index].rank
            let isKept = origins[index] != nil
            if let above {
                if rank > above.rank { return false }
                // What is new would stand on top of what stays.
                if !isKept, above.isKept, rank == above.rank { return false }
            }
            above = (rank, isKept || above?.isKept == true && above?.rank == rank)
        }
        return true
    }

    private static func index(of id: Text, in nodes: Span<Node>, from start: Int) -> Int? {
        if start < nodes.count, nodes[start].id == id { return start }
        for index in nodes.indices where nodes[index].id == id { return index }
        return nil
    }
}

extension Node {
    /// By how much a node is drawn above others.
    fileprivate var rank: Int {
        let kind = kind
        guard kind.isOrderedByID else { return kind.layer << 32 }
        let digits = id.utf8.drop { $0 != UInt8(ascii: "/") }.dropFirst()
        let number = digits.reduce(0) { $0 &* 10 &+ Int($1 &- UInt8(ascii: "0")) }
        return kind.layer << 32 | number
    }
}
