public import Texts

/// The thing given.
public struct Present: Hashable, Sendable {
    public let id: Text?
    public let name: Text
    /// The URL of a picture.
    public let image: Text?
    /// What one of it is worth, in the room currency's smallest unit; goals add it up.
    public let value: Double?

    public init(id: Text? = nil, name: Text, image: Text? = nil, value: Double? = nil) {
        self.id = id
        self.name = name
        self.image = image
        self.value = value
    }

    var identity: Identity { Identity(id: id, name: name) }
}

extension Present: Weighed {
    var byteEstimate: Int { 20 + id.byteEstimate + name.byteCount + image.byteEstimate }
}
