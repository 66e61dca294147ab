import Testing
import Texts
import Timeline

@testable import Stage

@Suite("Pop")
struct PopTests {
    static func pop(rise: Double, settle: Double) -> Pop {
        Pop(
            start: Instant(1),
            shape: .init(
                rise: Duration(seconds: rise), peak: 3, dip: 0.8,
                settle: Duration(seconds: settle), spring: Spring(damping: 0.5, velocity: 8)))
    }

    // The fall from the peak takes the second half of the rise. mpmath computed the spring's
    // values.
    @Test(
        "A digit rises to its peak, falls below its size and returns on a spring",
        arguments: [
            (1, 1.0), (1.03125, 1.5), (1.0625, 2), (1.125, 3), (1.15625, 2.45), (1.1875, 1.9),
            (1.25, 0.8), (1.3, 1.023), (1.35, 1.004), (1.45, 1.001), (1.5, 1), (9, 1),
        ])
    func scale(at: Double, scale: Double) {
        let pop = Self.pop(rise: 0.25, settle: 0.25)
        #expect(Thousandths(pop.scale(at: Instant(at))) == Thousandths(scale))
        #expect(pop.turn == Instant(1.25))
        #expect(pop.end == Instant(1.5))
    }

    @Test("Without a rise the digit settles from the dip, and without both it keeps its size")
    func noDurations() {
        #expect(Self.pop(rise: 0, settle: 0.25).scale(at: Instant(1)) == 0.8)
        #expect(Self.pop(rise: 0.25, settle: 0).scale(at: Instant(1.25)) == 1)
        #expect(Self.pop(rise: 0, settle: 0).scale(at: Instant(1)) == 1)
    }
}
