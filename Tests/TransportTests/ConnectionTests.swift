import Testing
import Texts
import Transport

@Suite struct ConnectionTests {
    static let post = "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n"

    @Test func `one connection serves one request after the other`() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        for number in 1...100 {
            client.send(Self.post + "Content-Length: \("\(number)".count)\r\n\r\n\(number)")
            let answer = try client.answer()
            #expect(answer.status == 200)
            #expect(answer.text == "\(number)")
            #expect(answer.fields["content-type"] == "text/plain")
            #expect(answer.fields["connection"] == nil)
            #expect(answer.fields["date"]?.hasSuffix(" GMT") == true)
        }
    }

    @Test func `pipelined requests are answered in order`() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        let requests = (0..<200).map { number in
            number % 3 == 0
                ? "GET /\(number) HTTP/1.1\r\nHost: x\r\n\r\n"
                : Self.post + "Content-Length: 3\r\n\r\n\(100 + number)"
        }
        client.send(requests.joined())
        for number in 0..<200 {
            let answer = try client.answer()
            #expect(
                answer.text == (number % 3 == 0 ? "GET [\"\(number)\"] []" : "\(100 + number)")
            )
        }
    }

    @Test func `a request may come byte by byte`() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        for byte in (Self.post + "Content-Length: 5\r\n\r\nhello").utf8 { client.send([byte]) }
        #expect(try client.answer().text == "hello")
    }

    @Test(
        arguments: [
            (411, "POST /echo HTTP/1.1\r\nHost: x\r\n\r\n"),
            (411, "PUT /echo HTTP/1.1\r\nHost: x\r\n\r\n"),
            (411, post + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"),
            (411, "GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n"),
            (400, post + "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\nabc"),
            (400, post + "Content-Length: -1\r\n\r\n"),
            (400, post + "Content-Length: +3\r\n\r\nabc"),
            (400, post + "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc"),
            (400, post + "Content-Length: 3, 3\r\n\r\nabc"),
            (400, post + "Content-Length: 99999999999999999999\r\n\r\nabc"),
            (400, post + "Content-Length: 9223372036854775808\r\n\r\nabc"),
            (400, post + "Content-Length: 0x3\r\n\r\nabc"),
            (400, post + "Content-Length:\r\n\r\nabc"),
            (400, post + "Content-Length : 3\r\n\r\nabc"),
            (413, post + "Content-Length: 65537\r\n\r\n"),
            (413, post + "Content-Length: 9223372036854775807\r\n\r\n"),
            (417, post + "Content-Length: 3\r\nExpect: magic\r\n\r\nabc"),
            (400, "GET / HTTP/1.1\r\n\r\n"),
            (400, "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n"),
            (400, "GET / HTTP/1.1\r\nHost: x y\r\n\r\n"),
            (400, "GET / HTTP/1.1\r\nHost: x/y\r\n\r\n"),
            (400, "GET / HTTP/1.1\r\nHost: a@x\r\n\r\n"),
            (400, "GET / HTTP/1.1\r\nHost: x:y\r\n\r\n"),
            (400, "GET / HTTP/1.1\r\nHost: x:65536\r\n\r\n"),
            (400, "GET / HTTP/1.1\r\nHost: x:80:80\r\n\r\n"),
            (400, "GET / HTTP/1.1\r\nHost: ::1\r\n\r\n"),
            (400, "GET / HTTP/1.1\r\nHost: [::1\r\n\r\n"),
            (400, "GET / HTTP/1.1\r\nHost: [::g]\r\n\r\n"),
            (400, "GET / HTTP/1.1\r\nHost: [::1]x\r\n\r\n"),
            (400, "GET / HTTP/1.1\r\nHost: x%4\r\n\r\n"),
            (400, "GET / HTTP/1.1\r\nHost: \u{e9}\r\n\r\n"),
            (400, "GET http://a@x/ HTTP/1.1\r\nHost: x\r\n\r\n"),
            (400, "GET / HTTP/1.1\r\nHost: x\r\n folded: y\r\n\r\n"),
            (400, "GET / HTTP/1.1\nHost: x\n\n"),
            (400, "GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n"),
            (400, "GET / HTTP/1.1\r\nHost: x\r\nA: \u{1}\r\n\r\n"),
            (400, "GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n"),
            (400, "GET /%F HTTP/1.1\r\nHost: x\r\n\r\n"),
            (400, "GET /%ff HTTP/1.1\r\nHost: x\r\n\r\n"),
            (400, "GET /%00 HTTP/1.1\r\nHost: x\r\n\r\n"),
            (400, "GET /?a=%zz HTTP/1.1\r\nHost: x\r\n\r\n"),
            (400, "GET nowhere HTTP/1.1\r\nHost: x\r\n\r\n"),
            (400, "GET / a HTTP/1.1\r\nHost: x\r\n\r\n"),
            (400, "GET / HTTP/1.1 \r\nHost: x\r\n\r\n"),
            (400, "GET /\r\n\r\n"),
            (400, "G@T / HTTP/1.1\r\nHost: x\r\n\r\n"),
            (501, "BREW / HTTP/1.1\r\nHost: x\r\n\r\n"),
            (501, "CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n"),
            (505, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
            (431, "GET / HTTP/1.1\r\nHost: x\r\nA: \(String(repeating: "a", count: 9000))\r\n\r\n"),
            (431, "GET /\(String(repeating: "a", count: 20_000))"),
        ])
    func `a bad request is refused, said why, and closed`(
        status: Int,
        request: String
    ) throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send(request)
        let answer = try client.answer()
        #expect(answer.status == status)
        #expect(answer.fields["connection"] == "close")
        #expect(answer.fields["content-type"] == "application/problem+json")
        #expect(answer.text.contains("\"status\":\(status)"))
        try client.waitForEnd()
    }

    @Test func `a client that goes on sending too large a body still reads the answer`() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send(Self.post + "Content-Length: 10000000\r\n\r\n")
        for _ in 0..<50 { client.send([UInt8](repeating: 97, count: 10_000)) }
        #expect(try client.answer().status == 413)
    }

    @Test func `a body of exactly the limit is taken`() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        let body = String(repeating: "b", count: 65_536)
        client.send(Self.post + "Content-Length: 65536\r\n\r\n" + body)
        #expect(try client.answer().text == body)
    }

    @Test func `a client that waits for 100 Continue gets it`() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send(Self.post + "Content-Length: 5\r\nExpect: 100-continue\r\n\r\n")
        #expect(try client.answer().status == 100)
        client.send("hello")
        #expect(try client.answer().text == "hello")
    }

    @Test func `a body too large is refused instead of continued`() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send(Self.post + "Content-Length: 65537\r\nExpect: 100-continue\r\n\r\n")
        #expect(try client.answer().status == 413)
    }

    @Test func `half a head is cut off, with a word`() throws {
        var configuration = ListenConfiguration()
        configuration.timeouts.head = .milliseconds(100)
        let server = try TestServer(configuration)
        let client = try RawClient(port: server.port)
        client.send("GET / HTTP/1.1\r\nHos")
        #expect(try client.answer().status == 408)
        try client.waitForEnd()
    }

    @Test func `half a body is cut off, with a word`() throws {
        var configuration = ListenConfiguration()
        configuration.timeouts.body = .milliseconds(100)
        let server = try TestServer(configuration)
        let client = try RawClient(port: server.port)
        client.send(Self.post + "Content-Length: 5\r\n\r\nhe")
        #expect(try client.answer().status == 408)
        try client.waitForEnd()
    }

    @Test func `an idle connection is let go`() throws {
        var configuration = ListenConfiguration()
        configuration.timeouts.keepAlive = .milliseconds(100)
        let server = try TestServer(configuration)
        let client = try RawClient(port: server.port)
        client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.answer().status == 200)
        try client.waitForEnd()
    }

    @Test func `a client that takes nothing of its answer is let go`() throws {
        var configuration = ListenConfiguration()
        configuration.timeouts.write = .milliseconds(100)
        let server = try TestServer(configuration)
        let client = try RawClient(port: server.port, receiveBuffer: 4096)
        client.send("GET /large HTTP/1.1\r\nHost: x\r\n\r\n")
        try server.wait { $0.loop?.connectionCount == 1 }
        try server.wait { $0.loop?.connectionCount == 0 }
    }

    @Test func `a large body comes whole, and the connection goes on`() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port, receiveBuffer: 8192)
        for _ in 0..<2 {
            client.send("GET /large HTTP/1.1\r\nHost: x\r\n\r\n")
            let answer = try client.answer()
            #expect(answer.body == Scene.largeBody)
        }
    }

    @Test func `HEAD has the length and not the body`() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send("HEAD /large HTTP/1.1\r\nHost: x\r\n\r\n")
        let answer = try client.answer(to: "HEAD")
        #expect(answer.fields["content-length"] == "4000000")
        client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.answer().text == "GET [\"a\"] []")
    }

    @Test(arguments: [204, 304])
    func `an answer that has no body sends none`(status: Int) throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send("GET /status/\(status) HTTP/1.1\r\nHost: x\r\n\r\n")
        let answer = try client.answer()
        #expect(answer.status == status)
        #expect(answer.fields["content-length"] == nil)
        client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.answer().text == "GET [\"a\"] []")
    }

    @Test(
        arguments: [
            ("HTTP/1.1\r\nHost: x\r\nConnection: close", "close", true),
            ("HTTP/1.1\r\nHost: x\r\nConnection: foo, Close", "close", true),
            ("HTTP/1.0", "close", true),
            ("HTTP/1.0\r\nConnection: keep-alive", "keep-alive", false),
            ("HTTP/1.1\r\nHost: x\r\nConnection: keep-alive", nil, false),
        ] as [(String, String?, Bool)]
    )
    func `the client says whether the connection is kept`(
        rest: String,
        said: String?,
        closes: Bool
    ) throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send("GET / \(rest)\r\n\r\n")
        let answer = try client.answer()
        #expect(answer.fields["connection"] == said)
        if closes {
            try client.waitForEnd()
        } else {
            client.send("GET / \(rest)\r\n\r\n")
            #expect(try client.answer().status == 200)
        }
    }

    @Test func `an answer may come later, and requests behind it wait`() throws {
        let kept = Promise<Bool>()
        let server = try TestServer { $0.onKept = { kept.keep(true) } }
        let client = try RawClient(port: server.port)
        client.send("GET /keep HTTP/1.1\r\nHost: x\r\n\r\nGET /after HTTP/1.1\r\nHost: x\r\n\r\n")
        _ = try kept.wait()
        try server.onLoop { scene in
            scene.kept.removeFirst().answer(Response(status: 202, body: Array("late".utf8)))
        }
        let late = try client.answer()
        #expect(late.status == 202)
        #expect(late.text == "late")
        #expect(try client.answer().text == "GET [\"after\"] []")
    }

    @Test func `a client that stops sending still gets its late answer`() throws {
        let kept = Promise<Bool>()
        let server = try TestServer { $0.onKept = { kept.keep(true) } }
        let client = try RawClient(port: server.port)
        client.send("GET /keep HTTP/1.1\r\nHost: x\r\n\r\n")
        client.finishSending()
        _ = try kept.wait()
        try server.onLoop { $0.kept.removeFirst().answer(Response(status: 202)) }
        #expect(try client.answer().status == 202)
        try client.waitForEnd()
    }

    @Test func `an answer to a client that has gone does nothing`() throws {
        let kept = Promise<Bool>()
        let server = try TestServer { $0.onKept = { kept.keep(true) } }
        do {
            let client = try RawClient(port: server.port)
            client.send("GET /keep HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = try kept.wait()
            client.reset()
        }
        try server.wait { !$0.kept[0].isOpen }
        try server.onLoop { scene in
            scene.kept[0].answer(Response(status: 200))
            scene.kept[0].answer(Response(status: 200))
        }
        let next = try RawClient(port: server.port)
        next.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try next.answer().status == 200)
    }

    @Test func `control characters cannot split an answer's head`() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send(
            "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: a\tb\r\nContent-Length: 0\r\n\r\n"
        )
        #expect(try client.answer().fields["content-type"] == "a b")
    }

    @Test func `one connection too many is told so`() throws {
        var configuration = ListenConfiguration()
        configuration.limits.connections = 2
        let server = try TestServer(configuration)
        let clients = try (0..<2).map { _ in try RawClient(port: server.port) }
        for client in clients {
            client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try client.answer().status == 200)
        }
        #expect(try RawClient(port: server.port).answer().status == 503)
        #expect(try server.onLoop { $0.loop?.turnedAway.inAll } == 1)
    }

    @Test func `one connection too many from an address is told so, a stream is one too`() throws {
        var configuration = ListenConfiguration(subprotocols: [])
        configuration.limits.connectionsPerAddress = 2
        let server = try TestServer(configuration)
        var clients = try (0..<2).map { _ in try RawClient(port: server.port) }
        #expect(try clients[0].upgrade().status == 101)
        clients[1].send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try clients[1].answer().status == 200)
        #expect(try RawClient(port: server.port).answer().status == 503)
        #expect(try server.onLoop { $0.loop?.turnedAway.byAddress } == 1)
        clients.removeAll()
        try server.wait { $0.loop?.connectionCount == 0 }
        clients = try (0..<2).map { _ in try RawClient(port: server.port) }
        for client in clients {
            client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try client.answer().status == 200)
        }
    }

    @Test func `connections from addresses that are not counted have no end`() throws {
        var configuration = ListenConfiguration()
        configuration.limits.connectionsPerAddress = 1
        configuration.limits.isUncounted = { $0 == "127.0.0.1" }
        let server = try TestServer(configuration)
        let clients = try (0..<3).map { _ in try RawClient(port: server.port) }
        for client in clients {
            client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try client.answer().status == 200)
        }
    }
}
