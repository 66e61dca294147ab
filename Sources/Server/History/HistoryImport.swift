public import Journal
import Stage
public import Texts
import Timeline
import Wire

/// Takes lines that `export` wrote into a journal, as the history of a room that has none yet.
public struct HistoryImport {
    private let name: Text
    private var script: Script
    private var birth = Configuration()
    private var applied: [Script.Applied] = []
    private var milestones: [Milestone] = []

    public init(into name: Text) {
        self.name = name
        script = Script(configuration: birth)
    }

    /// Takes the next line; nothing is written yet.
    ///
    /// Returns the refusal of an event that finds something full: it was not part of the show.
    public mutating func feed(_ text: [UInt8]) throws(LineError) -> LineRefused? {
        switch try script.feed(text, before: { _, _ in }) {
        case .applied(let entry):
            milestones += script.takeMilestones()
            if entry.event.seq == 0, applied.isEmpty,
                case .configure(let configuration) = entry.event.kind
            {
                birth = configuration
                return nil
            }
            guard entry.event.seq > applied.last?.event.seq ?? 0 else {
                throw LineError(
                    line: script.line, reason: "/seq: must be greater than that of the event before"
                )
            }
            applied.append(entry)
            return nil
        case .refused(let refused): return refused
        case .nothing: return nil
        }
    }

    /// Writes all of it in one step. Throws, and writes nothing, where the room has a history.
    public func finish(in log: any EventLog) throws -> Int {
        guard try log.events(of: name, after: 0, limit: 1).isEmpty else {
            throw NotEmpty(name: name)
        }
        let document = Self.text(ConfigurationDocument.write(birth))
        let wall = WallTime.now.microseconds
        var records: [Record] = []
        for entry in applied {
            let event = NewEvent(
                room: name, id: entry.event.id, seq: entry.event.seq,
                body: Self.text(JSON(entry.event.kind)), wallMicroseconds: wall,
                birthConfiguration: document)
            records.append(.event(event, ticket: 0))
            records.append(
                .outcome(
                    room: name, seq: entry.event.seq, time: entry.time, entry.outcome))
        }
        records += milestones.map { .milestone(room: name, $0) }
        records.append(.mark(room: name, time: script.room.now))
        if let last = applied.last {
            records.append(.snapshot(room: name, seq: last.event.seq, state: script.room))
        }
        _ = try log.append(records)
        return applied.count
    }

    private static func text(_ json: JSON) -> Text {
        Text(decoding: json.encoded)
    }

    /// The room has a history already.
    public struct NotEmpty: Error, CustomStringConvertible {
        let name: Text
        public var description: String {
            "the room \"\(name)\" has a history already; import into another one"
        }
    }
}
