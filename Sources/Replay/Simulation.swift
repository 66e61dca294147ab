public import Stage
public import Timeline
import Wire

/// A room on virtual time: lines of events in, lines of frames out, and of cues if they are asked for.
public struct Simulation {
    private var playback: Playback
    private var frames: FrameLines

    /// Writes the frames at k/`framesPerSecond`, which is at least 1, up to `untilSeconds`.
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

    /// Writes the frames at `instants`, which do not decrease.
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

    /// Takes the next line and appends to `output` every frame before it. Blank lines are
    /// passed over, but counted.
    ///
    /// Returns the refusal of an event that found something full, which changes nothing. Throws
    /// if the line can't be read; what was written before it stands.
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

    /// Appends the frames that remain.
    public mutating func finish(into output: inout [UInt8]) {
        playback.run { room in frames.write(of: &room, before: nil, into: &output) }
    }
}
