public import Stage
import Timeline
import Wire

/// A room on virtual time: lines of events in, lines of frames out.
public struct Simulation {
    /// A line that can't be read. What was written before it stands.
    public struct InputError: Error, CustomStringConvertible {
        /// Counted from 1.
        public let line: Int
        public let reason: String

        public var description: String { "line \(line): \(reason)" }
    }

    /// An event that could not be taken, because something is full. The run goes on.
    public struct Refused: CustomStringConvertible {
        public let line: Int
        public let refusal: Refusal

        public var description: String { "line \(line): not taken: \(refusal.explanation)" }
    }

    private var room: Room
    private let framesPerSecond: Int64
    private let until: Instant
    private var line = 0
    private var latest = Instant.zero
    private var recorded: Set<String> = []
    private var frame = Frame()
    private var nextFrame: Int64 = 0
    private var writer = JSONWriter()

    /// `framesPerSecond` ≥ 1. The last frame is the last of those at k/`framesPerSecond` that is
    /// not after `untilSeconds`.
    public init(configuration: Configuration, framesPerSecond: Int64, untilSeconds: Double) {
        room = Room(configuration: configuration)
        self.framesPerSecond = framesPerSecond
        until = .zero + Duration(seconds: untilSeconds)
    }

    /// Takes the next line and appends to `output` every frame before it. Blank lines only count.
    ///
    /// Returns the refusal of an event that found something full, which changes nothing.
    public mutating func feed(
        _ text: [UInt8], into output: inout [UInt8]
    ) throws(InputError) -> Refused? {
        line += 1
        if text.allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) }) { return nil }
        let event = try read(text)
        guard event.at >= latest else {
            throw InputError(
                line: line,
                reason: "/at: \(event.at.seconds) is before the line before, \(latest.seconds)")
        }
        latest = event.at
        writeFrames(into: &output) { $0 < event.at }
        return try apply(event)
    }

    /// Appends the frames that remain.
    public mutating func finish(into output: inout [UInt8]) {
        writeFrames(into: &output) { _ in true }
    }

    // MARK: Events

    private func read(_ text: [UInt8]) throws(InputError) -> EventLine {
        let json: JSON
        do throws(JSONSyntaxError) {
            json = try JSON(parsing: text)
        } catch {
            throw InputError(line: line, reason: "not JSON: \(error)")
        }
        do throws(ContentError) {
            return try EventLine(json)
        } catch {
            throw InputError(line: line, reason: "\(error)")
        }
    }

    private mutating func apply(_ event: EventLine) throws(InputError) -> Refused? {
        let seq = event.seq ?? Int64(line)
        let id = event.id ?? "e\(seq)"
        guard !recorded.contains(id) else { return nil }
        room.advance(to: event.at)
        let kind = try kind(of: event.action)
        do throws(Refusal) {
            _ = try room.apply(Event(seq: seq, id: id, kind: kind), at: event.at)
            _ = room.takeMilestones()
            recorded.insert(id)
            return nil
        } catch {
            return error.isMissing ? nil : Refused(line: line, refusal: error)
        }
    }

    private func kind(of action: EventLine.Action) throws(InputError) -> Event.Kind {
        switch action {
        case .event(let kind): return kind
        case .patch(let patch):
            do throws(ContentError) {
                return .configure(
                    try ConfigurationDocument.patch(room.configuration, with: patch))
            } catch {
                throw InputError(line: line, reason: "config: \(error)")
            }
        }
    }

    // MARK: Frames

    private mutating func writeFrames(
        into output: inout [UInt8], while isDue: (Instant) -> Bool
    ) {
        while true {
            let instant = Instant(frame: nextFrame, rate: framesPerSecond)
            guard instant <= until, isDue(instant) else { return }
            room.advance(to: instant)
            room.sample(into: &frame)
            nextFrame += 1
            writer.reset()
            writer.fullFrame(frame, seq: nextFrame)
            writer.byte(0x0A)
            output += writer.bytes
        }
    }
}

extension Instant {
    fileprivate var seconds: Double { Double(microseconds) / 1e6 }
}
