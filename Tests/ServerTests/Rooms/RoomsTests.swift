import Journal
import Monitoring
import Stage
import Testing
import Texts
import Timeline
import Wire

@testable import Access
@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Rooms in memory")
struct RoomsTests {
    private func roomCount(_ server: LiveServer) throws -> String {
        let page = try Client(server).get("/metrics").text
        let line = page.split(separator: "\n").first { $0.hasPrefix("ovation_rooms ") }
        return String(try #require(line))
    }

    struct Refused: CustomTestStringConvertible, Sendable {
        let status: Int
        let method: String
        let path: String
        var body: String?
        var fields: [String] = []
        var testDescription: String { "\(status) \(method) \(path)" }
    }

    static let refusals = [
        Refused(status: 404, method: "DELETE", path: "calls/x"),
        Refused(status: 404, method: "POST", path: "calls/x/tap"),
        Refused(
            status: 404, method: "POST", path: "calls/x/tap", fields: ["Idempotency-Key: k"]),
        Refused(status: 404, method: "DELETE", path: "counters/x"),
        Refused(status: 404, method: "DELETE", path: "goals/x"),
        Refused(status: 404, method: "DELETE", path: "captions/x"),
        Refused(status: 429, method: "PUT", path: "counters/x", body: #"{"to":1}"#),
        Refused(status: 400, method: "POST", path: "gifts", body: "{"),
        Refused(status: 422, method: "POST", path: "gifts", body: "{}"),
        Refused(status: 422, method: "PUT", path: "config", body: #"{"x":1}"#),
        Refused(status: 422, method: "PATCH", path: "config", body: #"{"x":1}"#),
        Refused(status: 400, method: "PATCH", path: "config", body: "{"),
        Refused(
            status: 415, method: "PATCH", path: "config", body: "{}",
            fields: ["Content-Type: text/plain"]),
        Refused(status: 426, method: "GET", path: "stream"),
    ]

    @Test("A rejected request creates no room", arguments: refusals)
    func refusal(_ refused: Refused) throws {
        let server = try LiveServer {
            $0.maxRooms = 1
            $0.room.counters.max = 0
        }
        for room in ["ghost", "ghost", "shadow"] {
            let answer = try Client(server).ask(
                refused.method, "/v1/rooms/\(room)/\(refused.path)", refused.body, refused.fields)
            #expect(answer.status == refused.status)
            #expect(try roomCount(server) == "ovation_rooms 0")
        }
        let client = try Client(server)
        #expect(try client.post("/v1/rooms/main/gifts", #"{"gift":"Rose"}"#).status == 202)
        #expect(try roomCount(server) == "ovation_rooms 1")
        // A rejection does not remove a room with events.
        #expect(try client.ask("DELETE", "/v1/rooms/main/calls/x").status == 404)
        #expect(try roomCount(server) == "ovation_rooms 1")
        #expect(try client.get("/v1/rooms/main/events").json["next"] == .number(1))
    }

    @Test("A rejected stream creates no room")
    func refusedStream() throws {
        let server = try LiveServer { $0.maxRooms = 1 }
        #expect(try Client(server).upgrade("/v1/rooms/ghost/stream?fps=0").status == 422)
        #expect(
            try Client(server).upgrade(
                "/v1/rooms/ghost/stream", "Sec-WebSocket-Protocol: other"
            ).status == 400)
        #expect(try roomCount(server) == "ovation_rooms 0")
        #expect(try Client(server).upgrade("/v1/rooms/main/stream").status == 101)
    }

    @Test("A watched room stays after a rejected request")
    func watched() throws {
        let server = try LiveServer()
        let client = try Client(server)
        #expect(try client.upgrade("/v1/rooms/main/stream").status == 101)
        #expect(try client.message()["type"] == .string("hello"))
        #expect(try Client(server).ask("DELETE", "/v1/rooms/main/calls/x").status == 404)
        #expect(try roomCount(server) == "ovation_rooms 1")
    }

    @Test("A pending event, question or configuration change keeps a room")
    func onTheirWay() throws {
        let rooms = Rooms(configuration: Configuration(), limit: 10, clock: LogClock(at: 0))
        let room = try rooms.room("main")
        let submission = Submission(room: room, id: "a", kind: .tap(call: "c"), admission: .server)
        {
            _ in
        }
        let event = PendingEvent(
            ticket: 1,
            submission: Submission(
                room: room, id: nil, kind: .configure(Configuration()), admission: .server
            ) { _ in })
        let question = PendingEvent(ticket: 2, submission: submission)
        room.pendingEvents.ask(about: question)
        rooms.release(room)
        #expect(rooms.count == 1)
        room.pendingEvents.add(event)
        room.pendingEvents.remove(question, hasFailed: false)
        rooms.release(room)
        #expect(rooms.count == 1)
        var hasGoneOn = false
        room.pendingEvents.onceConfigured { hasGoneOn = true }
        room.pendingEvents.remove(event, hasFailed: false)
        rooms.release(room)
        #expect(rooms.count == 1 && !hasGoneOn)
        room.pendingEvents.resumeConfiguring()
        rooms.release(room)
        #expect(rooms.count == 0 && hasGoneOn)
    }

    @Test("Releasing a detached room does not affect its successor")
    func successor() throws {
        let rooms = Rooms(configuration: Configuration(), limit: 10, clock: LogClock(at: 0))
        let first = try rooms.room("main")
        rooms.release(first)
        let second = try rooms.room("main")
        #expect(second !== first)
        rooms.release(first)
        #expect(try rooms.room("main") === second)
    }
}
