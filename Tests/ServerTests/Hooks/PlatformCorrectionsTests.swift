import Foundation
import Journal
import Testing
import Texts
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
}
