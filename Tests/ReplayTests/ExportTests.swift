import Journal
import Replay
import Stage
import Testing
import Texts
import Timeline

@Suite("History export")
struct ExportTests {
    /// A history that returns at most two events per read, like a source with large events.
    private struct Pages: HistorySource {
        let count: Int64

        func room(_ name: Text) throws(JournalError) -> StoredRoom? {
            StoredRoom(
                name: name, birthConfiguration: "{}",
                clock: RoomClock(standingAt: .zero, log: 0), forgottenSeq: 0, snapshot: nil)
        }

        func events(
            of room: Text, after seq: Int64, limit: Int, byteLimit: Int
        ) throws(JournalError) -> [StoredEvent] {
            guard seq < count else { return [] }
            return (seq + 1...min(seq + 2, count)).map { seq in
                StoredEvent(
                    seq: seq, id: "e\(seq)", body: #"{"type":"gift","gift":"Rose"}"#,
                    wallMicroseconds: 0, time: .zero, outcome: nil)
            }
        }

        func event(of room: Text, id: Text) throws(JournalError) -> StoredEvent? { nil }
        func life(of room: Text, id: Text) throws(JournalError) -> StoredLife? { nil }
    }

    @Test("An export has all events, even if a read returns fewer than it asked for")
    func shortReads() throws {
        var text: [UInt8] = []
        try #require(try HistoryExport(of: "main", in: Pages(count: 5))).write { text += $0 }
        let events = String(decoding: text, as: UTF8.self).split(separator: "\n")
            .filter { $0.contains(#""type":"gift""#) }
        #expect(events.count == 5)
        for (index, line) in events.enumerated() {
            #expect(line.contains("\"id\":\"e\(index + 1)\""))
        }
    }
}
