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
