import Logging
import Stage
import Synchronization
import Testing
import Texts
import Timeline

@testable import Journal
@testable import Server

@Suite("Recovery")
struct RecoveryTests {
    /// A log of one room; what is not asked for in these tests is empty.
    private struct StillLog: EventLog {
        let room: StoredRoom
        let events: [StoredEvent]

        func rooms() throws(JournalError) -> [StoredRoom] { [room] }
        func events(of: Text, after seq: Int64, limit: Int) throws(JournalError) -> [StoredEvent] {
            Array(events.filter { $0.seq > seq }.prefix(limit))
        }
        func append(_ records: [Record]) throws(JournalError) -> [Verdict] { [] }
        func event(of: Text, id: Text) throws(JournalError) -> StoredEvent? { nil }
        func life(of: Text, id: Text) throws(JournalError) -> StoredLife? { nil }
        func prune(before: Int64, limit: Int) throws(JournalError) -> Int { 0 }
        func close() {}
    }

    /// Keeps what is logged.
    private final class Diary: Sendable {
        let lines = Mutex<[String]>([])

        var logger: Logger {
            Logger(label: "test") { _ in Pen(diary: self) }
        }
    }

    private struct Pen: LogHandler {
        let diary: Diary
        var logLevel = Logger.Level.trace
        var metadata: Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        init(diary: Diary) {
            self.diary = diary
        }

        func log(event: LogEvent) {
            diary.lines.withLock { $0.append("\(event.level): \(event.message)") }
        }
    }

    private func counter(_ seq: Int64) -> StoredEvent {
        StoredEvent(
            seq: seq, id: "c\(seq)",
            body: #"{"type":"counter","name":"n\#(seq)","to":\#(seq),"duration":0}"#,
            wallMicroseconds: 0, applied: .init(time: .zero, outcome: .applied))
    }

    /// The counters that stand after a start, and what was warned of.
    private func start(
        seqs: ClosedRange<Int64>?, snapshotSeq: Int64? = nil
    ) throws -> (counters: [Text], warnings: [String]) {
        let snapshot = snapshotSeq.map { (seq: $0, state: Room(configuration: .init())) }
        let room = StoredRoom(
            name: "main", birthConfiguration: "{}", time: .zero, snapshot: snapshot)
        let log = StillLog(room: room, events: seqs.map { $0.map(counter) } ?? [])
        let diary = Diary()
        let rooms = try Recovery(log: log, logger: diary.logger).rooms()
        let counters = try #require(rooms.first).room.overview.counters.map(\.name)
        return (counters, diary.lines.withLock { $0 })
    }

    @Test("A room whose first event is there, or which has a snapshot, is whole: nothing is said")
    func whole() throws {
        #expect(try start(seqs: 1...2) == (["n1", "n2"], []))
        #expect(try start(seqs: 6...7, snapshotSeq: 5) == (["n6", "n7"], []))
        #expect(try start(seqs: nil, snapshotSeq: 5) == ([], []))
    }

    @Test("Where neither the first events nor a snapshot are left, what is lost is warned of")
    func lost() throws {
        let some = try start(seqs: 6...7)
        #expect(some.counters == ["n6", "n7"])
        #expect(some.warnings.count == 1)
        let warning = try #require(some.warnings.first)
        for part in ["warning: ", "main", "6", "counters", "totals", "gone"] {
            #expect(warning.contains(part), "\(warning)")
        }
        let none = try start(seqs: nil)
        #expect(none.counters == [])
        #expect(none.warnings.count == 1)
    }
}
