public import Texts

/// The decimal places of each currency, and the form of an amount of money for a person.
///
/// Source: ISO 4217, list one, column "Minor unit" (SIX Group, the standard's maintenance agency:
/// six-group.com, "Current currency & funds code list"). Currencies that are not listed here have
/// two.
public enum Currency {
    /// Returns the decimal places of a currency, by its code.
    public static func places(of code: Text) -> Int { exceptions[code] ?? usualPlaces }

    public static let usualPlaces = 2

    /// The currencies that do not have two decimal places.
    public static let exceptions: [Text: Int] = table([
        0: [
            "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI",
            "VND", "VUV", "XAF", "XOF", "XPF",
        ],
        3: ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"],
        4: ["CLF", "UYW"],
    ])

    /// Returns a table of decimal places by code, from lists of codes by decimal places.
    package static func table(_ codes: [Int: [Text]]) -> [Text: Int] {
        codes.reduce(into: [:]) { table, row in
            for code in row.value { table[code] = row.key }
        }
    }

    /// Returns an amount in words, such as `5.00 EUR`; without the code if it is empty. `units` counts the currency's
    /// smallest unit and is not negative.
    public static func text(units: Int64, _ code: Text) -> Text {
        let places = places(of: code)
        var digits = Array("\(units)".utf8)
        if digits.count <= places {
            digits = Array(repeating: UInt8(ascii: "0"), count: places + 1 - digits.count) + digits
        }
        if places > 0 { digits.insert(UInt8(ascii: "."), at: digits.count - places) }
        let number = Text(decoding: digits)
        return code.isEmpty ? number : "\(number) \(code)"
    }
}
