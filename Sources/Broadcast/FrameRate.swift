package import Timeline

/// Measures how many frames a second a viewer is sent while its room moves, by the frames' room time.
package struct FrameRate {
    /// A pause of more than this, and of more than two frames at the wanted rate, does not count: the room was at rest,
    /// so no frame was missing.
    private static let longestStepMicroseconds: Int64 = 250_000
    /// The average covers about this number of frames.
    private static let memory: UInt16 = 60

    // Compact, because every frame to every viewer updates these fields.
    private var newest: Instant?
    private var steps: UInt16 = 0
    /// The sum of all steps, at most 4 minutes.
    private var microseconds: UInt32 = 0

    /// Adds a frame that was sent. `instant` is its room time, and `wanted` the frames a second that the viewer wants.
    package mutating func note(_ instant: Instant, wanted: Int) {
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

    /// Frames a second; nil after too few frames.
    package var perSecond: Int? {
        guard steps >= 5 else { return nil }
        return Int((Double(steps) * 1_000_000 / Double(microseconds)).rounded())
    }
}
