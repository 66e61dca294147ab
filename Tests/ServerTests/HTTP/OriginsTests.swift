import Testing

@testable import Server

@Suite("Origins")
struct OriginsTests {
    @Test(
        "This server's own pages and those named may post; other sites' may not",
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

    @Test("What is no browser sends no origin and may")
    func none() {
        #expect(Origins(allowed: []).allows(request("POST")))
    }
}
