import Stage
import Texts

/// The JSON form of the condition (`when`) of a rule.
extension JSON {
    init(_ condition: EventCondition) {
        let members: [(Text, JSON?)] = [
            ("type", condition.type.map { .string(Text($0.rawValue)) }),
            ("kind", condition.kind.map(JSON.string)),
            ("source", condition.source.map(JSON.string)),
            ("gift", condition.gift.map(JSON.string)),
            ("money", condition.isMoney.map(JSON.bool)),
            ("min", condition.leastWorth.map { .number(Double($0)) }),
            ("max", condition.mostWorth.map { .number(Double($0)) }),
            ("minCount", condition.leastCount.map { .number(Double($0)) }),
            ("minMonths", condition.leastMonths.map { .number(Double($0)) }),
        ]
        self = .object(members.compactMap { key, value in value.map { .init(key, $0) } })
    }
}

extension EventCondition {
    /// The parts of a condition, for the schema and the documentation.
    static let settings: [SettingDescription] = [
        .init(
            key: "type", form: .choice(EventType.allCases.map(\.rawValue)),
            "The type of the event."),
        .init(key: "kind", form: .text(50), "The kind of a notice, such as `follow` or `raid`."),
        .init(
            key: "source", form: .text(50),
            "The platform, or `api` for events that no platform made."),
        .init(
            key: "gift", form: .text(TextKind.name.mostCharacters),
            "A gift's ID or name, or the key of its catalogue entry."),
        .init(
            key: "money", form: .flag,
            "true: only money in the room's currency; false: everything else."),
        .init(key: "min", form: .integer(0...worthLimit), "The smallest worth."),
        .init(key: "max", form: .integer(0...worthLimit), "The largest worth."),
        .init(key: "minCount", form: .integer(0...Notice.mostCount), "The smallest count."),
        .init(
            key: "minMonths", form: .integer(0...Notice.mostMonths),
            "The smallest number of months of a subscription."),
    ]

    static let worthLimit = 1_000_000_000_000_000_000
}

extension ObjectReader {
    /// Reads a condition.
    mutating func condition(_ key: Text) -> EventCondition? {
        guard let json = take(key) else { return nil }
        var reader = nested(json, at: key)
        var condition = EventCondition()
        condition.type = reader.choice("type")
        condition.kind = reader.text("kind", .name)
        if let kind = condition.kind, !Notice.isKind(kind) {
            reader.refuse("kind", "must be 1 to 50 of a-z, 0-9 and -")
        }
        condition.source = reader.text("source", .name)
        condition.gift = reader.text("gift", .name)
        condition.isMoney = reader.flag("money")
        let worths = 0...EventCondition.worthLimit
        condition.leastWorth = reader.integer("min", in: worths).map(Int64.init)
        condition.mostWorth = reader.integer("max", in: worths).map(Int64.init)
        condition.leastCount = reader.integer("minCount", in: 0...Notice.mostCount)
        condition.leastMonths = reader.integer("minMonths", in: 0...Notice.mostMonths)
        adopt(reader)
        return condition
    }
}
