import Stage

/// The keys that make up each kind of event, wherever it comes from.
extension ObjectReader {
    mutating func gift() -> Event.Kind? {
        let sender = value("sender") { $0.person() }
        let present = value("gift", isRequired: true) { $0.present() }
        let count = integer("count", in: 1...1_000_000) ?? 1
        guard let present else { return nil }
        return .gift(
            Gift(sender: sender ?? Person(name: "anonymous"), present: present, count: count))
    }

    mutating func call() -> Event.Kind? {
        value("user", isRequired: true) { $0.person() }.map(Event.Kind.call)
    }

    mutating func control() -> Event.Kind? {
        required("action") { $0.choice("action") }.map(Event.Kind.control)
    }

    /// The value of `key`: a plain name, or an object that `read` reads.
    private mutating func value<Value>(
        _ key: String, isRequired: Bool = false, _ read: (inout ObjectReader) -> Value?
    ) -> Value? {
        guard let json = isRequired ? require(key) : take(key) else { return nil }
        switch json {
        case .object: break
        case .string:
            var plain = ObjectReader(.object([.init("name", json)]))
            let value = read(&plain)
            for problem in plain.problems { refuse(key, problem.detail) }
            return value
        default:
            refuse(key, "must be a name or an object")
            return nil
        }
        var reader = ObjectReader(json, at: path(to: key))
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
    mutating func requiredText(_ key: String, _ kind: TextKind) -> String? {
        required(key) { $0.text(key, kind) }
    }

    /// What `read` makes of `key`, which must be there.
    mutating func required<Value>(
        _ key: String, _ read: (inout ObjectReader) -> Value?
    ) -> Value? {
        let before = problems.count
        let value = read(&self)
        if value == nil, problems.count == before { refuse(key, "is required") }
        return value
    }
}
