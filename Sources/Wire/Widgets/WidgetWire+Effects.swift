import Stage
import Texts
import Timeline

/// The JSON and frame forms of the effects widget, for its settings, its overview and its nodes.
extension WidgetWire {
    static let effects = WidgetWire(
        section: ConfigurationSection(
            "effects", \.effects,
            "Films and pictures of big gifts over the whole stage, one at a time.",
            [
                .flag(
                    "enabled", \.enabled,
                    "Off: the stage and the queue are empty, and gifts start no effects."),
                .position("x", \.x, "The effects' left edge."),
                .position("y", \.y, "The effects' top edge."),
                .size("width", \.width, "The effects' width."),
                .size("height", \.height, "The effects' height."),
                .duration(
                    "fade", \.fade,
                    "The time in which an effect fades in, and in which it fades out; each "
                        + "at most half of the effect's duration."),
                .duration("gap", \.gap, "The pause between two effects."),
                .integer(
                    "queueLimit", \.queueLimit, 0...1000,
                    "The number of effects that may wait. Beyond it, the effect of the least "
                        + "valuable gift is not shown."),
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
    fileprivate init(_ effect: EffectSummary) {
        self = .object([
            .init("effect", .string(effect.id)),
            effect.content.member,
            .init("start", .number(Double(effect.start.microseconds))),
            .init("end", .number(Double(effect.end.microseconds))),
        ])
    }

    fileprivate init(_ effect: WaitingEffectSummary) {
        self = .object(
            [.init("effect", .string(effect.id)), .init("sender", .string(effect.sender))]
                + (effect.gift.map { [Member("gift", .string($0))] } ?? []))
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
