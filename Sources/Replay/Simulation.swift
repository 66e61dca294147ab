public import Stage
public import Timeline
import Wire

/// Simulates a room on virtual time, by reading lines of events and writing lines of frames and, if requested, of sound
/// cues.
public struct Simulation {
    private var playback: Playback
    private var frames: FrameLines

    /// Creates a simulation with frames at k/`framesPerSecond` (1 or more) up to `untilSeconds`.
    public init(
        configuration: Configuration, framesPerSecond: Int64, untilSeconds: Double,
        hasCues: Bool = false
    ) {
        let until = Instant.zero + Duration(seconds: untilSeconds)
        self.init(configuration: configuration, hasCues: hasCues) { index in
            let instant = Instant(frame: index, rate: framesPerSecond)
            return instant <= until ? instant : nil
        }
    }

    /// Creates a simulation with frames at `instants`, which do not decrease.
    public init(configuration: Configuration, instants: [Instant], hasCues: Bool = false) {
        self.init(configuration: configuration, hasCues: hasCues) { index in
            index < instants.count ? instants[Int(index)] : nil
        }
    }

    private init(
        configuration: Configuration, hasCues: Bool, instant: @escaping (Int64) -> Instant?
    ) {
        playback = Playback(configuration: configuration)
        frames = FrameLines(hasCues: hasCues, instant: instant)
    }

    /// Reads the next line and appends to `output` every frame before it. Blank lines are skipped,
    /// but counted.
    ///
    /// Returns the refusal of an event that the room has no space for, which leaves the room
    /// unchanged. Throws if the line can't be read; frames written before stay in `output`.
    public mutating func feed(
        _ text: [UInt8], into output: inout [UInt8]
    ) throws(LineError) -> LineRefused? {
        let result = try playback.feed(text) { room, instant in
            frames.write(of: &room, before: instant, into: &output)
        }
        _ = playback.takeMilestones()
        if case .refused(let refused) = result { return refused }
        return nil
    }

    /// Appends the remaining frames.
    public mutating func finish(into output: inout [UInt8]) {
        playback.run { room in frames.write(of: &room, before: nil, into: &output) }
    }
}
