import HTTPRouting
import Testing
import Texts
import Transport

@Suite("Origins")
struct OriginsTests {
    @Test(
        "The server's own pages and allowed origins may post, and other sites may not",
        arguments: [
            ("http://here:8080", true), ("https://here:8080", true), ("https://friend.org", true),
            ("http://friend.org", false), ("https://friend.org:444", false),
            ("http://here", false), ("http://here:8081", false), ("http://evil.org", false),
            ("null", false), ("http://here:8080.evil.org", false), ("HTTP://here:8080", false),
        ])
    func origins(origin: String, isAllowed: Bool) {
        let origins = Origins(allowed: ["https://friend.org"])
        #expect(origins.allows(request("POST", "/", "Origin: \(origin)")) == isAllowed)
    }

    @Test("A request without an origin may post")
    func none() {
        #expect(Origins(allowed: []).allows(request("POST")))
    }

    // The preflight and its answer: Fetch Standard, sections 3.3.2 and 3.3.3.
    @Test("An allowed origin's browser may post JSON and read the answer")
    func preflight() throws {
        let origins = Origins(allowed: ["https://friend.org"])
        let question = request(
            "OPTIONS", "/v1/rooms/main/gifts", "Origin: https://friend.org",
            "Access-Control-Request-Method: POST")
        let answer = try #require(origins.preflight(question))
        #expect(answer.status == 204)
        #expect(
            answer.headers.contains { $0 == ("Access-Control-Allow-Origin", "https://friend.org") })
        #expect(answer.headers.contains { $0.name == "Access-Control-Allow-Headers" })
        let shared = origins.sharing(
            Response(status: 202), with: request("POST", "/", "Origin: https://friend.org"))
        #expect(
            shared.headers.contains { $0 == ("Access-Control-Allow-Origin", "https://friend.org") })
    }

    @Test("Other origins get no CORS headers")
    func noPreflight() {
        let origins = Origins(allowed: ["https://friend.org"])
        let question = request(
            "OPTIONS", "/", "Origin: https://evil.org", "Access-Control-Request-Method: POST")
        #expect(origins.preflight(question) == nil)
        let plain = origins.sharing(
            Response(status: 202), with: request("POST", "/", "Origin: http://here:8080"))
        #expect(plain.headers.isEmpty)
    }
}
