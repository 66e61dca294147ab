import Testing
import Timeline

@Suite("Instants and durations")
struct InstantTests {
    @Test(
        "Seconds are rounded to microseconds, with halves away from zero",
        arguments: [
            (0.25, 250_000), (0.0000005, 1), (0.0000004, 0), (1.0000015, 1_000_002),
            (60, 60_000_000),
            (-0.0000005, -1),
        ] as [(Double, Int64)])
    func rounding(seconds: Double, microseconds: Int64) {
        #expect(Duration(seconds: seconds).microseconds == microseconds)
    }

    @Test(
        "Frame k is at k/fps seconds, rounded to a microsecond",
        arguments: [
            (0, 60, 0), (1, 60, 16_667), (2, 60, 33_333), (3, 60, 50_000), (60, 60, 1_000_000),
            (1, 24, 41_667), (1, 1, 1_000_000), (7, 30, 233_333),
        ] as [(Int64, Int64, Int64)])
    func frames(index: Int64, rate: Int64, microseconds: Int64) {
        #expect(Instant(frame: index, rate: rate).microseconds == microseconds)
    }

    @Test("A divided duration is rounded to microseconds, with halves away from zero")
    func division() {
        #expect(Duration(seconds: 3).divided(by: 1.75).microseconds == 1_714_286)
        #expect(Duration(microseconds: 3).divided(by: 2).microseconds == 2)
    }
}
