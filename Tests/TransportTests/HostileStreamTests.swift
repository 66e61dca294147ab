import Testing
import Transport

/// What a client may do to a stream without harm to others.
@Suite struct HostileStreamTests {
    /// A server that still answers another client.
    private func expectAlive(_ server: TestServer) throws {
        let other = try RawClient(port: server.port)
        other.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try other.answer().status == 200)
    }

    @Test func `a fragment that announces 2^63 bytes closes with 1009`() throws {
        let server = try TestServer()
        let client = try StreamTests.open(server)
        client.sendFrame(1, Array("begun".utf8), isFinal: false)
        let length: [UInt8] = [0x7F] + [UInt8](repeating: 0xFF, count: 7)
        client.send([0x80, 0x80 | 127] + length + [0, 0, 0, 0])
        client.send([UInt8](repeating: 97, count: 2000))
        #expect(try client.frame().closeCode == 1009)
        try expectAlive(server)
    }

    @Test func `a client that ends in the midst of a frame it does not read holds nobody up`()
        throws
    {
        let server = try TestServer()
        let client = try StreamTests.open(server, receiveBuffer: 4096)
        let isPartial = try server.onLoop { scene in
            let message = Message(text: [UInt8](repeating: 97, count: 50_000))
            for _ in 0..<1000 where !scene.streams[0].send(message) { return true }
            return false
        }
        #expect(isPartial)
        client.finishSending()
        // Past the housekeeping, which looks at every descriptor once a second.
        let idle = try StreamTests.open(server)
        #expect(idle.isSilent(forSeconds: 1.5))
        try expectAlive(server)
        client.reset()
        try expectAlive(server)
    }

    @Test(arguments: [1, 6, 9])
    func `a frame that begins behind the handshake arrives whole`(split: Int) throws {
        let server = try TestServer()
        for _ in 0..<30 {
            let client = try RawClient(port: server.port)
            let frame: [UInt8] = [0x81, 0x84, 0, 0, 0, 0] + Array("echo".utf8)
            client.send(Array(handshake.utf8) + frame[..<split])
            #expect(try client.answer().status == 101)
            client.send(Array(frame[split...]))
            #expect(try client.frame().text == "echo")
        }
    }

    @Test func `nothing follows a close of the library's own`() throws {
        let server = try TestServer()
        let client = try StreamTests.open(server)
        client.sendFrame(1, [0xFF])
        #expect(try client.frame().closeCode == 1007)
        try server.onLoop { scene in
            // It waits for the answer to the close.
            #expect(scene.streams.count == 1)
            for stream in scene.streams {
                #expect(!stream.isOpen)
                #expect(!stream.send(Message(text: Array("too late".utf8))))
            }
        }
    }

    private let handshake =
        "GET /room HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
}
