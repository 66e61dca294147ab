import Stage
import Testing
import Texts

@Suite("Rounded numbers")
struct RoundedTests {
    // The expected values come from Python: decimal.Decimal(x), rounded with ROUND_HALF_UP.
    @Test(
        "Hundredths round the exact value, with halves away from zero",
        arguments: [
            (2.675, 267), (0.125, 13), (-0.125, -13), (1.005, 100), (24, 2400), (-0.0, 0),
            (0.004999, 0), (0.005, 1), (1.115, 111), (-2.675, -267), (0.045, 4), (8.345, 835),
            (-126, -12600), (1e9, 100_000_000_000),
            (9_007_199_254_740_991, 900_719_925_474_099_100),
        ])
    func hundredths(value: Double, units: Int64) {
        #expect(Hundredths(value).units == units)
    }

    @Test(
        "Thousandths round the exact value, with halves away from zero",
        arguments: [
            (0.0005, 1), (0.0015, 2), (1.0005, 1000), (0.0625, 63), (0.2345, 234),
            (2.0005, 2001), (0.9995, 1000), (-0.0005, -1), (0.05, 50),
        ])
    func thousandths(value: Double, units: Int64) {
        #expect(Thousandths(value).units == units)
    }
}
