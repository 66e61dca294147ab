import Foundation
import HTTPRouting
import Monitoring
import Testing
import Texts
import Transport

@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Routes")
struct RouteTests {
    /// The segments of a path, split as the transport does.
    private func segments(_ path: String) -> [Text] {
        path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
            Text(String($0))
        }
    }

    private func route(_ method: Request.Method, _ segments: [Text]) throws(Problem)
        -> Route<Controllers>
    {
        try Routes.table.matches(of: segments).route(method)
    }

    @Test(
        "Each call has its route",
        arguments: [
            (Request.Method.post, "/v1/rooms/main/gifts", "POST /v1/rooms/{room}/gifts", ["main"]),
            (.post, "/v1/rooms/main/calls", "POST /v1/rooms/{room}/calls", ["main"]),
            (
                .delete, "/v1/rooms/main/calls/c1", "DELETE /v1/rooms/{room}/calls/{call}",
                ["main", "c1"]
            ),
            (
                .post, "/v1/rooms/main/calls/c1/tap", "POST /v1/rooms/{room}/calls/{call}/tap",
                ["main", "c1"]
            ),
            (.post, "/v1/rooms/main/control", "POST /v1/rooms/{room}/control", ["main"]),
            (.get, "/v1/rooms/main/config", "GET /v1/rooms/{room}/config", ["main"]),
            (.head, "/v1/rooms/main/config", "GET /v1/rooms/{room}/config", ["main"]),
            (.put, "/v1/rooms/main/config", "PUT /v1/rooms/{room}/config", ["main"]),
            (.patch, "/v1/rooms/main/config", "PATCH /v1/rooms/{room}/config", ["main"]),
            (.get, "/v1/rooms/main/frame", "GET /v1/rooms/{room}/frame", ["main"]),
            (.get, "/v1/rooms/main/stream", "GET /v1/rooms/{room}/stream", ["main"]),
            (.get, "/v1/rooms", "GET /v1/rooms", []),
            (.delete, "/v1/rooms/main", "DELETE /v1/rooms/{room}", ["main"]),
            (.get, "/healthz", "GET /healthz", []), (.get, "/readyz", "GET /readyz", []),
            (.get, "/metrics", "GET /metrics", []), (.head, "/metrics", "GET /metrics", []),
            (.get, "/overlay/a_b-9", "GET /overlay/{room}", ["a_b-9"]),
            (
                .get, "/web/overlay/main.js", "GET /web/{path…}", ["overlay", "main.js"]
            ),
        ] as [(Request.Method, String, String, [Text])])
    func routes(method: Request.Method, path: String, row: String, values: [Text]) throws {
        let route = try route(method, segments(path))
        #expect("\(route.method.rawValue) \(route.path.text)" == row)
        #expect(route.path.values(in: segments(path)) == values)
    }

    @Test(
        "A wrong method is answered with 405 and the allowed methods",
        arguments: [
            (Request.Method.get, "/v1/rooms/main/gifts", "POST"),
            (.post, "/v1/rooms", "GET, HEAD"),
            (.post, "/v1/rooms/main", "GET, HEAD, PUT, PATCH, DELETE"),
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
        let problem = #expect(throws: Problem.self) { try route(method, segments(path)) }
        #expect(problem?.status == 405)
        #expect(problem?.headers.first { $0.name == "Allow" }?.value == allow)
    }

    @Test(
        "An unknown path is answered with 404",
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
            let problem = #expect(throws: Problem.self) { try route(method, segments(path)) }
            #expect(problem?.status == 404)
        }
    }

    @Test("A room name has 1 to 64 characters", arguments: [(1, true), (64, true), (65, false)])
    func nameLength(count: Int, isGood: Bool) {
        let name = Text(String(repeating: "a", count: count))
        #expect(((try? route(.get, ["overlay", name])) != nil) == isGood)
    }

    @Test("openapi.yaml lists the same calls, except files of pages")
    func description() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../openapi.yaml").standardized
        var described: Set<String> = []
        var path = ""
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            if line.hasPrefix("  /") { path = line.trimmingCharacters(in: [" ", ":"]) }
            let word = line.trimmingCharacters(in: [" ", ":"]).uppercased()
            if line == "    \(word.lowercased()):", Request.Method(rawValue: word) != nil {
                described.insert("\(word) \(path)")
            }
        }
        // Streams have their own section, which HTTP tools ignore.
        let apart = try String(contentsOf: file, encoding: .utf8)
            .split(separator: "\nx-websockets:\n")[1].split(separator: "\ncomponents:\n")[0]
            .split(separator: "\n").filter { $0.hasPrefix("  /") }
        #expect(apart == ["  /v1/rooms/{room}/stream:"])
        let rows = Routes.table.all.map { "\($0.method.rawValue) \($0.path.text)" }
        #expect(rows.count == Set(rows).count)
        #expect(described == Set(rows).subtracting(["GET /web/{path…}"]))
    }
}
