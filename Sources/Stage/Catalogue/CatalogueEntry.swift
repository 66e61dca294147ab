public import Texts
public import Timeline

/// What is known of one gift; it completes what its sender leaves out.
public struct CatalogueEntry: Hashable, Sendable {
    public let key: Text
    public var name: Text?
    /// The address of a picture.
    public var image: Text?
    /// A file of this server that is played when the gift enters.
    public var sound: Text?
    /// In the room currency's smallest unit, 0 to 10¹².
    public var value: Int?
    /// What is shown over the whole stage.
    public var effect: EffectMedia?

    public init(key: Text) {
        self.key = key
    }
}

/// What an effect shows, and for how long.
public struct EffectMedia: Hashable, Sendable {
    /// A file of this server.
    public let src: Text
    /// 0.1 to 60 s.
    public let duration: Duration

    public init(src: Text, duration: Duration) {
        self.src = src
        self.duration = duration
    }
}

extension CatalogueEntry: Weighed {
    var byteEstimate: Int {
        20 + key.byteCount + name.byteEstimate + image.byteEstimate + sound.byteEstimate
            + (effect.map { 40 + $0.src.byteCount } ?? 0)
    }
}

extension Present {
    /// This present with its worth, and with what the catalogue has for it. Only a name without an
    /// id is replaced; who it is, its `identity`, stays.
    func completed(by entry: CatalogueEntry?, currency: Text) -> Present {
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
