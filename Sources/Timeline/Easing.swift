/// A curve, such as ease-in, along which a value moves from its start to its end.
public enum Easing: String, Hashable, Sendable, CaseIterable {
    case linear
    /// p³. The exponent is that of the counters.
    case easeIn
    /// 1 − (1 − p)³.
    case easeOut
    /// The cubic Bézier (0.42, 0, 0.58, 1), as in CSS Easing Functions Level 1 and Core Animation.
    case easeInOut

    /// Returns the share of the way after the share `p` of the time; `p` is clamped to [0, 1], and
    /// the ends are exact.
    public func value(at p: Double) -> Double {
        if p >= 1 { return 1 }
        if p <= 0 { return 0 }
        switch self {
        case .linear: return p
        case .easeIn: return p * p * p
        case .easeOut:
            let rest = 1 - p
            return 1 - rest * rest * rest
        case .easeInOut: return Self.bezierInOut(p)
        }
    }

    /// Newton's method on x(s) = p. With these control points x′ is never below 0.87, so six steps
    /// from s = p are more than double precision needs.
    private static func bezierInOut(_ p: Double) -> Double {
        var s = p
        for _ in 0..<6 {
            let x = ((0.52 * s - 0.78) * s + 1.26) * s
            let slope = (1.56 * s - 1.56) * s + 1.26
            s -= (x - p) / slope
        }
        return s * s * (3 - 2 * s)
    }
}
