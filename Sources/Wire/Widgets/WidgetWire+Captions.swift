import Stage
import Texts
import Timeline

/// The JSON and frame forms of the captions widget, for its settings, its events, its overview and its nodes.
extension WidgetWire {
    static let captions = WidgetWire(
        section: ConfigurationSection(
            "captions", \.captions, "The stack of captions; it grows upwards.",
            [
                .flag(
                    "enabled", \.enabled,
                    "Off: captions disappear at once, and new ones are recorded as skipped."),
                .position("x", \.x, "The text's position; see `align`."),
                .position("y", \.y, "The lowest caption's top edge."),
                .size("height", \.height, "A caption's height."),
                .size("gap", \.gap, "The space between two captions."),
                .choice(
                    "align", \.align,
                    "The part of the text at `x`: its left edge, its middle or its right edge."),
                .integer(
                    "max", \.max, 1...100,
                    "The number of captions that may be shown. A further caption is refused "
                        + "with 429."),
            ]),
        events: [.caption, .deleteCaption],
        state: { overview, _ in [.init("captions", .array(overview.captions.map(JSON.init)))] },
        node: .caption(.example))
}

// MARK: Events

extension EventForm {
    static let caption = EventForm(
        "caption",
        read: { $0.caption() },
        write: { kind in
            guard case .caption(let caption, let mark) = kind else { return [] }
            let sender = caption.sender.map { [JSON.Member("sender", JSON($0))] } ?? []
            return sender + [
                .init("text", .string(caption.text)),
                .init("slot", .string(caption.slot)),
                .init("effect", .string(Text(caption.effect.rawValue))),
                .init("duration", .number(caption.duration.seconds)),
                .init("hold", caption.hold.map { .number($0.seconds) } ?? .null),
                .init("exit", .number(caption.exit.seconds)),
            ] + mark.members
        })

    static let deleteCaption = EventForm(
        "deleteCaption", naming: "slot", .name, Event.Kind.deleteCaption
    ) {
        if case .deleteCaption(let slot) = $0 { slot } else { nil }
    }
}

extension EventBody {
    /// Reads `{"id"?, "text", "slot"?, "effect"?, "duration"?, "hold"?, "exit"?, "sender"?, "test"?}`.
    public static func caption(_ json: JSON) throws(ContentError) -> Request {
        try request(json) { $0.caption() }
    }
}

extension TextKind {
    fileprivate static let caption = TextKind(
        mostCharacters: 500, mostBytes: 16_000, mayHoldBreaks: true)
}

extension ObjectReader {
    fileprivate mutating func caption() -> Event.Kind? {
        let text = requiredText("text", .caption)
        var caption = Caption(text: text ?? "")
        if let slot = self.text("slot", .name) { caption.slot = slot }
        if let effect: Caption.Effect = choice("effect") { caption.effect = effect }
        if let duration = span("duration") { caption.duration = duration }
        if isNull("hold") {
            caption.hold = nil
        } else if let hold = span("hold") {
            caption.hold = hold
        }
        if let exit = span("exit") { caption.exit = exit }
        caption.sender = named("sender") { reader in
            let id = reader.text("id", .id)
            return reader.requiredText("name", .name).map { Person(id: id, name: $0) }
        }
        let mark = mark()
        return text == nil ? nil : .caption(caption, mark: mark)
    }
}

// MARK: State and nodes

extension JSON {
    fileprivate init(_ caption: CaptionSummary) {
        self = .object([
            .init("id", .string(caption.id)),
            .init("slot", .string(caption.slot)),
            .init("text", .string(caption.text)),
        ])
    }
}

extension CaptionContent: NodeFields {
    static var kind: NodeKind { NodeKind("caption", number: 3, layer: 50) }

    func write(since before: Self, to fields: inout some FieldWriter) {
        fields.text("text", text, before.text)
        fields.name("effect", Text(effect.rawValue), Text(before.effect.rawValue))
        fields.name("align", Text(align.rawValue), Text(before.align.rawValue))
        fields.texts("glyphs", glyphs, before.glyphs)
        fields.numbers("glyphAlpha", appearance.alphas, before.appearance.alphas)
        fields.numbers("glyphRise", appearance.rises, before.appearance.rises)
        let wave = appearance.wave
        let earlier = before.appearance.wave
        fields.optional("level", wave?.level, earlier?.level)
        fields.optional("amplitude", wave?.amplitude, earlier?.amplitude)
        fields.optional("phase", wave?.phase, earlier?.phase)
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
