import Glibc
import Testing
import Texts
import Transport

@Suite("WebSocket streams")
struct StreamTests {
    static let configuration = ListenConfiguration(subprotocols: ["ovation.v1.json", "other"])

    static func open(
        _ server: TestServer,
        _ path: String = "/room",
        receiveBuffer: Int32? = nil
    ) throws -> RawClient {
        let client = try RawClient(port: server.port, receiveBuffer: receiveBuffer)
        #expect(try client.upgrade(path).status == 101)
        return client
    }

    @Test("A handshake without a subprotocol is accepted without one")
    func noSubprotocol() throws {
        let server = try TestServer(Self.configuration)
        let client = try RawClient(port: server.port)
        let answer = try client.upgrade()
        #expect(answer.status == 101)
        // The example of RFC 6455 §1.3.
        #expect(answer.fields["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        #expect(answer.fields["sec-websocket-protocol"] == nil)
    }

    @Test(
        "The first offered subprotocol that the server knows is chosen",
        arguments: ["other", "ovation.v1.json", "unknown, other", "unknown,\tother , third"])
    func subprotocol(offer: String) throws {
        let server = try TestServer(Self.configuration)
        let client = try RawClient(port: server.port)
        let answer = try client.upgrade(fields: "Sec-WebSocket-Protocol: \(offer)\r\n")
        #expect(answer.status == 101)
        let chosen = answer.fields["sec-websocket-protocol"]
        #expect(chosen == (offer.contains("other") ? "other" : offer))
        let (known, path, fps) = try server.onLoop { handler in
            let stream = handler.streams[0]
            return (stream.subprotocol, stream.request.path, stream.request.queryItem("fps"))
        }
        #expect(known?.string == chosen)
        #expect(path == "/room")
        #expect(fps == nil)
    }

    @Test("A handshake that offers only unknown subprotocols gets 400")
    func unknownSubprotocols() throws {
        let server = try TestServer(Self.configuration)
        let client = try RawClient(port: server.port)
        let answer = try client.upgrade(fields: "Sec-WebSocket-Protocol: unknown\r\n")
        #expect(answer.status == 400)
        #expect(answer.text.contains("ovation.v1.json, other"))
    }

    @Test("The handler may refuse a handshake with an answer of its own")
    func refusedUpgrade() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        let answer = try client.upgrade("/forbidden")
        #expect(answer.status == 404)
        #expect(answer.text == "no such room")
    }

    @Test(
        "A handshake with another version or a bad key is refused",
        arguments: [
            (426, "Version: 8\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="),
            (426, "Key: dGhlIHNhbXBsZSBub25jZQ=="),
            (400, "Version: 13"),
            (400, "Version: 13\r\nSec-WebSocket-Key: short"),
            (400, "Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=!"),
        ])
    func badHandshake(status: Int, fields: String) throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send(
            "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                + "Sec-WebSocket-\(fields)\r\n\r\n"
        )
        let answer = try client.answer()
        #expect(answer.status == status)
        #expect(answer.fields["sec-websocket-version"] == (status == 426 ? "13" : nil))
        try client.waitForEnd()
    }

    @Test("An upgrade to HTTP/2 is ignored, and the request is answered")
    func http2() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send(
            "GET /a HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
                + "HTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n"
        )
        let answer = try client.answer()
        #expect(answer.status == 200)
        #expect(answer.text == "GET [\"a\"] []")
    }

    @Test(
        "Messages of every allowed length arrive whole",
        arguments: [0, 1, 125, 126, 1023, 1024, 1025, 16_384])
    func lengths(length: Int) throws {
        let server = try TestServer()
        let client = try Self.open(server)
        let payload = (0..<length).map { UInt8(97 + $0 % 26) }
        client.sendFrame(1, payload)
        #expect(try client.frame() == .init(opcode: 1, payload: payload))
        client.sendFrame(2, payload)
        #expect(try client.frame() == .init(opcode: 2, payload: payload))
    }

    @Test("A message sent together with the handshake is not lost")
    func earlyMessage() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        var early: [UInt8] = Array(
            ("GET /r HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: WebSocket\r\n"
                + "Sec-WebSocket-Version: 13\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n").utf8
        )
        early += [0x81, 0x82, 0, 0, 0, 0, 104, 105]
        client.send(early)
        #expect(try client.answer().status == 101)
        #expect(try client.frame().text == "hi")
    }

    @Test("Fragments are joined, also with control frames between them")
    func fragments() throws {
        let server = try TestServer()
        let client = try Self.open(server)
        client.sendFrame(1, Array("one ".utf8), isFinal: false)
        client.sendFrame(0, Array("two ".utf8), isFinal: false)
        client.sendFrame(9, Array("ping".utf8))
        client.sendFrame(0, Array("three".utf8))
        #expect(try client.frame() == .init(opcode: 10, payload: Array("ping".utf8)))
        #expect(try client.frame() == .init(opcode: 1, payload: Array("one two three".utf8)))
        client.sendFrame(2, [1, 2], isFinal: false)
        client.sendFrame(0, [3])
        #expect(try client.frame() == .init(opcode: 2, payload: [1, 2, 3]))
    }

    @Test("An oversized message closes the stream with 1009")
    func oversizedMessage() throws {
        let server = try TestServer()
        let whole = try Self.open(server)
        whole.sendFrame(1, [UInt8](repeating: 97, count: 16_385))
        #expect(try whole.frame().closeCode == 1009)
        let fragmented = try Self.open(server)
        fragmented.sendFrame(1, [UInt8](repeating: 97, count: 1000), isFinal: false)
        for _ in 0..<16 {
            fragmented.sendFrame(0, [UInt8](repeating: 97, count: 1000), isFinal: false)
        }
        #expect(try fragmented.frame().closeCode == 1009)
    }

    @Test("Text that is not UTF-8 closes the stream with 1007")
    func invalidText() throws {
        let server = try TestServer()
        for payload: [UInt8] in [[0xFF], [0x61, 0xC3], [0xED, 0xA0, 0x80]] {
            let client = try Self.open(server)
            client.sendFrame(1, payload)
            #expect(try client.frame().closeCode == 1007)
        }
    }

    @Test("A client's close is echoed, and the handler gets its code")
    func closeByClient() throws {
        let closed = Promise<UInt16?>()
        let server = try TestServer { $0.onClosed = { closed.fulfill($1) } }
        let client = try Self.open(server)
        client.sendFrame(8, [0x0F, 0xA1] + Array("bye".utf8))
        #expect(try client.frame().closeCode == 4001)
        #expect(try closed.wait() == 4001)
        try client.waitForEnd()
    }

    @Test("The server's close carries its code and reason, after messages already sent")
    func closeByServer() throws {
        let closed = Promise<UInt16?>()
        let server = try TestServer { $0.onClosed = { closed.fulfill($1) } }
        let client = try Self.open(server)
        try server.onLoop { handler in
            _ = handler.streams[0].send(Message(text: Array("last words".utf8)))
            handler.streams[0].close(code: 1008, reason: "policy")
            #expect(!handler.streams[0].isOpen)
            #expect(!handler.streams[0].send(Message(text: Array("too late".utf8))))
        }
        #expect(try client.frame().text == "last words")
        let frame = try client.frame()
        #expect(frame.closeCode == 1008)
        #expect(String(decoding: frame.payload.dropFirst(2), as: UTF8.self) == "policy")
        client.sendFrame(8, [0x03, 0xF0])
        #expect(try closed.wait() == 1008)
        try client.waitForEnd()
    }

    @Test("A client that does not answer a close is disconnected")
    func unansweredClose() throws {
        let closed = Promise<UInt16?>()
        let server = try TestServer { $0.onClosed = { closed.fulfill($1) } }
        let client = try Self.open(server)
        try server.onLoop { $0.streams[0].close(code: 1008) }
        #expect(try client.frame().closeCode == 1008)
        // A message after the close does not count as an answer.
        client.sendFrame(1, Array("a".utf8))
        #expect(try closed.wait() == 1008)
        try client.waitForEnd()
    }

    @Test("A client that stopped reading is disconnected although output is left for it")
    func unreadClose() throws {
        let closed = Promise<Int>()
        let server = try TestServer()
        let client = try Self.open(server, receiveBuffer: 4096)
        try server.onLoop { handler in
            let message = Message(text: [UInt8](repeating: 97, count: 50_000))
            for _ in 0..<1000 where !handler.streams[0].send(message) { break }
            handler.streams[0].close(code: 1013)
            // Counts the calls of a timer instead of seconds: a loop that stands still makes none.
            var calls = 0
            let timer = try! handler.loop!.makeTimer { _ in calls += 1 }
            timer.arm(
                atNanoseconds: LoopTimer.now + 1_000_000_000, everyNanoseconds: 1_000_000_000)
            handler.timers.append(timer)
            handler.onClosed = { _, _ in closed.fulfill(calls) }
        }
        // The client has five seconds, and the loop checks every second. The library's own timeout
        // for its output would add five seconds.
        let calls = try closed.wait()
        #expect((4...8).contains(calls))
        client.reset()
    }

    @Test("A stream stays open while the server stands still")
    func serverStall() throws {
        var configuration = ListenConfiguration()
        configuration.timeouts.hangUp = .seconds(3)
        let isOpen = Promise<Bool>()
        // The loop stands still for longer than a client may be silent.
        let server = try TestServer(configuration) { handler in
            handler.onOpened = { stream in
                usleep(4_000_000)
                let timer = try! handler.loop!.makeTimer { _ in
                    isOpen.fulfill(stream.isOpen)
                    _ = stream.send(Message(text: Array("still here".utf8)))
                }
                timer.arm(atNanoseconds: LoopTimer.now + 200_000_000)
                handler.timers.append(timer)
            }
        }
        let client = try Self.open(server)
        #expect(try isOpen.wait())
        #expect(try client.frame().text == "still here")
    }

    @Test("The server does not answer a protocol violation after its own close")
    func breachAfterClose() throws {
        let server = try TestServer()
        let client = try Self.open(server)
        try server.onLoop { $0.streams[0].close(code: 1008) }
        #expect(try client.frame().closeCode == 1008)
        // RFC 6455 does not define opcode 7.
        client.sendFrame(7, [])
        #expect(try client.readToEnd() == "")
    }

    @Test(
        "A long close reason is cut at a whole character",
        arguments: [
            (String(repeating: "a", count: 124), String(repeating: "a", count: 123)),
            // 123 = 30 × 4 + 3, so the limit falls inside the last rose.
            (String(repeating: "🌹", count: 31), String(repeating: "🌹", count: 30)),
            (String(repeating: "a", count: 122) + "é", String(repeating: "a", count: 122)),
            (String(repeating: "a", count: 121) + "é", String(repeating: "a", count: 121) + "é"),
            (String(repeating: "👩‍🚀", count: 20), String(repeating: "👩‍🚀", count: 11)),
        ])
    func longReason(reason: String, sent: String) throws {
        let server = try TestServer()
        let client = try Self.open(server)
        try server.onLoop { $0.streams[0].close(code: 1008, reason: reason) }
        let frame = try client.frame()
        #expect(frame.closeCode == 1008)
        #expect(frame.payload.dropFirst(2) == Array(sent.utf8)[...])
    }

    @Test("A stream that breaks is reported without a close code")
    func reset() throws {
        let closed = Promise<UInt16?>()
        let server = try TestServer { $0.onClosed = { closed.fulfill($1) } }
        do { try Self.open(server).reset() }
        #expect(try closed.wait() == nil)
    }

    @Test("A stream whose client stops reading soon refuses messages, and resumes with the newest")
    func backpressure() throws {
        let server = try TestServer { handler in
            handler.onWritable = { _ = $0.send(Message(text: Array("newest".utf8))) }
        }
        let client = try Self.open(server, receiveBuffer: 8192)
        let payload = [UInt8](repeating: 97, count: 600)
        let sent = try server.onLoop { handler in
            let message = Message(text: payload)
            var sent = 0
            for _ in 0..<100_000 where handler.streams[0].send(message) { sent += 1 }
            handler.streams[0].notifyWhenWritable()
            return sent
        }
        // Both sockets hold this much. Without the limit on unsent bytes it would be megabytes.
        #expect(sent * 600 < 256 * 1024)
        for _ in 0..<sent { #expect(try client.frame().payload == payload) }
        #expect(try client.frame().text == "newest")
    }

    @Test("One message object may be sent to many streams and then reused")
    func sharedMessage() throws {
        let server = try TestServer()
        let clients = try (0..<20).map { _ in try Self.open(server) }
        let payloads = [10, 200, 70_000, 5].map { [UInt8](repeating: 120, count: $0) }
        try server.onLoop { handler in
            let message = Message()
            for payload in payloads {
                message.replace(with: payload, as: .binary)
                for stream in handler.streams { #expect(stream.send(message)) }
            }
        }
        for client in clients {
            for payload in payloads {
                #expect(try client.frame() == .init(opcode: 2, payload: payload))
            }
        }
    }

    @Test("A silent client is pinged and then disconnected")
    func ping() throws {
        var configuration = ListenConfiguration()
        configuration.timeouts.ping = .seconds(1)
        configuration.timeouts.hangUp = .seconds(6)
        let closed = Promise<UInt16?>()
        let server = try TestServer(configuration) { $0.onClosed = { closed.fulfill($1) } }
        let client = try Self.open(server)
        let ping = try client.frame()
        #expect(ping.opcode == 9)
        client.sendFrame(10, ping.payload)
        #expect(try client.frame().opcode == 9)
        #expect(try closed.wait() == nil)
    }

    @Test("Joined messages arrive as separate messages")
    func joinedMessages() throws {
        let server = try TestServer()
        let client = try Self.open(server)
        let payloads = [3, 300, 70_000].map { [UInt8](repeating: 120, count: $0) }
        try server.onLoop { handler in
            #expect(handler.streams[0].send(Message(joining: payloads.map { Message(text: $0) })))
        }
        for payload in payloads {
            #expect(try client.frame() == .init(opcode: 1, payload: payload))
        }
    }
}
