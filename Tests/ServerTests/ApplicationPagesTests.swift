import Monitoring
import Testing
import Texts
import Wire

@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Requests that only read")
struct ApplicationPagesTests {
    @Test("The frame of a room is a full frame")
    func frame() throws {
        let client = try Client(LiveServer { $0.makeRoomsStill() })
        let empty = try client.get("/v1/rooms/main/frame")
        #expect(empty.status == 200)
        #expect(empty.json["type"] == .string("frame"))
        #expect(empty.json["full"] == .bool(true))
        #expect(empty.json["nodes"] == .array([]))
        _ = try client.post("/v1/rooms/main/gifts", #"{"gift":"Rose"}"#)
        let later = try client.get("/v1/rooms/main/frame")
        #expect(later.json["nodes"]?.elements.count == 1)
        #expect(later.json["time"]?.number ?? 0 > empty.json["time"]?.number ?? 0)
    }

    @Test("The health checks answer that the server is alive and ready")
    func health() throws {
        let client = try Client(LiveServer())
        let health = try client.get("/healthz")
        #expect(health.status == 200)
        #expect(health.json["status"] == .string("ok"))
        let ready = try client.get("/readyz")
        #expect(ready.status == 200)
        #expect(ready.json["status"] == .string("ready"))
        #expect(ready.json["faults"] == .array([]))
    }

    @Test("The metrics count events, rooms, viewers, frames and requests")
    func metrics() throws {
        let server = try LiveServer { $0.makeRoomsStill() }
        let client = try Client(server)
        for _ in 0..<2 { _ = try client.post("/v1/rooms/one/gifts", #"{"gift":"Rose"}"#) }
        _ = try client.post("/v1/rooms/two/calls", #"{"user":"Ann"}"#)
        _ = try client.ask("DELETE", "/v1/rooms/two/calls/none")
        let viewer = try Client(server)
        #expect(try viewer.upgrade("/v1/rooms/one/stream").status == 101)
        _ = try viewer.message()
        _ = try viewer.message()
        let page = try client.get("/metrics")
        #expect(page.status == 200)
        #expect(page.fields["content-type"]?.hasPrefix("text/plain; version=0.0.4") == true)
        let lines = Set(page.text.split(separator: "\n").map(String.init))
        for line in [
            #"ovation_events_total{kind="gift",outcome="shown"} 1"#,
            #"ovation_events_total{kind="gift",outcome="merged"} 1"#,
            #"ovation_events_total{kind="call",outcome="shown"} 1"#,
            #"ovation_events_total{kind="dismiss",outcome="refused"} 1"#,
            "ovation_rooms 2", "ovation_viewers 1", "ovation_frames_sent_total 1",
            #"ovation_requests_total{status="202"} 3"#,
            #"ovation_requests_total{status="404"} 1"#,
        ] { #expect(lines.contains(line), "\(line)") }
    }

    @Test("The overlay page and its modules are served, and an unchanged page is not sent again")
    func overlay() throws {
        let client = try Client(LiveServer())
        let page = try client.get("/overlay/main")
        #expect(page.status == 200)
        #expect(page.text == LiveServer.page)
        #expect(page.fields["content-type"] == "text/html; charset=utf-8")
        let tag = try #require(page.fields["etag"])
        #expect(try client.get("/overlay/main", "If-None-Match: \(tag)").status == 304)
        let head = try client.ask("HEAD", "/overlay/main")
        #expect(head.status == 200)
        #expect(head.fields["content-length"] == "\(LiveServer.page.utf8.count)")
        #expect(try client.get("/web/overlay/main.js").text == "export {}")
    }

    @Test("The studio page is served for every room and at the root")
    func studio() throws {
        let client = try Client(LiveServer())
        for path in ["/", "/studio/main", "/studio/a_b-9"] {
            let page = try client.get(path)
            #expect(page.status == 200)
            #expect(page.text == LiveServer.studioPage)
        }
        #expect(try client.get("/studio/a%20b").status == 404)
    }

    @Test(
        "Every answer has headers against sniffing, referrers and foreign frames",
        arguments: [
            "/overlay/main", "/web/overlay/main.js", "/v1/rooms/main/frame",
            "/v1/rooms/main/stream",
            "/v1/rooms/main/events?limit=0", "/nowhere", "/healthz", "/readyz", "/metrics", "/%zz",
        ])
    func guards(path: String) throws {
        let fields = try Client(LiveServer()).get(path).fields
        #expect(fields["x-content-type-options"] == "nosniff")
        #expect(fields["referrer-policy"] == "no-referrer")
        #expect(fields["content-security-policy"]?.contains("frame-ancestors 'self'") == true)
    }

    @Test(
        "No path leads out of the web directory",
        arguments: [
            "/web/../Package.swift", "/web/%2e%2e/Package.swift", "/web/..%2fPackage.swift",
            "/web//etc/passwd", "/web/%2fetc%2fpasswd", "/web/overlay/../../../etc/passwd",
            "/web/overlay/%00", "/web/overlay/main.js%00.html", "/web/overlay/",
            "/overlay/..", "/overlay/%2e%2e",
        ])
    func traversal(path: String) throws {
        let status = try Client(LiveServer()).get(path).status
        #expect(status == 404 || status == 400)
    }

    @Test("At the room limit new rooms are rejected and existing rooms stay available")
    func roomLimit() throws {
        let client = try Client(LiveServer { $0.maxRooms = 1 })
        let body = #"{"action":"hold"}"#
        #expect(try client.post("/v1/rooms/one/control", body).status == 202)
        let answer = try client.post("/v1/rooms/two/control", body)
        #expect(answer.status == 503)
        #expect(answer.fields["retry-after"] != nil)
        #expect(try client.post("/v1/rooms/one/control", body).status == 202)
        // Reading creates no room.
        #expect(try client.get("/v1/rooms/two/frame").status == 200)
    }
}
