import HTTPRouting
import Monitoring
import Testing
import Texts
import Transport
import Wire

@testable import History
@testable import LiveRooms
@testable import Server

@Suite("Suggestions for wrong paths")
struct PathSuggestionTests {
    private func route(_ segments: [Text]) throws(Problem) -> Route<Controllers> {
        try Routes.table.matches(of: segments).route(.post)
    }

    private func detail(_ path: String) -> String? {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
            .map { Text(String($0)) }
        let problem = #expect(throws: Problem.self) { try route(Array(segments)) }
        return problem?.detail
    }

    @Test(
        "A wrong path gets a suggestion",
        arguments: [
            ("/v1/rooms/main/gift", "/v1/rooms/main/gifts"),
            ("/v1/rooms/main/gifts/", "/v1/rooms/main/gifts"),
            ("/V1/Rooms/main/Gifts", "/v1/rooms/main/gifts"),
            ("/v1/room/main/call", "/v1/rooms/main/calls"),
            ("/rooms/main/gifts", "/v1/rooms/main/gifts"),
            ("/main/gifts", "/v1/rooms/main/gifts"),
            ("/v1/rooms/main/counter/likes", "/v1/rooms/main/counters/likes"),
            ("/v1/rooms/main/call/c1/tap", "/v1/rooms/main/calls/c1/tap"),
            ("/v1/rooms/main/configuration", nil), ("/health", "/healthz"),
            ("/overlays/main", "/overlay/main"), ("/metrics/", "/metrics"),
            ("/v1/rooms/main/dance", nil), ("/x", nil), ("/", nil), ("/v1/rooms/a b/gift", nil),
            ("/v1/rooms/main/call/c%1/tap", nil), ("/a/b/c/d/e/f/g/h/i", nil),
        ] as [(String, String?)])
    func paths(path: String, meant: String?) {
        #expect(
            detail(path)
                == "There is nothing at this path. "
                + (meant.map { "Did you mean \($0)?" }
                    ?? "The studio is at /studio/main, the overlay at /overlay/main."))
    }

    @Test("A room name in capitals gets the rule and a suggestion")
    func capitals() {
        #expect(
            detail("/v1/rooms/Main/gifts")
                == "A room's name is 1 to 64 of a-z, 0-9, _ and -. "
                + "Did you mean /v1/rooms/main/gifts?")
        #expect(
            detail("/v1/rooms/a b/gifts") == "A room's name is 1 to 64 of a-z, 0-9, _ and -.")
    }

    @Test(
        "Page addresses with small mistakes are redirected",
        arguments: [
            ("/overlay/main/", "/overlay/main"), ("/overlay/Main", "/overlay/main"),
            ("/Overlay/main?only=gifts&debug", "/overlay/main?only=gifts&debug"),
            ("/overlay", "/overlay/main"), ("/overlay/", "/overlay/main"),
            ("/studio/MAIN/?view=history", "/studio/main?view=history"), ("/studio", "/"),
        ])
    func pages(path: String, location: String) throws {
        let client = try Client(LiveServer())
        let answer = try client.get(path)
        #expect(answer.status == 302)
        #expect(answer.fields["location"] == location)
        #expect(try client.ask("GET", path, host: "elsewhere.example").status == 421)
        #expect(try client.ask("POST", path, "{}").status == 404)
    }

    @Test("Other wrong paths are answered with 404")
    func noPage() throws {
        let client = try Client(LiveServer())
        for path in ["/overlay/a%20b", "/overlay/main/x", "/v1/rooms/main/frames"] {
            #expect(try client.get(path).status == 404)
        }
    }
}
