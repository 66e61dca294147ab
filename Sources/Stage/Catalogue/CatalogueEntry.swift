public import Texts
public import Timeline

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

/// The content of an effect, and how long the stage shows it.
public struct EffectMedia: Hashable, Sendable {
    public enum Content: Hashable, Sendable {
        /// A path on this server.
        case file(Text)
        case film(Film)
    }

    public let content: Content
    /// 0.1 to 60 s.
    public let duration: Duration

    public init(_ content: Content, duration: Duration) {
        self.content = content
        self.duration = duration
    }

    /// The path of the file; nil for a film.
    public var file: Text? { if case .file(let path) = content { path } else { nil } }
    public var film: Film? { if case .film(let film) = content { film } else { nil } }
}

/// A film that pages draw themselves, with the sender's name.
public enum Film: String, Hashable, Sendable, CaseIterable {
    case rocket, castle, fireworks, diamond, hearts, crown

    /// The time for which the stage shows the film unless the catalogue says otherwise.
    public var duration: Duration {
        switch self {
        case .rocket, .crown: Duration(seconds: 6.5)
        case .castle, .fireworks: Duration(seconds: 7)
        case .diamond: Duration(seconds: 5.5)
        case .hearts: Duration(seconds: 6)
        }
    }
}

extension CatalogueEntry: Weighed {
    var byteEstimate: Int {
        20 + key.byteCount + name.byteEstimate + image.byteEstimate + sound.byteEstimate
            + (effect.map { 40 + $0.file.byteEstimate } ?? 0)
    }
}

extension Present {
    /// Returns this item with its value and the catalogue's data. The catalogue's name replaces
    /// only the name of an item without an ID; the item's `identity` stays.
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
