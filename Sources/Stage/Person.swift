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
}
