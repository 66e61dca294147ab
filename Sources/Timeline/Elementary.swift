/// The functions exp, sine, cosine and cube root for animation curves, with equal results on every machine.
///
/// The functions of the C library differ in the last bit from one machine to the next (it picks a
/// variant by the processor), but a room must give the same frames on every machine. These
/// functions use only the operations that IEEE 754 rounds exactly. They are good to 1e-15 for the
/// arguments that springs have.
package enum Elementary {
    package static let naturalLogarithmOf1000 = 6.907755278982137

    /// Returns e to the power of `x`, for finite `x`.
    ///
    /// Reduction by multiples of ln 2, held in two parts (Cody and Waite), then the Taylor series.
    package static func exp(_ x: Double) -> Double {
        if x < -745 { return 0 }
        if x > 709 { return .infinity }
        let multiple = (x * 1.4426950408889634).rounded(.toNearestOrEven)
        let r = (x - multiple * 0.6931471803691238) - multiple * 1.9082149292705877e-10
        var sum = 1.0
        for divisor in stride(from: 14.0, through: 1.0, by: -1.0) {
            sum = 1 + sum * r / divisor
        }
        // In two steps, so that a result near the smallest number does not pass through zero.
        let half = (multiple / 2).rounded(.down)
        return sum * power(of2: Int(half)) * power(of2: Int(multiple - half))
    }

    /// Returns sine and cosine of `x` radians, for |x| below about a million.
    ///
    /// Reduction by multiples of π/2, held in three parts, then the Taylor series.
    package static func sineAndCosine(_ x: Double) -> (sine: Double, cosine: Double) {
        let multiple = (x * 0.6366197723675814).rounded(.toNearestOrEven)
        let r =
            ((x - multiple * 1.5707963267341256) - multiple * 6.077100506303966e-11)
            - multiple * 2.0222662487959506e-21
        let square = r * r
        var sine = 1.0
        var cosine = 1.0
        for n in stride(from: 8.0, through: 1.0, by: -1.0) {
            sine = 1 - sine * square / ((2 * n) * (2 * n + 1))
            cosine = 1 - cosine * square / ((2 * n - 1) * (2 * n))
        }
        sine *= r
        switch Int64(multiple) & 3 {
        case 0: return (sine, cosine)
        case 1: return (cosine, -sine)
        case 2: return (-sine, -cosine)
        default: return (-cosine, sine)
        }
    }

    /// The cube root of `x`, for 0 ≤ `x` ≤ 1.
    ///
    /// Newton's method from above: the steps fall until they no longer change the result.
    package static func cubeRoot(_ x: Double) -> Double {
        if x <= 0 { return 0 }
        var root = 1.0
        while true {
            let next = root - (root - x / (root * root)) / 3
            if next >= root { return root }
            root = next
        }
    }

    private static func power(of2 exponent: Int) -> Double {
        Double(sign: .plus, exponent: exponent, significand: 1)
    }
}
