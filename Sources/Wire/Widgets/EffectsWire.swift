import Stage
import Texts
import Timeline

extension WidgetWire {
    /// The forms of the effects widget: its settings, its description and its nodes.
    static let effects = WidgetWire(
        section: ConfigurationSection(
            "effects", \.effects, "Big gifts over the whole stage, one at a time.",
            [
                .flag(
                    "enabled", \.enabled,
                    "Off: stage and queue are empty, and no gift asks for its effect."),
                .position("x", \.x, "Their left edge."),
                .position("y", \.y, "Their top edge."),
                .size("width", \.width, "Their width."),
                .size("height", \.height, "Their height."),
                .duration(
                    "fade", \.fade,
                    "Appearing, and going; at most half of an effect's duration each."),
                .duration("gap", \.gap, "The pause between two."),
                .integer(
                    "queueLimit", \.queueLimit, 0...1000,
                    "How many may wait; beyond it the one that is worth least is not shown."),
            ]),
        state: { overview, _ in
            [
                .init("effects", .array(overview.effect.map { [JSON($0)] } ?? [])),
                .init("effectQueue", .array(overview.effectQueue.map(JSON.init))),
            ]
        },
        node: .effect(.example))
}

// MARK: State and nodes

extension JSON {
    fileprivate init(_ effect: Overview.ShownEffect) {
        self = .object([
            .init("effect", .string(effect.id)),
            effect.content.member,
            .init("start", .number(Double(effect.start.microseconds))),
            .init("end", .number(Double(effect.end.microseconds))),
        ])
    }

    fileprivate init(_ effect: Overview.WaitingEffect) {
        self = .object([
            .init("effect", .string(effect.id)),
            .init("sender", .string(effect.sender)),
            .init("gift", .string(effect.gift)),
        ])
    }
}

extension EffectContent: NodeFields {
    static var kind: NodeKind { NodeKind("effect", number: 6, layer: 0) }

    func write(since before: Self, to fields: inout some FieldWriter) {
        fields.name("src", src, before.src)
        fields.integer("start", Int(start.microseconds), Int(before.start.microseconds))
        fields.seconds("duration", duration, before.duration)
        fields.name("film", film?.film.word, before.film?.film.word)
        fields.name("sender", film?.sender, before.film?.sender)
        fields.name("avatar", film?.avatar, before.film?.avatar)
        fields.name("gift", film?.gift, before.film?.gift)
        fields.optional("seed", film?.seed, before.film?.seed)
    }
}

extension EffectMedia.Content {
    /// `src` and the file's path, or `film` and the film's name.
    var member: JSON.Member {
        switch self {
        case .file(let path): .init("src", .string(path))
        case .film(let film): .init("film", .string(film.word))
        }
    }
}

extension Film {
    var word: Text { Text(rawValue) }
}
