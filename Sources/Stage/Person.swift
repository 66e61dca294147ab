/// Who sends a gift or calls.
public struct Person: Hashable, Sendable, Codable {
    public let id: String?
    public let name: String
    /// The URL of a picture.
    public let avatar: String?

    public init(id: String? = nil, name: String, avatar: String? = nil) {
        self.id = id
        self.name = name
        self.avatar = avatar
    }

    var identity: Identity { Identity(id: id, name: name) }
}

/// What makes two people or two gifts the same: the id, or the name where there is no id.
/// An id never equals a name.
enum Identity: Hashable, Sendable, Codable {
    case id(String)
    case name(String)

    init(id: String?, name: String) {
        self = id.map(Identity.id) ?? .name(name)
    }

    private var text: (kind: UInt8, text: String) {
        switch self {
        case .id(let id): (0, id)
        case .name(let name): (1, name)
        }
    }

    static func == (left: Identity, right: Identity) -> Bool {
        left.text.kind == right.text.kind && left.text.text.isExactly(right.text.text)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(text.kind)
        for byte in text.text.utf8 { hasher.combine(byte) }
    }
}

extension String {
    /// Whether both have the same code points: what only looks the same is not the same.
    package func isExactly(_ other: String) -> Bool {
        guard self == other else { return false }
        // A letter may equal a sign that is none (K, the Kelvin sign): both have to be ASCII.
        return (utf8Span.isKnownASCII && other.utf8Span.isKnownASCII)
            || utf8.elementsEqual(other.utf8)
    }
}
