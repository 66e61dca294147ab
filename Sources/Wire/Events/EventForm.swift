public import Stage
public import Texts

/// The JSON form of one kind of event, with its `type` and its other keys, in histories, in exports and in the input of
/// `simulate`.
struct EventForm: Sendable {
    let type: Text
    /// Reads the keys of an event; nil if there was a problem.
    let read: @Sendable (inout ObjectReader) -> EventLine.Action?
    /// Writes the keys of an event of this kind. Equal events have equal keys.
    let write: @Sendable (Event.Kind) -> [JSON.Member]

    init(
        _ type: Text, read: @escaping @Sendable (inout ObjectReader) -> Event.Kind?,
        write: @escaping @Sendable (Event.Kind) -> [JSON.Member]
    ) {
        self.init(type, reading: { read(&$0).map(EventLine.Action.event) }, write: write)
    }

    /// Creates the form of a kind that has only a name, under `key`: `make` creates the event from
    /// a name, and `name` returns the name of an event of this kind.
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

    /// All forms.
    static let all =
        WidgetWire.all.flatMap(\.events) + [
            control, hold, takeBack, configure, block, unblock,
        ]

    // MARK: Events of the room itself

    static let control = EventForm(
        "control",
        read: { $0.control() },
        write: { kind in
            switch kind {
            case .control(let control): [.init("action", .string(Text(control.rawValue)))]
            case .skip(let node): [.init("action", .string("skip")), .init("of", .string(node))]
            case .hideMessage(let id):
                [.init("action", .string("hideMessage")), .init("of", .string(id))]
            default: []
            }
        })

    /// Reads a merge patch of the current configuration; writes a whole configuration.
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
        switch action {
        case .skip: return .skip(node: node)
        case .hideMessage: return .hideMessage(of: node)
        default:
            if action != nil { refuse("of", "is only for skip and hideMessage") }
            return nil
        }
    }

    /// Reads an event of the kind that `type` names.
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
    /// Reads `{"action": "hold" | "resume" | "skip" | "clear" | "start" | "hideMessage", "of"?}`.
    public static func control(_ json: JSON) throws(ContentError) -> Request {
        try request(json) { $0.control() }
    }
}

extension JSON {
    /// Writes an event's kind as an object: `type` and the keys of its body, in the form that
    /// `EventLine` reads. Equal kinds give equal objects.
    public init(_ kind: Event.Kind) {
        let form = kind.form
        var members = form.write(kind)
        members.insert(Member("type", .string(form.type)), at: 0)
        self = .object(members)
    }
}

extension Event.Kind {
    /// The kind's name in histories, in the input of `simulate` and in metrics.
    public var word: Text { form.type }

    /// Reads an object that `JSON(_ kind:)` wrote; throws a `ContentError` for any other value.
    public init(stored json: JSON) throws(ContentError) {
        switch try EventLine.action(of: json) {
        case .event(let kind): self = kind
        case .patch(let document):
            self = .configure(try ConfigurationDocument.read(document, from: .history))
        }
    }
}
