import Stage

/// What nodes of one kind show: the table of its fields, a row a field, with its key, its form and
/// its value.
protocol NodeFields {
    static var kind: NodeKind { get }

    /// Gives `fields` every field, in order; a field's place is its bit in binary frames, behind
    /// those of the node's place. Only ever grows at the end.
    func write(since before: Self, to fields: inout some FieldWriter)
}

/// A kind of node, as frames name it.
struct NodeKind {
    let name: StaticString
    /// What it is called in binary frames. Rises by one from kind to kind, for good.
    let number: UInt8
    /// The higher, the further above it is drawn. In steps of ten: others fit in between.
    let layer: Int
    /// Whether nodes of this kind are drawn by the number in their ids; otherwise new ones are
    /// drawn above all others.
    let isOrderedByID: Bool

    init(_ name: StaticString, number: UInt8, layer: Int, isOrderedByID: Bool = false) {
        self.name = name
        self.number = number
        self.layer = layer
        self.isOrderedByID = isOrderedByID
    }
}

extension Node {
    /// Gives `fields` what every node has.
    borrowing func writePlace(since before: borrowing Node, to fields: inout some FieldWriter) {
        fields.hundredths("x", x, before.x)
        fields.hundredths("y", y, before.y)
        fields.hundredths("width", width, before.width)
        fields.hundredths("height", height, before.height)
        fields.thousandths("alpha", alpha, before.alpha)
    }
}
