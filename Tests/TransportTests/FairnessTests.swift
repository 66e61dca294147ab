import Glibc
import Testing
import Texts
import Transport

/// What one client may take of the loop, however fast it sends.
@Suite struct FairnessTests {
    private static let get = "GET /busy HTTP/1.1\r\nHost: x\r\n\r\n"

    /// Waits until what was just sent is there: on a busy machine the kernel hands it over a little later.
    private static func arrive() { usleep(50_000) }

    /// Has the loop's thread work for so long.
    private static func work(milliseconds: UInt64) {
        let end = LoopTimer.now + milliseconds * 1_000_000
        while LoopTimer.now < end {}
    }

    /// A client whose connection was answered well, and soon: a long answer is much of the loop's time.
    private static func knownClient(of server: TestServer) throws -> RawClient {
        let client = try RawClient(port: server.port)
        client.send("GET /known HTTP/1.1\r\nHost: x\r\n\r\n")
        let answer = try client.answer()
        #expect(answer.status == 200)
        #expect(answer.body.count < 100)
        return client
    }

    @Test func `a timer that comes first comes between one client's requests`() throws {
        let server = try TestServer()
        let seen = Promise<Int>()
        let client = try Self.knownClient(of: server)
        try server.onLoop { scene in
            var (ticks, requests) = (0, 0)
            let timer = try! scene.loop!.makeTimer(comesFirst: true) { _ in ticks += 1 }
            scene.timers.append(timer)
            scene.onRequest = { _ in
                requests += 1
                if requests == 1 {
                    timer.arm(atNanoseconds: LoopTimer.now, everyNanoseconds: 5_000_000)
                }
                Self.work(milliseconds: 2)
                if requests == 50 { seen.keep(ticks) }
            }
        }
        client.send(String(repeating: Self.get, count: 50))
        // All came at once and take 100 ms; a tick is due every 5.
        #expect(try seen.wait() >= 10)
    }

    @Test func `nobody waits for all that another has sent`() throws {
        let server = try TestServer()
        let order = Promise<[String]>()
        let greedy = try Self.knownClient(of: server)
        let modest = try Self.knownClient(of: server)
        let socket = UncheckedClient(modest)
        try server.onLoop { scene in
            var seen: [String] = []
            scene.onRequest = { request in
                let path = request.segments.first?.string ?? ""
                if seen.isEmpty { socket.client.send("GET /modest HTTP/1.1\r\nHost: x\r\n\r\n") }
                seen.append(path)
                Self.work(milliseconds: 2)
                if seen.count == 51 { order.keep(seen) }
            }
        }
        greedy.send(String(repeating: Self.get, count: 50))
        let place = try #require(try order.wait().firstIndex(of: "modest"))
        #expect((1...3).contains(place))
        for _ in 0..<50 { #expect(try greedy.answer().status == 200) }
    }

    @Test func `who was answered well is served before those who are new`() throws {
        let server = try TestServer()
        let order = Promise<[String]>()
        let strangers = try (0..<40).map { _ in UncheckedClient(try RawClient(port: server.port)) }
        let known = UncheckedClient(try Self.knownClient(of: server))
        // All of them are connected before any asks.
        try server.wait { $0.loop?.connectionCount == 41 }
        try server.onLoop { scene in
            var seen: [String] = []
            scene.onRequest = { request in
                seen.append(request.segments.first?.string ?? "")
                Self.work(milliseconds: 1)
                if seen.count == 41 { order.keep(seen) }
            }
            for stranger in strangers { stranger.client.send(Self.get) }
            known.client.send("GET /known HTTP/1.1\r\nHost: x\r\n\r\n")
            Self.arrive()
        }
        #expect(try order.wait().first == "known")
    }

    @Test func `who was refused is served after those who were not`() throws {
        let server = try TestServer()
        let order = Promise<[String]>()
        let refused = try (0..<40).map { _ in UncheckedClient(try Self.knownClient(of: server)) }
        for client in refused {
            client.client.send("GET /status/404 HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try client.client.answer().status == 404)
        }
        let known = UncheckedClient(try Self.knownClient(of: server))
        try server.onLoop { scene in
            var seen: [String] = []
            scene.onRequest = { request in
                seen.append(request.segments.first?.string ?? "")
                Self.work(milliseconds: 1)
                if seen.count == 41 { order.keep(seen) }
            }
            for client in refused { client.client.send(Self.get) }
            known.client.send("GET /known HTTP/1.1\r\nHost: x\r\n\r\n")
            Self.arrive()
        }
        #expect(try order.wait().first == "known")
    }

    @Test func `requests that came together are all answered, whatever comes between`() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        let pieces = (0..<300).map { number in
            number % 7 == 0
                ? ConnectionTests.post + "Content-Length: 4\r\n\r\n\(1000 + number)"
                : "GET /\(number) HTTP/1.1\r\nHost: x\r\n\r\n"
        }
        let bytes = Array(pieces.joined().utf8)
        // Cut where no request ends.
        for start in stride(from: 0, to: bytes.count, by: 1009) {
            client.send(Array(bytes[start..<min(start + 1009, bytes.count)]))
        }
        for number in 0..<300 {
            #expect(
                try client.answer().text
                    == (number % 7 == 0 ? "\(1000 + number)" : "GET [\"\(number)\"] []"))
        }
    }

    @Test func `refusals of haste are held back if there are many`() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        let start = LoopTimer.now
        client.send(
            String(repeating: "GET /slow HTTP/1.1\r\nHost: x\r\n\r\n", count: 500))
        for _ in 0..<500 { #expect(try client.answer().status == 429) }
        // 400 at once and 200 a second.
        #expect(LoopTimer.now - start >= 400_000_000)
    }

    @Test func `those whose refusals were held back go on one after the other`() throws {
        let server = try TestServer()
        let times = Promise<[UInt64]>()
        let slow = "GET /slow HTTP/1.1\r\nHost: x\r\n\r\n"
        let clients = try (0..<40).map { _ in UncheckedClient(try Self.knownClient(of: server)) }
        let greedy = try RawClient(port: server.port)
        greedy.send(String(repeating: slow, count: 5000))
        for _ in 0..<400 { #expect(try greedy.answer().status == 429) }
        try server.onLoop { scene in
            var seen: [UInt64] = []
            scene.onRequest = { request in
                guard request.segments.first == "next" else { return }
                seen.append(LoopTimer.now)
                if seen.count == clients.count { times.keep(seen) }
            }
            for one in clients { one.client.send(slow + "GET /next HTTP/1.1\r\nHost: x\r\n\r\n") }
            Self.arrive()
        }
        let seen = try times.wait()
        // 5 ms for each, which came at once.
        #expect(seen[seen.count - 1] - seen[0] >= 150_000_000)
    }

    @Test func `a refusal that is held back is sent when the server goes down`() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send(
            String(repeating: "GET /slow HTTP/1.1\r\nHost: x\r\n\r\n", count: 5000))
        while try client.answer().status == 429, !client.isSilent(forSeconds: 0.3) {}
        try server.onLoop { $0.loop?.stopListening() }
        while try client.answer().fields["connection"] != "close" {}
        try client.waitForEnd()
    }

    @Test func `a stream that takes much of the loop's time is not read for a while`() throws {
        let server = try TestServer { scene in
            scene.onText = { Self.work(milliseconds: 40) }
        }
        let viewer = try StreamTests.open(server)
        let start = LoopTimer.now
        viewer.sendFrame(1, Array("one".utf8))
        #expect(try viewer.frame().text == "one")
        viewer.sendFrame(1, Array("two".utf8))
        #expect(try viewer.frame().text == "two")
        // After 40 ms nothing is read for the 2 s of which that is a fiftieth, but for the last of them.
        #expect(LoopTimer.now - start >= 900_000_000)
        // What is closed meanwhile ends as ever.
        viewer.sendFrame(8, [0x03, 0xE8])
        #expect(try viewer.frame().closeCode == 1000)
        try viewer.waitForEnd()
    }

    @Test func `of many streams that take much each is read the more seldom`() throws {
        let server = try TestServer { scene in
            scene.onText = { Self.work(milliseconds: 40) }
        }
        let viewers = try (0..<16).map { _ in try StreamTests.open(server) }
        for viewer in viewers { viewer.sendFrame(1, Array("one".utf8)) }
        for viewer in viewers { #expect(try viewer.frame().text == "one") }
        let start = LoopTimer.now
        for viewer in viewers { viewer.sendFrame(1, Array("two".utf8)) }
        for viewer in viewers { #expect(try viewer.frame().text == "two") }
        // One alone rests for a second; when the last of these begins to, fifteen do already.
        #expect(LoopTimer.now - start >= 1_700_000_000)
    }

    @Test func `a client that goes while its refusal is held back leaves nothing`() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send(
            String(repeating: "GET /slow HTTP/1.1\r\nHost: x\r\n\r\n", count: 800))
        for _ in 0..<400 { #expect(try client.answer().status == 429) }
        client.reset()
        try server.wait { $0.loop?.connectionCount == 0 }
    }
}

/// A client of which one thread at a time makes use.
private final class UncheckedClient: @unchecked Sendable {
    let client: RawClient

    init(_ client: RawClient) {
        self.client = client
    }
}
