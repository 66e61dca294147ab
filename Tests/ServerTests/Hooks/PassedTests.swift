import Foundation
import HTTPRouting
import Journal
import Monitoring
import Platforms
import Testing
import Texts
import Wire

@testable import Access
@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Ignored deliveries")
struct PassedTests {
    private func passed(_ kind: String, _ keyed: KeyedServer) throws -> [JSON] {
        let list = try keyed.ask("GET", "/v1/rooms/main/sources/\(kind)/passed", as: "owner")
        return list.json["passed"]?.elements ?? []
    }

    @Test("A bad message in a delivery is kept with its reason, and the others count")
    func messages() throws {
        let keyed = try KeyedServer()
        let own = #"{"sources":{"currency":"EUR"}}"#
        _ = try keyed.ask("PATCH", "/v1/rooms/main/config", own, as: "owner")
        let body = #"""
            42["event",{"type":"donation","for":"streamlabs","message":[
            {"_id":"a","name":"Ann","amount":"50","currency":"EUR"},
            {"_id":"b","name":"Ben","amount":"lots","currency":"EUR","message":"hush","email":"b@x"}]}]
            """#
        let path = "/v1/hooks/main/streamlabs"
        let answer = try keyed.ask("POST", path, body, as: "ingest")
        #expect(answer.status == 202, "\(answer.text)")
        #expect(
            answer.json["events"]?.elements.compactMap { $0["id"]?.string } == ["streamlabs:a"])
        let kept = try passed("streamlabs", keyed)
        #expect(kept.count == 1)
        #expect(kept.first?["type"] == .string("donation"))
        #expect(kept.first?["reason"] == .string("/message/1/amount is no amount above 0"))
        #expect(kept.first?["code"] == .string("no-amount"))
        #expect(kept.first?["about"] == .string("/message/1/amount"))
        // Only the bad message is kept, without private data.
        #expect(
            kept.first?["payload"]
                == .object([
                    .init("_id", .string("b")), .init("name", .string("Ben")),
                    .init("amount", .string("lots")), .init("currency", .string("EUR")),
                ]))
        let list = try keyed.ask("GET", "/v1/rooms/main/sources", as: "owner")
        let source = list.json["sources"]?.elements.first
        #expect(source?["counts"]?["recorded"] == .number(1))
        #expect(source?["counts"]?["passed"] == .number(1))
        #expect(source?["last"]?["outcome"] == .string("recorded"))
        // If no message counts, all are kept.
        let none = #"{"type":"bits","message":[{"amount":0},{"amount":-1}]}"#
        let second = try keyed.ask("POST", path, none, as: "ingest")
        #expect(second.status == 200)
        #expect(second.json["code"] == .string("no-number"))
        #expect(try passed("streamlabs", keyed).count == 3)
    }

    @Test("A long type is cut in the list, because each part of a delivery has it")
    func longType() throws {
        let keyed = try KeyedServer()
        let type = String(repeating: "x", count: 40_000)
        let body = #"{"type":"\#(type)","message":[{},{}]}"#
        let answer = try keyed.ask("POST", "/v1/hooks/main/streamlabs", body, as: "ingest")
        #expect(answer.status == 200)
        let types = try passed("streamlabs", keyed).compactMap { $0["type"]?.string }
        let shown = String(repeating: "x", count: 100) + "…"
        #expect(types.map(\.string) == [shown, shown])
    }

    @Test("A follow is a notice, whether the room's settings show it as a caption or not")
    func hidden() throws {
        let keyed = try KeyedServer()
        func made(_ id: String, _ settings: String) throws -> [Text] {
            let body = #"{"sources":{\#(settings)}}"#
            _ = try keyed.ask("PATCH", "/v1/rooms/main/config", body, as: "owner")
            let follow = #"{"type":"follow","message":[{"_id":"\#(id)","name":"A","message":" "}]}"#
            let answer = try keyed.ask("POST", "/v1/hooks/main/streamlabs", follow, as: "ingest")
            return answer.json["events"]?.elements.compactMap { $0["id"]?.string } ?? []
        }
        #expect(try made("a", #""follow":"caption""#) == ["streamlabs:a:notice", "streamlabs:a"])
        // A message of blanks makes no caption.
        #expect(try made("b", #""followText":"{message}""#) == ["streamlabs:b:notice"])
        #expect(try made("c", #""follow":"nothing""#) == ["streamlabs:c:notice"])
        #expect(try made("c", #""follow":"nothing""#) == ["streamlabs:c:notice"])
        #expect(try passed("streamlabs", keyed).isEmpty)
    }

    @Test("If the counter of a gift finds no place, the delivery is kept with that reason")
    func place() throws {
        let scene = try HookScene()
        for (method, path, body) in [
            ("PATCH", "config", #"{"sources":{"counter":true},"counters":{"max":1}}"#),
            ("PUT", "counters/other", #"{"to":1}"#),
        ] {
            _ = try scene.keyed.ask(method, "/v1/rooms/main/\(path)", body, as: "owner")
        }
        #expect(try scene.kofi(HookScene.payment("k1")).json["events"]?.elements.count == 1)
        let kept = try passed("kofi", scene.keyed)
        #expect(kept.map { $0["code"] } == [.string("no-place")])
        #expect(kept.map { $0["about"] } == [.string("counter")])
        #expect(kept.map { $0["payload"] } == [.null])
    }

    @Test("A correction names the events that are not known here")
    func corrections() throws {
        let keyed = try KeyedServer()
        let own = #"{"sources":{"currency":"CNY"}}"#
        _ = try keyed.ask("PATCH", "/v1/rooms/main/config", own, as: "owner")
        let path = "/v1/hooks/main/bilibili"
        let chat = #"{"cmd":"SUPER_CHAT_MESSAGE","data":{"id":7,"price":30,"uid":1,"uname":"x"}}"#
        #expect(try keyed.ask("POST", path, chat, as: "ingest").status == 202)
        let back = #"{"cmd":"SUPER_CHAT_MESSAGE_DELETE","data":{"ids":[8,7,9]}}"#
        let answer = try keyed.ask("POST", path, back, as: "ingest")
        #expect(answer.status == 202, "\(answer.text)")
        #expect(
            answer.json["events"]?.elements.compactMap { $0["id"]?.string }
                == ["takeBack:bilibili:7", "takeBack:bilibili:7:notice"])
        let kept = try passed("bilibili", keyed)
        #expect(kept.map { $0["code"] } == [.string("not-here")])
        #expect(kept.map { $0["about"] } == [.string("8, 9")])
        #expect(kept.map { $0["type"] } == [.string("SUPER_CHAT_MESSAGE_DELETE")])
    }

    @Test("A source's last fault has a code")
    func faults() throws {
        let scene = try HookScene {
            $0.auth = .keys
            $0.limits = [LimitChange("events-per-room=1")].compactMap(\.self)
        }
        func fault() throws -> JSON? { try scene.source("twitch")?["lastFault"] }
        let cheer = HookScene.cheer(bits: 1)
        let late = WallTime(microseconds: WallTime.now.microseconds - 660_000_000)
        _ = try scene.twitch(cheer, id: "a", secret: "s3cRe7s3cRe8")
        #expect(try fault()?["code"] == .string("forged"))
        #expect(try fault()?["about"] == .null)
        _ = try scene.twitch(cheer, id: "b", at: late)
        #expect(try fault()?["code"] == .string("stale"))
        _ = try scene.twitch("{", id: "c")
        #expect(try fault()?["code"] == .string("not-json"))
        _ = try scene.twitch(#"{"subscription":{"type":"channel.cheer"}}"#, id: "d")
        #expect(try fault()?["code"] == .string("content"))
        #expect(try fault()?["about"] == .string("/event"))
        let gone = #"{"subscription":{"type":"x","status":"gone"}}"#
        _ = try scene.twitch(gone, id: "e", type: "revocation")
        #expect(try fault()?["code"] == .string("revoked"))
        #expect(try fault()?["about"] == .string("x: gone"))
        // A delivery over the rate limit is rejected, counted and reported, too.
        let statuses = try (0..<8).map { try scene.twitch(cheer, id: "f\($0)").status }
        #expect(statuses.contains(429))
        #expect(try fault()?["code"] == .string("full"))
        #expect(
            try scene.source("twitch")?["counts"]?["refused"]
                == .number(Double(4 + statuses.count { $0 == 429 })))
    }

    @Test("Trying a sample that makes no event tells the reason")
    func tried() throws {
        let keyed = try KeyedServer()
        func code(_ kind: String, _ body: String) throws -> JSON? {
            let path = "/v1/rooms/main/sources/\(kind)/try"
            return try keyed.ask("POST", path, body, as: "owner").json["code"]
        }
        let follow = #"{"type":"follow","message":[{"_id":"a","name":"Ann"}]}"#
        #expect(try code("streamlabs", follow) == nil)
        #expect(try code("streamlabs", #"{"type":"x"}"#) == .string("unknown-type"))
        let deleted = #"{"cmd":"SUPER_CHAT_MESSAGE_DELETE","data":{"ids":[8]}}"#
        #expect(try code("bilibili", deleted) == .string("takes-back"))
    }

    @Test("A stored delivery of an earlier version has no code, and a new one is read as written")
    func rows() throws {
        let old = #"{"at":"2026-11-21T10:00:00Z","type":"x","reason":"because","payload":{"n":1}}"#
        let read = try #require(Deliveries.Passed(JSON(parsing: Array(old.utf8))))
        #expect(read.reason == Reason("", "because"))
        let again = try #require(
            Deliveries.Passed(
                Deliveries.Passed(
                    at: read.at, type: "x", reason: .notHere("7"), payload: .null
                ).json))
        #expect(again.reason == .notHere("7"))
    }

    @Test("Every reason code has a Chinese text and an entry in the documentation")
    func words() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let chinese = try String(
            contentsOf: root.appending(path: "web/studio/words/reasons.zh.js"), encoding: .utf8)
        for reason in Reason.all + ProblemType.all.map({ Reason($0.word, $0.title) }) {
            let line = chinese.split(separator: "\n").first { line in
                ["  \(reason.word): ", "  \"\(reason.word)\": "].contains { line.hasPrefix($0) }
            }
            let text = try #require(line, "\(reason.word)")
            #expect(text.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) })
            if reason.about == "…" { #expect(text.contains("{about}"), "\(reason.word)") }
        }
        let page = try String(
            contentsOf: root.appending(path: "docs/sources.md"), encoding: .utf8)
        for reason in Reason.all {
            #expect(page.contains("| `\(reason.word)` |"), "\(reason.word)")
        }
    }
}
