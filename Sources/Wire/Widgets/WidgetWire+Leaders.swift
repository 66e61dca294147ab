public import Stage
import Texts
import Timeline

/// The JSON and frame forms of the leaders widget, for its settings, its overview and its nodes.
extension WidgetWire {
    static let leaders = WidgetWire(
        section: ConfigurationSection(
            "leaders", \.leaders, "The board of the senders who gave most.",
            [
                .flag(
                    "enabled", \.enabled,
                    "Off: the board is not shown. Gifts count from the moment at which it is "
                        + "first on, and go on counting while it is off."),
                .position("x", \.x, "The rows' left edge."),
                .position("y", \.y, "The board's top edge."),
                .size("width", \.width, "A row's width."),
                .size("rowHeight", \.rowHeight, "A row's height."),
                .size("gap", \.gap, "The space between two rows."),
                .integer("rows", \.rows, 1...100, "The number of senders on the board."),
                .choice(
                    "by", \.by,
                    "The sum that decides about the order: `value` is the worth of the gifts, "
                        + "`count` is their number."),
                .word(
                    "title", \.title, upTo: 100,
                    "The title above the rows; empty: no title."),
                .flag(
                    "anonymous", \.anonymous,
                    "On: all anonymous senders together have a row. Off: they have none."),
                .choice(
                    "period", \.period,
                    "The time after which all sums are set to 0. A session ends six hours after "
                        + "its last gift, a week ends with Sunday."),
                .text(
                    "timeZone", \.timeZone, upTo: 64, rule: "A name of the IANA.",
                    "The time zone for the beginnings of days, weeks and months."
                ) {
                    LeadersConfiguration.isTimeZone($0)
                        ? nil : "must be the name of a time zone, such as Europe/Berlin"
                },
                .duration(
                    "move", \.move,
                    "The duration of a row's moves and fades."),
                .duration("ease", \.ease, "The duration of a number's way to a new sum."),
            ]),
        state: { overview, _ in
            [
                .init(
                    "leaders",
                    .array(
                        overview.leaders.map {
                            .object(
                                $0.members(
                                    after: [.init("place", .number(Double($0.place)))]))
                        }))
            ]
        },
        node: .leader(.example))
}

// MARK: State and nodes

extension JSON {
    /// Writes the senders who gave most as `{"by", "rows": [{"key", "name", "avatar"?, "value", "count"}]}`.
    public init(_ leaders: [LeaderSummary], by measure: LeadersConfiguration.Measure) {
        self = .object([
            .init("by", .string(Text(measure.rawValue))),
            .init("rows", .array(leaders.map { .object($0.members()) })),
        ])
    }
}

extension LeaderSummary {
    /// Returns the members of the sender's entry, with `others` behind its key.
    fileprivate func members(after others: [JSON.Member] = []) -> [JSON.Member] {
        [.init("key", .string(key))] + others + [.init("name", .string(name))]
            + (avatar.map { [.init("avatar", .string($0))] } ?? [])
            + [.init("value", .number(Double(worth))), .init("count", .number(Double(count)))]
    }
}

extension LeaderContent: NodeFields {
    static var kind: NodeKind { NodeKind("leader", number: 8, layer: 25) }

    func write(since before: Self, to fields: inout some FieldWriter) {
        fields.optional("place", row?.place, before.row?.place)
        fields.name("name", row?.name, before.row?.name)
        fields.name("avatar", row?.avatar, before.row?.avatar)
        fields.optional("value", row?.value, before.row?.value)
        fields.optional(
            "born", row.map { Int($0.born.microseconds) },
            before.row.map { Int($0.born.microseconds) })
        fields.optional(
            "rose", row?.rose.map { Int($0.microseconds) },
            before.row?.rose.map { Int($0.microseconds) })
        fields.optional("seed", row?.seed, before.row?.seed)
        fields.name("text", text, before.text)
    }
}
