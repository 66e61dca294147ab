public import Stage
public import Texts
import Timeline

/// The JSON and frame forms of the gifts widget, for its settings, its events, its overview and its nodes.
extension WidgetWire {
    static let gifts = WidgetWire(
        section: ConfigurationSection(
            "gifts", \.gifts, "Rows of gift combos, and the queue behind them.",
            [
                .flag(
                    "enabled", \.enabled,
                    "Off: the stage and the queue are empty, and gifts are recorded as skipped."),
                .position("x", \.x, "The rows' left edge."),
                .position("y", \.y, "The first row's top edge."),
                .integer(
                    "channels", \.channels, 1...GiftsConfiguration.channelLimit,
                    "The number of rows."),
                .size(
                    "width", \.width,
                    "A row's width. The row slides in from this distance to the left."),
                .size("height", \.height, "A row's height."),
                .size("gap", \.gap, "The space between two rows."),
                .duration("entrance", \.entrance, "The time in which a row slides in."),
                .scale("popScale", \.popScale, "The digit's largest scale in a pop."),
                .scale("dipScale", \.dipScale, "The digit's smallest scale after that."),
                .duration(
                    "pop", \.pop, rule: "`pop` + `settle` is 0 or at least 0.001.",
                    "The time of a pop: up to `popScale` in the first half, down to "
                        + "`dipScale` in the second."),
                .duration("settle", \.settle, "The time from `dipScale` to 1, on a spring."),
                .damping(
                    "settleDamping", \.settleDamping, "The spring's damping; 1 does not swing."),
                .number(
                    "settleVelocity", \.settleVelocity, -1000...1000,
                    "The spring's speed at its start, in multiples of the whole distance per "
                        + "second."),
                .duration("linger", \.linger, "The time that a row rests after its last pop."),
                .number(
                    "hurry", \.hurry, 0...10000,
                    "If q combos wait, a row rests `linger` / (1 + q / `hurry`); 0: always `linger`."
                ),
                .duration("exit", \.exit, "The time in which a row leaves."),
                .position(
                    "exitShift", \.exitShift,
                    "The distance that a row moves to the right while it leaves."),
                .duration(
                    "turn", \.turn,
                    "The time that a combo may keep its row while other combos wait; 0: "
                        + "without limit."),
                .integer(
                    "queueLimit", \.queueLimit, 0...10000,
                    "The number of combos that may wait. A further combo is refused with 429."),
                .integer(
                    "catchUpFrom", \.catchUpFrom, 0...1_000_000,
                    "While at least this many gifts remain to be counted, a pop counts more "
                        + "than one; 0: never."),
                .integer(
                    "catchUpDivisor", \.catchUpDivisor, 1...1_000_000,
                    "A pop then counts the remaining gifts divided by this number, at least 1."),
            ],
            check: { gifts, reader in
                // A pop has no duration, or is long enough that a large count does not make too
                // many transitions.
                let pop = gifts.pop + gifts.settle
                if pop > .zero, pop < Duration(microseconds: 1000) {
                    reader.refuse("gifts", "pop", "pop + settle must be 0 or at least 0.001")
                }
            }),
        events: [.gift, .deleteCombo, .moveCombo],
        state: { overview, expected in
            [
                .init("channels", .array(overview.channels.map(JSON.init))),
                .init(
                    "queue", .array(JSON.waiting(overview.queue.map(\.members), expected.combos))),
            ]
        },
        node: .gift(.example))
}

// MARK: Events

extension EventForm {
    static let gift = EventForm(
        "gift",
        read: { $0.gift() },
        write: { kind in
            guard case .gift(let gift, let mark) = kind else { return [] }
            var members = [
                JSON.Member("sender", JSON(gift.sender)),
                JSON.Member("gift", JSON(gift.item)),
                JSON.Member("count", .number(Double(gift.count))),
            ]
            if let message = gift.message { members.append(.init("message", .string(message))) }
            members += mark.members
            members += gift.origin.members
            if let streak = gift.streak { members.append(.init("streak", JSON(streak))) }
            if let report = gift.report { members.append(.init("report", JSON(report))) }
            return members
        })

    static let deleteCombo = EventForm("deleteCombo", naming: "combo", .id, Event.Kind.deleteCombo)
    {
        if case .deleteCombo(let combo) = $0 { combo } else { nil }
    }

    static let moveCombo = EventForm(
        "moveCombo",
        read: { reader in
            let combo = reader.requiredText("combo", .id)
            guard let place = reader.place(), let combo else { return nil }
            return .moveCombo(id: combo, place: place)
        },
        write: { kind in
            guard case .moveCombo(let combo, let place) = kind else { return [] }
            return [.init("combo", .string(combo)), .init("to", .number(Double(place)))]
        })
}

extension EventBody {
    /// Reads `{"id"?, "sender"?, "gift", "count"?: 1, "message"?, "test"?}`.
    public static func gift(_ json: JSON) throws(ContentError) -> Request {
        try request(json) { $0.gift() }
    }

    /// Reads `{"id"?, "to"}`: the new place of a waiting combo, from 1.
    public static func move(_ combo: Text, _ json: JSON) throws(ContentError) -> Request {
        try request(json) { $0.place().map { .moveCombo(id: combo, place: $0) } }
    }
}

extension ObjectReader {
    /// Reads the keys of a gift, without its ID.
    mutating func gift() -> Event.Kind? {
        let sender = named("sender") { $0.person() }
        let item = named("gift", isRequired: true) { $0.item() }
        let count = integer("count", in: 1...1_000_000) ?? 1
        let message = text("message", .message)
        let mark = mark()
        let origin = origin(of: mark)
        // Only the history has these keys; senders can't use them.
        let streak = isFromHistory ? streak() : nil
        let report = isFromHistory ? report() : nil
        guard let item else { return nil }
        return .gift(
            Gift(
                sender: sender ?? Person(name: "anonymous"), item: item, count: count,
                streak: streak, report: report, message: message, origin: origin),
            mark: mark)
    }

    private mutating func streak() -> StreakPart? {
        guard let json = take("streak") else { return nil }
        var reader = nested(json, at: "streak")
        let part = reader.streakPart()
        adopt(reader)
        return part
    }

    fileprivate mutating func streakPart() -> StreakPart? {
        let id = requiredText("id", .id)
        let ends = flag("ends") ?? false
        let recurs = flag("recurs") ?? false
        let wall = required("wall") { $0.integer("wall", in: 0...(1 << 53)) }
        guard let id, let wall else { return nil }
        return StreakPart(id: id, isEnd: ends, recurs: recurs, wallMicroseconds: Int64(wall))
    }

    private mutating func report() -> GiftReport? {
        guard let json = take("report") else { return nil }
        var reader = nested(json, at: "report")
        let report = reader.giftReport()
        adopt(reader)
        return report
    }

    fileprivate mutating func giftReport() -> GiftReport? {
        let subject = requiredText("of", .id)
        let reporter = requiredText("by", .id)
        let waits = flag("waits") ?? false
        let released = text("releases", .id)
        let wall = required("wall") { $0.integer("wall", in: 0...(1 << 53)) }
        guard let subject, let reporter, let wall else { return nil }
        let role: GiftReport.Role =
            if let released { .releases(released) } else { waits ? .waits : .counts }
        return GiftReport(
            subject: subject, reporter: reporter, role: role, wallMicroseconds: Int64(wall))
    }

    /// Reads a new place in a queue, from 1.
    mutating func place() -> Int? {
        required("to") { $0.integer("to", in: 1...1_000_000) }
    }

    /// Reads a gift's value: a whole number. Earlier versions accepted any number.
    private mutating func value() -> Double? {
        if isFromHistory { return number("value", in: 0...1e12) }
        return integer("value", in: 0...CatalogueEntry.mostValue).map(Double.init)
    }

    private mutating func currency() -> Text? {
        guard let currency = text("currency", .name) else { return nil }
        if SourcesConfiguration.isCurrency(currency) { return currency }
        refuse("currency", "must be three capital letters")
        return nil
    }

    mutating func item() -> GiftItem? {
        let id = text("id", .id)
        let image = text("image", .url)
        let value = value()
        let price = integer("price", in: 0...CatalogueEntry.mostValue)
        let currency = currency()
        return requiredText("name", .name).map {
            GiftItem(
                id: id, name: $0, image: image, value: value, price: price, currency: currency)
        }
    }
}

extension JSON {
    fileprivate init(_ part: StreakPart) {
        let flags: [(Text, Bool)] = [("ends", part.isEnd), ("recurs", part.recurs)]
        self = .object(
            [.init("id", .string(part.id))]
                + flags.filter { $0.1 }.map { Member($0.0, .bool(true)) }
                + [.init("wall", .number(Double(part.wallMicroseconds)))])
    }

    fileprivate init(_ report: GiftReport) {
        var members = [
            Member("of", .string(report.subject)), Member("by", .string(report.reporter)),
        ]
        switch report.role {
        case .counts: break
        case .waits: members.append(Member("waits", .bool(true)))
        case .releases(let id): members.append(Member("releases", .string(id)))
        }
        self = .object(members + [Member("wall", .number(Double(report.wallMicroseconds)))])
    }

    init(_ item: GiftItem) {
        self = .named(
            item.id, item.name,
            [
                ("image", item.image.map(JSON.string)),
                ("value", item.value.map(JSON.number)),
                ("price", item.price.map { .number(Double($0)) }),
                ("currency", item.currency.map(JSON.string)),
            ])
    }
}

extension StreakPart {
    /// Reads an event's `streak`; nil if it is not valid.
    public init?(stored json: JSON) {
        guard
            let part = try? ObjectReader.read(json, from: .history, { $0.streakPart() })
        else { return nil }
        self = part
    }
}

extension GiftReport {
    /// Reads an event's `report`; nil if it is not valid.
    public init?(stored json: JSON) {
        guard
            let report = try? ObjectReader.read(json, from: .history, { $0.giftReport() })
        else { return nil }
        self = report
    }
}

// MARK: State and nodes

extension JSON {
    fileprivate init(_ shown: ComboSummary) {
        self = .object([
            .init("channel", .number(Double(shown.channel))),
            .init("state", .string(shown.state)),
            .init("combo", .string(shown.combo)),
            .init("sender", .string(shown.sender)),
            .init("gift", .string(shown.gift)),
            .init("count", .number(Double(shown.count))),
            .init("target", .number(Double(shown.target))),
        ])
    }
}

extension WaitingComboSummary {
    fileprivate var members: [JSON.Member] {
        [
            .init("combo", .string(combo)),
            .init("sender", .string(sender)),
            .init("gift", .string(gift)),
            .init("count", .number(Double(count))),
        ]
    }
}

extension GiftContent: NodeFields {
    static var kind: NodeKind {
        // The number in `gifts/0` is the channel, which determines the drawing order.
        NodeKind("gift", number: 1, layer: 20, isOrderedByID: true)
    }

    func write(since before: Self, to fields: inout some FieldWriter) {
        fields.text("combo", combo, before.combo)
        fields.name("sender", sender, before.sender)
        fields.name("avatar", avatar, before.avatar)
        fields.name("gift", gift, before.gift)
        fields.name("image", image, before.image)
        fields.integer("count", count, before.count)
        fields.thousandths("digitScale", digitScale, before.digitScale)
        fields.flourish("flourish", flourish, before.flourish)
    }
}
