import Foundation
import Glibc
import Speech
import Stage
import TestSupport
import Testing
import Texts
import Wire

@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Spoken messages")
struct SpeechRequestsTests {
    private static let room = "/v1/rooms/main"
    private static let gift =
        #"{"id":"g","sender":"Ann","gift":{"name":"Rose","value":5},"message":"Hello all"}"#

    /// A server whose rooms speak all messages of alerts.
    private func client(_ source: SpeechSource) throws -> Client {
        let client = try Client(
            LiveServer {
                $0.makeRoomsStill()
                $0.speech = source
            })
        let rule = #"{"title":"{sender}","speak":true}"#
        #expect(try client.ask("PUT", "\(Self.room)/alerts/rules/all", rule).status == 200)
        return client
    }

    /// A command that writes a sound of one second for every text.
    private func speaking(_ directory: TemporaryDirectory) throws -> SpeechSource {
        let path = directory.path + "/second.wav"
        try FileManager.default.createDirectory(
            atPath: directory.path, withIntermediateDirectories: true)
        let rate: UInt32 = 8000
        var wave = Array("RIFF".utf8) + Self.bytes(36 + rate) + Array("WAVEfmt ".utf8)
        wave += Self.bytes(16) + [1, 0, 1, 0] + Self.bytes(rate) + Self.bytes(rate) + [1, 0, 8, 0]
        wave += Array("data".utf8) + Self.bytes(rate) + [UInt8](repeating: 128, count: Int(rate))
        try Data(wave).write(to: URL(fileURLWithPath: path))
        return .command(try SpeechCommand("cat \(path)"))
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// Waits until the history has this many speeches, and returns them.
    private func speeches(_ client: Client, count: Int = 1) throws -> [JSON] {
        var found: [JSON] = []
        try waitUntil("the speech is recorded") {
            let answer = try? client.get("\(Self.room)/events?type=speech")
            found = answer?.json["events"]?.elements ?? []
            return found.count >= count
        }
        return found
    }

    @Test("The message of an alert is spoken, and the file is served but not listed")
    func spoken() throws {
        let directory = try TemporaryDirectory()
        let client = try client(speaking(directory))
        #expect(try client.post("\(Self.room)/gifts", Self.gift).status == 202)
        let speech = try speeches(client)[0]
        #expect(speech["id"] == .string("speech:g"))
        #expect(speech["of"] == .string("g"))
        #expect(speech["seconds"] == .number(1))
        let src = try #require(speech["src"]?.string)
        #expect(try client.get(src.string).status == 200)
        let listed = try client.get("\(Self.room)/assets").json["assets"]?.elements
        #expect(listed?.isEmpty == true)
        let state = try client.get("\(Self.room)/state").json
        #expect(state["alert"]?.elements.first?["event"] == .string("g"))
    }

    @Test("Messages are spoken one after the other in the order of their alerts")
    func several() throws {
        let directory = try TemporaryDirectory()
        let client = try client(speaking(directory))
        for number in 1...5 {
            let gift =
                #"{"id":"g\#(number)","sender":"Ann","gift":"Rose","message":"Number \#(number)"}"#
            #expect(try client.post("\(Self.room)/gifts", gift).status == 202)
        }
        // Later gifts join the combo of the first, which makes one alert.
        _ = try client.post(
            "\(Self.room)/notices", #"{"id":"n","kind":"raid","message":"Many came"}"#)
        let ids = try speeches(client, count: 2).reversed().map { $0["of"] }
        #expect(ids == [.string("g1"), .string("n")])
    }

    @Test(
        "A command that fails, hangs for too long to matter, or writes no sound costs the speech alone",
        arguments: ["false", "echo words", "cat /dev/null"])
    func failing(_ command: String) throws {
        let client = try client(.command(SpeechCommand(command)))
        #expect(try client.post("\(Self.room)/gifts", Self.gift).status == 202)
        let speech = try speeches(client)[0]
        #expect(speech["seconds"] == .number(0))
        #expect(speech["src"] == nil)
        let state = try client.get("\(Self.room)/state").json
        #expect(state["alert"]?.elements.first?["event"] == .string("g"))
    }

    @Test("Without a command, and below the least worth, the alert starts without a speech at once")
    func silent() throws {
        let directory = try TemporaryDirectory()
        for source in [SpeechSource.none, try speaking(directory)] {
            let client = try client(source)
            let patch = #"{"speech":{"leastWorth":6}}"#
            #expect(try client.ask("PATCH", "\(Self.room)/config", patch).status == 200)
            #expect(try client.post("\(Self.room)/gifts", Self.gift).status == 202)
            #expect(try speeches(client)[0]["seconds"] == .number(0))
        }
    }

    @Test("A client posts the speech of its event once, with a file of the room")
    func posted() throws {
        let client = try client(.clients)
        #expect(try client.post("\(Self.room)/gifts", Self.gift).status == 202)
        let speech = "\(Self.room)/events/g/speech"
        let missing = "/assets/\(String(repeating: "0", count: 64)).wav"
        #expect(
            try client.post(speech, #"{"src":"\#(missing)","seconds":1}"#).status == 422)
        #expect(try client.post(speech, #"{"seconds":1}"#).status == 422)
        #expect(
            try client.post("\(Self.room)/events/none/speech", #"{"seconds":0}"#).status == 404)
        #expect(try client.post(speech, #"{"seconds":0}"#).status == 202)
        #expect(try client.post(speech, #"{"seconds":0}"#).status == 200)
        #expect(try speeches(client).count == 1)
        #expect(
            try client.post("\(Self.room)/gifts", #"{"id":"speech:x","gift":"Rose"}"#).status == 422
        )
    }

    @Test("The speeches of a deleted room are deleted")
    func deletedRoom() throws {
        let directory = try TemporaryDirectory()
        let client = try client(speaking(directory))
        #expect(try client.post("\(Self.room)/gifts", Self.gift).status == 202)
        let src = try #require(speeches(client)[0]["src"]?.string)
        #expect(try client.ask("DELETE", Self.room).status == 202)
        #expect(try client.get(src.string).status == 404)
    }

    @Test("Settings of speech name voices of known scripts")
    func voices() throws {
        let client = try client(.none)
        func status(_ speech: String) throws -> Int {
            try client.ask("PATCH", "\(Self.room)/config", #"{"speech":\#(speech)}"#).status
        }
        #expect(try status(#"{"voices":"han=cmn, kana=ja","voice":"en-us+f3"}"#) == 200)
        #expect(try status(#"{"voices":"klingon=tlh"}"#) == 422)
        #expect(try status(#"{"voices":"han"}"#) == 422)
        #expect(try status(#"{"voice":"--evil"}"#) == 422)
        #expect(try status(#"{"wordsPerMinute":20}"#) == 422)
    }

    @Test("A file that an alert's rule uses can't be deleted")
    func usedFiles() {
        var configuration = Configuration()
        var rule = AlertRule(name: "r", title: "{sender}")
        rule.image = "/assets/a.png"
        configuration.alerts.rules = [rule]
        #expect(configuration.users(of: "/assets/a.png") == ["/alerts/rules/r/image"])
        configuration.sounds.alert = "/assets/b.wav"
        #expect(configuration.users(of: "/assets/b.wav") == ["/sounds/alert"])
    }
}
