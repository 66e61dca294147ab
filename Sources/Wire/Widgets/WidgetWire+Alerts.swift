import Stage
public import Texts
import Timeline

/// The JSON and frame forms of the alerts widget, for its settings, its events, its overview and its nodes.
extension WidgetWire {
    static let alerts = WidgetWire(
        section: ConfigurationSection(
            "alerts", \.alerts,
            "Cards for important events, shown one at a time. Rules choose the events.",
            [
                .flag("enabled", \.enabled, "Off: the stage and the queue have no alerts."),
                .position("x", \.x, "An alert's left edge."),
                .position("y", \.y, "An alert's top edge."),
                .size("width", \.width, "An alert's width."),
                .size("height", \.height, "An alert's height."),
                .duration(
                    "fade", \.fade,
                    "The time in which an alert fades in, and in which it fades out; each "
                        + "at most half of the alert's duration."),
                .duration("gap", \.gap, "The pause between two alerts."),
                .integer(
                    "queueLimit", \.queueLimit, 0...1000,
                    "The number of alerts that may wait. Beyond it, the last in the order is not "
                        + "shown."),
                .choice(
                    "order", \.order,
                    "The order of waiting alerts: as they came, or the highest worth first."),
                .list(
                    "rules", \.rules, upTo: AlertsConfiguration.mostRules, unlike: \.name,
                    from: AlertRule(name: "", title: ""), requiring: ["name", "title"],
                    "The rules, in the order in which they are tried. The first that matches an "
                        + "event makes its alert.",
                    alertRule),
            ]),
        events: [.notice, .speech, .deleteAlert, .moveAlert],
        state: { overview, expected in
            [
                .init("alert", .array(overview.alert.map { [JSON($0)] } ?? [])),
                .init(
                    "alertQueue",
                    .array(JSON.waiting(overview.alertQueue.map(\.members), expected.alerts))),
            ]
        },
        node: .alert(.example))

    /// The settings of one rule.
    private static let alertRule: [ConfigurationSetting<AlertRule>] = [
        .name("name", \.name, "The rule's name, unique among the rules."),
        .condition("when", \.condition, "The events that match; empty: all."),
        .text(
            "title", \.title, upTo: 200,
            "The alert's title. `{sender}`, `{gift}`, `{count}`, `{amount}`, `{months}`, "
                + "`{kind}` and `{title}` stand for values of the event."),
        .flag("message", \.showsMessage, "On: the alert shows the event's message."),
        .addressIfAny("image", \.image, "The picture; null: the gift's."),
        .filmIfAny(
            "film", \.film,
            "A film over the whole stage, in place of the gift's effect: the name of a "
                + "built-in film, or a path on this server."),
        .file("sound", \.sound, "The sound of the start; null: the gift's, or `sounds.alert`."),
        .seconds("duration", \.duration, 1...60, "The time that the alert is shown."),
        .integerIfAny(
            "tier", \.tier, 0...TierThresholds.count,
            "How expensive the alert looks; null: as its worth says."),
        .flag("speak", \.speaks, "On: the message is spoken."),
        .flag("only", \.isOnly, "On: the event is shown as an alert alone."),
        .studioAction(
            "obs", \.action,
            "An action for OBS, which a program of yours can carry out when the alert starts; "
                + "Ovation only stores it: `{\"do\": \"saveReplay\"}`, or "
                + "`{\"do\": \"scene\", \"scene\": …, \"back\": 6}`."),
        .integer(
            "weight", \.weight, 0...1000,
            "The rule's share among rules with an equal `when` that directly follow each other."),
    ]
}

// MARK: Events

extension EventForm {
    static let notice = EventForm(
        "notice",
        read: { $0.notice() },
        write: { kind in
            guard case .notice(let notice, let mark) = kind else { return [] }
            return notice.members + mark.members
        })

    static let speech = EventForm(
        "speech",
        read: { $0.speech() },
        write: { kind in
            guard case .speech(let id, let src, let duration) = kind else { return [] }
            let source: [JSON.Member] = src.isEmpty ? [] : [.init("src", .string(src))]
            return [.init("of", .string(id))] + source
                + [.init("seconds", .number(duration.seconds))]
        })

    static let deleteAlert = EventForm("deleteAlert", naming: "alert", .id, Event.Kind.deleteAlert)
    {
        if case .deleteAlert(let id) = $0 { id } else { nil }
    }

    static let moveAlert = EventForm(
        "moveAlert",
        read: { reader in
            let id = reader.requiredText("alert", .id)
            guard let place = reader.place(), let id else { return nil }
            return .moveAlert(of: id, place: place)
        },
        write: { kind in
            guard case .moveAlert(let id, let place) = kind else { return [] }
            return [.init("alert", .string(id)), .init("to", .number(Double(place)))]
        })
}

extension EventBody {
    /// Reads `{"id"?, "kind", "sender"?, "count"?, "months"?, "title"?, "message"?, "gift"?, "test"?}`.
    public static func notice(_ json: JSON) throws(ContentError) -> Request {
        try request(json) { $0.notice() }
    }

    /// Reads `{"src"?, "seconds"}`: the speech of an event. `src` may be left out if `seconds` is 0.
    public static func speech(of event: Text, _ json: JSON) throws(ContentError) -> Request {
        try ObjectReader.read(json, from: .sender) { reader in
            reader.speech(of: event).map { Request(id: $0.derivedID, kind: $0) }
        }
    }

    /// Reads `{"id"?, "to"}`: the new place of a waiting alert, from 1.
    public static func moveAlert(of event: Text, _ json: JSON) throws(ContentError) -> Request {
        try request(json) { $0.place().map { .moveAlert(of: event, place: $0) } }
    }
}

extension TextKind {
    /// A text that a sender wrote with a gift or a notice.
    static let message = TextKind(mostCharacters: 500, mostBytes: 2000, mayHoldBreaks: true)
}

extension Notice {
    static let mostCount = 1_000_000_000
    static let mostMonths = 1200

    fileprivate var members: [JSON.Member] {
        let members: [(Text, JSON?)] = [
            ("kind", .string(kind)), ("sender", JSON(sender)),
            ("count", count.map { .number(Double($0)) }),
            ("months", months.map { .number(Double($0)) }),
            ("title", title.map(JSON.string)), ("message", message.map(JSON.string)),
            ("gift", item.map(JSON.init)),
        ]
        return members.compactMap { key, value in value.map { .init(key, $0) } } + origin.members
    }
}

extension ObjectReader {
    /// Reads the keys of a notice, without its ID.
    mutating func notice() -> Event.Kind? {
        let kind = requiredText("kind", .name)
        if let kind, !Notice.isKind(kind) { refuse("kind", "must be 1 to 50 of a-z, 0-9 and -") }
        let sender = named("sender") { $0.person() }
        let count = integer("count", in: 0...Notice.mostCount)
        let months = integer("months", in: 0...Notice.mostMonths)
        let title = text("title", .name)
        let message = text("message", .message)
        let item = named("gift") { $0.item() }
        let mark = mark()
        let origin = origin(of: mark)
        guard let kind, Notice.isKind(kind) else { return nil }
        return .notice(
            Notice(
                kind: kind, sender: sender ?? Person(name: "anonymous"), count: count,
                months: months, title: title, message: message, item: item, origin: origin),
            mark: mark)
    }

    fileprivate mutating func speech() -> Event.Kind? {
        requiredText("of", .id).flatMap { speech(of: $0) }
    }

    fileprivate mutating func speech(of event: Text) -> Event.Kind? {
        let src = text("src", .file)
        guard let duration = required("seconds", { $0.seconds("seconds", in: 0...60) }) else {
            return nil
        }
        if duration > .zero, src == nil { refuse("src", "is required") }
        return .speech(of: event, src: src ?? "", duration: duration)
    }
}

// MARK: State and nodes

extension JSON {
    fileprivate init(_ alert: AlertSummary) {
        let members: [(Text, JSON?)] = [
            ("event", .string(alert.event)), ("rule", .string(alert.rule)),
            ("title", .string(alert.title)), ("message", alert.message.map(JSON.string)),
            ("start", .number(Double(alert.start.microseconds))),
            ("end", .number(Double(alert.end.microseconds))),
        ]
        self = .object(members.compactMap { key, value in value.map { .init(key, $0) } })
    }
}

extension WaitingAlertSummary {
    fileprivate var members: [JSON.Member] {
        [
            .init("event", .string(event)), .init("rule", .string(rule)),
            .init("title", .string(title)),
        ]
    }
}

extension AlertContent: NodeFields {
    static var kind: NodeKind { NodeKind("alert", number: 7, layer: 70) }

    func write(since before: Self, to fields: inout some FieldWriter) {
        fields.text("title", title, before.title)
        fields.name("message", message, before.message)
        fields.name("name", name, before.name)
        fields.name("avatar", avatar, before.avatar)
        fields.name("image", image, before.image)
        fields.name("amount", amount, before.amount)
        fields.optional("tier", tier, before.tier)
        fields.optional("seed", seed, before.seed)
        fields.optional("start", Int(start.microseconds), Int(before.start.microseconds))
        fields.optional(
            "left", left.map { Int($0.microseconds) }, before.left.map { Int($0.microseconds) })
        fields.seconds("duration", duration, before.duration)
    }
}
