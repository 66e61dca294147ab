import Foundation
import Stage
import TestSupport
import Testing
import Texts
import Timeline
import Wire

@testable import Access
@testable import Cluster
@testable import History
@testable import Journal
@testable import LiveRooms
@testable import SQLiteJournal
@testable import Server
@testable import Webhooks

@Suite("Leaders on the server")
struct LeadersTests {
    // MARK: Periods

    struct Case: CustomTestStringConvertible, Sendable {
        let period: LeadersConfiguration.Period
        let zone: Text
        let first: String
        let last: String
        let now: String
        let start: String?

        var testDescription: String { "\(period) in \(zone) at \(now)" }
    }

    /// 27 November 2026 is a Friday. Berlin is an hour ahead of UTC in winter and changes to summer time on 29 March;
    /// New York is five hours behind in December.
    static let cases: [Case] = [
        .init(
            period: .all, zone: "UTC", first: "2020-01-01T00:00:00Z", last: "2020-01-01T00:00:00Z",
            now: "2026-11-27T10:00:00Z", start: nil),
        .init(
            period: .day, zone: "UTC", first: "2026-11-27T10:00:00Z", last: "2026-11-27T20:00:00Z",
            now: "2026-11-27T23:59:59Z", start: nil),
        .init(
            period: .day, zone: "UTC", first: "2026-11-27T10:00:00Z", last: "2026-11-28T09:00:00Z",
            now: "2026-11-28T00:00:00Z", start: "2026-11-28T00:00:00"),
        .init(
            period: .day, zone: "Europe/Berlin", first: "2026-11-27T22:59:59Z",
            last: "2026-11-27T22:59:59Z", now: "2026-11-27T23:00:00Z", start: "2026-11-27T23:00:00"),
        .init(
            period: .day, zone: "Europe/Berlin", first: "2026-03-28T23:00:00Z",
            last: "2026-03-28T23:00:00Z", now: "2026-03-29T21:59:59Z", start: nil),
        .init(
            period: .day, zone: "Europe/Berlin", first: "2026-03-28T23:00:00Z",
            last: "2026-03-28T23:00:00Z", now: "2026-03-29T22:00:00Z", start: "2026-03-29T22:00:00"),
        .init(
            period: .week, zone: "UTC", first: "2026-11-27T10:00:00Z", last: "2026-11-27T10:00:00Z",
            now: "2026-11-29T23:59:59Z", start: nil),
        .init(
            period: .week, zone: "UTC", first: "2026-11-27T10:00:00Z", last: "2026-11-27T10:00:00Z",
            now: "2026-12-09T12:00:00Z", start: "2026-12-07T00:00:00"),
        .init(
            period: .month, zone: "America/New_York", first: "2026-11-30T20:00:00Z",
            last: "2026-11-30T20:00:00Z", now: "2026-12-01T04:59:59Z", start: nil),
        .init(
            period: .month, zone: "America/New_York", first: "2026-11-30T20:00:00Z",
            last: "2026-11-30T20:00:00Z", now: "2026-12-20T00:00:00Z", start: "2026-12-01T05:00:00"),
        .init(
            period: .session, zone: "UTC", first: "2026-11-26T10:00:00Z",
            last: "2026-11-27T10:00:00Z", now: "2026-11-27T15:59:59Z", start: nil),
        .init(
            period: .session, zone: "UTC", first: "2026-11-26T10:00:00Z",
            last: "2026-11-27T10:00:00Z", now: "2026-11-29T00:00:00Z", start: "2026-11-27T16:00:00"),
    ]

    private func time(_ text: String) throws -> WallTime {
        let date = try #require(ISO8601DateFormatter().date(from: text))
        return WallTime(microseconds: Int64(date.timeIntervalSince1970) * 1_000_000)
    }

    @Test(
        "A reset is due at the end of the period, and its ID has the start of the new one",
        arguments: cases)
    func periods(one: Case) throws {
        var leaders = LeadersConfiguration()
        (leaders.period, leaders.timeZone) = (one.period, one.zone)
        var period = LeaderPeriod()
        period.restore(first: try time(one.first), last: try time(one.last))
        let expected = one.start.map { "period:\($0).000000Z" as Text }
        #expect(period.dueID(at: try time(one.now), leaders) == expected)
        period.recordedID = expected
        #expect(period.dueID(at: try time(one.now), leaders) == nil)
    }

    @Test("A period begins with its first gift")
    func firstGift() throws {
        var leaders = LeadersConfiguration()
        leaders.period = .day
        var period = LeaderPeriod()
        let (monday, tuesday) = (try time("2026-11-23T12:00:00Z"), try time("2026-11-24T12:00:00Z"))
        period.record(3...3, after: 3, at: monday)
        period.record(3...5, after: 5, at: tuesday)
        #expect(period.dueID(at: tuesday, leaders) == "period:2026-11-24T00:00:00.000000Z")
        period.record(nil, after: 6, at: tuesday)
        #expect(period.dueID(at: tuesday, leaders) == nil)
        period.record(7...7, after: 7, at: tuesday)
        #expect(period.dueID(at: tuesday, leaders) == nil)
    }

    /// Writes a journal whose only gift came seven hours ago, and returns the start of the next session.
    private func writeOldGift(_ directory: String) throws -> Text {
        let log = try SQLiteLog(directory: directory)
        let wall = WallTime.now.microseconds - 7 * 3_600_000_000
        let gift = NewEvent.sample(
            "old",
            body: #"{"type":"gift","sender":{"name":"Ann"},"gift":{"name":"Rose"},"count":3}"#,
            wall: wall,
            configuration: #"{"leaders":{"enabled":true,"by":"count","period":"session"}}"#)
        _ = try log.append([.event(gift, ticket: 0)])
        try log.close()
        return Text(WallTime(microseconds: wall + 6 * 3_600_000_000).text)
    }

    private func ids(_ client: Client) throws -> [JSON?] {
        try client.get("/v1/rooms/main/events").json["events"]?.elements.map { $0["id"] } ?? []
    }

    @Test("A session that ended while the server was down ends when the room is in use again")
    func afterStop() throws {
        let directory = try TemporaryDirectory()
        let start = try writeOldGift(directory.path)
        let server = try LiveServer(in: directory)
        let client = try Client(server)
        try waitUntil("the sums are 0") {
            try client.get("/v1/rooms/main/leaders").json["rows"] == .array([])
        }
        #expect(try ids(client) == [.string("old"), .string("period:\(start)")])
    }

    @Test("The first gift of a new session comes after the reset")
    func newSession() throws {
        let directory = try TemporaryDirectory()
        let start = try writeOldGift(directory.path)
        let server = try LiveServer(in: directory)
        let client = try Client(server)
        let gift = #"{"id":"new","sender":"Bob","gift":"Rose","count":2}"#
        #expect(try client.ask("POST", "/v1/rooms/main/gifts", gift).status == 202)
        #expect(
            try ids(client) == [.string("old"), .string("period:\(start)"), .string("new")])
        let rows = try client.get("/v1/rooms/main/leaders").json["rows"]?.elements
        #expect(rows?.map { $0["key"] } == [.string("name:Bob")])
    }

    // MARK: Calls

    @Test("The senders are listed by their sums, with all gifts counted")
    func list() throws {
        let client = try Client(try LiveServer())
        let board = #"{"leaders":{"enabled":true}}"#
        #expect(try client.ask("PATCH", "/v1/rooms/main/config", board).status == 200)
        for (sender, gift, count) in [
            (#""Ann""#, "rose", 4), (#"{"id":"b","name":"Bob","avatar":"/b.png"}"#, "star", 1),
            (#""Cem""#, "leaf", 9),
        ] {
            let body = #"{"sender":\#(sender),"gift":"\#(gift)","count":\#(count)}"#
            #expect(try client.ask("POST", "/v1/rooms/main/gifts", body).status == 202)
        }
        let path = "/v1/rooms/main/leaders"
        // A rose is worth 1, a star 10, and a leaf is not in the catalogue.
        #expect(
            try client.get(path).json
                == JSON(
                    parsing: Array(
                        #"{"by":"value","rows":[{"key":"id:b","name":"Bob","avatar":"/b.png","value":10,"count":1},{"key":"name:Ann","name":"Ann","value":4,"count":4}]}"#
                            .utf8)))
        #expect(try client.get(path + "?limit=1").json["rows"]?.elements.count == 1)
        #expect(try client.get(path + "?limit=0").status == 422)
        let state = try client.get("/v1/rooms/main/state").json["leaders"]?.elements
        #expect(state?.map { $0["place"] } == [.number(1), .number(2)])
    }

    @Test("Only owners reset the leaders")
    func reset() throws {
        let keyed = try KeyedServer()
        let control = "/v1/rooms/main/control"
        let body = #"{"action":"resetLeaders"}"#
        #expect(try keyed.ask("POST", control, body, as: "deck").status == 403)
        #expect(try keyed.ask("POST", control, body, as: "owner").status == 202)
        #expect(try keyed.ask("POST", control, body, as: "admin").status == 202)
        #expect(try keyed.ask("POST", control, #"{"action":"hold"}"#, as: "deck").status == 202)
    }

    @Test("A time zone that does not exist is refused")
    func zones() throws {
        let client = try Client(try LiveServer())
        func status(_ zone: String) throws -> Int {
            try client.ask(
                "PATCH", "/v1/rooms/main/config", #"{"leaders":{"timeZone":"\#(zone)"}}"#
            ).status
        }
        #expect(try status("Asia/Ho_Chi_Minh") == 200)
        #expect(try status("Europe/Atlantis") == 422)
        #expect(try status("") == 422)
        #expect(try status("../etc/passwd") == 422)
        let body = #"{"leaders":{"timeZone":"Europe/Atlantis"}}"#
        #expect(try client.ask("PUT", "/v1/rooms/main/config", body).status == 422)
    }
}
