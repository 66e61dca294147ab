/// The motion of a damped spring from 0 to 1, for the pops of counts.
///
/// ω₀ = ln(1000) / (ζ·d), so that the envelope e^(−ζω₀t) is 0.001 at the end. Source: the damped
/// harmonic oscillator's closed form, under- and critically damped.
public struct Spring: Hashable, Sendable {
    /// ζ, in (0, 1].
    public let damping: Double
    /// The initial velocity in whole distances a second: 1 covers the distance in one second.
    public let velocity: Double

    public init(damping: Double, velocity: Double) {
        precondition(damping > 0 && damping <= 1, "damping lies in (0, 1]")
        self.damping = damping
        self.velocity = velocity
    }

    /// Returns the way covered after `elapsed` of `duration`: 0 at the start, exactly 1 from the
    /// end on.
    public func value(after elapsed: Duration, of duration: Duration) -> Double {
        if elapsed >= duration { return 1 }
        if elapsed <= .zero { return 0 }
        let t = elapsed.seconds
        let frequency = Elementary.naturalLogarithmOf1000 / (damping * duration.seconds)
        let decay = damping * frequency
        let envelope = Elementary.exp(-decay * t)
        if damping == 1 {
            return 1 - envelope * (1 + (frequency - velocity) * t)
        }
        let damped = frequency * (1 - damping * damping).squareRoot()
        let (sine, cosine) = Elementary.sineAndCosine(damped * t)
        return 1 - envelope * (cosine + (decay - velocity) / damped * sine)
    }
}
