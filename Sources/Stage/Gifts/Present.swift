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
    /// The name that its sender gave it, if the catalogue has another.
    var sentName: Text?
    /// What is played when it enters; only the catalogue knows.
    var sound: Text?

    public init(id: Text? = nil, name: Text, image: Text? = nil, value: Double? = nil) {
        self.id = id
        self.name = name
        self.image = image
        self.value = value
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
