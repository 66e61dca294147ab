public import Texts

/// The catalogue of a room's gifts, by key, with the names, pictures and values that complete incoming gifts.
public struct Catalogue: Hashable, Sendable {
    /// The entries in the given order; keys are unique.
    public let entries: [CatalogueEntry]
    /// The approximate size in a snapshot, in bytes.
    public let byteEstimate: Int
    /// The index of each key's entry.
    private let places: [Text: Int]
    /// The index of an entry by its key with A to Z in lowercase. Of several such keys, the first
    /// in code point order counts.
    private let smallPlaces: [Text: Int]

    /// Creates a catalogue. Of entries with the same key, the first counts.
    public init(_ entries: [CatalogueEntry]) {
        var kept: [CatalogueEntry] = []
        var places: [Text: Int] = [:]
        var smallPlaces: [Text: Int] = [:]
        for entry in entries where places[entry.key] == nil {
            places[entry.key] = kept.count
            let small = entry.key.asciiLowercased
            let other = smallPlaces[small].map { kept[$0].key }
            // UTF-8 sorts in the order of code points.
            if other.map({ entry.key.utf8.lexicographicallyPrecedes($0.utf8) }) ?? true {
                smallPlaces[small] = kept.count
            }
            kept.append(entry)
        }
        self.entries = kept
        self.places = places
        self.smallPlaces = smallPlaces
        byteEstimate = kept.reduce(0) { $0 + $1.byteEstimate }
    }

    /// Returns the entry of a gift item, found by its ID, or by its name if it has no ID.
    public func entry(of item: GiftItem) -> CatalogueEntry? {
        entry(called: item.id ?? item.name)
    }

    /// Returns the entry with this key, or else the first whose key differs only in the case of A
    /// to Z.
    public func entry(called wanted: Text) -> CatalogueEntry? {
        (places[wanted] ?? smallPlaces[wanted.asciiLowercased]).map { entries[$0] }
    }

    public static func == (left: Catalogue, right: Catalogue) -> Bool {
        left.entries == right.entries
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(entries)
    }
}

extension Catalogue {
    /// The default catalogue: twelve gifts with pictures of their own.
    public static let standard = Catalogue(
        [
            ("rose", "Rose", 1), ("heart", "Heart", 5), ("star", "Star", 10),
            ("coffee", "Coffee", 20), ("lipstick", "Lipstick", 30), ("cake", "Cake", 50),
            ("crown", "Crown", 100), ("fireworks", "Fireworks", 200), ("diamond", "Diamond", 500),
            ("car", "Car", 1000), ("rocket", "Rocket", 2000), ("castle", "Castle", 5000),
        ].map { (key: Text, name: Text, value: Int) in
            var entry = CatalogueEntry(key: key)
            entry.name = name
            entry.image = "/web/gifts/\(key).svg"
            entry.value = value
            // Fireworks, diamond, rocket and castle are shown as films; a crown is worth too little.
            if value >= 200, let film = Film(word: key) {
                entry.effect = EffectMedia(.film(film), duration: film.duration)
            }
            return entry
        })
}
