/// The settings of the tiers, which are the worths from which gifts look more expensive.
public struct TiersConfiguration: Hashable, Sendable {
    /// False: nodes have no flourish.
    public var enabled = true
    /// The thresholds of gifts without a currency, in the unit of the catalogue's values.
    public var value = TierThresholds([20, 200, 1000, 5000])!
    /// The thresholds of gifts in the room's currency, in its smallest unit.
    public var money = TierThresholds([500, 2000, 5000, 20000])!

    public init() {}
}

/// The least worths of tiers 1 to 4.
public struct TierThresholds: Hashable, Sendable {
    public static let range = 1...1_000_000_000_000
    public static let count = 4

    /// Four numbers in `range`, each above the one before.
    public let worths: [Int]

    /// Nil unless `worths` are four numbers in `range`, each above the one before.
    public init?(_ worths: [Int]) {
        guard worths.count == Self.count, worths.allSatisfy(Self.range.contains),
            zip(worths, worths.dropFirst()).allSatisfy(<)
        else { return nil }
        self.worths = worths
    }

    /// The tier of a worth: the number of thresholds that are at most `worth`, 0 to 4.
    func tier(of worth: Int64) -> Int {
        worths.firstIndex { worth < Int64($0) } ?? Self.count
    }
}

extension Configuration {
    /// The tier, 0 to 4, of `count` pieces of a present. Its value must be known.
    func tier(of present: Present, count: Int) -> Int {
        let worth = present.worth(of: count)
        guard let currency = present.currency else { return tiers.value.tier(of: worth) }
        return currency == sources.currency ? tiers.money.tier(of: worth) : 0
    }
}

extension Present {
    /// The largest worth that tiers tell apart from smaller ones.
    private static let mostWorth: Int64 = 1_000_000_000_000_000_000

    /// The worth of `count` pieces, at most 10¹⁸. The value must be known.
    fileprivate func worth(of count: Int) -> Int64 {
        // A value is at most 10¹².
        let (worth, isTooMuch) = Int64(value ?? 0).multipliedReportingOverflow(by: Int64(count))
        return isTooMuch ? Self.mostWorth : min(worth, Self.mostWorth)
    }
}
