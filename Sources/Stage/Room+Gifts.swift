import Texts

/// How a room sees a gift that comes.
extension Room {
    /// What a gift adds to what was given before; nil if nothing.
    func addition(of gift: Gift, _ mark: Event.Mark?) -> Gift? {
        // Tests and replays belong to no streak.
        guard let part = gift.streak, mark.isReal else { return gift.alone() }
        let growth = streaks.growth(by: part, count: gift.count)
        return growth > 0 ? gift.alone(count: growth) : nil
    }

    func isBlocked(_ kind: Event.Kind) -> Bool {
        kind.isBlocked(by: configuration.sources.blocklist)
    }

    /// A gift as the catalogue of now completes it, and what it has of it.
    func lookedUp(_ sent: Gift) -> (gift: Gift, entry: CatalogueEntry?) {
        let entry = configuration.catalogue.entry(of: sent.present)
        var gift = sent
        if let entry { gift.present = sent.present.completed(by: entry) }
        return (gift, entry)
    }
}
