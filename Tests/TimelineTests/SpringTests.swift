import Testing
import Timeline

@Suite("Spring")
struct SpringTests {
    struct Sample: CustomTestStringConvertible, Sendable {
        let damping: Double
        let velocity: Double
        let duration: Double
        /// Values after 0.001, 0.05, 0.1, 0.2 and 0.249 s.
        let values: [Double]
        var testDescription: String { "ζ \(damping), v \(velocity), \(duration) s" }
    }

    // mpmath computed the closed form at 30 digits.
    static let samples = [
        Sample(
            damping: 0.7, velocity: 10, duration: 0.25,
            values: [
                0.010490984840801279, 0.80458462222516851, 1.0473259949280396,
                0.99831713395541791, 0.99880641705231818,
            ]),
        Sample(
            damping: 0.5, velocity: 8, duration: 0.25,
            values: [
                0.0092778309784662225, 1.1138855988018268, 1.0211816288014202,
                1.0041772074385058, 0.99943647005573841,
            ]),
        Sample(
            damping: 1, velocity: 0, duration: 0.5,
            values: [
                9.4559721947966581e-5, 0.15260489048800334, 0.4017814216997639,
                0.76256430846615645, 0.85763964997103356,
            ]),
        Sample(
            damping: 1, velocity: 12, duration: 0.5,
            values: [
                0.011929913549522492, 0.45331723066436671, 0.70320779348091352,
                0.91399407114140283, 0.95344297738725687,
            ]),
        Sample(
            damping: 0.05, velocity: -3, duration: 2,
            values: [
                -0.00060786107868746469, 1.8256679580559729, 0.38388891164193523,
                0.78914610055498876, 1.0816164805782893,
            ]),
    ]

    @Test("A spring follows its closed form", arguments: samples)
    func closedForm(sample: Sample) {
        let spring = Spring(damping: sample.damping, velocity: sample.velocity)
        let duration = Duration(seconds: sample.duration)
        for (elapsed, expected) in zip([0.001, 0.05, 0.1, 0.2, 0.249], sample.values) {
            let value = spring.value(after: Duration(seconds: elapsed), of: duration)
            #expect(abs(value - expected) < 1e-11)
        }
    }

    @Test("A spring starts at 0 and is exactly 1 from its end on", arguments: samples)
    func ends(sample: Sample) {
        let spring = Spring(damping: sample.damping, velocity: sample.velocity)
        let duration = Duration(seconds: sample.duration)
        #expect(spring.value(after: .zero, of: duration) == 0)
        #expect(spring.value(after: duration, of: duration) == 1)
        #expect(spring.value(after: duration + duration, of: duration) == 1)
    }

    @Test("A spring without a duration is at its end at once")
    func noDuration() {
        #expect(Spring(damping: 0.7, velocity: 10).value(after: .zero, of: .zero) == 1)
    }
}
