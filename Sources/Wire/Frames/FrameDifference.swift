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
    /// The places of the old frame's nodes by their ids, if one was looked for among many.
    private var places: [Text: Int] = [:]
    /// For each node of the old frame whether the new one has it.
    private var isKept: [Bool] = []

    mutating func find(from old: Frame, to new: Frame) {
        origins.removeAll(keepingCapacity: true)
        removed.removeAll(keepingCapacity: true)
        isReordered = false
        // Both frames are in drawing order, so a node's old place is nearly always the next one.
        var expected = 0
        var matched = 0
        let (nodes, earlier) = (new.nodes.span, old.nodes.span)
        places.removeAll(keepingCapacity: true)
        for index in nodes.indices {
            let origin = place(of: nodes[index].id, in: earlier, expected: expected)
            origins.append(origin)
            guard let origin else { continue }
            isReordered = isReordered || origin < expected
            expected = origin + 1
            matched += 1
        }
        if matched < earlier.count { findRemoved(of: earlier.count) }
    }

    private mutating func findRemoved(of count: Int) {
        isKept.removeAll(keepingCapacity: true)
        isKept.append(contentsOf: repeatElement(false, count: count))
        for case let origin? in origins { isKept[origin] = true }
        for index in isKept.indices where !isKept[index] { removed.append(index) }
    }

    /// So few nodes are looked through one by one.
    private static let few = 16

    private mutating func place(of id: Text, in earlier: Span<Node>, expected: Int) -> Int? {
        if expected < earlier.count, earlier[expected].id == id { return expected }
        if earlier.count <= Self.few {
            for index in earlier.indices where earlier[index].id == id { return index }
            return nil
        }
        if places.isEmpty {
            for index in earlier.indices { places[earlier[index].id] = index }
        }
        return places[id]
    }

    /// Whether a reader who has the old frame and is told the new nodes, in their order, knows the order
    /// of all. Those that stay keep theirs. A new one goes on top of what is of its layer or below,
    /// gifts by their channels too.
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
