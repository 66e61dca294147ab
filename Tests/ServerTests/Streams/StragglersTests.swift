import Foundation
import Stage
import Synchronization
import TestSupport
import Testing
import Texts
import Transport
import Wire

@testable import Broadcast
@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Slow viewers")
struct StragglersTests {
    /// A viewer of a moving room that has read its first messages.
    private func viewer(_ server: LiveServer, receivedBytes: Int32? = nil) throws -> Client {
        let client = try Client(server, receivedBytes: receivedBytes)
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

    /// The number of slow viewers that a server watches, read on its own thread 200 times a second.
    private final class Watch: Sendable {
        private let numbers = Mutex((newest: 0, greatest: 0))
        var newest: Int { numbers.withLock { $0.newest } }
        var greatest: Int { numbers.withLock { $0.greatest } }

        func begin(on server: Server) throws {
            var timer: LoopTimer?
            // The loop keeps the timer's closure, and the closure keeps the timer.
            timer = try server.application.parts.loop.makeTimer {
                [weak application = server.application] _ in
                guard timer != nil, let application else { return }
                let count = application.parts.frameScheduler.sender.stragglers.count
                self.numbers.withLock { $0 = (count, max($0.greatest, count)) }
            }
            timer?.arm(atNanoseconds: LoopTimer.now, everyNanoseconds: 5_000_000)
        }
    }

    @Test("A slow viewer is watched once, however often it falls behind, until it has caught up")
    func watch() throws {
        let watch = Watch()
        let server = try LiveServer(
            { $0.room.captions.max = 8 }, prepare: { try! watch.begin(on: $0) })
        let slow = try viewer(server, receivedBytes: 4096)
        try move(server)
        try waitUntil("the viewer falls behind") { watch.newest == 1 }
        // It reads less than it is sent.
        for _ in 0..<100 {
            _ = try slow.message()
            usleep(20_000)
        }
        #expect(watch.greatest == 1)
        try waitUntil("the viewer catches up") {
            _ = try slow.message()
            return watch.newest == 0
        }
    }

    /// A viewer that is behind, watched by `stragglers`.
    private func slowViewer(_ scene: IntakeScene, _ stragglers: Stragglers) throws -> (
        Viewer, UInt64
    ) {
        let viewer = try Viewer.unconnected(in: scene.room, on: scene.loop)
        _ = viewer.send(Message(text: []))
        stragglers.add(viewer)
        return (viewer, try #require(viewer.behindSinceNanoseconds))
    }

    @Test("The time during which the server stood still does not count against a slow viewer")
    func absence() throws {
        let scene = try IntakeScene { _ in }
        var pause: UInt64 = 0
        let stragglers = try Stragglers(
            loop: scene.loop, fanout: scene.frameScheduler.sender.fanout,
            now: { LoopTimer.now + pause })
        let (viewer, since) = try slowViewer(scene, stragglers)
        pause = 6_000_000_000
        stragglers.look()
        #expect(try #require(viewer.behindSinceNanoseconds) >= since + pause)
    }

    @Test("A viewer that falls behind after a time without slow viewers gets no extra time")
    func quiet() throws {
        let scene = try IntakeScene { _ in }
        let stragglers = try Stragglers(
            loop: scene.loop, fanout: scene.frameScheduler.sender.fanout)
        let (viewer, since) = try slowViewer(scene, stragglers)
        stragglers.look()
        #expect(viewer.behindSinceNanoseconds == since)
    }
}
