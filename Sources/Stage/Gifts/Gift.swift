/// What a viewer sent: a sender, a present, and how many of it.
public struct Gift: Hashable, Sendable, Codable {
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
public struct Present: Hashable, Sendable, Codable {
    public let id: String?
    public let name: String
    /// The URL of a picture.
    public let image: String?
    /// What one of it is worth, in the sender's unit; carried, not used.
    public let value: Double?

    public init(id: String? = nil, name: String, image: String? = nil, value: Double? = nil) {
        self.id = id
        self.name = name
        self.image = image
        self.value = value
    }

    var identity: Identity { Identity(id: id, name: name) }
}
