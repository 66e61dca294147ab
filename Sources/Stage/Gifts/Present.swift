public import Texts

/// The thing given.
public struct Present: Hashable, Sendable {
    public let id: Text?
    /// What is shown of it.
    public internal(set) var name: Text
    /// The URL of a picture.
    public internal(set) var image: Text?
    /// What one of it is worth, in the room currency's smallest unit; goals add it up.
    public internal(set) var value: Double?
    /// The platform's price of one gift, in the platform's own coins; it is the value where neither
    /// the event nor the catalogue has one. 0: the gift is free.
    public let price: Int?
    /// The currency of the value (ISO 4217); nil: the room's own.
    public let currency: Text?
    /// The name that its sender gave it, if the catalogue has another.
    var sentName: Text?
    /// What is played when it enters; only the catalogue knows.
    var sound: Text?

    public init(
        id: Text? = nil, name: Text, image: Text? = nil, value: Double? = nil, price: Int? = nil,
        currency: Text? = nil
    ) {
        self.id = id
        self.name = name
        self.image = image
        self.value = value
        self.price = price
        self.currency = currency
    }

    /// The value of one gift in a room, in the smallest unit of the room's currency. `entry` is the
    /// gift's entry in the catalogue.
    public func worth(with entry: CatalogueEntry?, currency own: Text) -> Double? {
        if let currency, currency != own { return 0 }
        return value ?? (entry?.value ?? price).map(Double.init)
    }

    /// By what was sent, whatever the catalogue makes of it.
    var identity: Identity { Identity(id: id, name: sentName ?? name) }

    /// Whether it was sent under this id or name.
    func isCalled(_ word: Text) -> Bool { id == word || (sentName ?? name) == word }
}

extension Present: Weighed {
    var byteEstimate: Int {
        20 + id.byteEstimate + name.byteCount + image.byteEstimate + sentName.byteEstimate
            + sound.byteEstimate
    }
}
