import Glibc
import Testing
import Texts
import Transport
import Wire

@testable import Server

@Suite("Heartbeat")
struct HeartbeatTests {
    @Test("Who has nothing to be told hears a beat at least every five seconds")
    func idle() throws {
        let server = try LiveServer()
        let clients = try (0..<3).map { _ in try Client(server) }
        for client in clients {
            #expect(try client.upgrade("/v1/rooms/main/stream").status == 101)
            #expect(try client.message()["type"] == .string("hello"))
            #expect(try client.message()["full"] == .bool(true))
        }
        var last = LoopTimer.now
        for _ in 0..<2 {
            for client in clients {
                #expect(try client.hear() == .text(#"{"type":"beat"}"#))
            }
            #expect(LoopTimer.now - last < 5_000_000_000)
            last = LoopTimer.now
        }
    }
}
