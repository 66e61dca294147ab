import Stage

/// Which fields each kind of node has, and in which form: what `hello` tells, so that a client can
/// pass over those it does not know. `Node.writeFields` writes them in this order.
enum FieldTable {
    /// `[{"kind":"ticker","fields":[["x","hundredths"],…]},…]`: a kind's place is its number, a
    /// field's place is its bit.
    static let json: [UInt8] = {
        var writer = JSONWriter()
        writer.list(Node.Kind.allCases, "[", "]") { writer, kind in
            writer.raw("{\"kind\":\"")
            writer.raw(kind.name)
            writer.raw("\",\"fields\":")
            writer.list(place + kind.fields, "[", "]") { writer, field in
                writer.raw("[\"")
                writer.raw(field.key)
                writer.raw("\",\"")
                writer.raw(field.form)
                writer.raw("\"]")
            }
            writer.raw("}")
        }
        return writer.bytes
    }()

    fileprivate typealias Field = (key: StaticString, form: StaticString)

    /// What every node has.
    private static let place: [Field] = [
        ("x", "hundredths"), ("y", "hundredths"), ("width", "hundredths"),
        ("height", "hundredths"), ("alpha", "thousandths"),
    ]
}

extension Node.Kind {
    /// What nodes of this kind have beside their place.
    fileprivate var fields: [FieldTable.Field] {
        switch self {
        case .ticker:
            [
                ("sender", "name"), ("avatar", "name"), ("gift", "name"), ("image", "name"),
                ("count", "integer"), ("digitScale", "thousandths"),
            ]
        case .gift:
            [
                ("combo", "text"), ("sender", "name"), ("avatar", "name"), ("gift", "name"),
                ("image", "name"), ("count", "integer"), ("digitScale", "thousandths"),
            ]
        case .counter: [("text", "text"), ("value", "hundredths")]
        case .caption:
            [
                ("text", "text"), ("effect", "name"), ("align", "name"), ("glyphs", "texts"),
                ("glyphAlpha", "numbers?"), ("glyphRise", "numbers?"), ("level", "thousandths?"),
                ("amplitude", "thousandths?"), ("phase", "thousandths?"),
            ]
        case .call: [("name", "name"), ("avatar", "name"), ("leaving", "flag")]
        }
    }
}
