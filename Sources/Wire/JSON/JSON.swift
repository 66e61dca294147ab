/// A JSON value (RFC 8259). Members keep their order; no key stands twice.
public enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([Member])

    public struct Member: Hashable, Sendable {
        public var key: String
        public var value: JSON

        public init(_ key: String, _ value: JSON) {
            self.key = key
            self.value = value
        }
    }

    /// The value of `key` where this is an object that has it.
    public subscript(key: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// The members where this is an object; none where it is not.
    public var members: [Member] {
        if case .object(let members) = self { members } else { [] }
    }

    /// This value changed by `patch` as RFC 7396 says: objects are merged, null removes, anything
    /// else replaces.
    public func merged(with patch: JSON) -> JSON {
        guard case .object(let changes) = patch else { return patch }
        var members: [Member] = []
        if case .object(let mine) = self { members = mine }
        for change in changes {
            let index = members.firstIndex { $0.key == change.key }
            if change.value == .null {
                if let index { members.remove(at: index) }
            } else if let index {
                members[index].value = members[index].value.merged(with: change.value)
            } else {
                members.append(Member(change.key, JSON.null.merged(with: change.value)))
            }
        }
        return .object(members)
    }
}
