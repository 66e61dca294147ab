public import Stage
import Timeline

/// Writes frames in their binary form (`docs/binary.md`) for viewers, into a buffer that is reused.
public struct FrameBinary {
    /// The first byte: the version of the layout, 1, and the type of the message.
    enum Head: UInt8 {
        case full = 0x10
        case delta = 0x11
    }

    private var fields = BinaryFields()
    private var difference = FrameDifference()

    public init() {}

    /// The last frame written.
    public var bytes: [UInt8] { fields.buffer.bytes }

    /// Writes all nodes on the stage.
    public mutating func writeFull(_ frame: Frame, seq: Int64) {
        fields.begin(after: nil)
        fields.buffer.byte(Head.full.rawValue)
        fields.buffer.natural(UInt64(seq))
        fields.buffer.natural(UInt64(frame.time.microseconds))
        fields.buffer.natural(UInt64(frame.nodes.count))
        let nodes = frame.nodes.span
        for index in nodes.indices { write(nodes[index]) }
        fields.end()
    }

    /// Writes the changes from `shown`, whose number is `shownSeq`, to `frame`.
    public mutating func writeDelta(
        _ frame: Frame, seq: Int64, from shown: Frame, seq shownSeq: Int64
    ) {
        difference.find(from: shown, to: frame)
        // A delta can't move a node to another place in the order, which is hardly ever needed.
        if difference.isReordered { return writeFull(frame, seq: seq) }
        fields.begin(after: shown)
        fields.buffer.byte(Head.delta.rawValue)
        fields.buffer.natural(UInt64(shownSeq))
        fields.buffer.natural(UInt64(seq - shownSeq))
        fields.buffer.natural(UInt64((frame.time - shown.time).microseconds))
        writeRemoved()
        writeChanges(of: frame, since: shown)
        writeAdded(of: frame)
        fields.end()
    }

    // Each place is written as the distance from the place before, the first from −1. So no
    // distance is 0, which ends a list.

    private mutating func writeRemoved() {
        var last = -1
        for place in difference.removed {
            fields.buffer.natural(UInt64(place - last))
            last = place
        }
        fields.buffer.byte(0)
    }

    private mutating func writeChanges(of frame: Frame, since shown: Frame) {
        let (nodes, earlier) = (frame.nodes.span, shown.nodes.span)
        var last = -1
        fields.isWhole = false
        for index in nodes.indices {
            guard let origin = difference.origins[index] else { continue }
            let start = fields.buffer.bytes.count
            fields.buffer.natural(UInt64(origin - last))
            if writeFields(of: nodes[index], since: earlier[origin]) {
                last = origin
            } else {
                fields.buffer.truncate(to: start)
            }
        }
        fields.buffer.byte(0)
    }

    private mutating func writeAdded(of frame: Frame) {
        let nodes = frame.nodes.span
        var last = -1
        for index in nodes.indices where difference.origins[index] == nil {
            fields.buffer.natural(UInt64(index - last))
            last = index
            write(nodes[index])
        }
        fields.buffer.byte(0)
    }

    private mutating func write(_ node: Node) {
        fields.buffer.byte(node.kind.number)
        fields.buffer.text(node.id)
        fields.isWhole = true
        writeFields(of: node, since: node)
    }

    /// Returns true if a field was written.
    @discardableResult
    private mutating func writeFields(of node: borrowing Node, since before: borrowing Node) -> Bool
    {
        fields.openMask()
        node.writeFields(since: before, to: &fields)
        return fields.closeMask()
    }
}
