import Journal
import Stage
import TestSupport
import Testing
import Texts
import Timeline
import Wire

@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Receipt")
struct ReceiptTests {
    private func stored(_ outcome: Outcome?) -> StoredEvent {
        .sample(
            3, body: #"{"type":"control","action":"hold"}"#, time: Instant(microseconds: 1208),
            outcome: outcome)
    }

    @Test("Each outcome has its own members")
    func outcomes() {
        let table: [(Outcome, String)] = [
            (.shown, #""outcome":"shown""#), (.applied, #""outcome":"applied""#),
            (.merged(into: "b"), #""outcome":"merged","combo":"b""#),
            (.queued(position: 2), #""outcome":"queued","position":2"#),
            (
                .skipped(.repeated),
                #""outcome":"skipped","reason":"This caller has a card already.""#
            ),
        ]
        for (outcome, text) in table {
            let event = stored(outcome)
            let told = String(decoding: Receipt(event).json.encoded, as: UTF8.self)
            let at = #""at":"1970-01-01T00:00:00.000000Z""#
            #expect(told == #"{"id":"a","seq":3,"time":1208,\#(at),\#(text)}"#)
        }
    }

    @Test("Members without a known value are left out")
    func unknown() throws {
        #expect(Receipt(stored(nil)).members.map(\.key) == ["id", "seq", "time", "at"])
        let room = Room()
        let document = try HistoryDocument.explanation(
            stored(nil), own: nil, shown: nil,
            Forecast(room: room, entries: LookAhead(room).entries))
        #expect(
            document.members.map(\.key) == ["id", "seq", "time", "at", "type", "action", "status"])
        #expect(document["status"] == .string("recorded"))
    }
}
