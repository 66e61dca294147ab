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

@Suite("History from an external source")
struct WholeHistoryTests {
    private static let room = "/v1/rooms/main"

    /// A history of two gifts that the server's log does not have.
    private static let external = {
        let events = [("old", "Ann"), ("older", "Bob")].enumerated().map { index, gift in
            StoredEvent.sample(
                Int64(index) + 1, Text(gift.0),
                body: Text(
                    #"{"type":"gift","sender":"\#(gift.1)","gift":{"name":"Rose"},"count":3}"#),
                wall: 5, time: Instant(microseconds: 7), outcome: .shown)
        }
        var life = StoredLife()
        life.content.entered = Instant(microseconds: 11)
        return ListedHistory(events, lives: ["old": life, "older": life])
    }()

    /// Runs `body` with a server whose log has as many events as that history.
    private func withServer(_ body: (Client) throws -> Void) throws {
        let client = try Client(LiveServer { $0.past = Self.external })
        for id in ["a", "b"] {
            let gift = #"{"sender":"Eve","gift":"Rose","id":"\#(id)"}"#
            #expect(try client.post("\(Self.room)/gifts", gift).status == 202)
        }
        try body(client)
    }

    @Test(
        "Pages, totals and single events come from the external history",
        arguments: ["events?after=0", "events?before=3", "events?q=Rose"])
    func told(page: String) throws {
        try withServer { client in
            let found = try client.get("\(Self.room)/\(page)").json["events"]?.elements ?? []
            #expect(Set(found.compactMap { $0["id"]?.string }) == ["old", "older"])
            let totals = try client.get("\(Self.room)/totals").json
            #expect(totals["events"] == .number(2) && totals["count"] == .number(6))
            let event = try client.get("\(Self.room)/events/old").json
            #expect(event["outcome"] == .string("shown") && event["shownAt"] == .number(11))
            #expect(try client.get("\(Self.room)/events/a").status == 404)
        }
    }

    @Test("An event that only the external history has can be replayed but not retracted")
    func changed() throws {
        try withServer { client in
            let again = try client.post("\(Self.room)/events/old/replay", "")
            #expect(again.status == 202 && again.json["seq"] == .number(3))
            #expect(try client.ask("DELETE", "\(Self.room)/events/old").status == 404)
            #expect(try client.ask("DELETE", "\(Self.room)/events/a").status == 202)
        }
    }
}
