public import Texts

/// The data of one gift in the catalogue, which completes the fields that an event leaves out.
public struct CatalogueEntry: Hashable, Sendable {
    public let key: Text
    public var name: Text?
    /// The address of a picture.
    public var image: Text?
    /// A sound file of this server, which plays when the gift enters.
    public var sound: Text?
    /// The value of one gift in the room currency's smallest unit, 0 to 10¹².
    public var value: Int?
    /// The effect that the gift shows over the whole stage.
    public var effect: EffectMedia?

    public init(key: Text) {
        self.key = key
    }
}

extension CatalogueEntry: Weighed {
    var byteEstimate: Int {
        20 + key.byteCount + name.byteEstimate + image.byteEstimate + sound.byteEstimate
            + (effect.map { 40 + $0.file.byteEstimate } ?? 0)
    }
}

extension GiftItem {
    /// Returns this item with its value and the catalogue's data. The catalogue's name replaces
    /// only the name of an item without an ID; the item's `identity` stays.
    func completed(by entry: CatalogueEntry?, currency: Text) -> GiftItem {
        var whole = self
        whole.value = worth(with: entry, currency: currency)
        guard let entry else { return whole }
        if id == nil, let known = entry.name, known != name {
            whole.name = known
            whole.sentName = name
        }
        whole.image = image ?? entry.image
        whole.sound = entry.sound
        return whole
    }
}
