public import Texts

/// An amount of money in its own currency. Amounts of different currencies are never added.
public struct Amount: Hashable, Sendable {
    /// In the currency's smallest unit: cents, say.
    public let units: Int64
    /// Its letters in ISO 4217; empty: nobody knows.
    public let currency: Text

    /// The most that a gift can be worth.
    private static let most: Int64 = 1_000_000_000_000

    /// Nil if it is nothing, less, or too much.
    init?(units: Int64, currency: Text) {
        guard (1...Self.most).contains(units) else { return nil }
        self.units = units
        self.currency = Self.capital(currency)
    }

    /// Reads `1,234.50`; nil if it is no amount, or has parts of the smallest unit.
    init?(decimal: Text, currency: Text) {
        let places = Self.places(of: Self.capital(currency))
        let parts = Array(decimal.utf8).split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let whole = Self.whole(parts[0]) else { return nil }
        var fraction = parts.count == 2 ? Array(parts[1]) : []
        while fraction.count > places, fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
        guard fraction.count <= places else { return nil }
        fraction += Array(repeating: UInt8(ascii: "0"), count: places - fraction.count)
        guard let units = Self.number(whole + fraction) else { return nil }
        self.init(units: units, currency: currency)
    }

    /// Reads millionths; nil if they have parts of the smallest unit.
    init?(micros: Int64, currency: Text) {
        var divisor: Int64 = 1_000_000
        for _ in 0..<Self.places(of: Self.capital(currency)) { divisor /= 10 }
        guard micros % divisor == 0 else { return nil }
        self.init(units: micros / divisor, currency: currency)
    }

    /// How many decimal places its smallest unit is.
    var places: Int { Self.places(of: currency) }

    /// In whole units: 12.5 for 12.50 EUR.
    var value: Double {
        var divisor = 1.0
        for _ in 0..<places { divisor *= 10 }
        return Double(units) / divisor
    }

    /// For a person: `5.00 EUR`.
    public var text: Text {
        var digits = Array("\(units)".utf8)
        if digits.count <= places {
            digits = Array(repeating: UInt8(ascii: "0"), count: places + 1 - digits.count) + digits
        }
        if places > 0 { digits.insert(UInt8(ascii: "."), at: digits.count - places) }
        let number = Text(decoding: digits)
        return currency.isEmpty ? number : "\(number) \(currency)"
    }

    /// Digits, with commas before each three of them perhaps.
    private static func whole(_ part: ArraySlice<UInt8>) -> [UInt8]? {
        let groups = part.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard let first = groups.first, !first.isEmpty,
            groups.count == 1
                || first.count <= 3 && groups.dropFirst().allSatisfy({ $0.count == 3 })
        else { return nil }
        return Array(groups.joined())
    }

    private static func number(_ digits: [UInt8]) -> Int64? {
        let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        guard digits.allSatisfy(isDigit) else { return nil }
        return Int64(String(decoding: digits, as: UTF8.self))
    }

    private static func capital(_ currency: Text) -> Text {
        let letters = currency.utf8.map {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) ? $0 & ~0x20 : $0
        }
        let isLetter = { (byte: UInt8) in (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
        return letters.count == 3 && letters.allSatisfy(isLetter) ? Text(decoding: letters) : ""
    }

    /// How many decimal places the smallest unit is (ISO 4217).
    private static func places(of currency: Text) -> Int {
        if withoutPlaces.contains(currency) { return 0 }
        return withThreePlaces.contains(currency) ? 3 : 2
    }

    private static let withoutPlaces: Set<Text> = [
        "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV",
        "XAF", "XOF", "XPF",
    ]
    private static let withThreePlaces: Set<Text> = [
        "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND",
    ]
}
