import Monitoring
import Stage
import TestSupport
import Testing
import Texts
import Timeline
import Wire

@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Streams")
struct ApplicationStreamsTests {
    private static let stream = "/v1/rooms/main/stream"

    /// A viewer that has received its hello and its first frame.
    private func viewer(
        _ server: LiveServer, _ path: String = stream
    ) throws -> (client: Client, picture: Picture) {
        let client = try Client(server)
        #expect(try client.upgrade(path).status == 101)
        #expect(try client.message()["type"] == .string("hello"))
        var picture = Picture()
        let first = try client.message()
        #expect(first["full"] == .bool(true))
        picture.apply(first)
        return (client, picture)
    }

    /// The stage according to the HTTP API.
    private func stage(_ server: LiveServer) throws -> Picture {
        var picture = Picture()
        picture.apply(try Client(server).get("/v1/rooms/main/frame").json)
        return picture
    }

    private func post(_ server: LiveServer, _ path: String, _ body: String) throws {
        let answer = try Client(server).post("/v1/rooms/main/\(path)", body)
        #expect(answer.status == 202)
    }

    // MARK: Server to client

    @Test("A stream begins with a hello and a full frame, followed by changes")
    func messages() throws {
        let server = try LiveServer { $0.makeRoomsStill() }
        try post(server, "calls", #"{"user":"Ann","id":"a"}"#)
        let client = try Client(server)
        let answer = try client.upgrade(Self.stream, "Sec-WebSocket-Protocol: ovation.v1.json")
        #expect(answer.status == 101)
        #expect(answer.fields["sec-websocket-protocol"] == "ovation.v1.json")
        let hello = try client.message()
        #expect(hello["type"] == .string("hello"))
        #expect(hello["protocol"] == .number(1))
        #expect(hello["room"] == .string("main"))
        #expect(
            hello["stage"]
                == .object([.init("width", .number(960)), .init("height", .number(540))]))
        #expect(hello["fps"] == .number(60))
        #expect(hello["time"]?.number ?? -1 >= 0)
        #expect(hello["build"]?.string?.begins(with: "\(Release().version)-") == true)
        let full = try client.message()
        #expect(full["type"] == .string("frame") && full["full"] == .bool(true))
        #expect(full["nodes"]?.elements.map { $0["id"] } == [.string("call/a")])

        try post(server, "gifts", #"{"gift":"Rose"}"#)
        let delta = try client.message()
        #expect(delta["full"] == nil)
        #expect(delta["nodes"]?.elements.map { $0["id"] } == [.string("gifts/0")])
        #expect(delta["removed"] == nil)
        #expect(delta["seq"]?.number ?? 0 > full["seq"]?.number ?? 0)
        try post(server, "control", #"{"action":"clear"}"#)
        let last = try client.message()
        #expect(last["nodes"] == .array([]))
        #expect(Set(last["removed"]?.elements.compactMap(\.string) ?? []) == ["call/a", "gifts/0"])
    }

    @Test("A gift of 3 is counted up and disappears, with rising sequence numbers and times")
    func wholeLife() throws {
        let server = try LiveServer {
            $0.room.gifts.entrance = .init(seconds: 0.1)
            $0.room.gifts.pop = .init(seconds: 0.1)
            $0.room.gifts.settle = .init(seconds: 0.1)
            $0.room.gifts.linger = .init(seconds: 0.1)
            $0.room.gifts.exit = .init(seconds: 0.1)
        }
        var (client, picture) = try viewer(server)
        try post(server, "gifts", #"{"gift":"Rose","count":3}"#)
        var counts: [Double] = []
        var seq = 0.0
        var time = 0.0
        repeat {
            let frame = try client.message()
            #expect(frame["full"] == nil)
            #expect(frame["seq"]?.number ?? 0 > seq)
            #expect(frame["time"]?.number ?? 0 >= time)
            seq = frame["seq"]?.number ?? 0
            time = frame["time"]?.number ?? 0
            picture.apply(frame)
            if let count = picture.nodes["gifts/0"]?["count"]?.number, counts.last != count {
                counts.append(count)
            }
        } while !picture.nodes.isEmpty
        #expect(counts == [1, 2, 3])
        // 0.1 + 3 · 0.2 + 0.1 + 0.1 s from the gift on.
        #expect(time >= 900_000)
    }

    @Test("A late viewer gets exactly the current picture")
    func lateViewer() throws {
        let server = try LiveServer { $0.makeRoomsStill() }
        var (early, picture) = try viewer(server)
        try post(server, "gifts", #"{"gift":"Rose","count":4}"#)
        try post(server, "calls", #"{"user":"Ann"}"#)
        while picture.nodes.count < 2 { picture.apply(try early.message()) }
        let (_, late) = try viewer(server)
        #expect(late == picture)
        #expect(try stage(server) == picture)
    }

    @Test(
        "A tap reaches all viewers of the room, over HTTP and over the stream",
        arguments: [true, false])
    func taps(overHTTP: Bool) throws {
        let server = try LiveServer { $0.makeRoomsStill() }
        try post(server, "calls", #"{"user":{"id":"7","name":"Ann"},"id":"a"}"#)
        let viewers = try [viewer(server), viewer(server)]
        if overHTTP {
            try post(server, "calls/a/tap", "")
        } else {
            viewers[0].client.say(#"{"type":"tap","call":"none"}"#)
            viewers[0].client.say(#"{"type":"tap","call":"a"}"#)
        }
        for viewer in viewers {
            #expect(
                try viewer.client.hear()
                    == .text(#"{"type":"tap","call":"a","user":{"id":"7","name":"Ann"}}"#))
        }
    }

    // MARK: Client to server

    @Test("A viewer can dismiss a card, and dismissing a missing card is no error")
    func dismissal() throws {
        let server = try LiveServer { $0.makeRoomsStill() }
        try post(server, "calls", #"{"user":"Ann","id":"a"}"#)
        var (client, picture) = try viewer(server)
        client.say(#"{"type":"dismiss","call":"none"}"#)
        client.say(#"{"type":"visibility","visible":true,"active":true}"#)
        client.say(#"{"type":"dismiss","call":"a"}"#)
        while !picture.nodes.isEmpty { picture.apply(try client.message()) }
        #expect(try stage(server).nodes.isEmpty)
    }

    @Test("A flood of taps is limited, and the excess taps are ignored")
    func flood() throws {
        let server = try LiveServer { $0.makeRoomsStill() }
        try post(server, "calls", #"{"user":"Ann","id":"a"}"#)
        let (client, _) = try viewer(server)
        let other = try Client(server)
        let clock = ContinuousClock()
        let start = clock.now
        for _ in 0..<500 { client.say(#"{"type":"tap","call":"a"}"#) }
        // The close of the stream shows that all earlier messages were handled.
        client.say("")
        while try client.hear() != .closed(1008) {}
        let seconds = (clock.now - start) / .seconds(1)
        func count(_ outcome: String) throws -> Double {
            let label = #"ovation_events_total{kind="tap",outcome="\#(outcome)"} "#
            let line = try other.get("/metrics").text.split(separator: "\n")
                .first { $0.hasPrefix(label) }
            return line.flatMap { Double($0.dropFirst(label.count)) } ?? 0
        }
        try waitUntil("all taps are counted") {
            try count("applied") + count("refused") == 500
        }
        let accepted = try count("applied")
        #expect(accepted >= 8 && accepted <= 20 + 20 * seconds)
        #expect(try other.post("/v1/rooms/main/calls/a/tap", "").status == 202)
    }

    @Test(
        "An invalid message closes the stream with 1008",
        arguments: [
            "", "x", "{}", "[]", #"{"type":"dance"}"#, #"{"type":"tap"}"#,
            #"{"type":"rate","fps":0}"#, #"{"type":"rate","fps":61}"#,
            #"{"type":"tap","call":"a","x":1}"#,
        ])
    func badMessage(text: String) throws {
        let (client, _) = try viewer(LiveServer())
        client.say(text)
        #expect(try client.hear() == .closed(1008))
    }

    @Test("A binary message closes the stream with 1003")
    func binary() throws {
        let (client, _) = try viewer(LiveServer())
        client.sendFrame(opcode: 2, [1, 2, 3])
        #expect(try client.hear() == .closed(1003))
    }

    @Test("A message over 16 KiB closes the stream with 1009")
    func tooBig() throws {
        let (client, _) = try viewer(LiveServer())
        client.say(String(repeating: " ", count: 16 * 1024 + 1))
        #expect(try client.hear() == .closed(1009))
    }

    // MARK: Rate

    @Test(
        "A viewer can ask for fewer frames in its address or by a message",
        arguments: [true, false])
    func rate(inAddress: Bool) throws {
        let server = try LiveServer {
            $0.makeRoomsStill()
            $0.room.gifts.entrance = .init(seconds: 1)
        }
        var all = try viewer(server)
        var few = try viewer(server, inAddress ? "\(Self.stream)?fps=10" : Self.stream)
        if !inAddress {
            few.client.say(#"{"type":"rate","fps":10}"#)
            // The tap's answer shows that the earlier message was handled.
            try post(server, "calls", #"{"user":"Ann","id":"a"}"#)
            few.client.say(#"{"type":"tap","call":"a"}"#)
            while try few.client.message()["type"] != .string("tap") {}
            try post(server, "control", #"{"action":"clear"}"#)
        }
        try post(server, "gifts", #"{"gift":"Rose"}"#)
        func frames(of viewer: inout (client: Client, picture: Picture)) throws -> Int {
            var count = 0
            while viewer.picture.nodes["gifts/0"]?["x"] != .number(24) {
                let message = try viewer.client.message()
                if message["type"] == .string("frame") {
                    viewer.picture.apply(message)
                    count += viewer.picture.nodes["gifts/0"] == nil ? 0 : 1
                }
            }
            return count
        }
        let fewest = try frames(of: &few)
        // At most one second of frames, the first frame and the frame at rest. A busy server may send fewer.
        #expect(fewest <= 13)
        #expect(try frames(of: &all) >= fewest)
        #expect(few.picture.nodes["gifts/0"] == all.picture.nodes["gifts/0"])
    }

    @Test(
        "The hello names the viewer's frame rate",
        arguments: [("", 60), ("?fps=30", 30), ("?fps=1", 1)])
    func helloRate(query: String, rate: Double) throws {
        let client = try Client(LiveServer())
        #expect(try client.upgrade(Self.stream + query).status == 101)
        #expect(try client.message()["fps"] == .number(rate))
    }

    // MARK: Rejections

    @Test(
        "An impossible stream is rejected before the upgrade",
        arguments: [
            ("/v1/rooms/Main/stream", "Accept: */*", 404),
            ("/v1/rooms/main/gifts", "Accept: */*", 405),
            ("/v1/rooms/main/frame", "Accept: */*", 404),
            ("/v1/rooms/main/stream?fps=0", "Accept: */*", 422),
            ("/v1/rooms/main/stream?fps=61", "Accept: */*", 422),
            ("/v1/rooms/main/stream?fps=x", "Accept: */*", 422),
            ("/v1/rooms/main/stream", "Origin: https://evil.org", 403),
        ])
    func refused(path: String, field: String, status: Int) throws {
        let answer = try Client(LiveServer()).upgrade(path, field)
        #expect(answer.status == status)
        #expect(answer.fields["content-type"] == "application/problem+json")
    }

    @Test("A stream request without an upgrade is answered with 426")
    func noUpgrade() throws {
        let answer = try Client(LiveServer()).get(Self.stream)
        #expect(answer.status == 426)
        #expect(answer.fields["upgrade"] == "websocket")
    }

    @Test("A new stage size makes viewers reconnect")
    func newSize() throws {
        let server = try LiveServer()
        let (client, _) = try viewer(server)
        let answer = try Client(server).ask(
            "PATCH", "/v1/rooms/main/config", #"{"stage":{"width":1280}}"#)
        #expect(answer.status == 200)
        #expect(try client.hear() == .closed(1012))
        let again = try Client(server)
        _ = try again.upgrade(Self.stream)
        #expect(try again.message()["stage"]?["width"] == .number(1280))
    }

    @Test("Viewers are notified of changed labels, but not of unchanged ones")
    func words() throws {
        let server = try LiveServer()
        let (client, _) = try viewer(server)
        for sent in ["gave", "gave", "offrit"] {
            let answer = try Client(server).ask(
                "PATCH", "/v1/rooms/main/config", #"{"look":{"words":{"sent":"\#(sent)"}}}"#)
            #expect(answer.status == 200)
        }
        var told: [Text?] = []
        while told.count < 2 {
            let message = try client.message()
            if message["type"] == .string("look") {
                told.append(message["words"]?["sent"]?.string)
            }
        }
        #expect(told == ["gave", "offrit"])
        let again = try Client(server)
        _ = try again.upgrade(Self.stream)
        let words = try again.message()["look"]?["words"]
        #expect(words?["sent"] == .string("offrit"))
        #expect(words?["calling"] == .string("is calling"))
    }

    @Test("A viewer of a room at rest gets the frame before the client gets its answer")
    func frameFirst() throws {
        let server = try LiveServer { $0.makeRoomsStill() }
        let (viewer, _) = try viewer(server)
        let poster = try Client(server)
        for _ in 0..<20 {
            poster.send("POST", "/v1/rooms/main/gifts", #"{"gift":"Rose"}"#)
            #expect(viewer.hasInput(by: poster))
            #expect(try poster.answer().status == 202)
            _ = try viewer.message()
        }
    }

    @Test("Rapid taps reach viewers in order")
    func manyTaps() throws {
        let server = try LiveServer()
        let client = try Client(server)
        let ids = try (0..<3).map { number in
            let answer = try client.post("/v1/rooms/main/calls", "{\"user\":\"\(number)\"}")
            return try #require(answer.json["id"]?.string)
        }
        let (viewer, _) = try viewer(server)
        for id in ids + ids + ids { _ = try client.post("/v1/rooms/main/calls/\(id)/tap", "") }
        var told: [Text] = []
        while told.count < 9 {
            let message = try viewer.message()
            if message["type"] == .string("tap"), let call = message["call"]?.string {
                told.append(call)
            }
        }
        #expect(told == ids + ids + ids)
    }

    @Test("New viewers of a room at rest or in motion get the whole picture")
    func newcomers() throws {
        let server = try LiveServer()
        let client = try Client(server)
        _ = try client.ask("PUT", "/v1/rooms/main/counters/c", #"{"to":5,"duration":0}"#)
        let watching = try (0..<5).map { _ in try viewer(server).0 }
        _ = try client.post("/v1/rooms/main/gifts", #"{"gift":"Rose","count":1000}"#)
        let late = try (0..<5).map { _ in try viewer(server) }
        for (_, full) in late { #expect(full.nodes.count == 2) }
        _ = (watching, late)
    }
}
