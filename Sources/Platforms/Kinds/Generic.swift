import Stage
import Texts
import Wire

extension Source {
    /// Whatever sends JSON or forms: its owner says which event is made, and of what.
    static let generic = Source(
        "generic", .key,
        check: { (settings) throws(ContentError) in _ = try Mapping(settings) },
        read: { (delivery, settings) throws(DeliveryFault) in
            let payload =
                delivery.mediaType == Form.mediaType ? try delivery.form() : try delivery.json()
            do throws(ContentError) {
                return .happenings([try Mapping(settings).happening(payload)])
            } catch {
                throw .unfit(error)
            }
        })
}

/// Which event is made of a payload, and of what in it:
/// `{"event": "gift", "keys": {"sender": "/user/name", "count": "/n"}, "fixed": {"gift": "Rose"}}`.
///
/// `keys` gives where the event's keys are found, by JSON pointer (RFC 6901) or a field's name; `fixed`
/// gives what they are if nothing is found there.
struct Mapping {
    private let form: Form
    private let keys: [JSON.Member]
    private let fixed: [JSON.Member]

    /// An event that can be made.
    private struct Form {
        let word: Text
        /// Its keys, each with its place in the event's body.
        let places: [(key: Text, place: [Text])]
        let read: @Sendable (JSON) throws(ContentError) -> EventBody.Request
    }

    private static let forms = [
        Form(
            word: "gift",
            places: [
                ("id", ["id"]), ("sender", ["sender", "name"]), ("senderId", ["sender", "id"]),
                ("avatar", ["sender", "avatar"]), ("gift", ["gift", "name"]),
                ("giftId", ["gift", "id"]), ("image", ["gift", "image"]),
                ("value", ["gift", "value"]), ("count", ["count"]),
            ],
            read: EventBody.gift),
        Form(
            word: "call",
            places: [
                ("id", ["id"]), ("user", ["user", "name"]), ("userId", ["user", "id"]),
                ("avatar", ["user", "avatar"]),
            ],
            read: EventBody.call),
        Form(
            word: "caption",
            places: [
                ("id", ["id"]), ("text", ["text"]), ("slot", ["slot"]), ("effect", ["effect"]),
            ],
            read: EventBody.caption),
    ]

    /// The events that can be made.
    static let words = forms.map(\.word)

    /// An event's keys, each with its place in the event's body; nil: it can't be made.
    static func places(of word: Text) -> [(key: Text, place: [Text])]? {
        forms.first { $0.word == word }?.places
    }

    /// Event keys that are numbers: a form has them as texts.
    private static let numbers: Set<Text> = ["count", "value"]

    init(_ settings: JSON) throws(ContentError) {
        try Source.refuse(settings, but: ["event", "keys", "fixed"])
        var problems: [ContentError.Problem] = []
        let word = settings["event"]?.text
        let form = Self.forms.first { $0.word == word }
        if form == nil {
            let words = Self.words.map(\.string).joined(separator: ", ")
            problems.append(.init(pointer: "/event", detail: "must be one of: \(words)"))
        }
        for section in ["keys", "fixed"] as [Text] {
            for member in settings[section]?.members ?? [] {
                let pointer: Text = "/\(section)/\(member.key)"
                if let form, !form.places.contains(where: { $0.key == member.key }) {
                    problems.append(.init(pointer: pointer, detail: "is no key of this event"))
                } else if section == "keys", member.value.text == nil {
                    problems.append(
                        .init(pointer: pointer, detail: "must be a JSON pointer or a field's name"))
                }
            }
        }
        guard let form, problems.isEmpty else { throw ContentError(problems: problems) }
        self.form = form
        keys = settings["keys"]?.members ?? []
        fixed = settings["fixed"]?.members ?? []
    }

    func happening(_ payload: JSON) throws(ContentError) -> Happening {
        let request = try request(payload)
        return Happening(id: request.id, .event(request.kind), by: Person(name: "generic"))
    }

    /// The event that is made of a payload, with its id.
    func request(_ payload: JSON) throws(ContentError) -> EventBody.Request {
        var body = JSON.object([])
        for (key, place) in form.places {
            let pointer = keys.first { $0.key == key }?.value.text
            let found = pointer.flatMap { payload.found(at: $0) }
            guard let value = found ?? fixed.first(where: { $0.key == key })?.value, value != .null
            else { continue }
            body = body.merged(with: Self.nested(Self.fitted(value, key), at: place))
        }
        // An event without a sender's name has no sender.
        if body["sender"] != nil, body.at("sender", "name") == nil {
            body = body.merged(with: Self.nested(.string("anonymous"), at: ["sender", "name"]))
        }
        return try form.read(body)
    }

    private static func nested(_ value: JSON, at place: [Text]) -> JSON {
        place.reversed().reduce(value) { .object([.init($1, $0)]) }
    }

    /// A value as the event's key has it: numbers from texts, texts from numbers.
    private static func fitted(_ value: JSON, _ key: Text) -> JSON {
        if numbers.contains(key) {
            return value.whole.map { .number(Double($0)) } ?? value
        }
        guard case .number = value else { return value }
        return value.decimal.map(JSON.string) ?? value
    }
}
