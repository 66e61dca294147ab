import Timeline

/// The pop animation of a combo's count, which grows, shrinks below its size and settles on a spring.
struct Pop: Hashable, Sendable {
    /// The curve of a pop: 1 → `peak` in the first half of `rise`, `peak` → `dip` in the second,
    /// both linear, then `dip` → 1 on the spring.
    struct Shape: Hashable, Sendable {
        var rise: Duration
        var peak: Double
        var dip: Double
        /// The time from `dip` to 1.
        var settle: Duration
        var spring: Spring

        var duration: Duration { rise + settle }
    }

    let start: Instant
    let shape: Shape

    var end: Instant { start + shape.duration }
    /// The instant at which the digit has dipped and begins to settle.
    var turn: Instant { start + shape.rise }

    /// Returns the digit's scale; 1 from the end on.
    func scale(at instant: Instant) -> Double {
        if instant >= end { return 1 }
        if instant >= turn {
            let way = shape.spring.value(after: instant - turn, of: shape.settle)
            return shape.dip + (1 - shape.dip) * way
        }
        let p =
            Double((instant - start).microseconds) / Double(shape.rise.microseconds)
        return p < 0.5
            ? 1 + (shape.peak - 1) * (2 * p)
            : shape.peak + (shape.dip - shape.peak) * (2 * p - 1)
    }
}
