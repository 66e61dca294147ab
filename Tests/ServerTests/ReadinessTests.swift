import Dispatch
import TestSupport
import Testing
import Transport

@testable import Assets
@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Server

@Suite("Readiness")
struct ReadinessTests {
    @Test("A server whose uploads hang is not ready until the uploads continue")
    func hangingUploads() throws {
        let scene = try ApplicationScene()
        let gate = DispatchSemaphore(value: 0)
        #expect(try scene.ask("GET", "/readyz").status == 200)
        scene.application.parts.assets.writing.run { gate.wait() }
        defer { gate.signal() }
        var text = ""
        try waitUntil("the server says that uploads hang") {
            let answer = try scene.ask("GET", "/readyz")
            text = String(decoding: answer.body, as: UTF8.self)
            return answer.status == 503
        }
        #expect(text.contains("uploaded files"))
        gate.signal()
        try waitUntil("the server is ready again") {
            scene.application.parts.assets.deliver()
            return try scene.ask("GET", "/readyz").status == 200
        }
    }
}
