import Testing

@Suite("Request IDs")
struct RequestIDTests {
    @Test("Every answer has a different request ID")
    func unique() throws {
        let server = try LiveServer()
        let client = try Client(server)
        var ids: Set<String> = []
        for path in ["/healthz", "/readyz", "/nowhere", "/v1/rooms/main/state"] {
            let id = try #require(try client.get(path).fields["x-request-id"])
            ids.insert(id)
        }
        #expect(ids.count == 4)
    }

    @Test("A request's own ID is kept")
    func kept() throws {
        let server = try LiveServer()
        let client = try Client(server)
        let kept = try client.get("/healthz", "X-Request-Id: Proxy_1.a-7")
        #expect(kept.fields["x-request-id"] == "Proxy_1.a-7")
    }

    @Test(
        "An invalid request ID is replaced",
        arguments: ["a b", "a\"b", String(repeating: "x", count: 65), "é", ""])
    func invalid(id: String) throws {
        let server = try LiveServer()
        let client = try Client(server)
        let answer = try client.get("/healthz", "X-Request-Id: \(id)")
        let own = try #require(answer.fields["x-request-id"])
        #expect(own != id && !own.isEmpty)
    }
}
