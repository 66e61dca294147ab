import Testing
import Texts
import Transport

@Suite("A body that comes in pieces")
struct RequestBodyTests {
    private static let body = Scene.bytes(count: 2_500_000, step: 7)
    private static let sum = body.reduce(0) { $0 &* 31 &+ Int($1) }

    private func head(_ path: String, _ length: Int, _ more: String = "") -> String {
        "POST /\(path) HTTP/1.1\r\nHost: x\r\nContent-Length: \(length)\r\n\(more)\r\n"
    }

    @Test("It comes whole and in order, never much at once, and the connection serves what follows")
    func pieces() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send(head("upload", Self.body.count))
        client.send(Self.body)
        client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.answer().text == "\(Self.sum)")
        #expect(try client.answer().text == #"GET ["a"] []"#)
        let lengths = try server.onLoop { $0.pieceLengths }
        #expect(lengths.reduce(0, +) == Self.body.count)
        #expect(try #require(lengths.max()) <= 64 << 10)
    }

    @Test("One that is not longer than any other is there with its request")
    func short() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send(head("upload", 5) + "hello")
        #expect(try client.answer().text == "hello")
    }

    @Test("Whoever waits for the word to go on gets it when the body is wanted")
    func goesOn() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send(head("upload", Self.body.count, "Expect: 100-continue\r\n"))
        #expect(try client.take(25) == Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        client.send(Self.body)
        #expect(try client.answer().text == "\(Self.sum)")
    }

    @Test("An answer that does not wait for it ends the connection")
    func unread() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send(head("unread", Self.body.count) + "some of it")
        let answer = try client.answer()
        #expect(answer.status == 401)
        #expect(answer.fields["connection"] == "close")
    }

    @Test("Whoever reads it is told that its client has gone")
    func gone() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send(head("upload", Self.body.count) + "some of it")
        try server.wait { !$0.pieceLengths.isEmpty }
        client.reset()
        try server.wait { $0.noted == ["broken"] }
    }

    @Test(
        "One that is too long for its path is refused before it comes",
        arguments: [("upload", 3_000_001), ("long", 1_000_001), ("other", 65_537)])
    func tooLong(path: String, length: Int) throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send(head(path, length))
        let answer = try client.answer()
        #expect(answer.status == 413)
        #expect(answer.text.contains("at most \(length - 1) bytes"))
    }

    @Test("A path may take a longer one whole")
    func whole() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        let body = Array(Self.body.prefix(500_000))
        client.send(head("long", body.count))
        client.send(body)
        #expect(try client.answer().body == body)
    }

    @Test("An answer in pieces whose length is known says it")
    func known() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send(
            "GET /sized HTTP/1.1\r\nHost: x\r\n\r\nGET /a HTTP/1.1\r\nHost: x\r\n\r\n")
        let answer = try client.answer()
        let whole = (0..<Scene.pieceCount).flatMap(Scene.piece)
        #expect(answer.fields["content-length"] == "\(whole.count)")
        #expect(answer.fields["transfer-encoding"] == nil)
        #expect(answer.body == whole)
        #expect(try client.answer().text == #"GET ["a"] []"#)
    }
}
