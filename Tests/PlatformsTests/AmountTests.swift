import Stage
import Testing
import Texts
import Wire

@testable import Platforms

@Suite("Amount")
struct AmountTests {
    private func json(_ text: String) throws -> JSON { try JSON(parsing: Array(text.utf8)) }

    @Test(
        "An amount is read as platforms and people write it",
        arguments: [
            ("3.00", "USD", 300, "3.00 USD"), ("3", "usd", 300, "3.00 USD"),
            ("0.05", "EUR", 5, "0.05 EUR"), ("1,234.5", "EUR", 123_450, "1234.50 EUR"),
            ("12.000", "EUR", 1200, "12.00 EUR"), ("500", "JPY", 500, "500 JPY"),
            ("500.00", "JPY", 500, "500 JPY"), ("1.234", "KWD", 1234, "1.234 KWD"),
            ("7.5", "", 750, "7.50"), ("7.5", "euros", 750, "7.50"),
            ("12,50", "EUR", 1250, "12.50 EUR"), ("12,5", "EUR", 1250, "12.50 EUR"),
            ("1.000,50", "EUR", 100_050, "1000.50 EUR"),
            ("1.234.567,89", "EUR", 123_456_789, "1234567.89 EUR"),
            ("1,234", "USD", 123_400, "1234.00 USD"),
            ("1.000.000", "VND", 1_000_000, "1000000 VND"),
            ("1 234,56", "EUR", 123_456, "1234.56 EUR"),
            ("1\u{A0}234,56", "EUR", 123_456, "1234.56 EUR"),
            ("1\u{202F}234,56", "EUR", 123_456, "1234.56 EUR"),
            ("1'234.50", "CHF", 123_450, "1234.50 CHF"),
            ("1’234.50", "CHF", 123_450, "1234.50 CHF"), ("0,500", "KWD", 500, "0.500 KWD"),
            ("5.00 EUR", "", 500, "5.00 EUR"), ("EUR 5,00", "", 500, "5.00 EUR"),
            ("5.00EUR", "", 500, "5.00 EUR"), ("€ 5,00", "", 500, "5.00 EUR"),
            ("5,00\u{A0}€", "", 500, "5.00 EUR"), ("£3", "", 300, "3.00 GBP"),
            ("$5.00", "CAD", 500, "5.00 CAD"), ("$5.00", "", 500, "5.00"),
            ("$5.00 USD", "", 500, "5.00 USD"), ("5 JPY", "", 5, "5 JPY"),
            ("5.00 EUR", "USD", 500, "5.00 USD"),
            ("12.340000000000002", "USD", 1234, "12.34 USD"),
            ("0.30000000000000004", "EUR", 30, "0.30 EUR"),
            ("4.1499999999999995", "EUR", 415, "4.15 EUR"),
            ("0.0012", "CLF", 12, "0.0012 CLF"),
        ] as [(Text, Text, Int64, Text)])
    func decimal(text: Text, currency: Text, units: Int64, shown: Text) {
        let amount = Amount(decimal: text, currency: currency)
        #expect(amount?.units == units)
        #expect(amount?.text == shown)
    }

    @Test(
        "A text that is not an amount, or is ambiguous, is refused",
        arguments: [
            "", "0", "0.00", "-1", "1.005", "1e3", "1,23,4", ",5", "5,", "5.", "1.2.3", "٣", "nan",
            "1 00", "12 34", "1,234,56", "1.000,5.0", "1,000.5,0", "1'00", "EUR", "€", "five",
            "5 EURO", "0.001", "99999999999999999999", "10000000000000",
        ] as [Text])
    func none(text: Text) {
        #expect(Amount(decimal: text, currency: "EUR") == nil)
    }

    @Test(
        "A number of JSON is rounded to the smallest unit, as its digits say",
        arguments: [
            ("5", "USD", 500), ("5.0", "USD", 500), ("12.340000000000002", "USD", 1234),
            ("0.1", "EUR", 10), ("1.005", "EUR", 101), ("2.675", "EUR", 268),
            ("1e3", "EUR", 100_000),
            ("1.5E2", "EUR", 15_000), ("125e-1", "EUR", 1250), ("1000", "JPY", 1000),
            ("1000.4", "JPY", 1000), ("1.2345", "BHD", 1235),
            ("9999999999.99", "EUR", 999_999_999_999),
        ] as [(String, Text, Int64)])
    func number(text: String, currency: Text, units: Int64) throws {
        #expect(Amount(try json(text), currency: currency)?.units == units)
    }

    @Test(
        "A JSON value that is not a positive amount is refused",
        arguments: ["0", "-5", "0.004", "1e13", "1e300", "true", "null", "[5]", #"{"amount":5}"#])
    func noNumber(text: String) throws {
        #expect(Amount(try json(text), currency: "EUR") == nil)
    }

    @Test(
        "A number of cents becomes an amount in its currency",
        arguments: [
            ("500", "EUR", "5.00 EUR"), (#""500""#, "USD", "5.00 USD"),
            ("500.0", "EUR", "5.00 EUR"),
            ("500", "JPY", "500 JPY"), ("500", "TND", "0.500 TND"), ("500", "", "5.00"),
        ] as [(String, Text, Text)])
    func cents(text: String, currency: Text, shown: Text) throws {
        #expect(Amount(cents: try json(text), currency: currency)?.text == shown)
    }

    @Test(
        "A number of cents must be whole and positive",
        arguments: ["5.5", #""5,00""#, #""x""#, "-500", "0"])
    func noCents(text: String) throws {
        #expect(Amount(cents: try json(text), currency: "EUR") == nil)
    }

    /// ISO 4217's list one, with a currency of each number of places and its neighbors.
    @Test(
        "A currency has the decimal places of ISO 4217",
        arguments: [
            ("USD", 2), ("EUR", 2), ("MGA", 2), ("MRU", 2), ("HUF", 2), ("TWD", 2), ("IDR", 2),
            ("JPY", 0), ("KRW", 0), ("VND", 0), ("CLP", 0), ("ISK", 0), ("UGX", 0), ("XAF", 0),
            ("XOF", 0), ("XPF", 0), ("PYG", 0), ("RWF", 0), ("BIF", 0), ("DJF", 0), ("GNF", 0),
            ("KMF", 0), ("VUV", 0), ("KWD", 3), ("BHD", 3), ("JOD", 3), ("OMR", 3), ("TND", 3),
            ("IQD", 3), ("LYD", 3), ("CLF", 4), ("", 2),
        ] as [(Text, Int)])
    func places(code: Text, places: Int) {
        #expect(Currency.places(of: code) == places)
    }

    /// The examples of docs.stripe.com/currencies, and a currency of each of its tables.
    @Test(
        "Stripe's numbers have the decimal places that Stripe documents",
        arguments: [
            (1000, "usd", "10.00 USD"), (500, "jpy", "500 JPY"), (500, "isk", "5 ISK"),
            (500, "ugx", "5 UGX"), (5120, "kwd", "5.120 KWD"), (5000, "mga", "5000.00 MGA"),
            (10_045, "huf", "100.45 HUF"), (80_000, "twd", "800.00 TWD"), (700, "xof", "700 XOF"),
            (700, "tnd", "0.700 TND"), (99, "clp", "99 CLP"), (1, "eur", "0.01 EUR"),
        ] as [(Int64, Text, Text)])
    func stripe(units: Int64, currency: Text, shown: Text) {
        #expect(Amount(stripeUnits: units, currency: currency)?.text == shown)
    }

    @Test("Millionths become whole numbers of the smallest unit")
    func micros() {
        #expect(Amount(micros: 1_990_000, currency: "EUR")?.units == 199)
        #expect(Amount(micros: 200_000_000, currency: "JPY")?.units == 200)
        #expect(Amount(micros: 1_995_000, currency: "EUR") == nil)
        #expect(Amount(micros: 0, currency: "EUR") == nil)
    }
}
