import Testing
import Texts
import Transport

@Suite("Requests as the handler sees them")
struct RequestTests {
    @Test(
        "A target is split at its separators before it is percent-decoded",
        arguments: [
            ("/", "GET [] []"),
            ("/a/b", #"GET ["a", "b"] []"#),
            ("/a//b/", #"GET ["a", "", "b", ""] []"#),
            ("/a%2Fb/c+d/%C3%A9", #"GET ["a/b", "c+d", "é"] []"#),
            ("/a;b&c/../d", #"GET ["a;b&c", "..", "d"] []"#),
            (
                "/a?x=1&y&z=a+b%26=",
                #"GET ["a"] [(name: "x", value: "1"), "#
                    + #"(name: "y", value: ""), (name: "z", value: "a b&=")]"#
            ),
            ("/a?", #"GET ["a"] []"#),
            ("http://host:8080/a?b=c", #"GET ["a"] [(name: "b", value: "c")]"#),
            ("HTTP://host/", "GET [] []"),
        ])
    func targets(target: String, seen: String) throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.answer().text == seen)
    }

    @Test("Field names match in any case, and repeated fields become one list")
    func fields() throws {
        let seen = Promise<[Text?]>()
        let server = try TestServer { handler in
            handler.onRequest = { request in
                seen.fulfill(
                    ["if-none-match", "IDEMPOTENCY-KEY", "Accept", "Origin"].map(request.header)
                        + [
                            Text(request.remoteAddress), request.query,
                            Text(request.method.rawValue),
                        ]
                )
            }
        }
        let client = try RawClient(port: server.port)
        client.send(
            "\r\nDELETE /pending?a=b HTTP/1.1\r\nhost: x\r\nIf-None-Match:\"a\"\r\n"
                + "idempotency-key: \t k 1 \t\r\nAccept: a\r\nACCEPT: b\r\n\r\n"
        )
        #expect(
            try seen.wait() == ["\"a\"", "k 1", "a, b", nil, "127.0.0.1", "a=b", "DELETE"]
        )
    }
}
