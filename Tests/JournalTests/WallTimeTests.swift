import Journal
import Testing
import Texts

@Suite("Wall time")
struct WallTimeTests {
    // The expected texts come from Python's datetime.
    @Test(
        "A wall time is written as RFC 3339 in UTC with microseconds",
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

    // The expected numbers come from Python's datetime.
    @Test(
        "RFC 3339 times with any offset are parsed",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2000-03-01t00:00:00z", 951_868_800_000_000),
            ("2000-02-29T00:00:00Z", 951_782_400_000_000),
            ("2026-02-03T04:05:06+08:00", 1_770_062_706_000_000),
            ("2026-02-03T04:05:06 08:00", 1_770_062_706_000_000),
            ("1969-12-31T20:00:00.5-03:30", -1_799_500_000),
            ("2100-02-28T12:00:00.0000019Z", 4_107_499_200_000_001),
            ("0001-01-01T00:00:00Z", -62_135_596_800_000_000),
        ] as [(Text, Int64)])
    func read(text: Text, microseconds: Int64) {
        #expect(WallTime(text)?.microseconds == microseconds)
    }

    @Test(
        "Texts that are not RFC 3339 times are rejected",
        arguments: [
            "", "now", "2026-02-03", "2026-02-03T04:05:06", "2026-02-03 04:05:06Z",
            "2026-13-03T04:05:06Z", "2026-00-03T04:05:06Z", "2026-02-29T04:05:06Z",
            "1900-02-29T00:00:00Z", "2026-02-00T04:05:06Z", "2026-02-03T24:05:06Z",
            "2026-02-03T04:60:06Z", "2026-02-03T04:05:61Z", "2026-02-03T04:05:06.Z",
            "2026-02-03T04:05:06+0800", "2026-02-03T04:05:06+24:00", "2026-02-03T04:05:06Zz",
            "26-02-03T04:05:06Z", "２０２６-02-03T04:05:06Z",
        ] as [Text])
    func noTime(text: Text) {
        #expect(WallTime(text) == nil)
    }
}
