import Testing
import Texts
import Wire

@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Server

@Suite("Server")
struct ServerTests {
    @Test("A draining server closes streams with 1001, rejects requests and ends")
    func drain() throws {
        let server = try LiveServer()
        let viewer = try Client(server)
        #expect(try viewer.upgrade("/v1/rooms/main/stream").status == 101)
        _ = try viewer.message()
        _ = try viewer.message()
        // Idle connections are closed; these two are in the middle of a request.
        let poster = try Client(server)
        poster.send(
            "POST /v1/rooms/main/gifts HTTP/1.1\r\nHost: localhost\r\nContent-Length: 15\r\n"
                + "Content-Type: application/json\r\n\r\n{\"gift\"")
        let asker = try Client(server)
        asker.send("GET /readyz HTTP/1.1\r\n")
        // The answer on a third connection shows that the loop has read both.
        #expect(try Client(server).get("/healthz").status == 200)
        server.handle.drain()
        #expect(try viewer.hear() == .closed(1001))
        // The viewer has not closed yet, so the server still waits for it.
        poster.send(":\"Rose\"}")
        let answer = try poster.answer()
        #expect(answer.status == 503)
        #expect(answer.fields["retry-after"] != nil)
        #expect(answer.fields["content-type"] == "application/problem+json")
        #expect(answer.fields["connection"] == "close")
        asker.send("Host: localhost\r\n\r\n")
        #expect(try asker.answer().status == 503)
        viewer.sendFrame(opcode: 8, [0x03, 0xE9])
        try server.waitForEnd()
        #expect(throws: Client.Refused.self) { try Client(server) }
    }

    @Test("An idle server ends at once when it is drained, even twice")
    func drainIdle() throws {
        let server = try LiveServer()
        server.handle.drain()
        server.handle.drain()
        try server.waitForEnd()
    }

    @Test("A port in use is reported by number")
    func takenPort() throws {
        let first = try LiveServer()
        let port = first.port
        let error = #expect(throws: (any Error).self) { try LiveServer { $0.port = port } }
        #expect("\(try #require(error))".contains("\(port)"))
    }
}
