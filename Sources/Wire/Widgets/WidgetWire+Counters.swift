public import Stage
public import Texts
import Timeline

/// The JSON and frame forms of the counters widget, for its settings, its events, its overview and its nodes.
extension WidgetWire {
    static let counters = WidgetWire(
        section: ConfigurationSection(
            "counters", \.counters, "The column of labels that count, and of clocks.",
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
            let kind = reader.counterEvent(of: name ?? "")
            return name == nil ? nil : kind
        },
        write: { kind in
            switch kind {
            case .counter(let name, let update): [.init("name", .string(name))] + update.members
            case .clock(let name, let update): [.init("name", .string(name))] + update.members
            case .changeClock(let name, let change):
                [.init("name", .string(name))] + change.members
            default: []
            }
        })

    static let deleteCounter = EventForm(
        "deleteCounter", naming: "name", .name, Event.Kind.deleteCounter
    ) {
        if case .deleteCounter(let name) = $0 { name } else { nil }
    }
}

extension EventBody {
    /// Reads `{"to", "from"?, "duration"?, "easing"?, "format"?, "prefix"?, "suffix"?,
    /// "grouping"?}`, or `{"clock", "format"?, "prefix"?, "suffix"?, "grouping"?}`.
    public static func counter(_ name: Text, _ json: JSON) throws(ContentError) -> Request {
        try update(of: name, json) { $0.counterSetting(of: name) }
    }

    /// Reads `{"id"?, "addSeconds"?, "running"?}`, a change of the clock `name`.
    public static func clockChange(_ name: Text, _ json: JSON) throws(ContentError) -> Request {
        _ = try self.name(name)
        return try request(json) { $0.clockRun().map { .changeClock(name: name, $0) } }
    }
}

extension TextKind {
    /// A text before or after the number.
    fileprivate static let affix = TextKind(mostCharacters: 50, mostBytes: 200, mayBeEmpty: true)
}

extension ObjectReader {
    /// Reads the keys of any event of a counter, without the counter's name.
    fileprivate mutating func counterEvent(of name: Text) -> Event.Kind? {
        let changes: [Text] = ["addSeconds", "running"]
        guard changes.contains(where: { peek($0) != nil }) else { return counterSetting(of: name) }
        for key: Text in ["to", "clock"] where take(key) != nil {
            refuse(key, "must not be combined with addSeconds or running")
        }
        let wall = wallMicroseconds()
        guard var change = clockRun() else { return nil }
        change.wallMicroseconds = wall
        change.style = choice("format")
        change.prefix = text("prefix", .affix)
        change.suffix = text("suffix", .affix)
        change.grouping = flag("grouping")
        return .changeClock(name: name, change)
    }

    /// Reads the keys that set a counter to a number, or make it a clock.
    fileprivate mutating func counterSetting(of name: Text) -> Event.Kind? {
        guard peek("clock") != nil else {
            return counterUpdate().map { .counter(name: name, $0) }
        }
        if take("to") != nil { refuse("to", "must not be combined with clock") }
        return clockUpdate().map { .clock(name: name, $0) }
    }

    private mutating func clockUpdate() -> ClockUpdate? {
        guard let json = take("clock") else { return nil }
        guard case .object = json else {
            refuse("clock", "must be an object")
            return nil
        }
        var reader = nested(json, at: "clock")
        let times = 0...ClockUpdate.limit.seconds
        let left = reader.required("seconds") { $0.seconds("seconds", in: times) }
        var update = ClockUpdate(left: left ?? .zero)
        if let isRunning = reader.flag("running") { update.isRunning = isRunning }
        if let max = reader.seconds("max", in: times) { update.max = max }
        if let standing: ClockUpdate.Standing = reader.choice("stands") {
            update.standing = standing
        }
        adopt(reader)
        counterFormat(&update.format)
        update.wallMicroseconds = wallMicroseconds()
        return left == nil ? nil : update
    }

    /// Reads the keys that add time to a clock, or start or stop it.
    fileprivate mutating func clockRun() -> ClockChange? {
        let limit = ClockUpdate.limit.seconds
        let isEmpty = peek("addSeconds") == nil && peek("running") == nil
        if isEmpty { refuse("addSeconds", "is required, or running") }
        let added = seconds("addSeconds", in: -limit...limit)
        let isRunning = flag("running")
        return isEmpty ? nil : ClockChange(added: added, isRunning: isRunning)
    }

    /// Reads the wall time of a clock's event, which only the history has.
    private mutating func wallMicroseconds() -> Int64? {
        isFromHistory ? integer("wall", in: 0...(1 << 53)).map(Int64.init) : nil
    }

    private mutating func counterFormat(_ format: inout CounterFormat) {
        if let style: CounterFormat.Style = choice("format") { format.style = style }
        if let prefix = text("prefix", .affix) { format.prefix = prefix }
        if let suffix = text("suffix", .affix) { format.suffix = suffix }
        if let grouping = flag("grouping") { format.grouping = grouping }
    }

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
        counterFormat(&update.format)
        if update.format.style.isTime { refuse("format", "is only for clocks") }
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
            ] + format.members
    }
}

extension ClockUpdate {
    fileprivate var members: [JSON.Member] {
        let clock = JSON.object([
            .init("seconds", .number(left.seconds)), .init("running", .bool(isRunning)),
            .init("max", .number(max.seconds)),
            .init("stands", .string(Text(standing.rawValue))),
        ])
        return [.init("clock", clock)] + format.members
            + (wallMicroseconds.map { [.init("wall", .number(Double($0)))] } ?? [])
    }
}

extension ClockChange {
    fileprivate var members: [JSON.Member] {
        let members: [(Text, JSON?)] = [
            ("addSeconds", added.map { .number($0.seconds) }),
            ("running", isRunning.map(JSON.bool)),
            ("format", style.map { .string(Text($0.rawValue)) }),
            ("prefix", prefix.map(JSON.string)), ("suffix", suffix.map(JSON.string)),
            ("grouping", grouping.map(JSON.bool)),
            ("wall", wallMicroseconds.map { .number(Double($0)) }),
        ]
        return members.compactMap { key, value in value.map { .init(key, $0) } }
    }
}

extension CounterFormat {
    fileprivate var members: [JSON.Member] {
        [
            .init("format", .string(Text(style.rawValue))), .init("prefix", .string(prefix)),
            .init("suffix", .string(suffix)), .init("grouping", .bool(grouping)),
        ]
    }
}

// MARK: State and nodes

extension JSON {
    fileprivate init(_ counter: CounterSummary) {
        self = .object(
            [
                .init("name", .string(counter.name)),
                .init("text", .string(counter.text)),
                .init("value", .number(Double(counter.value.units) / 100)),
            ] + (counter.clock.map { [.init("clock", JSON($0))] } ?? []))
    }

    private init(_ clock: ClockSummary) {
        self = .object(
            [
                .init("left", .number(clock.left.seconds)),
                .init("running", .bool(clock.isRunning)),
                .init("max", .number(clock.max.seconds)),
            ] + (clock.hasEnded ? [.init("ended", .bool(true))] : []))
    }
}

extension CounterContent: NodeFields {
    static var kind: NodeKind { NodeKind("counter", number: 2, layer: 30) }

    func write(since before: Self, to fields: inout some FieldWriter) {
        fields.text("text", text, before.text)
        fields.hundredths("value", value, before.value)
        fields.seconds("added", added, before.added)
        fields.name("addedBy", addedBy, before.addedBy)
        fields.optional("addedAt", addedAt?.whole, before.addedAt?.whole)
        fields.flag("ended", ended, before.ended)
        fields.optional("endedAt", endedAt?.whole, before.endedAt?.whole)
    }
}

extension Instant {
    fileprivate var whole: Int { Int(microseconds) }
}
