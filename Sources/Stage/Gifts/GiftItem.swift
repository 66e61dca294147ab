public import Texts

/// A gift item, such as a rose, with its ID, name, picture and value.
public struct GiftItem: Hashable, Sendable {
    public let id: Text?
    /// The name to show.
    public internal(set) var name: Text
    /// The URL of a picture.
    public internal(set) var image: Text?
    /// The value of one item in the room currency's smallest unit; goals add it up.
    public internal(set) var value: Double?
    /// The platform's price of one item, in the platform's own coins. It is the value if neither
    /// the event nor the catalogue has one. 0: the item is free.
    public let price: Int?
    /// The currency of the value (ISO 4217); nil: the room's currency.
    public let currency: Text?
    /// The name as sent, if the catalogue's name replaces it.
    var sentName: Text?
    /// The sound that plays when the gift enters; it comes only from the catalogue.
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

    /// Returns the value of one item in the smallest unit of the room's currency, `own`. `entry` is
    /// the item's entry in the catalogue.
    public func worth(with entry: CatalogueEntry?, currency own: Text) -> Double? {
        if let currency, currency != own { return 0 }
        return value ?? (entry?.value ?? price).map(Double.init)
    }

    /// The identity of the item as sent, independent of the catalogue.
    var identity: Identity { Identity(id: id, name: sentName ?? name) }

    /// Returns true if the item was sent under this ID or name.
    func isCalled(_ word: Text) -> Bool { id == word || (sentName ?? name) == word }
}

extension GiftItem: Weighed {
    var byteEstimate: Int {
        20 + id.byteEstimate + name.byteCount + image.byteEstimate + sentName.byteEstimate
            + sound.byteEstimate + currency.byteEstimate
    }
}
