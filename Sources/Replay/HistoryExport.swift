public import Journal
import Stage
public import Texts
import Timeline
import Wire

/// Writes a room's history as lines from which `simulate` renders the show again.
public struct HistoryExport {
    private static let page = 1000
    private static let pageBytes = 4 << 20
    /// An ID that senders are unlikely to give an event.
    private static let birthID: Text = "ovation/birth"
    private let source: any HistorySource
    private let room: StoredRoom

    /// Returns nil if the source has no room of this name.
    public init?(of name: Text, in source: any HistorySource) throws {
        guard let room = try source.room(name) else { return nil }
        self.source = source
        self.room = room
    }

    /// Writes the lines, one line per call of `output`.
    ///
    /// The first line is the configuration that the room began with, as an event with the sequence
    /// number 0, unless a replay looks the same with the default configuration.
    public func write(_ output: ([UInt8]) -> Void) throws {
        let birth = try JSON(parsing: Array(room.birthConfiguration.utf8))
        if try Self.differsForReplay(ConfigurationDocument.read(birth, from: .history)) {
            output(
                line(
                    at: .zero, seq: 0, id: Self.birthID,
                    [.init("type", .string("config")), .init("config", birth)]))
        }
        var seq: Int64 = 0
        while true {
            let events = try source.events(
                of: room.name, after: seq, limit: Self.page, byteLimit: Self.pageBytes)
            for event in events {
                output(try line(event, at: event.time))
            }
            guard let last = events.last else { return }
            seq = last.seq
        }
    }

    /// Returns true if a replay with `configuration` looks different from a replay with the default
    /// configuration. The rule for waiting for viewers does not matter, because a replay has no
    /// viewers.
    private static func differsForReplay(_ configuration: Configuration) -> Bool {
        var timeless = configuration
        timeless.stage.waitForViewer = Configuration().stage.waitForViewer
        return timeless != Configuration()
    }

    private func line(_ event: StoredEvent, at instant: Instant) throws -> [UInt8] {
        line(
            at: instant, seq: event.seq, id: event.id,
            try JSON(parsing: Array(event.body.utf8)).members)
    }

    private func line(
        at instant: Instant, seq: Int64, id: Text, _ members: [JSON.Member]
    ) -> [UInt8] {
        let line: [JSON.Member] = [
            .init("at", .number(Double(instant.microseconds) / 1e6)),
            .init("seq", .number(Double(seq))),
            .init("id", .string(id)),
        ]
        return JSON.object(line + members).encoded + [0x0A]
    }
}
