import Stage

/// One key of a node: its name and where its value comes from.
///
/// Every form in which frames are sent goes by these tables, so that no two can drift apart.
struct Field: Sendable {
    let key: StaticString
    let value: @Sendable (Node) -> Value?

    /// A field's value; a nil in its place says that the node has no such key now.
    enum Value: Hashable, Sendable {
        case hundredths(Hundredths)
        case thousandths(Thousandths)
        case integer(Int)
        case text(String)
        case flag
    }

    init(_ key: StaticString, _ value: @escaping @Sendable (Node) -> Value?) {
        self.key = key
        self.value = value
    }
}

extension Node {
    /// The node's kind and its fields, in the order in which they are written.
    var layout: (kind: StaticString, fields: [Field]) {
        switch content {
        case .gift: ("gift", Field.gift)
        case .call: ("call", Field.call)
        }
    }
}

extension Field {
    private static let place = [
        Field("x") { .hundredths($0.x) },
        Field("y") { .hundredths($0.y) },
        Field("width") { .hundredths($0.width) },
        Field("height") { .hundredths($0.height) },
        Field("alpha") { .thousandths($0.alpha) },
    ]

    fileprivate static let gift =
        place + [
            gift("combo") { .text($0.combo) },
            gift("sender") { .text($0.sender) },
            gift("avatar") { $0.avatar.map(Value.text) },
            gift("gift") { .text($0.gift) },
            gift("image") { $0.image.map(Value.text) },
            gift("count") { .integer($0.count) },
            gift("digitScale") { .thousandths($0.digitScale) },
        ]

    fileprivate static let call =
        place + [
            call("name") { .text($0.name) },
            call("avatar") { $0.avatar.map(Value.text) },
            call("leaving") { $0.leaving ? .flag : nil },
        ]

    private static func gift(
        _ key: StaticString, _ value: @escaping @Sendable (GiftContent) -> Value?
    ) -> Field {
        Field(key) { node in
            if case .gift(let content) = node.content { value(content) } else { nil }
        }
    }

    private static func call(
        _ key: StaticString, _ value: @escaping @Sendable (CallContent) -> Value?
    ) -> Field {
        Field(key) { node in
            if case .call(let content) = node.content { value(content) } else { nil }
        }
    }
}
