import Stage
import Texts
import Timeline

/// The keys that make up each kind of event, wherever it comes from.
extension ObjectReader {
    mutating func gift() -> Event.Kind? {
        let sender = value("sender") { $0.person() }
        let present = value("gift", isRequired: true) { $0.present() }
        let count = integer("count", in: 1...1_000_000) ?? 1
        let mark = mark()
        guard let present else { return nil }
        return .gift(
            Gift(sender: sender ?? Person(name: "anonymous"), present: present, count: count),
            mark: mark)
    }

    mutating func call() -> Event.Kind? {
        let mark = mark()
        return value("user", isRequired: true) { $0.person() }.map { .call($0, mark: mark) }
    }

    /// Whether the event is a test; whose replay it is, which no sender can say.
    private mutating func mark() -> Event.Mark? {
        let isTest = flag("test") ?? false
        if isFromHistory, let id = text("replayOf", .id) { return .replay(of: id) }
        return isTest ? .test : nil
    }

    /// The keys of a counter's update, without its name.
    mutating func counterUpdate() -> CounterUpdate? {
        let to = required("to") { $0.number("to", in: Self.counterValues) }
        var update = CounterUpdate(to: to ?? 0)
        update.from = number("from", in: Self.counterValues)
        if let duration = seconds("duration", in: Self.eventSeconds) { update.duration = duration }
        if let easing: CounterEasing = choice("easing") { update.easing = easing.easing }
        if let style: CounterFormat.Style = choice("format") { update.format.style = style }
        if let prefix = text("prefix", .affix) { update.format.prefix = prefix }
        if let suffix = text("suffix", .affix) { update.format.suffix = suffix }
        if let grouping = flag("grouping") { update.format.grouping = grouping }
        return to == nil ? nil : update
    }

    mutating func caption() -> Event.Kind? {
        let text = requiredText("text", .caption)
        var caption = Caption(text: text ?? "")
        if let slot = self.text("slot", .name) { caption.slot = slot }
        if let effect: Caption.Effect = choice("effect") { caption.effect = effect }
        if let duration = seconds("duration", in: Self.eventSeconds) { caption.duration = duration }
        if isNull("hold") {
            caption.hold = nil
        } else if let hold = seconds("hold", in: Self.eventSeconds) {
            caption.hold = hold
        }
        if let exit = seconds("exit", in: Self.eventSeconds) { caption.exit = exit }
        let mark = mark()
        return text == nil ? nil : .caption(caption, mark: mark)
    }

    /// Whether `key` is there and null; it is taken out then.
    private mutating func isNull(_ key: Text) -> Bool {
        guard case .null? = peek(key) else { return false }
        _ = take(key)
        return true
    }

    /// Up to a day: a counter may be a countdown.
    private static let eventSeconds = 0.0...86_400
    /// Doubles hold hundredths exactly enough up to here.
    private static let counterValues = -1e12...1e12

    mutating func control() -> Event.Kind? {
        let action: Event.Control? = required("action") { $0.choice("action") }
        guard let node = text("of", .node) else { return action.map(Event.Kind.control) }
        if let action, action != .skip { refuse("of", "is only for a skip") }
        return .skip(node: node)
    }

    mutating func moveCombo() -> Event.Kind? {
        let combo = requiredText("combo", .id)
        let place = place()
        guard let combo, let place else { return nil }
        return .moveCombo(id: combo, place: place)
    }

    /// The place in a queue that something is to have, from 1.
    mutating func place() -> Int? {
        required("to") { $0.integer("to", in: 1...1_000_000) }
    }

    /// The value of `key`: a plain name, or an object that `read` reads.
    private mutating func value<Value>(
        _ key: Text, isRequired: Bool = false, _ read: (inout ObjectReader) -> Value?
    ) -> Value? {
        guard let json = isRequired ? require(key) : take(key) else { return nil }
        switch json {
        case .object: break
        case .string:
            var plain = wrapped(json, as: "name")
            let value = read(&plain)
            for problem in plain.problems { refuse(key, problem.detail) }
            return value
        default:
            refuse(key, "must be a name or an object")
            return nil
        }
        var reader = nested(json, at: key)
        let value = read(&reader)
        adopt(reader)
        return value
    }

    private mutating func person() -> Person? {
        let id = text("id", .id)
        let avatar = text("avatar", .url)
        return requiredText("name", .name).map { Person(id: id, name: $0, avatar: avatar) }
    }

    private mutating func present() -> Present? {
        let id = text("id", .id)
        let image = text("image", .url)
        let value = number("value", in: 0...1e12)
        return requiredText("name", .name).map {
            Present(id: id, name: $0, image: image, value: value)
        }
    }

    /// A text that must be there.
    mutating func requiredText(_ key: Text, _ kind: TextKind) -> Text? {
        required(key) { $0.text(key, kind) }
    }

    /// What `read` makes of `key`, which must be there.
    mutating func required<Value>(
        _ key: Text, _ read: (inout ObjectReader) -> Value?
    ) -> Value? {
        let before = problems.count
        let value = read(&self)
        if value == nil, problems.count == before { refuse(key, "is required") }
        return value
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
