import Stage
import Texts
import Timeline
import Wire

/// Plays recorded events in a room, from lines in the form that `simulate` reads and `export` writes.
struct Playback {
    private(set) var room: Room
    private(set) var line = 0
    private var latest = Instant.zero
    private var recorded: Set<Text> = []

    init(configuration: Configuration) {
        room = Room(configuration: configuration)
    }

    /// An event from a line, and its outcome.
    struct Applied {
        let event: Event
        let time: Instant
        let outcome: Outcome
        let alert: AlertOutcome?
    }

    enum Result {
        case applied(Applied)
        case refused(LineRefused)
        /// A blank line, a repeated ID, or an event that refers to missing content.
        case nothing
    }

    /// Reads and applies the next line. Calls `before` with the event's instant before applying it.
    mutating func feed(
        _ text: [UInt8], before: (inout Room, Instant) -> Void
    ) throws(LineError) -> Result {
        line += 1
        if text.allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) }) { return .nothing }
        let entry = try read(text)
        guard entry.at >= latest else {
            throw LineError(
                line: line,
                reason: "/at: \(entry.at.seconds) is before the line before, \(latest.seconds)")
        }
        latest = entry.at
        before(&room, entry.at)
        return try apply(entry)
    }

    /// Calls `body` with the room, to advance it without an event.
    mutating func run(_ body: (inout Room) -> Void) {
        body(&room)
    }

    /// Returns the transitions of shown content since the last call.
    mutating func takeMilestones() -> [Milestone] {
        room.takeMilestones()
    }

    private func read(_ text: [UInt8]) throws(LineError) -> EventLine {
        let json: JSON
        do throws(JSONSyntaxError) {
            json = try JSON(parsing: text)
        } catch {
            throw LineError(line: line, reason: "not JSON: \(error)")
        }
        do throws(ContentError) {
            return try EventLine(json)
        } catch {
            throw LineError(line: line, reason: "\(error)")
        }
    }

    private mutating func apply(_ entry: EventLine) throws(LineError) -> Result {
        let seq = entry.seq ?? Int64(line)
        let kind = try kind(of: entry.action)
        let id = entry.id ?? kind.derivedID ?? "e\(seq)"
        guard !recorded.contains(id) else { return .nothing }
        room.advance(to: entry.at)
        if case .speech(let spoken, _, _) = kind, !recorded.contains(spoken) { return .nothing }
        let event = Event(seq: seq, id: id, kind: kind)
        do throws(Refusal) {
            let outcome = try room.apply(event, at: entry.at)
            recorded.insert(id)
            return .applied(
                Applied(
                    event: event, time: room.now, outcome: outcome,
                    alert: room.alertOutcome(of: id)))
        } catch {
            return error.isMissing ? .nothing : .refused(LineRefused(line: line, refusal: error))
        }
    }

    private func kind(of action: EventLine.Action) throws(LineError) -> Event.Kind {
        switch action {
        case .event(let kind): return kind
        case .patch(let patch):
            do throws(ContentError) {
                return .configure(
                    try ConfigurationDocument.patch(
                        room.configuration, with: patch, from: .history))
            } catch {
                throw LineError(line: line, reason: "config: \(error)")
            }
        }
    }
}

extension Instant {
    fileprivate var seconds: Double { Double(microseconds) / 1e6 }
}
