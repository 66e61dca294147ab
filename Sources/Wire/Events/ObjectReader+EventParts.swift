import Stage
import Texts
import Timeline

/// Reads the parts that several kinds of events share, such as people, marks and spans of time. A person or a gift item
/// is a plain name or an object.
extension ObjectReader {
    /// Reads the value of `key`: a plain name, or an object for `read`.
    mutating func named<Value>(
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

    mutating func person() -> Person? {
        let id = text("id", .id)
        let avatar = text("avatar", .url)
        return requiredText("name", .name).map { Person(id: id, name: $0, avatar: avatar) }
    }

    /// Reads the event's mark. Senders can only mark a test; marks of replays and approvals come
    /// from the history.
    mutating func mark() -> Event.Mark? {
        let isTest = flag("test") ?? false
        if isFromHistory, let id = text("replayOf", .id) { return .replay(of: id) }
        if isFromHistory, let id = text("approves", .id) { return .approved(id, isTest: isTest) }
        return isTest ? .test : nil
    }

    /// Reads the platform that the event came from. Senders can set it only for a test, which can then match the
    /// rules for that platform.
    mutating func origin(of mark: Event.Mark?) -> Origin? {
        let with = isFromHistory ? text("with", .id) : nil
        let source = text("source", .name)
        if source != nil, !isFromHistory, mark != .test { refuse("source", "is only for tests") }
        return source == nil && with == nil ? nil : Origin(source: source, with: with)
    }

    /// Reads a span of time up to a day, because a counter may be a countdown.
    mutating func span(_ key: Text) -> Duration? { seconds(key, in: 0...86_400) }
}

extension Event.Mark? {
    var members: [JSON.Member] {
        switch self {
        case .test: [.init("test", .bool(true))]
        case .replay(let id): [.init("replayOf", .string(id))]
        case .approved(let id, let isTest):
            [.init("approves", .string(id))] + (isTest ? [.init("test", .bool(true))] : [])
        case nil: []
        }
    }
}

extension Origin? {
    var members: [JSON.Member] {
        guard let self else { return [] }
        return (self.source.map { [.init("source", .string($0))] } ?? [])
            + (self.with.map { [.init("with", .string($0))] } ?? [])
    }
}

extension JSON {
    init(_ person: Person) {
        self = .named(person.id, person.name, [("avatar", person.avatar.map(JSON.string))])
    }

    /// Returns an object of an ID, a name and the other members that are not nil.
    static func named(_ id: Text?, _ name: Text, _ others: [(key: Text, value: JSON?)]) -> JSON {
        var members: [Member] = []
        members.reserveCapacity(2 + others.count)
        if let id { members.append(Member("id", .string(id))) }
        members.append(Member("name", .string(name)))
        for case (let key, let value?) in others { members.append(Member(key, value)) }
        return .object(members)
    }
}
