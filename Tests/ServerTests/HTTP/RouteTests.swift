import Testing
import Texts
import Transport

@testable import Server

@Suite("Route")
struct RouteTests {
    /// Segments as the transport cuts them.
    private func segments(_ path: String) -> [Text] {
        path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
            Text(String($0))
        }
    }

    @Test(
        "Each call of the table has its route",
        arguments: [
            (Request.Method.post, "/v1/rooms/main/gifts", #"postGift(room: "main")"#),
            (.post, "/v1/rooms/main/calls", #"postCall(room: "main")"#),
            (.delete, "/v1/rooms/main/calls/c1", #"dismiss(room: "main", call: "c1")"#),
            (.post, "/v1/rooms/main/calls/c1/tap", #"tap(room: "main", call: "c1")"#),
            (.post, "/v1/rooms/main/control", #"control(room: "main")"#),
            (.get, "/v1/rooms/main/config", #"getConfiguration(room: "main")"#),
            (.head, "/v1/rooms/main/config", #"getConfiguration(room: "main")"#),
            (.put, "/v1/rooms/main/config", #"putConfiguration(room: "main")"#),
            (.patch, "/v1/rooms/main/config", #"patchConfiguration(room: "main")"#),
            (.get, "/v1/rooms/main/frame", #"frame(room: "main")"#),
            (.get, "/v1/rooms/main/stream", #"stream(room: "main")"#),
            (.get, "/v1/rooms", "rooms"),
            (.delete, "/v1/rooms/main", #"deleteRoom(room: "main")"#),
            (.get, "/healthz", "health"), (.get, "/readyz", "readiness"),
            (.get, "/metrics", "metrics"), (.head, "/metrics", "metrics"),
            (.get, "/overlay/a_b-9", #"overlay(room: "a_b-9")"#),
            (.get, "/web/overlay/main.js", #"file(path: ["overlay", "main.js"])"#),
        ])
    func routes(method: Request.Method, path: String, route: String) throws {
        #expect("\(try Route(method, segments(path)))" == route)
    }

    @Test(
        "A wrong method is 405 and told the right ones",
        arguments: [
            (Request.Method.get, "/v1/rooms/main/gifts", "POST"),
            (.post, "/v1/rooms", "GET, HEAD"), (.get, "/v1/rooms/main", "DELETE"),
            (.put, "/v1/rooms/main/calls", "POST"),
            (.get, "/v1/rooms/main/calls/c1", "DELETE"),
            (.delete, "/v1/rooms/main/calls/c1/tap", "POST"),
            (.patch, "/v1/rooms/main/control", "POST"),
            (.post, "/v1/rooms/main/config", "GET, HEAD, PUT, PATCH"),
            (.post, "/v1/rooms/main/frame", "GET, HEAD"),
            (.post, "/v1/rooms/main/stream", "GET, HEAD"),
            (.delete, "/healthz", "GET, HEAD"), (.options, "/metrics", "GET, HEAD"),
            (.trace, "/v1/rooms/main/gifts", "POST"), (.query, "/v1/rooms", "GET, HEAD"),
            (.post, "/overlay/main", "GET, HEAD"),
            (.put, "/web/overlay/main.js", "GET, HEAD"),
        ])
    func methods(method: Request.Method, path: String, allow: String) {
        let problem = #expect(throws: Problem.self) { try Route(method, segments(path)) }
        #expect(problem?.status == 405)
        #expect(problem?.headers.first { $0.name == "Allow" }?.value == allow)
    }

    @Test(
        "What is not there is 404",
        arguments: [
            "/", "/v1", "/v1/rooms/", "/v1/rooms/main/", "/v1/rooms/main/dance",
            "/v1/rooms/main/gifts/", "/v1/rooms/main/gifts/7", "/v1/rooms/main/calls/c1/touch",
            "/v1/rooms/main/calls/c1/tap/x", "/v2/rooms/main/gifts", "/V1/rooms/main/gifts",
            "/v1/rooms//gifts", "/v1/rooms/Main/gifts", "/v1/rooms/a b/gifts",
            "/v1/rooms/a.b/gifts", "/v1/rooms/é/gifts", "/overlay", "/overlay/Main",
            "/overlay/main/x", "/healthz/", "/healthz/x", "/web", "/metrics/x",
        ])
    func missing(path: String) {
        for method in [Request.Method.get, .post] {
            let problem = #expect(throws: Problem.self) { try Route(method, segments(path)) }
            #expect(problem?.status == 404)
        }
    }

    @Test("A room's name has 1 to 64 characters", arguments: [(1, true), (64, true), (65, false)])
    func nameLength(count: Int, isGood: Bool) {
        let name = Text(String(repeating: "a", count: count))
        #expect(((try? Route(.get, ["overlay", name])) != nil) == isGood)
    }
}
