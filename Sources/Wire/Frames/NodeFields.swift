import Stage

/// The interface of the content of one kind of node in a frame, which passes its fields to a writer. It has one row per
/// field, with its key, its form and its value.
protocol NodeFields {
    static var kind: NodeKind { get }

    /// Passes every field to `fields`, in order. The index of a field is its bit in binary frames,
    /// after the bits of the node's place. New fields go at the end.
    func write(since before: Self, to fields: inout some FieldWriter)
}

/// A kind of node, as frames name it.
struct NodeKind {
    let name: StaticString
    /// The kind's number in binary frames. Each new kind gets the next number, which never changes.
    let number: UInt8
    /// A higher layer is drawn on top. Layers are in steps of ten, so that others fit in between.
    let layer: Int
    /// True if nodes of this kind are drawn in the order of the numbers in their IDs; otherwise new
    /// nodes are drawn on top.
    let isOrderedByID: Bool

    init(_ name: StaticString, number: UInt8, layer: Int, isOrderedByID: Bool = false) {
        self.name = name
        self.number = number
        self.layer = layer
        self.isOrderedByID = isOrderedByID
    }
}

extension Node {
    /// Passes the fields that every node has. `writeFields`, in `WidgetWire.swift`, calls this function and passes the other fields.
    borrowing func writePlace(since before: borrowing Node, to fields: inout some FieldWriter) {
        fields.hundredths("x", x, before.x)
        fields.hundredths("y", y, before.y)
        fields.hundredths("width", width, before.width)
        fields.hundredths("height", height, before.height)
        fields.thousandths("alpha", alpha, before.alpha)
    }
}
