import Stage
import Texts

/// Takes the fields of a node, each with its value of now and of before, and writes those that are
/// wanted in some form.
///
/// Every form in which frames are sent is such a writer, and what it is given comes from one place
/// (`Node.writeFields`), so that no two forms can drift apart. A new node is given as its own past.
protocol FieldWriter {
    mutating func hundredths(_ key: StaticString, _ now: Hundredths, _ before: Hundredths)
    mutating func thousandths(_ key: StaticString, _ now: Thousandths, _ before: Thousandths)
    /// A number that only some nodes of the kind have.
    mutating func optional(_ key: StaticString, _ now: Thousandths?, _ before: Thousandths?)
    mutating func integer(_ key: StaticString, _ now: Int, _ before: Int)
    /// A text of this node's own.
    mutating func text(_ key: StaticString, _ now: Text, _ before: Text)
    /// A text that others are likely to have too: a name, the address of a picture.
    mutating func name(_ key: StaticString, _ now: Text?, _ before: Text?)
    /// True, or absent.
    mutating func flag(_ key: StaticString, _ now: Bool, _ before: Bool)
    mutating func texts(_ key: StaticString, _ now: [Text], _ before: [Text])
    mutating func numbers(_ key: StaticString, _ now: [Thousandths]?, _ before: [Thousandths]?)
}

extension Node {
    /// The kinds of nodes, in the order of their numbers.
    enum Kind: UInt8, CaseIterable {
        case ticker, gift, counter, caption, call

        var name: StaticString {
            switch self {
            case .ticker: "ticker"
            case .gift: "gift"
            case .counter: "counter"
            case .caption: "caption"
            case .call: "call"
            }
        }
    }

    var kind: Kind {
        switch content {
        case .ticker: .ticker
        case .gift: .gift
        case .counter: .counter
        case .caption: .caption
        case .call: .call
        }
    }

    /// Gives `writer` every field, in order; `before` is of the same kind.
    borrowing func writeFields(since before: borrowing Node, to writer: inout some FieldWriter) {
        writer.hundredths("x", x, before.x)
        writer.hundredths("y", y, before.y)
        writer.hundredths("width", width, before.width)
        writer.hundredths("height", height, before.height)
        writer.thousandths("alpha", alpha, before.alpha)
        switch (content, before.content) {
        case (.ticker(let now), .ticker(let before)): now.writeFields(since: before, to: &writer)
        case (.gift(let now), .gift(let before)): now.writeFields(since: before, to: &writer)
        case (.counter(let now), .counter(let before)): now.writeFields(since: before, to: &writer)
        case (.caption(let now), .caption(let before)): now.writeFields(since: before, to: &writer)
        case (.call(let now), .call(let before)): now.writeFields(since: before, to: &writer)
        default: preconditionFailure("a node's id says its kind, so the kind stays")
        }
    }
}

extension TickerContent {
    fileprivate func writeFields(since before: Self, to writer: inout some FieldWriter) {
        writer.name("sender", sender, before.sender)
        writer.name("avatar", avatar, before.avatar)
        writer.name("gift", gift, before.gift)
        writer.name("image", image, before.image)
        writer.integer("count", count, before.count)
        writer.thousandths("digitScale", digitScale, before.digitScale)
    }
}

extension GiftContent {
    fileprivate func writeFields(since before: Self, to writer: inout some FieldWriter) {
        writer.text("combo", combo, before.combo)
        writer.name("sender", sender, before.sender)
        writer.name("avatar", avatar, before.avatar)
        writer.name("gift", gift, before.gift)
        writer.name("image", image, before.image)
        writer.integer("count", count, before.count)
        writer.thousandths("digitScale", digitScale, before.digitScale)
    }
}

extension CounterContent {
    fileprivate func writeFields(since before: Self, to writer: inout some FieldWriter) {
        writer.text("text", text, before.text)
        writer.hundredths("value", value, before.value)
    }
}

extension CaptionContent {
    fileprivate func writeFields(since before: Self, to writer: inout some FieldWriter) {
        writer.text("text", text, before.text)
        writer.name("effect", Text(effect.rawValue), Text(before.effect.rawValue))
        writer.name("align", Text(align.rawValue), Text(before.align.rawValue))
        writer.texts("glyphs", glyphs, before.glyphs)
        writer.numbers("glyphAlpha", appearance.alphas, before.appearance.alphas)
        writer.numbers("glyphRise", appearance.rises, before.appearance.rises)
        let wave = appearance.wave
        let earlier = before.appearance.wave
        writer.optional("level", wave?.level, earlier?.level)
        writer.optional("amplitude", wave?.amplitude, earlier?.amplitude)
        writer.optional("phase", wave?.phase, earlier?.phase)
    }
}

extension CallContent {
    fileprivate func writeFields(since before: Self, to writer: inout some FieldWriter) {
        writer.name("name", name, before.name)
        writer.name("avatar", avatar, before.avatar)
        writer.flag("leaving", leaving, before.leaving)
    }
}

extension CaptionContent.Appearance {
    fileprivate var alphas: [Thousandths]? {
        if case .alpha(let shares) = self { shares } else { nil }
    }

    fileprivate var rises: [Thousandths]? {
        if case .rise(let shares) = self { shares } else { nil }
    }

    fileprivate var wave: (level: Thousandths, amplitude: Thousandths, phase: Thousandths)? {
        if case .wave(let level, let amplitude, let phase) = self {
            (level, amplitude, phase)
        } else {
            nil
        }
    }
}
