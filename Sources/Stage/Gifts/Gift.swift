public import Texts

/// What a viewer sent: a sender, a present, and how many of it.
public struct Gift: Hashable, Sendable {
    public let sender: Person
    public let present: Present
    /// 1 or more.
    public let count: Int

    public init(sender: Person, present: Present, count: Int) {
        self.sender = sender
        self.present = present
        self.count = count
    }
}

/// The thing given.
public struct Present: Hashable, Sendable {
    public let id: Text?
    public let name: Text
    /// The URL of a picture.
    public let image: Text?
    /// What one of it is worth, in the sender's unit; carried, not used.
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

extension Gift: Weighed {
    var byteEstimate: Int { 40 + sender.byteEstimate + present.byteEstimate }
}
