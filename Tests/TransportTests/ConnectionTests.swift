import Testing
import Texts
import Transport

@Suite("HTTP connections")
struct ConnectionTests {
    static let post = "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n"

    @Test("A connection serves one request after another")
    func sequentialRequests() throws {
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

    @Test("Pipelined requests are answered in order")
    func pipelining() throws {
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

    @Test("A request may arrive byte by byte")
    func byteByByte() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        for byte in (Self.post + "Content-Length: 5\r\n\r\nhello").utf8 { client.send([byte]) }
        #expect(try client.answer().text == "hello")
    }

    @Test(
        "A bad request gets a status with a reason, and the connection closes",
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
    func badRequest(status: Int, request: String) throws {
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

    @Test("A client that keeps sending an oversized body still reads the 413")
    func oversizedBodyStillSending() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send(Self.post + "Content-Length: 10000000\r\n\r\n")
        for _ in 0..<50 { client.send([UInt8](repeating: 97, count: 10_000)) }
        #expect(try client.answer().status == 413)
    }

    @Test("A body of exactly the maximum length is accepted")
    func bodyAtLimit() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        let body = String(repeating: "b", count: 65_536)
        client.send(Self.post + "Content-Length: 65536\r\n\r\n" + body)
        #expect(try client.answer().text == body)
    }

    @Test("A client that expects 100 Continue gets it before it sends its body")
    func continueExpected() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send(Self.post + "Content-Length: 5\r\nExpect: 100-continue\r\n\r\n")
        #expect(try client.answer().status == 100)
        client.send("hello")
        #expect(try client.answer().text == "hello")
    }

    @Test("An oversized body gets 413 instead of 100 Continue")
    func oversizedBodyWithExpect() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send(Self.post + "Content-Length: 65537\r\nExpect: 100-continue\r\n\r\n")
        #expect(try client.answer().status == 413)
    }

    @Test("A request head that stops halfway gets 408, and the connection closes")
    func headTimeout() throws {
        var configuration = ListenConfiguration()
        configuration.timeouts.head = .milliseconds(100)
        let server = try TestServer(configuration)
        let client = try RawClient(port: server.port)
        client.send("GET / HTTP/1.1\r\nHos")
        #expect(try client.answer().status == 408)
        try client.waitForEnd()
    }

    @Test("A request body that stops halfway gets 408, and the connection closes")
    func bodyTimeout() throws {
        var configuration = ListenConfiguration()
        configuration.timeouts.body = .milliseconds(100)
        let server = try TestServer(configuration)
        let client = try RawClient(port: server.port)
        client.send(Self.post + "Content-Length: 5\r\n\r\nhe")
        #expect(try client.answer().status == 408)
        try client.waitForEnd()
    }

    @Test("An idle connection is closed after the keep-alive timeout")
    func keepAliveTimeout() throws {
        var configuration = ListenConfiguration()
        configuration.timeouts.keepAlive = .seconds(1)
        let server = try TestServer(configuration)
        let client = try RawClient(port: server.port)
        client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.answer().status == 200)
        try client.waitForEnd()
    }

    @Test("A client that does not read its answer is disconnected after the write timeout")
    func writeTimeout() throws {
        var configuration = ListenConfiguration()
        configuration.timeouts.write = .milliseconds(100)
        let received = Promise<Bool>()
        let server = try TestServer(configuration) {
            $0.onRequest = { _ in received.fulfill(true) }
        }
        let client = try RawClient(port: server.port, receiveBuffer: 4096)
        client.send("GET /large HTTP/1.1\r\nHost: x\r\n\r\n")
        _ = try received.wait()
        try server.wait { $0.loop?.connectionCount == 0 }
    }

    @Test("A large body arrives whole, and the connection serves the next request")
    func largeBody() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port, receiveBuffer: 8192)
        for _ in 0..<2 {
            client.send("GET /large HTTP/1.1\r\nHost: x\r\n\r\n")
            let answer = try client.answer()
            #expect(answer.body == TestHandler.largeBody)
        }
    }

    @Test("The answer to HEAD has the body's length and no body")
    func head() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send("HEAD /large HTTP/1.1\r\nHost: x\r\n\r\n")
        let answer = try client.answer(to: "HEAD")
        #expect(answer.fields["content-length"] == "4000000")
        client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.answer().text == "GET [\"a\"] []")
    }

    @Test(
        "An answer with status 204 or 304 has neither a body nor a length", arguments: [204, 304])
    func bodylessStatus(status: Int) throws {
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
        "The client's version and Connection field decide whether the connection stays open",
        arguments: [
            ("HTTP/1.1\r\nHost: x\r\nConnection: close", "close", true),
            ("HTTP/1.1\r\nHost: x\r\nConnection: foo, Close", "close", true),
            ("HTTP/1.0", "close", true),
            ("HTTP/1.0\r\nConnection: keep-alive", "keep-alive", false),
            ("HTTP/1.1\r\nHost: x\r\nConnection: keep-alive", nil, false),
        ] as [(String, String?, Bool)]
    )
    func keepAlive(rest: String, said: String?, closes: Bool) throws {
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

    @Test("Requests that follow a pending answer wait for it")
    func lateAnswer() throws {
        let received = Promise<Bool>()
        let server = try TestServer { $0.onPending = { received.fulfill(true) } }
        let client = try RawClient(port: server.port)
        client.send(
            "GET /pending HTTP/1.1\r\nHost: x\r\n\r\nGET /after HTTP/1.1\r\nHost: x\r\n\r\n")
        _ = try received.wait()
        try server.onLoop { handler in
            handler.pending.removeFirst().answer(Response(status: 202, body: Array("late".utf8)))
        }
        let late = try client.answer()
        #expect(late.status == 202)
        #expect(late.text == "late")
        #expect(try client.answer().text == "GET [\"after\"] []")
    }

    @Test("A client that closes its sending side still gets a late answer")
    func halfClosed() throws {
        let received = Promise<Bool>()
        let server = try TestServer { $0.onPending = { received.fulfill(true) } }
        let client = try RawClient(port: server.port)
        client.send("GET /pending HTTP/1.1\r\nHost: x\r\n\r\n")
        client.finishSending()
        _ = try received.wait()
        try server.onLoop { $0.pending.removeFirst().answer(Response(status: 202)) }
        #expect(try client.answer().status == 202)
        try client.waitForEnd()
    }

    @Test("An answer to a client that has gone is ignored")
    func answerAfterReset() throws {
        let received = Promise<Bool>()
        let server = try TestServer { $0.onPending = { received.fulfill(true) } }
        do {
            let client = try RawClient(port: server.port)
            client.send("GET /pending HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = try received.wait()
            client.reset()
        }
        try server.wait { !$0.pending[0].isOpen }
        try server.onLoop { handler in
            handler.pending[0].answer(Response(status: 200))
            handler.pending[0].answer(Response(status: 200))
        }
        let next = try RawClient(port: server.port)
        next.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try next.answer().status == 200)
    }

    @Test("A control character in a response field becomes a space")
    func controlCharacters() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send(
            "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: a\tb\r\nContent-Length: 0\r\n\r\n"
        )
        #expect(try client.answer().fields["content-type"] == "a b")
    }

    @Test("A connection above the limit gets 503")
    func tooManyConnections() throws {
        var configuration = ListenConfiguration()
        configuration.limits.connections = 2
        let server = try TestServer(configuration)
        let clients = try (0..<2).map { _ in try RawClient(port: server.port) }
        for client in clients {
            client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try client.answer().status == 200)
        }
        // An optimized build releases the clients, which closes their connections, after their last use.
        let status = try withExtendedLifetime(clients) {
            try RawClient(port: server.port).answer().status
        }
        #expect(status == 503)
        #expect(try server.onLoop { $0.loop?.turnedAway.inAll } == 1)
    }

    @Test("A connection above the limit for its address gets 503; streams count as connections")
    func tooManyFromAddress() throws {
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

    @Test("The limit for an address does not apply to uncounted addresses")
    func uncountedAddress() throws {
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
