import Glibc
import Logging
import Testing
import Texts
import Transport

@Suite("Event loop")
struct EventLoopTests {
    @Test("Listening on a port in use throws an error that names the port")
    func portInUse() throws {
        let server = try TestServer()
        #expect(throws: TransportError.addressInUse(host: "127.0.0.1", port: server.port)) {
            _ = try TestServer(ListenConfiguration(port: server.port))
        }
    }

    @Test("Listening on an unknown host throws")
    func unknownHost() throws {
        #expect(throws: TransportError.self) {
            _ = try TestServer(ListenConfiguration(host: "no.such.host.invalid"))
        }
    }

    @Test(
        "The loop listens on an IPv6 literal", .enabled(if: hasIPv6))
    func ipv6Literal() throws {
        let server = try TestServer(ListenConfiguration(host: "::1"))
        #expect(server.port != 0)
        #expect(throws: TransportError.addressInUse(host: "::1", port: server.port)) {
            _ = try TestServer(ListenConfiguration(host: "::1", port: server.port))
        }
    }

    @Test(
        "The loop listens on IPv4 literals and on host names",
        arguments: ["127.0.0.1", "localhost", "0.0.0.0"])
    func literalsAndNames(host: String) throws {
        let server = try TestServer(ListenConfiguration(host: host))
        let client = try RawClient(port: server.port)
        client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.answer().status == 200)
    }

    @Test("Many wakes that wait together reach the handler as one to three")
    func wakes() throws {
        let server = try TestServer()
        let handle = server.handle
        try server.onLoop { handler in
            handler.wakes = 0
            for _ in 0..<1000 { handle.wake() }
        }
        try server.onLoop { #expect((1...3).contains($0.wakes)) }
    }

    @Test("A pipelined request that waits for the answer before it uses no CPU time")
    func waitingRequestIsIdle() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send("GET /pending HTTP/1.1\r\nHost: x\r\n\r\n")
        try server.wait { !$0.pending.isEmpty }
        client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
        let before = try server.onLoop { _ in Self.cpuNanoseconds() }
        usleep(300_000)
        let used = try server.onLoop { _ in Self.cpuNanoseconds() } - before
        #expect(used < 100_000_000, "the loop must block, not spin")

        try server.onLoop { $0.pending[0].answer(Response(status: 204)) }
        #expect(try client.answer().status == 204)
        #expect(try client.answer().status == 200)
    }

    /// The calling thread's CPU time, which does not grow while the machine runs other threads.
    private static func cpuNanoseconds() -> Int64 {
        var used = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used)
        return Int64(used.tv_sec) * 1_000_000_000 + Int64(used.tv_nsec)
    }

    @Test("A graceful stop closes streams and idle connections and still sends pending answers")
    func gracefulStop() throws {
        let closed = Promise<UInt16?>()
        let server = try TestServer { handler in
            handler.onClosed = { closed.fulfill($1) }
        }
        let viewer = try StreamTests.open(server)
        let idle = try RawClient(port: server.port)
        idle.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try idle.answer().status == 200)
        let busy = try RawClient(port: server.port)
        busy.send("GET /pending HTTP/1.1\r\nHost: x\r\n\r\n")
        try server.wait { !$0.pending.isEmpty }

        try server.onLoop { handler in
            handler.loop?.stopListening()
            for stream in handler.streams { stream.close(code: 1001, reason: "going away") }
        }
        #expect(try viewer.frame().closeCode == 1001)
        viewer.sendFrame(8, [0x03, 0xE9])
        #expect(try closed.wait() == 1001)
        try viewer.waitForEnd()
        try idle.waitForEnd()
        #expect(throws: RawClient.Refused.self) { try RawClient(port: server.port) }

        try server.onLoop { $0.pending[0].answer(Response(status: 200)) }
        let last = try busy.answer()
        #expect(last.status == 200)
        #expect(last.fields["connection"] == "close")
        try busy.waitForEnd()
        try server.stopAndWait()
        server.handle.wake()
    }

    @Test("A stop closes every connection and stream")
    func stop() throws {
        let closed = Promise<UInt16?>()
        let server = try TestServer { $0.onClosed = { closed.fulfill($1) } }
        let viewer = try StreamTests.open(server)
        let client = try RawClient(port: server.port)
        client.send("GET /pending HTTP/1.1\r\nHost: x\r\n\r\n")
        try server.wait { !$0.pending.isEmpty }
        try server.stopAndWait()
        try viewer.waitForEnd()
        try client.waitForEnd()
        _ = try closed.wait()
    }

    @Test("A loop that never ran frees its port")
    func unusedLoop() throws {
        let handler = TestHandler(jobs: Jobs())
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        var port: UInt16 = 0
        do {
            let loop = try EventLoop(configuration: .init(), handler: handler, logger: logger)
            _ = try loop.makeTimer { _ in }
            port = loop.port
        }
        _ = try EventLoop(
            configuration: ListenConfiguration(port: port),
            handler: handler,
            logger: logger
        )
    }
}

/// Whether this machine has an IPv6 loopback address. Containers often lack it.
private let hasIPv6 = (try? TestServer(ListenConfiguration(host: "::1"))) != nil
