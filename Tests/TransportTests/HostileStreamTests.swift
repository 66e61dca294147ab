import Testing
import Texts
import Transport

@Suite("Streams of hostile clients")
struct HostileStreamTests {
    private func expectAnswersOthers(_ server: TestServer) throws {
        let other = try RawClient(port: server.port)
        other.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try other.answer().status == 200)
    }

    @Test("A fragment that announces 2^63 bytes closes the stream with 1009")
    func hugeFragment() throws {
        let server = try TestServer()
        let client = try StreamTests.open(server)
        client.sendFrame(1, Array("begun".utf8), isFinal: false)
        let length: [UInt8] = [0x7F] + [UInt8](repeating: 0xFF, count: 7)
        client.send([0x80, 0x80 | 127] + length + [0, 0, 0, 0])
        client.send([UInt8](repeating: 97, count: 2000))
        #expect(try client.frame().closeCode == 1009)
        try expectAnswersOthers(server)
    }

    @Test("A client that stops reading in the middle of a frame does not delay other clients")
    func unreadFrame() throws {
        let server = try TestServer()
        let client = try StreamTests.open(server, receiveBuffer: 4096)
        let isPartial = try server.onLoop { handler in
            let message = Message(text: [UInt8](repeating: 97, count: 50_000))
            for _ in 0..<1000 where !handler.streams[0].send(message) { return true }
            return false
        }
        #expect(isPartial)
        client.finishSending()
        // Spans the loop's housekeeping, which checks every connection once a second.
        let idle = try StreamTests.open(server)
        #expect(idle.isSilent(forSeconds: 1.5))
        try expectAnswersOthers(server)
        client.reset()
        try expectAnswersOthers(server)
    }

    @Test(
        "A frame that starts in the same packet as the handshake arrives whole",
        arguments: [1, 6, 9])
    func splitFrame(split: Int) throws {
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

    @Test("The server sends no message after the library closes a stream")
    func closeByLibrary() throws {
        let server = try TestServer()
        let client = try StreamTests.open(server)
        client.sendFrame(1, [0xFF])
        #expect(try client.frame().closeCode == 1007)
        try server.onLoop { handler in
            // The stream stays until the client answers the close.
            #expect(handler.streams.count == 1)
            for stream in handler.streams {
                #expect(!stream.isOpen)
                #expect(!stream.send(Message(text: Array("too late".utf8))))
            }
        }
    }

    // RFC 6455 §7.4: codes below 1000 are unused; 1004 to 1006 and 1015 must not be sent; other
    // codes up to 2999 are reserved; 3000 to 4999 belong to applications.
    @Test(
        "A valid close code is echoed, and an invalid one is answered with 1002",
        arguments: [
            (1000, 1000), (1001, 1001), (1003, 1003), (1007, 1007), (1011, 1011), (3000, 3000),
            (3999, 3999), (4000, 4000), (4999, 4999), (0, 1002), (999, 1002), (1004, 1002),
            (1005, 1002), (1006, 1002), (1015, 1002), (1016, 1002), (1100, 1002), (2000, 1002),
            (2999, 1002), (5000, 1002), (5001, 1002), (65_535, 1002),
        ])
    func closeCodes(said: Int, answer: Int) throws {
        let closed = Promise<UInt16?>()
        let server = try TestServer { $0.onClosed = { closed.fulfill($1) } }
        let client = try StreamTests.open(server)
        client.sendFrame(8, [UInt8(said >> 8), UInt8(said & 255)])
        #expect(try client.frame().closeCode == answer)
        #expect(try closed.wait() == UInt16(answer))
        try client.waitForEnd()
    }

    @Test("Half a close code is answered with 1002, and an empty close with an empty close")
    func shortCloseCodes() throws {
        let server = try TestServer()
        let half = try StreamTests.open(server)
        half.sendFrame(8, [3])
        #expect(try half.frame() == .init(opcode: 8, payload: [0x03, 0xEA]))
        try half.waitForEnd()
        let none = try StreamTests.open(server)
        none.sendFrame(8, [])
        #expect(try none.frame() == .init(opcode: 8, payload: []))
        try none.waitForEnd()
        try expectAnswersOthers(server)
    }

    @Test(
        "Messages before a close are delivered, and messages after it are dropped",
        arguments: [[3, 0xE8], [], [3], [0, 0]] as [[UInt8]])
    func messagesAroundClose(payload: [UInt8]) throws {
        let server = try TestServer()
        let client = try StreamTests.open(server)
        client.send(
            RawClient.frame(1, Array("before".utf8)) + RawClient.frame(8, payload)
                + RawClient.frame(1, Array("behind".utf8))
                + RawClient.frame(1, Array("too late".utf8)))
        try server.wait { $0.streams.isEmpty }
        #expect(try server.onLoop { $0.log } == ["before"])
    }

    @Test(
        "A pong goes out before the answer to a later message", arguments: 0..<20)
    func pongOrder(round: Int) throws {
        let server = try TestServer()
        let client = try StreamTests.open(server)
        // Autobahn 5.6: a ping between the fragments of a message.
        let fragmented =
            RawClient.frame(1, Array("one ".utf8), isFinal: false)
            + RawClient.frame(9, Array("ping".utf8)) + RawClient.frame(0, Array("two".utf8))
        // Autobahn 5.7 sends single bytes; this test cuts the frames in two at any byte.
        let cut = round * fragmented.count / 20
        client.send(Array(fragmented[..<cut]))
        client.send(Array(fragmented[cut...]))
        #expect(try client.frame() == .init(opcode: 10, payload: Array("ping".utf8)))
        #expect(try client.frame().text == "one two")
        client.send(
            RawClient.frame(9, Array("again".utf8)) + RawClient.frame(1, Array("whole".utf8)))
        #expect(try client.frame() == .init(opcode: 10, payload: Array("again".utf8)))
        #expect(try client.frame().text == "whole")
    }

    @Test("A message before a protocol violation is answered before the close")
    func messageBeforeBreach() throws {
        let server = try TestServer()
        for breach in [RawClient.frame(3, []), RawClient.frame(0, [1]), RawClient.frame(1, [0xFF])]
        {
            let client = try StreamTests.open(server)
            client.send(RawClient.frame(1, Array("before".utf8)) + breach)
            #expect(try client.frame().text == "before")
            #expect(try client.frame().opcode == 8)
        }
    }

    @Test("A ping sent with the handshake is answered before the message that follows it")
    func pingBehindHandshake() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send(
            Array(handshake.utf8) + RawClient.frame(9, Array("ping".utf8))
                + RawClient.frame(1, Array("text".utf8)))
        #expect(try client.answer().status == 101)
        #expect(try client.frame() == .init(opcode: 10, payload: Array("ping".utf8)))
        #expect(try client.frame().text == "text")
    }

    private let handshake =
        "GET /room HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
}
