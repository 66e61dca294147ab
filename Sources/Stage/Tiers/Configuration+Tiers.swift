/// Finds the tier of a gift, 0 to 4, by its worth and the thresholds in the room's configuration.
extension Configuration {
    /// The tier, 0 to 4, of `count` pieces of a present. Its value must be known.
    func tier(of item: GiftItem, count: Int) -> Int {
        let worth = item.worth(of: count)
        guard let currency = item.currency else { return tiers.value.tier(of: worth) }
        return currency == sources.currency ? tiers.money.tier(of: worth) : 0
    }
}

extension GiftItem {
    /// The largest worth that tiers tell apart from smaller ones.
    static let mostWorth: Int64 = 1_000_000_000_000_000_000

    /// The worth of `count` pieces, at most 10¹⁸. The value must be known.
    func worth(of count: Int) -> Int64 {
        // A value is at most 10¹².
        let (worth, isTooMuch) = Int64(value ?? 0).multipliedReportingOverflow(by: Int64(count))
        return isTooMuch ? Self.mostWorth : min(worth, Self.mostWorth)
    }
}
