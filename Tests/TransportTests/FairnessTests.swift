import Glibc
import Testing
import Texts
import Transport

/// Limits on each client's share of the loop.
///
/// These tests assert orders and minimum delays, never maximum delays, so a busy machine can't fail
/// them.
@Suite("Fairness between clients")
struct FairnessTests {
    private static func get(_ path: String) -> String {
        "GET /\(path) HTTP/1.1\r\nHost: x\r\n\r\n"
    }

    /// A request that the handler refuses because it came too soon.
    private static let hastyRequest = get("slow")

    /// Keeps the loop's thread busy.
    private static func work(milliseconds: UInt64) {
        let end = LoopTimer.now + milliseconds * 1_000_000
        while LoopTimer.now < end {}
    }

    /// A client that has had one good answer.
    private static func knownClient(of server: TestServer) throws -> RawClient {
        let client = try RawClient(port: server.port)
        client.send(get("known"))
        #expect(try client.answer().status == 200)
        return client
    }

    /// Waits until no client counts as a heavy user of the loop. On a busy machine a single request
    /// may have made it one, for at most a second.
    private static func settleLoopUse(of server: TestServer) throws {
        let settled = Promise<Bool>()
        try server.onLoop { handler in
            let timer = try! handler.loop!.makeTimer { _ in settled.fulfill(true) }
            timer.arm(atNanoseconds: LoopTimer.now + 1_000_000_000)
            handler.timers.append(timer)
        }
        _ = try settled.wait()
    }

    /// Lets `senders` send while the loop stands still, and returns the paths of the next `count`
    /// requests in order of service.
    private static func servedPaths(
        _ count: Int, of server: TestServer, working milliseconds: UInt64,
        senders: [(client: UncheckedClient, requests: String)]
    ) throws -> [String] {
        let order = Promise<[String]>()
        try server.onLoop { handler in
            var seen: [String] = []
            handler.onRequest = { request in
                seen.append(request.segments.first?.string ?? "")
                work(milliseconds: milliseconds)
                if seen.count == count { order.fulfill(seen) }
            }
            for (sender, requests) in senders { sender.client.send(requests) }
            for (sender, _) in senders { sender.client.waitUntilDelivered() }
        }
        return try order.wait()
    }

    @Test("An urgent timer fires between the pipelined requests of one client")
    func urgentTimer() throws {
        let server = try TestServer()
        let longestRun = Promise<Int>()
        let client = try Self.knownClient(of: server)
        try server.onLoop { handler in
            var (requests, run, longest) = (0, 0, 0)
            let timer = try! handler.loop!.makeTimer(comesFirst: true) { _ in run = 0 }
            handler.timers.append(timer)
            handler.onRequest = { _ in
                requests += 1
                run += 1
                longest = max(longest, run)
                if requests == 1 {
                    timer.arm(atNanoseconds: LoopTimer.now, everyNanoseconds: 5_000_000)
                }
                Self.work(milliseconds: 2)
                if requests == 50 { longestRun.fulfill(longest) }
            }
        }
        client.send(String(repeating: Self.get("busy"), count: 50))
        // Three requests take at least 6 ms, and the timer expires every 5 ms.
        #expect(try longestRun.wait() <= 10)
    }

    @Test("A client's request does not wait for all pipelined requests of another client")
    func turns() throws {
        let server = try TestServer()
        let greedy = UncheckedClient(try Self.knownClient(of: server))
        let modest = UncheckedClient(try Self.knownClient(of: server))
        let order = try Self.servedPaths(
            51, of: server, working: 2,
            senders: [
                (greedy, String(repeating: Self.get("busy"), count: 50)),
                (modest, Self.get("modest")),
            ])
        let place = try #require(order.firstIndex(of: "modest"))
        #expect(place <= 3)
        for _ in 0..<50 { #expect(try greedy.client.answer().status == 200) }
    }

    @Test("A client that was served before is served ahead of new clients")
    func knownFirst() throws {
        let server = try TestServer()
        let strangers = try (0..<40).map { _ in UncheckedClient(try RawClient(port: server.port)) }
        let known = UncheckedClient(try Self.knownClient(of: server))
        try server.wait { $0.loop?.connectionCount == 41 }
        try Self.settleLoopUse(of: server)
        let order = try Self.servedPaths(
            41, of: server, working: 1,
            senders: strangers.map { ($0, Self.get("busy")) } + [(known, Self.get("known"))])
        #expect(order.first == "known")
    }

    @Test("A client that was refused is served after the other clients")
    func refusedLast() throws {
        let server = try TestServer()
        let refused = try (0..<40).map { _ in UncheckedClient(try Self.knownClient(of: server)) }
        for client in refused {
            client.client.send(Self.get("status/404"))
            #expect(try client.client.answer().status == 404)
        }
        let known = UncheckedClient(try Self.knownClient(of: server))
        try Self.settleLoopUse(of: server)
        let order = try Self.servedPaths(
            41, of: server, working: 1,
            senders: refused.map { ($0, Self.get("busy")) } + [(known, Self.get("known"))])
        #expect(order.first == "known")
    }

    @Test("Pipelined requests are all answered however their bytes are cut")
    func pipelining() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        let pieces = (0..<300).map { number in
            number % 7 == 0
                ? ConnectionTests.post + "Content-Length: 4\r\n\r\n\(1000 + number)"
                : "GET /\(number) HTTP/1.1\r\nHost: x\r\n\r\n"
        }
        let bytes = Array(pieces.joined().utf8)
        // No cut falls on the end of a request.
        for start in stride(from: 0, to: bytes.count, by: 1009) {
            client.send(Array(bytes[start..<min(start + 1009, bytes.count)]))
        }
        for number in 0..<300 {
            #expect(
                try client.answer().text
                    == (number % 7 == 0 ? "\(1000 + number)" : "GET [\"\(number)\"] []"))
        }
    }

    @Test("After 400 refusals at once, the rate of refusals is limited")
    func refusalRate() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        let start = LoopTimer.now
        client.send(String(repeating: Self.hastyRequest, count: 500))
        for _ in 0..<500 { #expect(try client.answer().status == 429) }
        // The last 100 refusals go out at 200 a second or slower.
        #expect(LoopTimer.now - start >= 400_000_000)
    }

    @Test("Clients whose refusals were delayed continue one after another")
    func spreadRefusals() throws {
        let server = try TestServer()
        let times = Promise<(refused: UInt64, continued: [UInt64])>()
        let clients = try (0..<40).map { _ in UncheckedClient(try Self.knownClient(of: server)) }
        // With two such clients, a refusal waits at any time, so every further refusal waits too.
        let greedy = try (0..<2).map { _ in try RawClient(port: server.port) }
        for client in greedy { client.send(String(repeating: Self.hastyRequest, count: 5000)) }
        for client in greedy {
            while !client.isAtEnd, !client.isSilent(forSeconds: 0.3) { try client.receive() }
        }
        try server.onLoop { handler in
            let refused = LoopTimer.now
            var continued: [UInt64] = []
            handler.onRequest = { request in
                guard request.segments.first == "next" else { return }
                continued.append(LoopTimer.now)
                if continued.count == clients.count { times.fulfill((refused, continued)) }
            }
            for client in clients { client.client.send(Self.hastyRequest + Self.get("next")) }
        }
        let (refused, continued) = try times.wait()
        // A refusal is delayed by a second, and each further one by 5 ms more.
        for (number, time) in continued.enumerated() {
            #expect(time - refused >= 1_000_000_000 + UInt64(number) * 5_000_000)
        }
    }

    @Test("A delayed refusal is sent when the server stops")
    func refusalOnStop() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send(String(repeating: Self.hastyRequest, count: 5000))
        while try client.answer().status == 429, !client.isSilent(forSeconds: 0.3) {}
        try server.onLoop { $0.loop?.stopListening() }
        while try client.answer().fields["connection"] != "close" {}
        try client.waitForEnd()
    }

    @Test("A stream that took much of the loop's time is not read for about a second")
    func restingStream() throws {
        let server = try TestServer { handler in
            handler.onText = { Self.work(milliseconds: 40) }
        }
        let viewer = try StreamTests.open(server)
        let start = LoopTimer.now
        viewer.sendFrame(1, Array("one".utf8))
        #expect(try viewer.frame().text == "one")
        viewer.sendFrame(1, Array("two".utf8))
        #expect(try viewer.frame().text == "two")
        // 40 ms are a fiftieth of 2 s. The stream is not read for these, except for the last
        // second.
        #expect(LoopTimer.now - start >= 900_000_000)
        // A close is answered even while the stream rests.
        viewer.sendFrame(8, [0x03, 0xE8])
        #expect(try viewer.frame().closeCode == 1000)
        try viewer.waitForEnd()
    }

    @Test("The more streams take much of the loop's time, the longer each one waits")
    func manyRestingStreams() throws {
        let times = try workTimes(ofStreams: 24)
        // A stream rests for a second, or longer if more than eight streams rest. The streams that
        // certainly rest are those whose first message ended less than a second before.
        let shortRests = times.filter { time in
            let resting = times.filter {
                $0.firstEnd <= time.firstEnd && time.firstEnd - $0.firstEnd < 1_000_000_000
            }
            let share = UInt64(max(1, resting.count / 8))
            return time.secondStart - time.firstEnd < share * 1_000_000_000
        }
        // The loop does not charge a message that arrives while the library serves its own timers.
        #expect(shortRests.count <= 2)
    }

    /// When the loop finished the first message of each stream, and when it began the second one.
    private func workTimes(
        ofStreams count: Int
    ) throws -> [(firstEnd: UInt64, secondStart: UInt64)] {
        let times = Promise<[(firstEnd: UInt64, secondStart: UInt64)]>()
        let server = try TestServer { handler in
            var firstEnds: [String: UInt64] = [:]
            var seen: [(firstEnd: UInt64, secondStart: UInt64)] = []
            handler.onText = {
                let name = handler.log.last ?? ""
                if let firstEnd = firstEnds[name] {
                    seen.append((firstEnd, LoopTimer.now))
                    if seen.count == count { times.fulfill(seen) }
                } else {
                    Self.work(milliseconds: 40)
                    firstEnds[name] = LoopTimer.now
                }
            }
        }
        let viewers = try (0..<count).map { _ in try StreamTests.open(server) }
        for _ in 0..<2 {
            for (number, viewer) in viewers.enumerated() {
                viewer.sendFrame(1, Array("\(number)".utf8))
            }
            for (number, viewer) in viewers.enumerated() {
                #expect(try viewer.frame().text == "\(number)")
            }
        }
        return try times.wait()
    }

    @Test("A client that leaves while its refusal is delayed is forgotten")
    func resetWhileDelayed() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send(
            String(repeating: Self.hastyRequest, count: 800))
        for _ in 0..<400 { #expect(try client.answer().status == 429) }
        client.reset()
        try server.wait { $0.loop?.connectionCount == 0 }
    }
}

/// Lets a closure capture a client. Only one thread at a time uses the client.
private final class UncheckedClient: @unchecked Sendable {
    let client: RawClient

    init(_ client: RawClient) {
        self.client = client
    }
}
