import Journal
import Testing
import Texts

@Suite("Wall time")
struct WallTimeTests {
    // Python's datetime.
    @Test(
        "The world's time is RFC 3339 in UTC, to the microsecond",
        arguments: [
            (0, "1970-01-01T00:00:00.000000Z"),
            (951_782_400_000_001, "2000-02-29T00:00:00.000001Z"),
            (1_000_000_000_123_456, "2001-09-09T01:46:40.123456Z"),
            (1_709_164_800_050_000, "2024-02-29T00:00:00.050000Z"),
            (4_102_444_799_999_999, "2099-12-31T23:59:59.999999Z"),
        ] as [(Int64, String)])
    func text(microseconds: Int64, text: String) {
        #expect(WallTime(microseconds: microseconds).text == text)
    }
}
