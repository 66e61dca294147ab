import Stage
import Testing
import Texts
import Wire

@testable import Server

@Suite("Stragglers")
struct StragglersTests {
    /// A viewer of a room that moves, who has read what came at once.
    private func viewer(_ server: LiveServer) throws -> Client {
        let client = try Client(server)
        #expect(try client.upgrade("/v1/rooms/main/stream").status == 101)
        #expect(try client.message()["type"] == .string("hello"))
        #expect(try client.message()["full"] == .bool(true))
        return client
    }

    private func move(_ server: LiveServer) throws {
        // Long texts, so that little time fills a socket's buffer.
        let text = String(repeating: "wave ", count: 90)
        let body = #"{"text":"\#(text)","effect":"shine","duration":600,"hold":null}"#
        for slot in 0..<8 {
            let answer = try Client(server).post(
                "/v1/rooms/main/captions", body.dropLast() + #","slot":"\#(slot)"}"#)
            #expect(answer.status == 202)
        }
    }

    @Test("Who reads nothing for five seconds is told to go; others have every frame")
    func silence() throws {
        let server = try LiveServer { $0.room.captions.max = 8 }
        let silent = try viewer(server)
        let other = try viewer(server)
        try move(server)
        var seq = try other.message()["seq"]?.number ?? 0
        var last = 0.0
        // Ten seconds of room time.
        while last < 10_000_000 {
            let frame = try other.message()
            #expect((frame["seq"]?.number ?? 0) <= seq + 2, "frames were missed")
            seq = frame["seq"]?.number ?? 0
            last = frame["time"]?.number ?? 0
        }
        while true {
            if case .closed(let code) = try silent.hear() {
                #expect(code == 1013)
                return
            }
        }
    }

    @Test("Who reads again in time has the newest state, not what was missed")
    func recovery() throws {
        let server = try LiveServer { $0.room.captions.max = 8 }
        let silent = try viewer(server)
        let other = try viewer(server)
        try move(server)
        var newest = 0.0
        while newest < 3_500_000 { newest = try other.message()["time"]?.number ?? 0 }
        var (time, gap) = (0.0, 0.0)
        while time < newest {
            let next = try silent.message()["time"]?.number ?? 0
            gap = max(gap, next - time)
            time = next
        }
        // What was in the sockets' buffers comes first, then, after a gap, the state of now.
        #expect(gap > 500_000)
    }
}
