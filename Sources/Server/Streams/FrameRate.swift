import Timeline

/// How many frames a second a viewer is sent while its room moves: measured by their room time.
struct FrameRate {
    /// A longer pause is rest, and no frame was missing in it.
    private static let longestStep = Duration(seconds: 0.25)
    /// The measure forgets what is older than about so many frames.
    private static let memory = 60

    private var newest: Instant?
    private var steps = 0
    private var time = Duration.zero

    /// A frame of `instant` has been sent.
    mutating func note(_ instant: Instant) {
        defer { newest = instant }
        guard let newest, newest < instant, instant - newest <= Self.longestStep else { return }
        steps += 1
        time = time + (instant - newest)
        if steps == 2 * Self.memory {
            steps = Self.memory
            time = Duration(microseconds: time.microseconds / 2)
        }
    }

    /// Frames a second, nil if too few were sent to tell.
    var perSecond: Int? {
        guard steps >= 5 else { return nil }
        return Int((Double(steps) / time.seconds).rounded())
    }
}
