import Stage
import Texts
import Wire

/// Creates the gift item of a platform event, such as a subscription, from the platform's ID, tier and name.
extension GiftItem {
    /// Returns the ending for a tier in a subscription's name; Twitch numbers tiers 1000, 2000 and
    /// 3000.
    static func suffix(ofTier tier: Text) -> Text {
        switch tier {
        case "prime": " (Prime)"
        case "2000": " (tier 2)"
        case "3000": " (tier 3)"
        default: ""
        }
    }

    /// Creates the item of a Twitch subscription that another service reports. Tiers have IDs of
    /// their own, so that the catalogue can distinguish them.
    init(of kind: Text, tier: JSON?, isGift: Bool) {
        let tier = Self.tier(tier?.id)
        self.init(
            of: kind, id: "\(isGift ? "giftsub" : "sub"):\(tier)",
            name: (isGift ? "Gifted subscription" : "Subscription") + Self.suffix(ofTier: tier))
    }

    /// Returns Twitch's number for a tier, which services write as `1000`, `1` or `Prime`.
    private static func tier(_ word: Text?) -> Text {
        switch word?.asciiLowercased {
        case nil, "1": "1000"
        case "2": "2000"
        case "3": "3000"
        case let word?: word
        }
    }

    /// Creates the item of a platform's gift, with an ID made from the platform's.
    init(of kind: Text, id: Text, name: Text, image: Text? = nil, price: Int? = nil) {
        let own: Text = "\(kind):\(id)"
        self.init(
            id: own.asID(limit: 200), name: name.fitted(to: 200) ?? "gift",
            image: image.flatMap { $0.isPicture ? $0 : nil }, price: price.map(Self.bounded))
    }

    /// Returns a price within the bounds for events.
    private static func bounded(_ price: Int) -> Int { min(max(price, 0), 1_000_000_000_000) }
}
