import HTTPRouting
import Testing
import Texts
import Transport

/// A server with empty handlers.
private struct Nothing: RouteContext {
    typealias Access = Bool
    typealias RoutedCall = Void
    typealias Right = Void
}

@Suite("Route tables")
struct RouteTableTests {
    private static func route(
        _ method: Request.Method, _ path: String
    ) -> Route<Nothing> {
        Route(method, path, true, 200, "section", "summary", .handle { _ in { _ in } })
    }

    private let table = RouteTable<Nothing>([
        route(.get, "/v1/rooms/{room}"), route(.put, "/v1/rooms/{room}"),
        route(.post, "/v1/rooms/{room}/calls/{call}/tap"),
        route(.get, "/v1/hooks/{room}/trigger").firing(), route(.get, "/web/{path…}"),
        route(.get, "/"),
    ])

    /// Splits a path as the transport does: the path / has no segments.
    private func matches(_ path: String) -> RouteMatches<Nothing> {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        return table.matches(of: path == "/" ? [] : parts.map { Text(String($0)) })
    }

    @Test(
        "A route matches the paths of its pattern",
        arguments: [
            ("/v1/rooms/main", ["/v1/rooms/{room}", "/v1/rooms/{room}"]),
            ("/v1/rooms/main/calls/c%201/tap", ["/v1/rooms/{room}/calls/{call}/tap"]),
            ("/web/a", ["/web/{path…}"]), ("/web/a/b/c", ["/web/{path…}"]), ("/", ["/"]),
            ("/web", []), ("/v1/rooms/Main", []), ("/v1/rooms/main/calls/c/taps", []),
        ] as [(String, [String])])
    func paths(path: String, patterns: [String]) {
        #expect(matches(path).routes.map(\.path.text) == patterns)
        #expect(matches(path).isEmpty == patterns.isEmpty)
    }

    @Test("A path with more segments than any pattern matches a pattern with a tail")
    func longPath() {
        #expect(matches("/web" + String(repeating: "/a", count: 40)).routes.count == 1)
        #expect(matches(String(repeating: "/a", count: 40)).isEmpty)
    }

    @Test("The values of a path are those of its variables")
    func values() throws {
        let route = try matches("/web/a/b").route(.get)
        #expect(route.path.values(in: ["web", "a", "b"]) == ["a", "b"])
        #expect(!route.path.isOfRoom && !route.path.needsRoom)
        let room = try matches("/v1/rooms/main").route(.put)
        #expect(room.method == .put && room.path.isOfRoom && room.path.needsRoom)
    }

    @Test("HEAD uses the GET route, unless the route has an effect")
    func head() throws {
        #expect(try matches("/").route(.head).method == .get)
        let problem = #expect(throws: Problem.self) {
            try matches("/v1/hooks/main/trigger").route(.head)
        }
        #expect(problem?.status == 405)
        #expect(problem?.headers.first { $0.name == "Allow" }?.value == "GET")
    }

    @Test("A wrong method gets the allowed methods")
    func method() {
        let problem = #expect(throws: Problem.self) { try matches("/v1/rooms/main").route(.delete) }
        #expect(problem?.status == 405)
        #expect(problem?.headers.first { $0.name == "Allow" }?.value == "GET, HEAD, PUT")
    }

    @Test("A wrong path gets the nearest path of the table")
    func suggestion() {
        let problem = #expect(throws: Problem.self) {
            try matches("/rooms/main/call/c/tap").route(.post)
        }
        #expect(problem?.status == 404)
        #expect(problem?.detail?.hasSuffix("Did you mean /v1/rooms/main/calls/c/tap?") == true)
    }
}
