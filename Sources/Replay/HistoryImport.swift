public import Journal
import Stage
public import Texts
import Timeline
import Wire

/// Imports a room's history into a journal, from the lines that `export` wrote, for a room without a history.
public struct HistoryImport {
    private let name: Text
    private var playback: Playback
    private var birth = Configuration()
    private let wall = WallTime.now
    /// The sequence number of the newest event.
    private var seq: Int64 = 0
    private var count = 0
    /// The records that are not written yet.
    private var records: [Record] = []

    private static let recordsAtOnce = 2000

    /// Imports all lines that `next` returns, in one transaction, and returns the number of
    /// imported events. Calls `refused` for each event that the room has no space for, and leaves
    /// it out.
    ///
    /// Throws, and writes no event, if the room has a history or a line is not valid.
    public static func run(
        into name: Text, of log: any ImportLog, next: () -> [UInt8]?,
        refused: (LineRefused) -> Void = { _ in }
    ) throws -> Int {
        guard try log.events(of: name, after: 0, limit: 1).isEmpty else {
            throw NotEmpty(name: name)
        }
        var history = HistoryImport(into: name)
        try log.atOnce { write in
            while let line = next() {
                if let refusal = try history.feed(line) { refused(refusal) }
                if history.records.count >= Self.recordsAtOnce { try write(history.takeRecords()) }
            }
            try write(history.takeRecords() + history.end(at: log.clock.now))
        }
        return history.count
    }

    private init(into name: Text) {
        self.name = name
        playback = Playback(configuration: birth)
    }

    private mutating func feed(_ text: [UInt8]) throws(LineError) -> LineRefused? {
        switch try playback.feed(text, before: { _, _ in }) {
        case .applied(let entry): try record(entry)
        case .refused(let refused): return refused
        case .nothing: break
        }
        return nil
    }

    private mutating func record(_ entry: Playback.Applied) throws(LineError) {
        let milestones = playback.takeMilestones()
        if entry.event.seq == 0, count == 0, case .configure(let first) = entry.event.kind {
            birth = first
            return
        }
        guard entry.event.seq > seq else {
            throw LineError(
                line: playback.line, reason: "/seq: must be greater than that of the event before")
        }
        seq = entry.event.seq
        count += 1
        let event = NewEvent(
            room: name, id: entry.event.id, seq: seq, time: entry.time,
            body: Self.text(JSON(entry.event.kind)), wallMicroseconds: wall.microseconds,
            birth: .init(
                configuration: Self.text(ConfigurationDocument.write(birth)),
                clock: RoomClock(standingAt: .zero, log: 0)))
        records.append(.event(event, ticket: 0))
        records.append(.outcome(room: name, seq: seq, entry.outcome, alert: entry.alert))
        if !milestones.isEmpty { records.append(.milestones(room: name, milestones)) }
    }

    private mutating func takeRecords() -> [Record] {
        defer { records.removeAll(keepingCapacity: true) }
        return records
    }

    /// Returns the last records: the room's stopped clock and its snapshot.
    private func end(at log: Int64) -> [Record] {
        guard count > 0 else { return [] }
        let clock = RoomClock(standingAt: playback.room.now, log: log)
        return [
            .clock(room: name, clock), .snapshot(room: name, seq: seq, state: playback.room),
        ]
    }

    private static func text(_ json: JSON) -> Text {
        Text(decoding: json.encoded)
    }

    /// The room already has a history.
    public struct NotEmpty: Error, CustomStringConvertible {
        let name: Text
        public var description: String {
            "the room \"\(name)\" has a history already; import into another one"
        }
    }
}
