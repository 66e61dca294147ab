public import Texts

/// A sender of gifts or a caller, with an ID, a name and a picture.
public struct Person: Hashable, Sendable {
    public let id: Text?
    public let name: Text
    /// The URL of a picture.
    public let avatar: Text?

    public init(id: Text? = nil, name: Text, avatar: Text? = nil) {
        self.id = id
        self.name = name
        self.avatar = avatar
    }

    var identity: Identity { Identity(id: id, name: name) }
}

extension Person: Weighed {
    var byteEstimate: Int { 20 + id.byteEstimate + name.byteCount + avatar.byteEstimate }
}
