/// A value's motion from one number to another over a span of room time, as a pure function of time.
///
///     let way = Segment(from: 0, to: 8, start: .zero, duration: Duration(seconds: 2), easing: .linear)
///     way.value(at: Instant(microseconds: 500_000))   // 2
public struct Segment: Hashable, Sendable {
    public let start: Instant
    public let duration: Duration
    public let from: Double
    public let to: Double
    public let easing: Easing

    public init(
        from: Double, to: Double, start: Instant, duration: Duration, easing: Easing
    ) {
        self.start = start
        self.duration = duration
        self.from = from
        self.to = to
        self.easing = easing
    }

    /// A value that stays.
    public init(resting value: Double) {
        self.init(from: value, to: value, start: .zero, duration: .zero, easing: .linear)
    }

    public var end: Instant { start + duration }

    /// Returns the value at `instant`: `from` before the start, exactly `to` from the end on.
    public func value(at instant: Instant) -> Double {
        let elapsed = instant - start
        if elapsed >= duration { return to }
        let p = Double(elapsed.microseconds) / Double(duration.microseconds)
        return from + (to - from) * easing.value(at: p)
    }

    /// Returns a new way to `target` from the value shown at `instant`.
    public func redirected(
        to target: Double, at instant: Instant, duration: Duration, easing: Easing
    ) -> Segment {
        Segment(
            from: value(at: instant), to: target, start: instant, duration: duration,
            easing: easing)
    }
}
