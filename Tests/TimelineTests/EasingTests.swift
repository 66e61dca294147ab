import Testing
import Timeline

@Suite("Easing")
struct EasingTests {
    // mpmath found the root of the curve's x at 30 digits.
    @Test(
        "easeInOut is the cubic Bézier curve (0.42, 0, 0.58, 1)",
        arguments: [
            (0.05, 0.0048297496678594143), (0.1, 0.019722453548311196),
            (0.25, 0.12916193104731981), (0.4, 0.33188387009764609), (0.5, 0.5),
            (0.6, 0.66811612990235391), (0.75, 0.87083806895268019),
            (0.9, 0.9802775464516888), (0.99, 0.99981018041479293),
        ])
    func bezier(p: Double, expected: Double) {
        #expect(abs(Easing.easeInOut.value(at: p) - expected) < 1e-12)
    }

    @Test(
        "easeIn is p³, easeOut is 1 − (1 − p)³, and linear is p",
        arguments: [(0.1, 0.001, 0.271), (0.5, 0.125, 0.875), (0.8, 0.512, 0.992)])
    func cubics(p: Double, easeIn: Double, easeOut: Double) {
        #expect(abs(Easing.easeIn.value(at: p) - easeIn) < 1e-15)
        #expect(abs(Easing.easeOut.value(at: p) - easeOut) < 1e-15)
        #expect(Easing.linear.value(at: p) == p)
    }

    @Test("Every easing is clamped and exact at its ends", arguments: Easing.allCases)
    func ends(easing: Easing) {
        #expect(easing.value(at: 0) == 0)
        #expect(easing.value(at: 1) == 1)
        #expect(easing.value(at: -0.5) == 0)
        #expect(easing.value(at: 1.5) == 1)
    }

    @Test("Every easing is monotonic", arguments: Easing.allCases)
    func monotonic(easing: Easing) {
        let values = (0...10_000).map { easing.value(at: Double($0) / 10_000) }
        #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 })
    }
}
