import Testing
import Texts

@testable import Platforms

@Suite("Amount")
struct AmountTests {
    @Test(
        "Decimal digits become whole numbers of the smallest unit",
        arguments: [
            ("3.00", "USD", 300, "3.00 USD"), ("3", "usd", 300, "3.00 USD"),
            ("0.05", "EUR", 5, "0.05 EUR"), ("1,234.5", "EUR", 123_450, "1234.50 EUR"),
            ("12.000", "EUR", 1200, "12.00 EUR"), ("500", "JPY", 500, "500 JPY"),
            ("500.00", "JPY", 500, "500 JPY"), ("1.234", "KWD", 1234, "1.234 KWD"),
            ("7.5", "", 750, "7.50"), ("7.5", "euros", 750, "7.50"),
        ] as [(Text, Text, Int64, Text)])
    func decimal(text: Text, currency: Text, units: Int64, shown: Text) {
        let amount = Amount(decimal: text, currency: currency)
        #expect(amount?.units == units)
        #expect(amount?.text == shown)
    }

    @Test(
        "What is none, or has parts of the smallest unit, is no amount",
        arguments: [
            "", "0", "0.00", "-1", "1.005", "1e3", "1,23", ",5", "1.2.3", "٣", "1 000", "nan",
            "99999999999999999999",
        ] as [Text])
    func none(text: Text) {
        #expect(Amount(decimal: text, currency: "EUR") == nil)
    }

    @Test("Millionths become whole numbers of the smallest unit")
    func micros() {
        #expect(Amount(micros: 1_990_000, currency: "EUR")?.units == 199)
        #expect(Amount(micros: 200_000_000, currency: "JPY")?.units == 200)
        #expect(Amount(micros: 1_995_000, currency: "EUR") == nil)
        #expect(Amount(micros: 0, currency: "EUR") == nil)
    }
}
