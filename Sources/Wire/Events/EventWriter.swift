public import Stage
public import Texts
import Timeline

extension JSON {
    /// An event's kind as an object: `type` and the keys of its body, in the form that
    /// `EventLine` reads. Equal kinds give equal objects.
    public init(_ kind: Event.Kind) {
        var members = [Member("type", .string(kind.word))]
        switch kind {
        case .gift(let gift, let mark):
            members.append(Member("sender", JSON(gift.sender)))
            members.append(Member("gift", JSON(gift.present)))
            members.append(Member("count", .number(Double(gift.count))))
            members += Self.members(of: mark)
        case .call(let person, let mark):
            members.append(Member("user", JSON(person)))
            members += Self.members(of: mark)
        case .dismiss(let call), .tap(let call): members.append(Member("call", .string(call)))
        case .counter(let name, let update):
            members.append(Member("name", .string(name)))
            members += Self.members(of: update)
        case .deleteCounter(let name): members.append(Member("name", .string(name)))
        case .caption(let caption, let mark):
            members += Self.members(of: caption)
            members += Self.members(of: mark)
        case .deleteCaption(let slot): members.append(Member("slot", .string(slot)))
        case .control(let control):
            members.append(Member("action", .string(Text(control.rawValue))))
        case .skip(let node):
            members.append(Member("action", .string("skip")))
            members.append(Member("of", .string(node)))
        case .deleteCombo(let combo): members.append(Member("combo", .string(combo)))
        case .moveCombo(let combo, let place):
            members.append(Member("combo", .string(combo)))
            members.append(Member("to", .number(Double(place))))
        case .configure(let configuration):
            members.append(Member("config", ConfigurationDocument.write(configuration)))
        }
        self = .object(members)
    }

    private static func members(of mark: Event.Mark?) -> [Member] {
        switch mark {
        case .test: [Member("test", .bool(true))]
        case .replay(let id): [Member("replayOf", .string(id))]
        case nil: []
        }
    }

    private init(_ person: Person) {
        self = .named(person.id, person.name, "avatar", person.avatar)
    }

    private init(_ present: Present) {
        self = .named(present.id, present.name, "image", present.image, value: present.value)
    }

    private static func named(
        _ id: Text?, _ name: Text, _ pictureKey: Text, _ picture: Text?,
        value: Double? = nil
    ) -> JSON {
        var members: [Member] = []
        if let id { members.append(Member("id", .string(id))) }
        members.append(Member("name", .string(name)))
        if let picture { members.append(Member(pictureKey, .string(picture))) }
        if let value { members.append(Member("value", .number(value))) }
        return .object(members)
    }

    private static func members(of update: CounterUpdate) -> [Member] {
        var members = [Member("to", .number(update.to))]
        if let from = update.from { members.append(Member("from", .number(from))) }
        members += [
            Member("duration", .number(update.duration.seconds)),
            Member("easing", .string(Text(update.easing.rawValue))),
            Member("format", .string(Text(update.format.style.rawValue))),
            Member("prefix", .string(update.format.prefix)),
            Member("suffix", .string(update.format.suffix)),
            Member("grouping", .bool(update.format.grouping)),
        ]
        return members
    }

    private static func members(of caption: Caption) -> [Member] {
        [
            Member("text", .string(caption.text)),
            Member("slot", .string(caption.slot)),
            Member("effect", .string(Text(caption.effect.rawValue))),
            Member("duration", .number(caption.duration.seconds)),
            Member("hold", caption.hold.map { .number($0.seconds) } ?? .null),
            Member("exit", .number(caption.exit.seconds)),
        ]
    }
}

extension Event.Kind {
    /// The kind's name in histories, in `simulate`'s input and in metrics.
    public var word: Text {
        switch self {
        case .gift: "gift"
        case .call: "call"
        case .dismiss: "dismiss"
        case .tap: "tap"
        case .counter: "counter"
        case .deleteCounter: "deleteCounter"
        case .caption: "caption"
        case .deleteCaption: "deleteCaption"
        case .deleteCombo: "deleteCombo"
        case .moveCombo: "moveCombo"
        case .control, .skip: "control"
        case .configure: "config"
        }
    }

    /// Reads what `JSON(_ kind:)` wrote; throws a `ContentError` where it is something else.
    public init(stored json: JSON) throws(ContentError) {
        switch try EventLine.action(of: json) {
        case .event(let kind): self = kind
        case .patch(let document):
            self = .configure(try ConfigurationDocument.read(document, from: .history))
        }
    }
}
