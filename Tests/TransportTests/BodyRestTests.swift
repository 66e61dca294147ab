import Testing
import Texts
import Transport

@Suite("A body that is made while it is sent")
struct BodyRestTests {
    private static let whole = (0..<Scene.pieceCount).flatMap(Scene.piece)
    private static let request = "GET /pieces HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test("It comes whole, in chunks, and the connection serves what follows")
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

    // RFC 9112 §6.1: no chunks for a client of HTTP/1.0.
    @Test("To a client of HTTP/1.0 it goes on until the connection ends")
    func http10() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send("GET /pieces HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        let head = try client.answer(to: "HEAD")
        #expect(head.fields["transfer-encoding"] == nil && head.fields["content-length"] == nil)
        #expect(head.fields["connection"] == "close")
        #expect(try client.take(Self.whole.count) == Self.whole)
        #expect(try client.receive() == 0)
    }

    @Test("To HEAD none of it is made")
    func head() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send("HEAD /pieces HTTP/1.1\r\nHost: x\r\n\r\nGET /a HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.answer(to: "HEAD").fields["transfer-encoding"] == "chunked")
        #expect(try client.answer().text == #"GET ["a"] []"#)
        #expect(try server.onLoop { $0.piecesAsked } == 0)
    }

    // 10 MB, of which the kernel's two buffers hold a part.
    @Test("For a client that does not read only so much is made as has gone out")
    func slowClient() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port, receiveBuffer: 4096)
        client.send(Self.request)
        try server.wait { $0.piecesAsked > 0 }
        // Whatever the machine is doing, more is made only as more is taken.
        #expect(try server.onLoop { $0.piecesAsked } < Scene.pieceCount - 1)
        try client.receive()
        #expect(try server.onLoop { $0.piecesAsked } < Scene.pieceCount - 1)
        #expect(try client.answer().body == Self.whole)
        #expect(try server.onLoop { $0.piecesAsked } == Scene.pieceCount - 1)
    }

    @Test("If the rest can't be made the connection ends, and the end of the body never comes")
    func failure() throws {
        let server = try TestServer { $0.keepsPieces = true }
        let client = try RawClient(port: server.port)
        client.send(Self.request)
        try server.wait { !$0.keptPieces.isEmpty }
        try server.onLoop { $0.keptPieces.removeFirst()(.failed) }
        let all = try client.readToEnd()
        #expect(all.contains("chunked") && !all.hasSuffix("0\r\n\r\n"))
    }

    @Test("What is made for a client that has gone is dropped")
    func gone() throws {
        let server = try TestServer { $0.keepsPieces = true }
        do {
            let client = try RawClient(port: server.port)
            client.send(Self.request)
            try server.wait { !$0.keptPieces.isEmpty }
        }
        try server.wait { $0.loop?.connectionCount == 0 }
        try server.onLoop { $0.keptPieces.removeFirst()(.last([1])) }
        let client = try RawClient(port: server.port)
        client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.answer().text == #"GET ["a"] []"#)
    }
}
