import Stage
import Texts

/// Reads currencies as platforms write them, by a code or a sign such as `$`.
extension Currency {
    /// Returns the code in capital letters; empty if the text is not three letters.
    static func code(_ letters: Text) -> Text {
        let capitals = letters.utf8.map {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) ? $0 & ~0x20 : $0
        }
        let isLetter = { (byte: UInt8) in (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
        return capitals.count == 3 && capitals.allSatisfy(isLetter) ? Text(decoding: capitals) : ""
    }

    /// Returns the decimal places of a currency's amounts in Stripe's API, which sends whole
    /// numbers.
    ///
    /// Source: docs.stripe.com/currencies, "Zero-decimal currencies", "Three-decimal currencies"
    /// and "Special cases". The ariary (MGA) has no places there and two in ISO 4217. The króna
    /// (ISK) and Uganda's shilling (UGX) have two places there, always 00, and none in ISO 4217.
    static func stripePlaces(of code: Text) -> Int { stripeExceptions[code] ?? usualPlaces }

    private static let stripeExceptions: [Text: Int] = table([
        0: [
            "BIF", "CLP", "DJF", "GNF", "JPY", "KMF", "KRW", "MGA", "PYG", "RWF", "VND", "VUV",
            "XAF", "XOF", "XPF",
        ],
        3: ["BHD", "JOD", "KWD", "OMR", "TND"],
    ])

    /// Returns the currency of a sign; empty for a sign of several currencies, such as `$` and `¥`.
    static func code(sign: Unicode.Scalar) -> Text {
        switch sign {
        case "€": "EUR"
        case "£": "GBP"
        case "₩": "KRW"
        case "₪": "ILS"
        case "₫": "VND"
        case "₱": "PHP"
        case "₴": "UAH"
        case "₸": "KZT"
        case "₹": "INR"
        case "₺": "TRY"
        case "₽": "RUB"
        case "฿": "THB"
        default: ""
        }
    }
}
