import Glibc
import Testing
import Texts
import Transport
import Wire

@testable import Server

@Suite("Heartbeats")
struct HeartbeatTests {
    @Test("Idle viewers get heartbeats again and again")
    func idle() throws {
        let server = try LiveServer()
        let clients = try (0..<3).map { _ in try Client(server) }
        for client in clients {
            #expect(try client.upgrade("/v1/rooms/main/stream").status == 101)
            #expect(try client.message()["type"] == .string("hello"))
            #expect(try client.message()["full"] == .bool(true))
        }
        for _ in 0..<2 {
            for client in clients {
                #expect(try client.hearAny() == .text(#"{"type":"beat"}"#))
            }
        }
    }
}
