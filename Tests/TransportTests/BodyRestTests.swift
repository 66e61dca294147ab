import Testing
import Texts
import Transport

@Suite("Response bodies made piece by piece")
struct BodyRestTests {
    private static let whole = (0..<TestHandler.pieceCount).flatMap(TestHandler.piece)
    private static let request = "GET /pieces HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test(
        "A body made piece by piece arrives whole in chunks, and the connection stays usable"
    )
    func chunks() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send(Self.request + Self.request + "GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
        for _ in 0..<2 {
            let answer = try client.answer()
            #expect(answer.fields["transfer-encoding"] == "chunked")
            #expect(answer.fields["content-length"] == nil)
            #expect(answer.body == Self.whole)
        }
        #expect(try client.answer().text == #"GET ["a"] []"#)
    }

    // RFC 9112 §6.1: a server does not send chunks to an HTTP/1.0 client.
    @Test("An HTTP/1.0 client gets the body without chunks, ended by the close of the connection")
    func http10() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send("GET /pieces HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        let head = try client.answer(to: "HEAD")
        #expect(head.fields["transfer-encoding"] == nil && head.fields["content-length"] == nil)
        #expect(head.fields["connection"] == "close")
        #expect(try client.read(Self.whole.count) == Self.whole)
        #expect(try client.receive() == 0)
    }

    @Test("HEAD gets the same fields, and no piece of the body is made")
    func head() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send("HEAD /pieces HTTP/1.1\r\nHost: x\r\n\r\nGET /a HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.answer(to: "HEAD").fields["transfer-encoding"] == "chunked")
        #expect(try client.answer().text == #"GET ["a"] []"#)
        #expect(try server.onLoop { $0.piecesAsked } == 0)
    }

    // The kernel's two buffers hold only a part of the 10 MB.
    @Test("For a client that does not read, the server makes only the pieces that fit its buffers")
    func slowClient() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port, receiveBuffer: 4096)
        client.send(Self.request)
        try server.wait { $0.piecesAsked > 0 }
        #expect(try server.onLoop { $0.piecesAsked } < TestHandler.pieceCount - 1)
        try client.receive()
        #expect(try server.onLoop { $0.piecesAsked } < TestHandler.pieceCount - 1)
        #expect(try client.answer().body == Self.whole)
        #expect(try server.onLoop { $0.piecesAsked } == TestHandler.pieceCount - 1)
    }

    @Test("If making a piece fails, the connection closes without the final chunk")
    func failure() throws {
        let server = try TestServer { $0.holdsPieces = true }
        let client = try RawClient(port: server.port)
        client.send(Self.request)
        try server.wait { !$0.pendingPieces.isEmpty }
        try server.onLoop { $0.pendingPieces.removeFirst()(.failed) }
        let all = try client.readToEnd()
        #expect(all.contains("chunked") && !all.hasSuffix("0\r\n\r\n"))
    }

    @Test("A piece that is ready after its client has gone is dropped")
    func clientGone() throws {
        let server = try TestServer { $0.holdsPieces = true }
        do {
            let client = try RawClient(port: server.port)
            client.send(Self.request)
            try server.wait { !$0.pendingPieces.isEmpty }
        }
        try server.wait { $0.loop?.connectionCount == 0 }
        try server.onLoop { $0.pendingPieces.removeFirst()(.last([1])) }
        let client = try RawClient(port: server.port)
        client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.answer().text == #"GET ["a"] []"#)
    }
}
