import Timeline

/// The schedule by which the characters of a caption appear, with a delay and a duration for each character. Both are
/// in microseconds, not rounded.
struct Reveal: Hashable, Sendable {
    private struct Span: Hashable, Sendable {
        let delay: Double
        let duration: Double
    }

    private let spans: [Span]

    /// Creates the schedule of `count` characters over `duration`. `seed` determines the random
    /// times of `shine`.
    init(_ effect: Caption.Effect, count: Int, duration: Duration, seed: UInt64) {
        let whole = Double(duration.microseconds)
        let share = whole / Double(count)
        var generator = SplitMix64(seed: seed)
        spans = (0..<count).map { index in
            let turn = Double(index) * share
            switch effect {
            case .typewriter, .wave: return Span(delay: turn, duration: share)
            case .fade: return Span(delay: turn, duration: whole - turn)
            case .shine:
                let delay = generator.nextUnit() * whole / 2
                return Span(
                    delay: delay, duration: (1 - generator.nextUnit()) * (whole - delay))
            }
        }
    }

    /// Each character's delay and duration, one after the other.
    var numbers: [Double] { spans.flatMap { [$0.delay, $0.duration] } }

    /// Restores a schedule from `numbers`; characters beyond them are visible from the start.
    init(numbers: [Double], count: Int) {
        spans = (0..<count).map { index in
            guard 2 * index + 1 < numbers.count else { return Span(delay: 0, duration: 0) }
            let near = [0, 1].map { min(max(numbers[2 * index + $0], 0), 1e15) }
            return Span(delay: near[0], duration: near[1])
        }
    }

    /// Returns the visible share of each character after `elapsed`, 0 to 1.
    func shares(after elapsed: Duration) -> [Double] {
        let elapsed = Double(elapsed.microseconds)
        return spans.map { span in
            if elapsed >= span.delay + span.duration { return 1 }
            return min(1, max(0, (elapsed - span.delay) / span.duration))
        }
    }
}
