import Timeline

/// How many frames a second a viewer is sent while its room moves: measured by their room time.
struct FrameRate {
    /// A pause longer than this, and than two frames of the rate that is wanted, is rest: no frame was missing
    /// in it.
    private static let longestStepMicroseconds: Int64 = 250_000
    /// The measure forgets what is older than about so many frames.
    private static let memory: UInt16 = 60

    // Small, because each frame of each viewer asks for them.
    private var newest: Instant?
    private var steps: UInt16 = 0
    /// How long all steps took together: 4 minutes at the most.
    private var microseconds: UInt32 = 0

    /// A frame of `instant` has been sent to one who wants `wanted` frames a second.
    mutating func note(_ instant: Instant, wanted: Int) {
        defer { newest = instant }
        guard let newest, newest < instant else { return }
        let step = (instant - newest).microseconds
        guard step <= Self.longestStepMicroseconds || step * Int64(wanted) <= 2_000_000 else {
            return
        }
        steps += 1
        microseconds += UInt32(step)
        if steps == 2 * Self.memory {
            steps = Self.memory
            microseconds /= 2
        }
    }

    /// Frames a second, nil if too few were sent to tell.
    var perSecond: Int? {
        guard steps >= 5 else { return nil }
        return Int((Double(steps) * 1_000_000 / Double(microseconds)).rounded())
    }
}
