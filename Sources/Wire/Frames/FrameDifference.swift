import Stage
import Texts

/// Finds which nodes stay, are new or are gone from one frame to the next. It is reused from frame to frame, to save
/// allocations.
struct FrameDifference {
    /// For each node of the new frame, its index in the old frame; nil for a new node.
    private(set) var origins: [Int?] = []
    /// The old indices of the nodes that are gone, in ascending order.
    private(set) var removed: [Int] = []
    /// True if the nodes that both frames have changed their order.
    private(set) var isReordered = false
    /// The indices of the old frame's nodes by ID, filled by a search among many nodes.
    private var places: [Text: Int] = [:]
    /// For each node of the old frame, true if the new frame has it.
    private var isKept: [Bool] = []

    mutating func find(from old: Frame, to new: Frame) {
        origins.removeAll(keepingCapacity: true)
        removed.removeAll(keepingCapacity: true)
        isReordered = false
        // Both frames are in drawing order, so a node's old index is nearly always the expected
        // index.
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

    /// Up to this many nodes are searched one by one.
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

    /// Returns true if a reader that has the old frame can derive the drawing order from the list
    /// of new nodes. Nodes that stay keep their order. A new node goes on top of the nodes of its
    /// layer or below; gifts are also in the order of their channels.
    func tellsOrder(of frame: Frame) -> Bool {
        if isReordered { return false }
        guard origins.contains(where: { $0 == nil }) else { return true }
        var above: (rank: Int, isKept: Bool)?
        for index in frame.nodes.indices.reversed() {
            let rank = frame.nodes[index].rank
            let isKept = origins[index] != nil
            if let above {
                if rank > above.rank { return false }
                // The reader would put the new node on top of the node that stays.
                if !isKept, above.isKept, rank == above.rank { return false }
            }
            above = (rank, isKept || above?.isKept == true && above?.rank == rank)
        }
        return true
    }

}

extension Node {
    /// The rank in drawing order: higher ranks are drawn on top.
    fileprivate var rank: Int {
        let kind = kind
        guard kind.isOrderedByID else { return kind.layer << 32 }
        let digits = id.utf8.drop { $0 != UInt8(ascii: "/") }.dropFirst()
        let number = digits.reduce(0) { $0 &* 10 &+ Int($1 &- UInt8(ascii: "0")) }
        return kind.layer << 32 | number
    }
}
