public import Texts

/// A JSON value of any kind, such as an object or a number (RFC 8259). Members keep their order; keys are unique.
public enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(Text)
    case array([JSON])
    case object([Member])

    public struct Member: Hashable, Sendable {
        public var key: Text
        public var value: JSON

        public init(_ key: Text, _ value: JSON) {
            self.key = key
            self.value = value
        }
    }

    /// The value of `key`; nil if this is not an object with that key.
    public subscript(key: Text) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// The members of an object; empty for other values.
    public var members: [Member] {
        if case .object(let members) = self { members } else { [] }
    }

    /// Returns this value changed by `patch` (RFC 7396): objects are merged, null removes a member,
    /// and any other value replaces the old one.
    public func merged(with patch: JSON) -> JSON {
        guard case .object(let changes) = patch else { return patch }
        let mine = members
        var places: [Text: Int] = [:]
        for (place, member) in mine.enumerated() { places[member.key] = place }
        var merged: [Member?] = mine
        for change in changes {
            let place = places[change.key]
            if case .null = change.value {
                if let place { merged[place] = nil }
            } else if let place {
                merged[place]!.value = mine[place].value.merged(with: change.value)
            } else {
                merged.append(Member(change.key, JSON.null.merged(with: change.value)))
            }
        }
        return .object(merged.compactMap(\.self))
    }
}
