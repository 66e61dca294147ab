public import Stage
public import Texts

/// One kind of event as histories, exports and `simulate`'s input have it: its `type`, and the keys
/// beside it.
struct EventForm: Sendable {
    let type: Text
    /// Reads the keys of an event; nil if a problem was noted.
    let read: @Sendable (inout ObjectReader) -> EventLine.Action?
    /// The keys of an event of this kind. Equal events have equal ones.
    let write: @Sendable (Event.Kind) -> [JSON.Member]

    init(
        _ type: Text, read: @escaping @Sendable (inout ObjectReader) -> Event.Kind?,
        write: @escaping @Sendable (Event.Kind) -> [JSON.Member]
    ) {
        self.init(type, reading: { read(&$0).map(EventLine.Action.event) }, write: write)
    }

    /// A kind that says no more than a name, under `key`: `make` makes an event of it, `name` tells it
    /// of an event of this kind.
    init(
        _ type: Text, naming key: Text, _ text: TextKind,
        _ make: @escaping @Sendable (Text) -> Event.Kind,
        name: @escaping @Sendable (Event.Kind) -> Text?
    ) {
        self.init(
            type, read: { $0.requiredText(key, text).map(make) },
            write: { kind in name(kind).map { [.init(key, .string($0))] } ?? [] })
    }

    private init(
        _ type: Text, reading: @escaping @Sendable (inout ObjectReader) -> EventLine.Action?,
        write: @escaping @Sendable (Event.Kind) -> [JSON.Member]
    ) {
        self.type = type
        read = reading
        self.write = write
    }

    /// All there are.
    static let all = WidgetWire.all.flatMap(\.events) + [control, hold, takeBack, configure]

    // MARK: What no widget has for itself

    static let control = EventForm(
        "control",
        read: { $0.control() },
        write: { kind in
            switch kind {
            case .control(let control): [.init("action", .string(Text(control.rawValue)))]
            case .skip(let node): [.init("action", .string("skip")), .init("of", .string(node))]
            default: []
            }
        })

    /// Reads a merge patch of the configuration in force; writes a whole configuration.
    static let configure = EventForm(
        "config",
        reading: { $0.require("config").map(EventLine.Action.patch) },
        write: { kind in
            guard case .configure(let configuration) = kind else { return [] }
            return [.init("config", ConfigurationDocument.write(configuration))]
        })
}

extension ObjectReader {
    fileprivate mutating func control() -> Event.Kind? {
        let action: Event.Control? = required("action") { $0.choice("action") }
        guard let node = text("of", .node) else { return action.map(Event.Kind.control) }
        if let action, action != .skip { refuse("of", "is only for a skip") }
        return .skip(node: node)
    }

    /// An event of the kind that `type` says.
    mutating func event() -> EventLine.Action? {
        guard let value = require("type") else { return nil }
        guard case .string(let type) = value,
            let form = EventForm.all.first(where: { $0.type == type })
        else {
            let types = EventForm.all.map(\.type.string).joined(separator: ", ")
            refuse("type", "must be one of: \(types)")
            return nil
        }
        return form.read(&self)
    }
}

extension EventBody {
    /// `{"action": "hold" | "resume" | "skip" | "clear" | "start", "of"?}`
    public static func control(_ json: JSON) throws(ContentError) -> Request {
        try request(json) { $0.control() }
    }
}

extension JSON {
    /// An event's kind as an object: `type` and the keys of its body, in the form that
    /// `EventLine` reads. Equal kinds give equal objects.
    public init(_ kind: Event.Kind) {
        let form = kind.form
        var members = form.write(kind)
        members.insert(Member("type", .string(form.type)), at: 0)
        self = .object(members)
    }
}

extension Event.Kind {
    /// The kind's name in histories, in `simulate`'s input and in metrics.
    public var word: Text { form.type }

    /// Reads what `JSON(_ kind:)` wrote; throws a `ContentError` if it is something else.
    public init(stored json: JSON) throws(ContentError) {
        switch try EventLine.action(of: json) {
        case .event(let kind): self = kind
        case .patch(let document):
            self = .configure(try ConfigurationDocument.read(document, from: .history))
        }
    }
}
