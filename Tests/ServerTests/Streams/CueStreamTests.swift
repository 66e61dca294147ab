import Testing
import Texts
import Wire

@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Sound cues over streams")
struct CueStreamTests {
    private let room = "/v1/rooms/main"
    private let visible = #"{"type":"visibility","visible":true,"active":false}"#

    private func viewer(_ server: LiveServer) throws -> Client {
        let client = try Client(server)
        #expect(try client.upgrade("\(room)/stream").status == 101)
        _ = try next(client, "frame")
        return client
    }

    /// The next message of a type; earlier messages of other types are skipped.
    private func next(_ client: Client, _ type: Text) throws -> JSON {
        while true {
            let message = try client.message()
            if message["type"] == .string(type) { return message }
        }
    }

    @Test("A cue reaches every viewer once, before the frame that shows its cause")
    func once() throws {
        let server = try LiveServer { $0.makeRoomsStill() }
        let poster = try Client(server)
        _ = try poster.ask("PATCH", "\(room)/config", #"{"sounds":{"call":"/d.mp3"}}"#)
        _ = try poster.post("\(room)/calls", #"{"user":"Ann","id":"unheard"}"#)
        let viewers = try [viewer(server), viewer(server)]
        _ = try poster.post("\(room)/calls", #"{"user":"Bob","id":"b"}"#)
        for viewer in viewers {
            let cue = try viewer.message()
            #expect(cue["type"] == .string("cue") && cue["cue"] == .string("call"))
            #expect(cue["id"] == .string("b") && cue["sound"] == .string("/d.mp3"))
            #expect(cue["volume"] == .number(0.8))
            let frame = try viewer.message()
            #expect(frame["nodes"]?.elements.first?["id"] == .string("call/b"))
            #expect(try #require(cue["time"]?.number) <= #require(frame["time"]?.number))
        }
        // A viewer that joins now gets later cues only.
        let late = try viewer(server)
        _ = try poster.post("\(room)/calls", #"{"user":"Cid","id":"c"}"#)
        for viewer in viewers + [late] {
            #expect(try next(viewer, "cue")["id"] == .string("c"))
        }
    }

    @Test("Viewers are told when the volume of the flourish changes")
    func flourish() throws {
        let server = try LiveServer { $0.makeRoomsStill() }
        let poster = try Client(server)
        let viewer = try viewer(server)
        for (patch, volume) in [
            (#"{"sounds":{"flourish":true,"volume":0.5}}"#, 0.5),
            (#"{"sounds":{"volume":0.25}}"#, 0.25), (#"{"sounds":{"enabled":false}}"#, 0.0),
        ] {
            _ = try poster.ask("PATCH", "\(room)/config", patch)
            #expect(try next(viewer, "flourish")["volume"] == .number(volume))
        }
    }

    @Test("Upcoming effect files are announced when they change and to new viewers")
    func ahead() throws {
        let server = try LiveServer { $0.makeRoomsStill() }
        let poster = try Client(server)
        _ = try poster.ask(
            "PATCH", "\(room)/config",
            #"""
            {"catalogue":{
              "a":{"value":1,"effect":{"src":"/a.webm","duration":60}},
              "b":{"value":2,"sound":"/b.mp3","effect":{"src":"/b.webm","duration":60}}}}
            """#)
        let first = try viewer(server)
        for _ in 0..<2 { _ = try poster.post("\(room)/gifts", #"{"gift":"a"}"#) }
        #expect(try next(first, "ahead")["files"] == .array([.string("/a.webm")]))
        _ = try poster.post("\(room)/gifts", #"{"gift":"b"}"#)
        let files = JSON.array(["/b.webm", "/b.mp3", "/a.webm"].map { .string($0) })
        #expect(try next(first, "ahead")["files"] == files)
        let client = try Client(server)
        #expect(try client.upgrade("\(room)/stream").status == 101)
        #expect(try next(client, "ahead")["files"] == files)
    }

    @Test("Upcoming effect files are announced when an effect leaves the queue")
    func aheadInTime() throws {
        let server = try LiveServer { _ in }
        let poster = try Client(server)
        let entries = ["a", "b", "c", "d", "e"].map {
            #""\#($0)":{"value":1,"effect":{"src":"/\#($0).webm","duration":0.5}}"#
        }
        _ = try poster.ask(
            "PATCH", "\(room)/config", #"{"catalogue":{\#(entries.joined(separator: ","))}}"#)
        let viewer = try viewer(server)
        for gift in ["a", "b", "c", "d", "e"] {
            _ = try poster.post("\(room)/gifts", #"{"gift":"\#(gift)"}"#)
        }
        let last = JSON.array(["/c.webm", "/d.webm", "/e.webm"].map { .string($0) })
        var (time, files) = (0.0, JSON.null)
        while files != last {
            let message = try viewer.message()
            time = message["time"]?.number ?? time
            if message["type"] == .string("ahead") { files = message["files"] ?? .null }
        }
        // Before the rows of the first two gifts leave.
        #expect(time < 3_000_000)
    }

    @Test("The speaker is the oldest active viewer, or else the oldest visible one")
    func speaker() throws {
        let server = try LiveServer { $0.makeRoomsStill() }
        let (first, second) = try (viewer(server), viewer(server))
        func speaks(_ client: Client) throws -> JSON? { try next(client, "speaker")["speaker"] }
        second.say(visible)
        #expect(try speaks(second) == .bool(true))
        first.say(visible)
        #expect(try speaks(first) == .bool(true))
        #expect(try speaks(second) == .bool(false))
        second.say(#"{"type":"visibility","visible":true,"active":true}"#)
        #expect(try speaks(second) == .bool(true))
        #expect(try speaks(first) == .bool(false))
        let poster = try Client(server)
        let viewers = try poster.get("\(room)/viewers").json["viewers"]?.elements
        #expect(viewers?.map { $0["speaker"] } == [.bool(false), .bool(true)])
        second.say(#"{"type":"visibility","visible":false,"active":false}"#)
        #expect(try speaks(first) == .bool(true))
    }
}
