import Stage
import Texts
import Wire

/// The source for any other program, which reads JSON or forms by a mapping that the room's owner has set.
extension Source {
    /// A generic sender of JSON or forms: the room owner's mapping says which event to make from
    /// which fields.
    static let generic = Source(
        "generic", .key, takesKeyInPath: true,
        check: { (settings) throws(ContentError) in _ = try Mapping(settings) },
        read: { (delivery, settings) throws(DeliveryFault) in
            let payload = try delivery.jsonOrForm()
            do throws(ContentError) {
                return try Mapping(settings).reading(payload, currency: delivery.currency)
            } catch {
                throw .unfit(error)
            }
        })
}

/// The room owner's mapping from a payload to an event: `{"event": "gift", "keys": {"sender":
/// "/user/name", "count": "/n"}, "fixed": {"gift": "Rose"}}`.
///
/// `keys` says where the payload has the event's keys, by JSON pointer (RFC 6901) or a field's
/// name; `fixed` has the values of keys that the payload lacks. `when` has the values that a
/// payload must have to count.
struct Mapping {
    private let form: Form
    private let keys: [JSON.Member]
    private let fixed: [JSON.Member]
    private let conditions: [RequiredValue]

    /// A kind of event that a mapping can make.
    private struct Form {
        let word: Text
        /// The event's keys, each with its place in the event's body.
        let places: [(key: Text, place: [Text])]
        /// Keys of a payment and of its message, which the event's body does not have.
        var extras: [Text] = []
        /// Keys whose values a platform's event cuts to what the room accepts, so that an odd text loses no payment.
        var cutLater: Set<Text> = []
        let read: @Sendable (JSON) throws(ContentError) -> EventBody.Request

        func has(_ key: Text) -> Bool {
            places.contains { $0.key == key } || extras.contains(key)
        }
    }

    /// A value that the payload must have at a place.
    private struct RequiredValue {
        let pointer: Text
        let texts: [Text]
    }

    /// The keys of an amount in whole units, of an amount in the smallest unit, and of the
    /// currency.
    private static let (amount, cents, currency) = (
        "amount" as Text, "cents" as Text, "currency" as Text
    )
    private static let (message, title, months) = (
        "message" as Text, "title" as Text, "months" as Text
    )
    private static let kind: Text = "kind"

    private static let forms = [
        Form(
            word: "gift",
            places: [
                ("id", ["id"]), ("sender", ["sender", "name"]), ("senderId", ["sender", "id"]),
                ("avatar", ["sender", "avatar"]), ("gift", ["gift", "name"]),
                ("giftId", ["gift", "id"]), ("image", ["gift", "image"]),
                ("value", ["gift", "value"]), ("count", ["count"]),
            ],
            extras: [amount, cents, currency, message],
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
                ("id", ["id"]), ("sender", ["sender", "name"]), ("senderId", ["sender", "id"]),
                ("text", ["text"]), ("slot", ["slot"]), ("effect", ["effect"]),
            ],
            read: EventBody.caption),
        Form(
            word: "notice",
            places: [
                ("id", ["id"]), ("kind", ["kind"]), ("sender", ["sender", "name"]),
                ("senderId", ["sender", "id"]), ("avatar", ["sender", "avatar"]),
                ("title", ["title"]), ("message", ["message"]), ("count", ["count"]),
                ("months", ["months"]), ("gift", ["gift", "name"]), ("giftId", ["gift", "id"]),
                ("image", ["gift", "image"]), ("value", ["gift", "value"]),
            ],
            extras: [amount, cents, currency], cutLater: [message, title, months],
            read: EventBody.notice),
    ]

    /// The kinds of events that a mapping can make.
    static let words = forms.map(\.word)

    /// Returns an event's keys, each with its place in the event's body; nil if a mapping can't
    /// make the event.
    static func places(of word: Text) -> [(key: Text, place: [Text])]? {
        forms.first { $0.word == word }?.places
    }

    /// Event keys with numbers, which a form has as texts.
    private static let numbers: Set<Text> = ["count", "value", "months"]

    init(_ settings: JSON) throws(ContentError) {
        try Source.refuse(settings, but: ["event", "keys", "fixed", "when"])
        var problems: [ContentError.Problem] = []
        let word = settings["event"]?.text
        let form = Self.forms.first { $0.word == word }
        keys = settings["keys"]?.members ?? []
        fixed = settings["fixed"]?.members ?? []
        if form == nil {
            let words = Self.words.map(\.string).joined(separator: ", ")
            problems.append(.init(pointer: "/event", detail: "must be one of: \(words)"))
        }
        for section in ["keys", "fixed"] as [Text] {
            for member in settings[section]?.members ?? [] {
                let pointer: Text = "/\(section)/\(member.key)"
                if let form, !form.has(member.key) {
                    problems.append(.init(pointer: pointer, detail: "is no key of this event"))
                } else if section == "keys", member.value.text == nil {
                    problems.append(
                        .init(pointer: pointer, detail: "must be a JSON pointer or a field's name"))
                }
            }
        }
        conditions = Self.conditions(settings["when"], &problems)
        problems += Self.moneyProblems([("keys", keys), ("fixed", fixed)])
        if form?.word == "notice" { problems += Self.kindProblems(keys, fixed) }
        guard let form, problems.isEmpty else { throw ContentError(problems: problems) }
        self.form = form
    }

    private static func conditions(
        _ when: JSON?, _ problems: inout [ContentError.Problem]
    ) -> [RequiredValue] {
        guard let when else { return [] }
        guard case .object(let members) = when else {
            problems.append(.init(pointer: "/when", detail: "must be an object"))
            return []
        }
        return members.map { member in
            var values = [member.value]
            if case .array(let elements) = member.value { values = elements }
            let texts = values.compactMap(\.word)
            if texts.isEmpty || texts.count < values.count {
                problems.append(
                    .init(
                        pointer: "/when/\(member.key.asPointerPart)",
                        detail: "must be a text, a number, true or false, or a list of these"))
            }
            return RequiredValue(pointer: member.key, texts: texts)
        }
    }

    /// Refuses keys that conflict with an amount of money, which already says how much was given.
    private static func moneyProblems(
        _ sections: [(name: Text, members: [JSON.Member])]
    ) -> [ContentError.Problem] {
        let given = Set(sections.flatMap { $0.members.map(\.key) })
        guard given.contains(amount) || given.contains(cents) else { return [] }
        let excluded: Set<Text> =
            given.contains(amount) ? ["value", "count", cents] : ["value", "count"]
        return sections.flatMap { section in
            section.members.filter { excluded.contains($0.key) }.map {
                .init(
                    pointer: "/\(section.name)/\($0.key)",
                    detail: "has no use beside an amount of money")
            }
        }
    }

    /// Refuses a notice whose kind no delivery can give, because the room would refuse every delivery.
    private static func kindProblems(
        _ keys: [JSON.Member], _ fixed: [JSON.Member]
    ) -> [ContentError.Problem] {
        guard (keys + fixed).contains(where: { $0.key == kind }) else {
            return [.init(pointer: "/fixed/kind", detail: "is required")]
        }
        guard let value = fixed.first(where: { $0.key == kind })?.value,
            !(value.text.map(Notice.isKind) ?? false)
        else { return [] }
        return [.init(pointer: "/fixed/kind", detail: "must be 1 to 50 of a-z, 0-9 and -")]
    }

    // MARK: Reading

    /// Reads a payload. `currency` applies to amounts that name no currency.
    func reading(_ json: JSON, currency: Text) throws(ContentError) -> DeliveryContent {
        let payload = Payload(json)
        for condition in conditions {
            let found = payload.value(at: condition.pointer)?.word
            guard let found, condition.texts.contains(found) else {
                return .passed(found ?? "", .notAsked)
            }
        }
        let amount: Amount?
        do throws(Reason) {
            amount = try self.amount(in: payload, currency)
            if case .array(let elements)? = value(of: "count", in: payload), elements.isEmpty {
                throw .noNumber(pointer(of: "count"))
            }
        } catch {
            return .passed("", error)
        }
        if let amount { return .happenings([try payment(of: amount, payload)]) }
        return .happenings([try happening(payload)])
    }

    /// Returns the amount in a payload; nil if the mapping names no amount.
    private func amount(in payload: Payload, _ own: Text) throws(Reason) -> Amount? {
        let code = value(of: Self.currency, in: payload)?.text ?? ""
        if isCalledByValue {
            return value(of: "value", in: payload).flatMap { Self.amount($0, code, or: own) }
        }
        for (key, isCents) in [(Self.amount, false), (Self.cents, true)] where names(key) {
            let found = value(of: key, in: payload)
            let amount = found.flatMap {
                isCents
                    ? Amount(cents: $0, currency: code.isEmpty ? own : code)
                    : Self.amount($0, code, or: own)
            }
            if let amount { return amount }
            // A subscription may be free.
            if form.word == "notice", found?.isZero ?? true { return nil }
            throw .noAmount(pointer(of: key))
        }
        return nil
    }

    /// Returns an amount in the given currency, or else in the currency beside the number, or else
    /// in the room's currency.
    private static func amount(_ json: JSON, _ code: Text, or own: Text) -> Amount? {
        guard let amount = Amount(json, currency: code), amount.currency.isEmpty else {
            return Amount(json, currency: code)
        }
        return Amount(json, currency: own)
    }

    /// True if the gift's name and value are the same number, which viewers read as an amount of
    /// money.
    private var isCalledByValue: Bool {
        let pointer = keys.first { $0.key == "value" }?.value
        return pointer != nil && pointer == keys.first { $0.key == "gift" }?.value
            && !names("count")
    }

    /// Returns a donation, or a purchase if the gift has a name of its own, in the form that all
    /// platforms share. A paid notice makes both a notice and a gift, as on other platforms.
    private func payment(
        of amount: Amount, _ payload: Payload
    ) throws(ContentError) -> PlatformEvent {
        var body = body(of: payload, but: form.cutLater.union(["value", "count"]))
        let hasOwnGift = body["gift"] != nil
        if body.at("gift", "name") == nil {
            body = body.merged(with: Self.nested(.string(amount.text), at: ["gift", "name"]))
        }
        let request = try form.read(body)
        switch request.kind {
        case .gift(let gift, _):
            return PlatformEvent(
                id: request.id, hasOwnGift ? .purchase(gift.item, amount) : .donation(amount),
                by: gift.sender, message: message(in: payload))
        case .notice(let notice, _):
            guard hasOwnGift, let item = notice.item else {
                return event(request.id, notice, .donation(amount), payload)
            }
            return event(request.id, notice, .purchase(item, amount), payload)
        default: return PlatformEvent(request)
        }
    }

    private func happening(_ payload: Payload) throws(ContentError) -> PlatformEvent {
        try checkValue(in: payload)
        let request = try form.read(body(of: payload, but: form.cutLater))
        switch request.kind {
        case .gift(let gift, _):
            guard let message = message(in: payload) else { return PlatformEvent(request) }
            return PlatformEvent(
                id: request.id, .gift(gift.item, count: gift.count), by: gift.sender,
                message: message)
        case .notice(let notice, _):
            guard let item = notice.item, notice.count != 0 else {
                return event(request.id, notice, .notice(count: notice.count), payload)
            }
            return event(request.id, notice, .gift(item, count: notice.count ?? 1), payload)
        default: return PlatformEvent(request)
        }
    }

    /// Returns the platform event of a notice. The notice has no text of the payload yet.
    private func event(
        _ id: Text?, _ notice: Notice, _ deed: PlatformEvent.Deed, _ payload: Payload
    ) -> PlatformEvent {
        let months = value(of: Self.months, in: payload)?.whole
        return PlatformEvent(
            id: id, deed, by: notice.sender, message: message(in: payload),
            months: months.flatMap(Int.init(exactly:)), as: notice.kind,
            title: value(of: Self.title, in: payload)?.word)
    }

    private func message(in payload: Payload) -> Text? {
        value(of: Self.message, in: payload)?.text
    }

    /// Refuses an amount in whole units where the smallest unit is expected.
    private func checkValue(in payload: Payload) throws(ContentError) {
        guard let value = value(of: "value", in: payload), value.whole == nil,
            Amount(value) != nil
        else { return }
        throw ContentError(problems: [
            .init(
                pointer: "/gift/value",
                detail: "is an amount of money: name it as `amount`, with its `currency`")
        ])
    }

    /// Returns the event that a payload makes, with its ID.
    func request(_ payload: JSON) throws(ContentError) -> EventBody.Request {
        try form.read(body(of: Payload(payload)))
    }

    private func body(of payload: Payload, but excluded: Set<Text> = []) -> JSON {
        var body = JSON.object([])
        for (key, place) in form.places where !excluded.contains(key) {
            guard let value = value(of: key, in: payload) else { continue }
            body = body.merged(with: Self.nested(Self.converted(value, key), at: place))
        }
        // A sender needs a name: without it, the event's body is refused.
        if body["sender"] != nil, body.at("sender", "name") == nil {
            body = body.merged(with: Self.nested(.string("anonymous"), at: ["sender", "name"]))
        }
        return body
    }

    /// Returns true if the mapping sets this key of the event.
    private func names(_ key: Text) -> Bool { (keys + fixed).contains { $0.key == key } }

    /// Returns the place where an event's key is read.
    private func pointer(of key: Text) -> Text {
        keys.first { $0.key == key }?.value.text ?? "/fixed/\(key)"
    }

    /// Returns the payload's value for an event's key, or else the mapping's fixed value.
    private func value(of key: Text, in payload: Payload) -> JSON? {
        let pointer = keys.first { $0.key == key }?.value.text
        let found = pointer.flatMap { payload.value(at: $0) }
        let value = found ?? fixed.first { $0.key == key }?.value
        return value == .null ? nil : value
    }

    private static func nested(_ value: JSON, at place: [Text]) -> JSON {
        place.reversed().reduce(value) { .object([.init($1, $0)]) }
    }

    /// Converts a value to the type of the event's key: a text to a number, a number to a text, and
    /// a list to the number of its entries.
    private static func converted(_ value: JSON, _ key: Text) -> JSON {
        if key == "count", case .array(let elements) = value {
            return .number(Double(elements.count))
        }
        if numbers.contains(key) {
            return value.whole.map { .number(Double($0)) } ?? value
        }
        guard case .number = value else { return value }
        return value.decimal.map(JSON.string) ?? value
    }
}

extension Text {
    /// This text as a part of a JSON pointer (RFC 6901, section 3).
    fileprivate var asPointerPart: Text {
        Text(
            decoding: utf8.flatMap { byte -> [UInt8] in
                switch byte {
                case UInt8(ascii: "~"): Array("~0".utf8)
                case UInt8(ascii: "/"): Array("~1".utf8)
                default: [byte]
                }
            })
    }
}

extension PlatformEvent {
    /// Creates a platform event from the event that the room owner's mapping made.
    fileprivate init(_ request: EventBody.Request) {
        self.init(id: request.id, .event(request.kind), by: Person(name: "generic"))
    }
}

extension JSON {
    /// True for 0, also as a text such as `"0.00"`.
    fileprivate var isZero: Bool {
        word.map { $0.utf8.allSatisfy { "0.,".utf8.contains($0) } } ?? false
    }

    /// The value as a text for comparisons; nil for a list, an object and null.
    fileprivate var word: Text? {
        switch self {
        case .string(let text): text
        case .number: decimal
        case .bool(let flag): flag ? "true" : "false"
        case .null, .array, .object: nil
        }
    }
}

/// The content of a delivery. A form's field may contain JSON, so pointers also lead into such texts. Each text is parsed
/// once, however many pointers lead into it.
private final class Payload {
    private let json: JSON
    /// The documents in texts, by key or index; nil within: the text is no document.
    private var documents: [Text: JSON?] = [:]

    init(_ json: JSON) {
        self.json = json
    }

    /// The value at a pointer.
    func value(at pointer: Text) -> JSON? {
        if let found = json.found(at: pointer) { return found }
        let parts = Array(pointer.utf8).split(
            separator: UInt8(ascii: "/"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].isEmpty else { return nil }
        return document(at: JSON.unescaped(parts[1]))?
            .found(at: "/\(Text(decoding: parts[2]))")
    }

    private func document(at step: Text) -> JSON? {
        // `1` and `01` are the same entry of a list.
        var name = step
        if case .array = json, let index = Int(step.string) { name = "\(index)" }
        if let known = documents[name] { return known }
        var document: JSON?
        if case .string(let text)? = json.under(step) {
            document = try? Delivery.json(Array(text.utf8))
        }
        documents[name] = .some(document)
        return document
    }
}
