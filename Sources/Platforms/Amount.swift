import Stage
public import Texts
import Wire

/// An amount of money in its own currency, read from the forms in which platforms write it. Amounts of different
/// currencies are never added.
public struct Amount: Hashable, Sendable {
    /// The amount in the currency's smallest unit, such as cents.
    public let units: Int64
    /// The currency's code in ISO 4217; empty if it is not known.
    public let currency: Text

    /// The maximum value of a gift.
    private static let most: Int64 = 1_000_000_000_000

    /// Returns nil if the amount is 0, negative or too large.
    init?(units: Int64, currency: Text) {
        guard (1...Self.most).contains(units) else { return nil }
        self.units = units
        self.currency = Currency.code(currency)
    }

    /// Reads a number or a text in whole units: `5`, `"5.00"`, `"12,50"`, `"1.000,50"`, `"€ 5"`. A
    /// currency in the text counts if `currency` is empty. Returns nil for other values.
    init?(_ json: JSON, currency: Text = "") {
        switch json {
        case .number:
            guard let number = json.decimal, let decimal = Decimal(number: number) else {
                return nil
            }
            self.init(decimal, currency: currency)
        case .string(let text): self.init(decimal: text, currency: currency)
        default: return nil
        }
    }

    /// Reads a text such as `1,234.50`; nil if it is not an amount or is ambiguous.
    init?(decimal text: Text, currency: Text) {
        let (digits, found) = Self.withoutCurrency(text)
        guard let decimal = Decimal(written: digits) else { return nil }
        let code = Currency.code(currency)
        let own = code.isEmpty ? found : code
        // In a currency with two places, "1.234" could mean 1,234 or 1.234.
        guard !decimal.mayBeGrouped || decimal.fits(places: Currency.places(of: own)) else {
            return nil
        }
        self.init(decimal, currency: own)
    }

    /// Rounds to the nearest smallest unit, because platforms compute with binary fractions and
    /// send 12.340000000000002 for 12.34.
    private init?(_ decimal: Decimal, currency: Text) {
        let code = Currency.code(currency)
        guard let units = decimal.units(places: Currency.places(of: code)) else { return nil }
        self.init(units: units, currency: code)
    }

    /// Reads a whole number of the smallest unit, as a number or a text.
    init?(cents json: JSON, currency: Text) {
        guard let number = json.decimal, let decimal = Decimal(number: number),
            decimal.fits(places: 0), let units = decimal.units(places: 0)
        else { return nil }
        self.init(units: units, currency: currency)
    }

    /// Reads an amount as Stripe sends it: a whole number.
    init?(stripeUnits units: Int64, currency: Text) {
        let code = Currency.code(currency)
        var (own, places) = (units, Currency.stripePlaces(of: code))
        while places > Currency.places(of: code) {
            own /= 10
            places -= 1
        }
        while places < Currency.places(of: code) {
            let (tenfold, isTooMuch) = own.multipliedReportingOverflow(by: 10)
            guard !isTooMuch else { return nil }
            own = tenfold
            places += 1
        }
        self.init(units: own, currency: code)
    }

    /// Reads millionths; nil if they are not a whole number of the smallest unit.
    init?(micros: Int64, currency: Text) {
        var divisor: Int64 = 1_000_000
        for _ in 0..<Currency.places(of: Currency.code(currency)) { divisor /= 10 }
        guard micros % divisor == 0 else { return nil }
        self.init(units: micros / divisor, currency: currency)
    }

    /// The number of decimal places of the currency.
    var places: Int { Currency.places(of: currency) }

    /// The amount in whole units: 12.5 for 12.50 EUR.
    var value: Double {
        var divisor = 1.0
        for _ in 0..<places { divisor *= 10 }
        return Double(units) / divisor
    }

    /// The amount in words for a person: `5.00 EUR`.
    public var text: Text { Currency.text(units: units, currency) }

    /// Splits a text into its number and the currency's code, from a code or a sign before or after
    /// it.
    private static func withoutCurrency(_ text: Text) -> (number: Text, code: Text) {
        var scalars = Array(text.scalars)[...].trimmingSpaces()
        var code: Text = ""
        for atEnd in [false, true] {
            let edge = atEnd ? scalars.suffix(3) : scalars.prefix(3)
            let letters = Currency.code(Text(String(String.UnicodeScalarView(edge))))
            if code.isEmpty, !letters.isEmpty {
                code = letters
                scalars = atEnd ? scalars.dropLast(3) : scalars.dropFirst(3)
            } else if let sign = atEnd ? scalars.last : scalars.first,
                sign.properties.generalCategory == .currencySymbol
            {
                if code.isEmpty { code = Currency.code(sign: sign) }
                scalars = atEnd ? scalars.dropLast() : scalars.dropFirst()
            }
            scalars = scalars.trimmingSpaces()
        }
        return (Text(String(String.UnicodeScalarView(scalars))), code)
    }
}

extension ArraySlice<Unicode.Scalar> {
    fileprivate func trimmingSpaces() -> Self {
        let start = drop { $0.properties.isWhitespace }
        guard let end = start.lastIndex(where: { !$0.properties.isWhitespace }) else { return [] }
        return start[...end]
    }
}

/// The digits of a number that is not negative, exactly as written.
private struct Decimal {
    private var whole: [UInt8]
    private var fraction: [UInt8]
    /// True if the digits of the fraction may also be a group of three.
    private(set) var mayBeGrouped = false

    private static let zero = UInt8(ascii: "0")
    private static let longest = 400

    /// Reads a JSON number: `12.340000000000002`, `5e2`.
    init?(number: Text) {
        let bytes = Array(number.utf8)
        guard bytes.count <= Self.longest else { return nil }
        let parts = bytes.split(
            maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { $0 | 0x20 == 0x65 })
        let numbers = parts[0].split(
            separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = Self.digits(numbers[0]),
            let fraction = numbers.count == 2 ? Self.digits(numbers[1]) : []
        else { return nil }
        (self.whole, self.fraction) = (whole, fraction)
        guard parts.count == 2 else { return }
        guard let power = Int(String(decoding: parts[1], as: UTF8.self)),
            abs(power) <= Self.longest
        else { return nil }
        shift(by: power)
    }

    private mutating func shift(by power: Int) {
        for _ in 0..<max(0, power) {
            whole.append(fraction.isEmpty ? Self.zero : fraction.removeFirst())
        }
        for _ in 0..<max(0, -power) {
            fraction.insert(whole.popLast() ?? Self.zero, at: 0)
        }
    }

    /// Reads a number as people and platforms write it: with a point or a comma before the
    /// fraction, and points, commas, spaces or apostrophes between groups of three digits.
    init?(written text: Text) {
        let scalars = Array(text.scalars)
        guard scalars.count <= Self.longest else { return nil }
        let marks = scalars.indices.filter { scalars[$0] == "." || scalars[$0] == "," }
        var end = scalars.endIndex
        fraction = []
        if let last = marks.last, Self.isFractionMark(last, among: marks, of: scalars) {
            guard let digits = Self.digits(scalars[(last + 1)...]), !digits.isEmpty else {
                return nil
            }
            end = last
            fraction = digits
            mayBeGrouped = scalars[last] == "." && marks.count == 1 && digits.count == 3
        }
        guard let digits = Self.ungrouped(scalars[..<end]) else { return nil }
        whole = digits
    }

    /// Returns true if the last point or comma separates the fraction, not a group of digits.
    private static func isFractionMark(
        _ last: Int, among marks: [Int], of scalars: [Unicode.Scalar]
    ) -> Bool {
        let same = marks.count { scalars[$0] == scalars[last] }
        // The mark before a fraction occurs only once.
        if same > 1 { return false }
        if marks.count > 1 || scalars[last] == "." { return true }
        // A single comma: three digits after it are a group, unless only a 0 stands before it.
        return scalars.count - last - 1 != 3 || scalars[..<last].elementsEqual(["0"])
    }

    /// Returns the digits of a single group, or of groups of three with the same separator; nil for
    /// other texts.
    private static func ungrouped(_ scalars: ArraySlice<Unicode.Scalar>) -> [UInt8]? {
        guard let mark = scalars.first(where: { !isDigit($0) }) else {
            return scalars.isEmpty ? nil : digits(scalars)
        }
        guard
            mark == "." || mark == "," || mark == "'" || mark == "’" || mark.properties.isWhitespace
        else { return nil }
        let groups = scalars.split(separator: mark, omittingEmptySubsequences: false)
        guard let first = groups.first, (1...3).contains(first.count),
            groups.dropFirst().allSatisfy({ $0.count == 3 })
        else { return nil }
        return digits(groups.joined())
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        ("0"..."9").contains(scalar)
    }

    private static func digits(_ scalars: some Sequence<Unicode.Scalar>) -> [UInt8]? {
        var digits: [UInt8] = []
        for scalar in scalars {
            guard isDigit(scalar) else { return nil }
            digits.append(UInt8(scalar.value))
        }
        return digits
    }

    private static func digits(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        let isNumber = bytes.allSatisfy { (zero...UInt8(ascii: "9")).contains($0) }
        return isNumber ? Array(bytes) : nil
    }

    /// Returns true if this many decimal places are enough for the number.
    func fits(places: Int) -> Bool {
        fraction.dropFirst(places).allSatisfy { $0 == Self.zero }
    }

    /// Returns the number in units of this many decimal places, rounded to the nearest, halves up;
    /// nil on overflow.
    func units(places: Int) -> Int64? {
        let kept = whole + fraction.prefix(places)
        let noughts = Array(repeating: Self.zero, count: max(0, places - fraction.count))
        guard let units = Int64(String(decoding: kept + noughts, as: UTF8.self)) else { return nil }
        let next = fraction.dropFirst(places).first ?? Self.zero
        guard next >= UInt8(ascii: "5") else { return units }
        let (above, isTooMuch) = units.addingReportingOverflow(1)
        return isTooMuch ? nil : above
    }
}
