public import Stage
public import Texts
import Timeline

/// The JSON and frame forms of the counters widget, for its settings, its events, its overview and its nodes.
extension WidgetWire {
    static let counters = WidgetWire(
        section: ConfigurationSection(
            "counters", \.counters, "The column of labels that count.",
            [
                .flag(
                    "enabled", \.enabled,
                    "Off: all counters are deleted, and updates are recorded as skipped."),
                .position("x", \.x, "The labels' left edge."),
                .position("y", \.y, "The first label's top edge."),
                .size("height", \.height, "A label's height."),
                .size("gap", \.gap, "The space between two labels."),
                .integer(
                    "max", \.max, 1...100,
                    "The number of counters that may exist. A further counter is refused "
                        + "with 429."),
            ]),
        events: [.counter, .deleteCounter],
        state: { overview, _ in [.init("counters", .array(overview.counters.map(JSON.init)))] },
        node: .counter(.example))
}

// MARK: Events

extension EventForm {
    static let counter = EventForm(
        "counter",
        read: { reader in
            let name = reader.requiredText("name", .name)
            guard let update = reader.counterUpdate(), let name else { return nil }
            return .counter(name: name, update)
        },
        write: { kind in
            guard case .counter(let name, let update) = kind else { return [] }
            return [.init("name", .string(name))] + update.members
        })

    static let deleteCounter = EventForm(
        "deleteCounter", naming: "name", .name, Event.Kind.deleteCounter
    ) {
        if case .deleteCounter(let name) = $0 { name } else { nil }
    }
}

extension EventBody {
    /// Reads `{"to", "from"?, "duration"?, "easing"?, "format"?, "prefix"?, "suffix"?,
    /// "grouping"?}`.
    public static func counter(_ name: Text, _ json: JSON) throws(ContentError) -> Request {
        try update(of: name, json) { $0.counterUpdate().map { .counter(name: name, $0) } }
    }
}

extension TextKind {
    /// A text before or after the number.
    fileprivate static let affix = TextKind(mostCharacters: 50, mostBytes: 200, mayBeEmpty: true)
}

extension ObjectReader {
    /// Reads the keys of a counter's update, without the counter's name.
    fileprivate mutating func counterUpdate() -> CounterUpdate? {
        // Doubles hold hundredths exactly enough up to here.
        let values = -1e12...1e12
        // Only the history has `add`; senders can't use it.
        let added = isFromHistory ? number("add", in: values) : nil
        let to = added ?? required("to") { $0.number("to", in: values) }
        var update = CounterUpdate(to: to ?? 0)
        update.adds = added != nil
        update.from = number("from", in: values)
        if let duration = span("duration") { update.duration = duration }
        if let easing: CounterEasing = choice("easing") { update.easing = easing.easing }
        if let style: CounterFormat.Style = choice("format") { update.format.style = style }
        if let prefix = text("prefix", .affix) { update.format.prefix = prefix }
        if let suffix = text("suffix", .affix) { update.format.suffix = suffix }
        if let grouping = flag("grouping") { update.format.grouping = grouping }
        return to == nil ? nil : update
    }
}

/// The easings that a counter may have.
private enum CounterEasing: String, CaseIterable {
    case linear, easeIn, easeOut

    var easing: Easing {
        switch self {
        case .linear: .linear
        case .easeIn: .easeIn
        case .easeOut: .easeOut
        }
    }
}

extension CounterUpdate {
    fileprivate var members: [JSON.Member] {
        [.init(adds ? "add" : "to", .number(to))]
            + (from.map { [.init("from", .number($0))] } ?? [])
            + [
                .init("duration", .number(duration.seconds)),
                .init("easing", .string(Text(easing.rawValue))),
                .init("format", .string(Text(format.style.rawValue))),
                .init("prefix", .string(format.prefix)),
                .init("suffix", .string(format.suffix)),
                .init("grouping", .bool(format.grouping)),
            ]
    }
}

// MARK: State and nodes

extension JSON {
    fileprivate init(_ counter: CounterSummary) {
        self = .object([
            .init("name", .string(counter.name)),
            .init("text", .string(counter.text)),
            .init("value", .number(Double(counter.value.units) / 100)),
        ])
    }
}

extension CounterContent: NodeFields {
    static var kind: NodeKind { NodeKind("counter", number: 2, layer: 30) }

    func write(since before: Self, to fields: inout some FieldWriter) {
        fields.text("text", text, before.text)
        fields.hundredths("value", value, before.value)
    }
}
