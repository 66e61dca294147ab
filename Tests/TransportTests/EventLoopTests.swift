import Glibc
import Logging
import Testing
import Texts
import Transport

@Suite struct EventLoopTests {
    @Test func `a port in use is an error that names it`() throws {
        let server = try TestServer()
        #expect(throws: TransportError.addressInUse(host: "127.0.0.1", port: server.port)) {
            _ = try TestServer(ListenConfiguration(port: server.port))
        }
    }

    @Test func `an unknown host is an error`() throws {
        #expect(throws: TransportError.self) {
            _ = try TestServer(ListenConfiguration(host: "no.such.host.invalid"))
        }
    }

    @Test(.enabled(if: hasIPv6)) func `it listens on an IPv6 literal`() throws {
        let server = try TestServer(ListenConfiguration(host: "::1"))
        #expect(server.port != 0)
        #expect(throws: TransportError.addressInUse(host: "::1", port: server.port)) {
            _ = try TestServer(ListenConfiguration(host: "::1", port: server.port))
        }
    }

    @Test(arguments: ["127.0.0.1", "localhost", "0.0.0.0"])
    func `it listens on literals and names`(host: String) throws {
        let server = try TestServer(ListenConfiguration(host: host))
        let client = try RawClient(port: server.port)
        client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.answer().status == 200)
    }

    @Test func `wakes from other threads arrive, and those that wait together are one`() throws {
        let server = try TestServer()
        let handle = server.handle
        try server.onLoop { scene in
            scene.wakes = 0
            for _ in 0..<1000 { handle.wake() }
        }
        try server.onLoop { #expect((1...3).contains($0.wakes)) }
    }

    @Test func `what is asked before the answer costs nothing while it waits`() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send("GET /keep HTTP/1.1\r\nHost: x\r\n\r\n")
        try server.wait { !$0.kept.isEmpty }
        client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
        let before = try server.onLoop { _ in Self.usedNanoseconds() }
        usleep(300_000)
        let used = try server.onLoop { _ in Self.usedNanoseconds() } - before
        #expect(used < 100_000_000, "the loop went round and round")

        try server.onLoop { $0.kept[0].answer(Response(status: 204)) }
        #expect(try client.answer().status == 204)
        #expect(try client.answer().status == 200)
    }

    /// How long the thread has had a processor.
    private static func usedNanoseconds() -> Int64 {
        var used = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used)
        return Int64(used.tv_sec) * 1_000_000_000 + Int64(used.tv_nsec)
    }

    @Test func `a graceful stop says goodbye to everybody`() throws {
        let closed = Promise<UInt16?>()
        let server = try TestServer { scene in
            scene.onClosed = { closed.keep($1) }
        }
        let viewer = try StreamTests.open(server)
        let idle = try RawClient(port: server.port)
        idle.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try idle.answer().status == 200)
        let busy = try RawClient(port: server.port)
        busy.send("GET /keep HTTP/1.1\r\nHost: x\r\n\r\n")
        try server.wait { !$0.kept.isEmpty }

        try server.onLoop { scene in
            scene.loop?.stopListening()
            for stream in scene.streams { stream.close(code: 1001, reason: "going away") }
        }
        #expect(try viewer.frame().closeCode == 1001)
        viewer.sendFrame(8, [0x03, 0xE9])
        #expect(try closed.wait() == 1001)
        try viewer.waitForEnd()
        try idle.waitForEnd()
        #expect(throws: RawClient.Refused.self) { try RawClient(port: server.port) }

        try server.onLoop { $0.kept[0].answer(Response(status: 200)) }
        let last = try busy.answer()
        #expect(last.status == 200)
        #expect(last.fields["connection"] == "close")
        try busy.waitForEnd()
        try server.stopAndWait()
        server.handle.wake()
    }

    @Test func `a stop closes what is open`() throws {
        let closed = Promise<UInt16?>()
        let server = try TestServer { $0.onClosed = { closed.keep($1) } }
        let viewer = try StreamTests.open(server)
        let client = try RawClient(port: server.port)
        client.send("GET /keep HTTP/1.1\r\nHost: x\r\n\r\n")
        try server.wait { !$0.kept.isEmpty }
        try server.stopAndWait()
        try viewer.waitForEnd()
        try client.waitForEnd()
        _ = try closed.wait()
    }

    @Test func `a loop that never ran leaves its port free`() throws {
        let scene = Scene(jobs: Jobs())
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        var port: UInt16 = 0
        do {
            let loop = try EventLoop(configuration: .init(), handler: scene, logger: logger)
            _ = try loop.makeTimer { _ in }
            port = loop.port
        }
        _ = try EventLoop(
            configuration: ListenConfiguration(port: port),
            handler: scene,
            logger: logger
        )
    }
}

/// Whether this machine has an IPv6 loopback address: containers often have none.
private let hasIPv6 = (try? TestServer(ListenConfiguration(host: "::1"))) != nil
