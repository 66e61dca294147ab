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
        case texts([String])
        case thousandthsList([Thousandths])
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
        case .ticker: ("ticker", Field.ticker)
        case .gift: ("gift", Field.gift)
        case .counter: ("counter", Field.counter)
        case .caption: ("caption", Field.caption)
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

    fileprivate static let ticker =
        place + [
            ticker("sender") { .text($0.sender) },
            ticker("avatar") { $0.avatar.map(Value.text) },
            ticker("gift") { .text($0.gift) },
            ticker("image") { $0.image.map(Value.text) },
            ticker("count") { .integer($0.count) },
            ticker("digitScale") { .thousandths($0.digitScale) },
        ]

    fileprivate static let counter =
        place + [
            counter("text") { .text($0.text) },
            counter("value") { .hundredths($0.value) },
        ]

    fileprivate static let caption =
        place + [
            caption("text") { .text($0.text) },
            caption("effect") { .text($0.effect.rawValue) },
            caption("align") { .text($0.align.rawValue) },
            caption("glyphs") { .texts($0.glyphs) },
            caption("glyphAlpha") {
                if case .alpha(let shares) = $0.appearance { .thousandthsList(shares) } else { nil }
            },
            caption("glyphRise") {
                if case .rise(let rises) = $0.appearance { .thousandthsList(rises) } else { nil }
            },
            caption("level") { $0.wave.map { .thousandths($0.level) } },
            caption("amplitude") { $0.wave.map { .thousandths($0.amplitude) } },
            caption("phase") { $0.wave.map { .thousandths($0.phase) } },
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

    private static func ticker(
        _ key: StaticString, _ value: @escaping @Sendable (TickerContent) -> Value?
    ) -> Field {
        Field(key) { node in
            if case .ticker(let content) = node.content { value(content) } else { nil }
        }
    }

    private static func counter(
        _ key: StaticString, _ value: @escaping @Sendable (CounterContent) -> Value?
    ) -> Field {
        Field(key) { node in
            if case .counter(let content) = node.content { value(content) } else { nil }
        }
    }

    private static func caption(
        _ key: StaticString, _ value: @escaping @Sendable (CaptionContent) -> Value?
    ) -> Field {
        Field(key) { node in
            if case .caption(let content) = node.content { value(content) } else { nil }
        }
    }

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

extension CaptionContent {
    fileprivate var wave: (level: Thousandths, amplitude: Thousandths, phase: Thousandths)? {
        if case .wave(let level, let amplitude, let phase) = appearance {
            (level, amplitude, phase)
        } else {
            nil
        }
    }
}
