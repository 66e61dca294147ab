import Testing

@Suite struct RequestIDTests {
    @Test func `every answer has an id, and no two the same`() throws {
        let server = try LiveServer()
        let client = try Client(server)
        var ids: Set<String> = []
        for path in ["/healthz", "/readyz", "/nowhere", "/v1/rooms/main/state"] {
            let id = try #require(try client.get(path).fields["x-request-id"])
            ids.insert(id)
        }
        #expect(ids.count == 4)
    }

    @Test func `an id that came with the request is kept`() throws {
        let server = try LiveServer()
        let client = try Client(server)
        let kept = try client.get("/healthz", "X-Request-Id: Proxy_1.a-7")
        #expect(kept.fields["x-request-id"] == "Proxy_1.a-7")
    }

    @Test(arguments: ["a b", "a\"b", String(repeating: "x", count: 65), "é", ""])
    func `what is no id is not taken`(id: String) throws {
        let server = try LiveServer()
        let client = try Client(server)
        let answer = try client.get("/healthz", "X-Request-Id: \(id)")
        let own = try #require(answer.fields["x-request-id"])
        #expect(own != id && !own.isEmpty)
    }
}
