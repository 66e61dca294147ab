import Stage
import Testing
import Texts
import Wire

@testable import Server

@Suite("Slow viewers")
struct StragglersTests {
    /// A viewer of a moving room that has read its first messages.
    private func viewer(_ server: LiveServer) throws -> Client {
        let client = try Client(server)
        #expect(try client.upgrade("/v1/rooms/main/stream").status == 101)
        #expect(try client.message()["type"] == .string("hello"))
        #expect(try client.message()["full"] == .bool(true))
        return client
    }

    private func move(_ server: LiveServer) throws {
        // Long texts fill a socket's buffer quickly.
        let text = String(repeating: "wave ", count: 90)
        let body = #"{"text":"\#(text)","effect":"shine","duration":600,"hold":null}"#
        for slot in 0..<8 {
            let answer = try Client(server).post(
                "/v1/rooms/main/captions", body.dropLast() + #","slot":"\#(slot)"}"#)
            #expect(answer.status == 202)
        }
    }

    @Test(
        "A viewer that reads nothing for five seconds is closed with 1013, and others stay"
    )
    func silence() throws {
        let server = try LiveServer { $0.room.captions.max = 8 }
        let silent = try viewer(server)
        let other = try viewer(server)
        try move(server)
        // Ten seconds of room time; `message()` throws if the stream is closed.
        var last = 0.0
        while last < 10_000_000 { last = try other.message()["time"]?.number ?? last }
        while true {
            if case .closed(let code) = try silent.hear() {
                #expect(code == 1013)
                return
            }
        }
    }

    @Test("A viewer that resumes reading in time gets the newest state after a gap")
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
        // The frames in the socket buffers come first, then, after a gap, the newest state.
        #expect(gap > 500_000)
    }
}
