import Glibc
import Testing
import Texts
import Transport

@Suite struct StreamTests {
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

    @Test func `a handshake without a subprotocol is accepted without one`() throws {
        let server = try TestServer(Self.configuration)
        let client = try RawClient(port: server.port)
        let answer = try client.upgrade()
        #expect(answer.status == 101)
        // The sample of RFC 6455 §1.3.
        #expect(answer.fields["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        #expect(answer.fields["sec-websocket-protocol"] == nil)
    }

    @Test(arguments: ["other", "ovation.v1.json", "unknown, other", "unknown,\tother , third"])
    func `the subprotocol is one that both speak`(offer: String) throws {
        let server = try TestServer(Self.configuration)
        let client = try RawClient(port: server.port)
        let answer = try client.upgrade(fields: "Sec-WebSocket-Protocol: \(offer)\r\n")
        #expect(answer.status == 101)
        let chosen = answer.fields["sec-websocket-protocol"]
        #expect(chosen == (offer.contains("other") ? "other" : offer))
        let (known, path, fps) = try server.onLoop { scene in
            let stream = scene.streams[0]
            return (stream.subprotocol, stream.request.path, stream.request.queryItem("fps"))
        }
        #expect(known?.string == chosen)
        #expect(path == "/room")
        #expect(fps == nil)
    }

    @Test func `subprotocols of which none is spoken are refused`() throws {
        let server = try TestServer(Self.configuration)
        let client = try RawClient(port: server.port)
        let answer = try client.upgrade(fields: "Sec-WebSocket-Protocol: unknown\r\n")
        #expect(answer.status == 400)
        #expect(answer.text.contains("ovation.v1.json, other"))
    }

    @Test func `the handler may refuse`() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        let answer = try client.upgrade("/forbidden")
        #expect(answer.status == 404)
        #expect(answer.text == "no such room")
    }

    @Test(
        arguments: [
            (426, "Version: 8\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="),
            (426, "Key: dGhlIHNhbXBsZSBub25jZQ=="),
            (400, "Version: 13"),
            (400, "Version: 13\r\nSec-WebSocket-Key: short"),
            (400, "Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=!"),
        ])
    func `a handshake that is not one of version 13 is refused`(
        status: Int,
        fields: String
    ) throws {
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

    @Test func `an upgrade to HTTP 2 is declined`() throws {
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

    @Test(arguments: [0, 1, 125, 126, 1023, 1024, 1025, 16_384])
    func `messages of any allowed length come whole`(length: Int) throws {
        let server = try TestServer()
        let client = try Self.open(server)
        let payload = (0..<length).map { UInt8(97 + $0 % 26) }
        client.sendFrame(1, payload)
        #expect(try client.frame() == .init(opcode: 1, payload: payload))
        client.sendFrame(2, payload)
        #expect(try client.frame() == .init(opcode: 2, payload: payload))
    }

    @Test func `a message sent along with the handshake is not lost`() throws {
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

    @Test func `fragments are put together, control frames between them or not`() throws {
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

    @Test func `too large a message closes with 1009`() throws {
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

    @Test func `text that is not UTF-8 closes with 1007`() throws {
        let server = try TestServer()
        for payload: [UInt8] in [[0xFF], [0x61, 0xC3], [0xED, 0xA0, 0x80]] {
            let client = try Self.open(server)
            client.sendFrame(1, payload)
            #expect(try client.frame().closeCode == 1007)
        }
    }

    @Test func `the client's close is answered and reported with its code`() throws {
        let closed = Promise<UInt16?>()
        let server = try TestServer { $0.onClosed = { closed.keep($1) } }
        let client = try Self.open(server)
        client.sendFrame(8, [0x0F, 0xA1] + Array("bye".utf8))
        #expect(try client.frame().closeCode == 4001)
        #expect(try closed.wait() == 4001)
        try client.waitForEnd()
    }

    @Test func `the server's close carries code and reason`() throws {
        let closed = Promise<UInt16?>()
        let server = try TestServer { $0.onClosed = { closed.keep($1) } }
        let client = try Self.open(server)
        try server.onLoop { scene in
            _ = scene.streams[0].send(Message(text: Array("last words".utf8)))
            scene.streams[0].close(code: 1008, reason: "policy")
            #expect(!scene.streams[0].isOpen)
            #expect(!scene.streams[0].send(Message(text: Array("too late".utf8))))
        }
        #expect(try client.frame().text == "last words")
        let frame = try client.frame()
        #expect(frame.closeCode == 1008)
        #expect(String(decoding: frame.payload.dropFirst(2), as: UTF8.self) == "policy")
        client.sendFrame(8, [0x03, 0xF0])
        #expect(try closed.wait() == 1008)
        try client.waitForEnd()
    }

    @Test func `who does not answer a close is hung up on`() throws {
        let closed = Promise<UInt16?>()
        let server = try TestServer { $0.onClosed = { closed.keep($1) } }
        let client = try Self.open(server)
        try server.onLoop { $0.streams[0].close(code: 1008) }
        #expect(try client.frame().closeCode == 1008)
        // What is said after is heard by nobody, and answered by nothing but a pong.
        client.sendFrame(1, Array("a".utf8))
        #expect(try closed.wait() == 1008)
        try client.waitForEnd()
    }

    @Test func `who has stopped reading is hung up on although something is left for it`() throws {
        let closed = Promise<UInt64>()
        let server = try TestServer { $0.onClosed = { _, _ in closed.keep(LoopTimer.now) } }
        let client = try Self.open(server, receiveBuffer: 4096)
        let began = try server.onLoop { scene in
            let message = Message(text: [UInt8](repeating: 97, count: 50_000))
            for _ in 0..<1000 where !scene.streams[0].send(message) { break }
            scene.streams[0].close(code: 1013)
            return LoopTimer.now
        }
        // Five seconds and the look of every second; what the library keeps would take five more.
        let seconds = try Double(closed.wait() - began) / 1e9
        #expect((4.9...9.5).contains(seconds))
        client.reset()
    }

    @Test func `a stream stays open while the server stands still`() throws {
        let server = try TestServer()
        let client = try Self.open(server)
        // The housekeeper looks once a second: it finds that nobody was there, and who was silent is excused.
        try server.onLoop { _ in _ = usleep(2_500_000) }
        usleep(1_100_000)
        #expect(try server.onLoop { $0.streams[0].isOpen })
        #expect(try server.onLoop { $0.streams[0].send(Message(text: Array("still here".utf8))) })
        #expect(try client.frame().text == "still here")
    }

    @Test func `a breach after the server's close is answered by nothing`() throws {
        let server = try TestServer()
        let client = try Self.open(server)
        try server.onLoop { $0.streams[0].close(code: 1008) }
        #expect(try client.frame().closeCode == 1008)
        // No opcode of RFC 6455's.
        client.sendFrame(7, [])
        #expect(try client.readToEnd() == "")
    }

    @Test(
        arguments: [
            (String(repeating: "a", count: 124), String(repeating: "a", count: 123)),
            // 123 = 30 × 4 + 3: the last of them would be cut.
            (String(repeating: "🌹", count: 31), String(repeating: "🌹", count: 30)),
            (String(repeating: "a", count: 122) + "é", String(repeating: "a", count: 122)),
            (String(repeating: "a", count: 121) + "é", String(repeating: "a", count: 121) + "é"),
            (String(repeating: "👩‍🚀", count: 20), String(repeating: "👩‍🚀", count: 11)),
        ])
    func `too long a reason ends with a whole character`(reason: String, kept: String) throws {
        let server = try TestServer()
        let client = try Self.open(server)
        try server.onLoop { $0.streams[0].close(code: 1008, reason: reason) }
        let frame = try client.frame()
        #expect(frame.closeCode == 1008)
        #expect(frame.payload.dropFirst(2) == Array(kept.utf8)[...])
    }

    @Test func `a stream that breaks is reported without a code`() throws {
        let closed = Promise<UInt16?>()
        let server = try TestServer { $0.onClosed = { closed.keep($1) } }
        do { try Self.open(server).reset() }
        #expect(try closed.wait() == nil)
    }

    @Test func `a viewer that does not read is felt soon and then gets the newest`() throws {
        let server = try TestServer { scene in
            scene.onWritable = { _ = $0.send(Message(text: Array("newest".utf8))) }
        }
        let client = try Self.open(server, receiveBuffer: 8192)
        let payload = [UInt8](repeating: 97, count: 600)
        let sent = try server.onLoop { scene in
            let message = Message(text: payload)
            var sent = 0
            for _ in 0..<100_000 where scene.streams[0].send(message) { sent += 1 }
            scene.streams[0].notifyWhenWritable()
            return sent
        }
        // What both sockets hold; without the limit on unsent bytes it is megabytes.
        #expect(sent * 600 < 256 * 1024)
        for _ in 0..<sent { #expect(try client.frame().payload == payload) }
        #expect(try client.frame().text == "newest")
    }

    @Test func `one message goes to many streams and is used again`() throws {
        let server = try TestServer()
        let clients = try (0..<20).map { _ in try Self.open(server) }
        let payloads = [10, 200, 70_000, 5].map { [UInt8](repeating: 120, count: $0) }
        try server.onLoop { scene in
            let message = Message()
            for payload in payloads {
                message.replace(with: payload, as: .binary)
                for stream in scene.streams { #expect(stream.send(message)) }
            }
        }
        for client in clients {
            for payload in payloads {
                #expect(try client.frame() == .init(opcode: 2, payload: payload))
            }
        }
    }

    @Test func `a silent client is pinged and then hung up on`() throws {
        var configuration = ListenConfiguration()
        configuration.timeouts.ping = .seconds(1)
        configuration.timeouts.hangUp = .seconds(3)
        let closed = Promise<UInt16?>()
        let server = try TestServer(configuration) { $0.onClosed = { closed.keep($1) } }
        let client = try Self.open(server)
        let ping = try client.frame()
        #expect(ping.opcode == 9)
        client.sendFrame(10, ping.payload)
        #expect(try client.frame().opcode == 9)
        #expect(try closed.wait() == nil)
    }

    @Test func `messages that are joined go out as one and come as several`() throws {
        let server = try TestServer()
        let client = try Self.open(server)
        let payloads = [3, 300, 70_000].map { [UInt8](repeating: 120, count: $0) }
        try server.onLoop { scene in
            #expect(scene.streams[0].send(Message(joining: payloads.map { Message(text: $0) })))
        }
        for payload in payloads {
            #expect(try client.frame() == .init(opcode: 1, payload: payload))
        }
    }
}
