import Texts

/// The identity of a person or a gift item, which is the ID, or the name if there is no ID. An ID never equals a name.
enum Identity: Hashable, Sendable {
    case id(Text)
    case name(Text)

    init(id: Text?, name: Text) {
        self = id.map(Identity.id) ?? .name(name)
    }

    /// The identity as one text, `id:` or `name:` and the ID or the name.
    var word: Text {
        switch self {
        case .id(let id): "id:\(id)"
        case .name(let name): "name:\(name)"
        }
    }

    var byteCount: Int {
        switch self {
        case .id(let text), .name(let text): text.byteCount
        }
    }
}

/// IDs come before names.
extension Identity: Comparable {
    static func < (left: Identity, right: Identity) -> Bool {
        switch (left, right) {
        case (.id(let left), .id(let right)), (.name(let left), .name(let right)): left < right
        case (.id, .name): true
        case (.name, .id): false
        }
    }
}
