import Testing
import Timeline

// mpmath computed the expected values at 30 digits.
@Suite("Elementary functions")
struct ElementaryTests {
    @Test(
        "exp has a relative error of at most 10⁻¹⁴",
        arguments: [
            (-0.1, 0.90483741803595957), (-1, 0.36787944117144232),
            (-6.9, 0.0010077854290485108), (-20, 2.0611536224385578e-9),
            (-300, 5.1482002224120138e-131), (0.5, 1.6487212707001281), (0, 1),
        ])
    func exponential(x: Double, expected: Double) {
        #expect(abs(Elementary.exp(x) - expected) <= 1e-14 * expected)
    }

    @Test("exp returns zero or infinity for extreme arguments")
    func exponentialAtTheEnds() {
        #expect(Elementary.exp(-1e9) == 0)
        #expect(Elementary.exp(1e9) == .infinity)
    }

    @Test(
        "Sine and cosine have an error below 10⁻¹¹",
        arguments: [
            (0.1, 0.099833416646828152, 0.99500416527802577),
            (1, 0.84147098480789651, 0.54030230586813972),
            (2, 0.9092974268256817, -0.41614683654714239),
            (3.5, -0.35078322768961985, -0.93645668729079634),
            (6, -0.27941549819892587, 0.96017028665036602),
            (50, -0.26237485370392879, 0.96496602849211327),
            (6907.7, 0.61488903036841028, -0.7886136445260101),
            (100000.5, -0.4477465716572126, -0.89416050436664478),
            (-4, 0.75680249530792825, -0.65364362086361191),
        ])
    func circular(x: Double, sine: Double, cosine: Double) {
        let value = Elementary.sineAndCosine(x)
        #expect(abs(value.sine - sine) < 1e-11)
        #expect(abs(value.cosine - cosine) < 1e-11)
    }
}
