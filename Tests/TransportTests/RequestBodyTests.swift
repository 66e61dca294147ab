import Testing
import Texts
import Transport

@Suite("Request bodies read piece by piece")
struct RequestBodyTests {
    private static let body = TestHandler.bytes(count: 2_500_000, step: 7)
    private static let sum = body.reduce(0) { $0 &* 31 &+ Int($1) }

    private func head(_ path: String, _ length: Int, _ more: String = "") -> String {
        "POST /\(path) HTTP/1.1\r\nHost: x\r\nContent-Length: \(length)\r\n\(more)\r\n"
    }

    @Test("A long body arrives whole and in order, in pieces of at most 64 KiB")
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

    @Test("A body within the usual limit arrives together with its request")
    func short() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send(head("upload", 5) + "hello")
        #expect(try client.answer().text == "hello")
    }

    @Test("A client that expects 100 Continue gets it once the handler reads the body")
    func goesOn() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send(head("upload", Self.body.count, "Expect: 100-continue\r\n"))
        #expect(try client.read(25) == Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        client.send(Self.body)
        #expect(try client.answer().text == "\(Self.sum)")
    }

    @Test("An answer sent before the body was read closes the connection")
    func unread() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send(head("unread", Self.body.count) + "some of it")
        let answer = try client.answer()
        #expect(answer.status == 401)
        #expect(answer.fields["connection"] == "close")
    }

    @Test("The reader of a body learns that the client has gone")
    func gone() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send(head("upload", Self.body.count) + "some of it")
        try server.wait { !$0.pieceLengths.isEmpty }
        client.reset()
        try server.wait { $0.log == ["broken"] }
    }

    @Test(
        "A body above the limit of its path gets 413 before it is sent",
        arguments: [("upload", 3_000_001), ("long", 1_000_001), ("other", 65_537)])
    func tooLong(path: String, length: Int) throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send(head(path, length))
        let answer = try client.answer()
        #expect(answer.status == 413)
        #expect(answer.text.contains("at most \(length - 1) bytes"))
    }

    @Test("A path may accept a longer body in one piece")
    func whole() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        let body = Array(Self.body.prefix(500_000))
        client.send(head("long", body.count))
        client.send(body)
        #expect(try client.answer().body == body)
    }

    @Test("A response made piece by piece with a known length sends Content-Length")
    func known() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send(
            "GET /sized HTTP/1.1\r\nHost: x\r\n\r\nGET /a HTTP/1.1\r\nHost: x\r\n\r\n")
        let answer = try client.answer()
        let whole = (0..<TestHandler.pieceCount).flatMap(TestHandler.piece)
        #expect(answer.fields["content-length"] == "\(whole.count)")
        #expect(answer.fields["transfer-encoding"] == nil)
        #expect(answer.body == whole)
        #expect(try client.answer().text == #"GET ["a"] []"#)
    }
}
