import Digests
import Foundation
import Journal
import Testing
import Texts
import Transport
import Wire

@testable import Server

@Suite("Corrections by platforms")
struct PlatformCorrectionsTests {
    private let scene: HookScene

    init() throws {
        scene = try HookScene()
    }

    private func configure(_ sources: String) throws {
        let set = try scene.keyed.ask(
            "PATCH", "/v1/rooms/main/config", "{\"sources\":{\(sources)}}", as: "owner")
        #expect(set.status == 200)
    }

    private func count(_ by: String = "gift") throws -> JSON? {
        try scene.keyed.ask("GET", "/v1/rooms/main/totals?by=\(by)", as: "owner").json["count"]
    }

    @Test("A refund removes the payment from stage, totals and counter, once")
    func refund() throws {
        try configure(#""counter":true"#)
        _ = try scene.stripe(HookScene.intent)
        #expect(try count() == .number(1))
        let back = try scene.stripe(HookScene.refund)
        #expect(back.status == 202)
        #expect(
            back.json["events"]?.elements.compactMap { $0["id"]?.string } == [
                "takeBack:stripe:pi_1", "takeBack:stripe:pi_1:3",
            ])
        #expect(try scene.stripe(HookScene.refund).status == 200)
        #expect(try count() == .number(0))
        let added = try scene.events.filter { $0["type"] == .string("counter") }
        #expect(added.map { $0["add"] } == [.number(7), .number(-7)])
        let frame = try scene.keyed.ask("GET", "/v1/rooms/main/frame", as: "owner")
        #expect(
            frame.json["nodes"]?.elements.compactMap { $0["id"]?.string }
                == ["counter/donations"])
        // A later repeat of the payment is recognized.
        #expect(try scene.stripe(HookScene.intent).status == 200)
        #expect(try count() == .number(0))
    }

    @Test("A correction of an unknown event is ignored with its reason")
    func unknown() throws {
        #expect(try scene.stripe(HookScene.refund).status == 200)
        let list = try scene.keyed.ask("GET", "/v1/rooms/main/sources/stripe/passed", as: "owner")
        #expect(
            list.json["passed"]?.elements.map { $0["reason"] }
                == [.string("what it takes back is not known here")])
    }

    @Test("A held delivery can be refunded before and after its approval")
    func held() throws {
        try configure(#""hold":"stripe","counter":true"#)
        _ = try scene.stripe(HookScene.intent)
        #expect(try scene.stripe(HookScene.refund).status == 202)
        let path = "/v1/rooms/main/held/stripe:pi_1/approve"
        #expect(try scene.keyed.ask("POST", path, as: "deck").status == 404)
        let other = HookScene.intent.replacing("pi_1", with: "pi_2")
        _ = try scene.stripe(other)
        let approve = try scene.keyed.ask(
            "POST", "/v1/rooms/main/held/stripe:pi_2/approve", as: "deck")
        #expect(approve.status == 202)
        #expect(try count() == .number(1))
        let back = try scene.stripe(HookScene.refund.replacing("pi_1", with: "pi_2"))
        #expect(back.status == 202)
        #expect(
            back.json["events"]?.elements.compactMap { $0["id"]?.string } == [
                "takeBack:approved:stripe:pi_2", "takeBack:approved:stripe:pi_2:2",
            ])
        #expect(try count() == .number(0))
    }

    @Test("A deletion message with an ingest key retracts only events of that key")
    func otherKeys() throws {
        let hook = "/v1/hooks/main/streamlabs"
        let made = try scene.keyed.ask(
            "POST", "/v1/rooms/main/keys", #"{"role":"ingest"}"#, as: "owner")
        let other = try #require(made.json["key"]?.string).string
        let donation =
            #"{"type":"donation","message":[{"id":7,"name":"Jo","amount":"1.00","#
            + #""currency":"USD"}]}"#
        #expect(try scene.keyed.ask("POST", hook, donation, as: "ingest").status == 202)
        let gift = #"{"gift":"Rose","id":"streamlabs:donation:8"}"#
        #expect(
            try scene.keyed.ask("POST", "/v1/rooms/main/gifts", gift, as: "owner").status == 202)
        func delete(_ id: Int, as name: String) throws -> Client.Answer {
            try scene.keyed.ask(
                "POST", hook, #"{"type":"donationDelete","message":{"id":\#(id)}}"#, as: name)
        }
        for (id, name) in [(7, other), (8, other), (8, "ingest")] {
            let answer = try delete(id, as: name)
            #expect(answer.status == 200 && answer.json["code"] == .string("not-here"))
        }
        #expect(try count() == .number(2))
        #expect(try delete(7, as: "ingest").status == 202)
        #expect(try delete(8, as: "owner").status == 202)
        #expect(try count() == .number(0))
    }

    @Test("A platform's refund retracts no event that a key posted under the payment's ID")
    func foreignEvent() throws {
        let gift = #"{"gift":"Rose","id":"stripe:pi_1"}"#
        #expect(
            try scene.keyed.ask("POST", "/v1/rooms/main/gifts", gift, as: "ingest").status == 202)
        #expect(try scene.stripe(HookScene.refund).json["code"] == .string("not-here"))
        #expect(try count() == .number(1))
    }

    @Test("A refund retracts nothing if its source is removed while the payment is looked up")
    func removedSource() throws {
        let scene = try ApplicationScene()
        let owner = try scene.key(.owner, of: "main").text
        let setting = "{\"secret\":\"\(HookScene.secret)\"}"
        #expect(
            try scene.ask("PUT", "/v1/rooms/main/sources/stripe", setting, as: owner).status == 200)
        func deliver(_ body: String) -> ApplicationScene.Asked {
            let seconds = WallTime.now.microseconds / 1_000_000
            let code = HMAC.code(
                of: Array("\(seconds).\(body)".utf8), key: Array(HookScene.secret.utf8))
            return scene.begin(
                "POST", "/v1/hooks/main/stripe", Array(body.utf8),
                [
                    "Stripe-Signature: t=\(seconds),v1=\(Text(hexadecimal: code))",
                    "Content-Type: application/json",
                ])
        }
        #expect(try scene.finish(deliver(HookScene.intent)).status == 202)
        let refund = deliver(HookScene.refund)
        try scene.removeSource("stripe", of: "main")
        #expect(try scene.finish(refund).status == 404)
        let path = "/v1/rooms/main/events/takeBack:stripe:pi_1"
        #expect(try scene.ask("GET", path, as: owner).status == 404)
    }
}
