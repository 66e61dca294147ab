import Stage

/// What leads from one frame to another.
struct FrameDifference {
    struct Change {
        /// The node as it was; nil where it is new.
        let before: Node?
        let now: Node
    }

    private(set) var changed: [Change] = []
    private(set) var removed: [String] = []

    var isEmpty: Bool { changed.isEmpty && removed.isEmpty }

    init(from old: Frame, to new: Frame) {
        // Both frames are in drawing order, so a node's old place is nearly always the next one.
        var expected = 0
        var kept = 0
        for node in new.nodes {
            let before = Self.index(of: node.id, in: old.nodes, from: expected)
            if let before {
                expected = before + 1
                kept += 1
                if old.nodes[before] != node {
                    changed.append(Change(before: old.nodes[before], now: node))
                }
            } else {
                changed.append(Change(before: nil, now: node))
            }
        }
        guard kept < old.nodes.count else { return }
        for node in old.nodes where Self.index(of: node.id, in: new.nodes, from: 0) == nil {
            removed.append(node.id)
        }
    }

    private static func index(of id: String, in nodes: [Node], from start: Int) -> Int? {
        nodes[start...].firstIndex { $0.id == id } ?? nodes[..<start].firstIndex { $0.id == id }
    }
}
