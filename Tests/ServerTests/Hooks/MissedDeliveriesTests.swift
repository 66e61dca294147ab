import Platforms
import Testing
import Texts
import Wire

@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Missed deliveries")
struct MissedDeliveriesTests {
    private func passed(_ kind: String, _ keyed: KeyedServer) throws -> [JSON] {
        let list = try keyed.ask("GET", "/v1/rooms/main/sources/\(kind)/passed", as: "owner")
        return list.json["passed"]?.elements ?? []
    }

    private func tip(_ id: String, _ currency: String, isTest: Bool = false) -> String {
        #"{"type":"donation","message":[{"_id":"\#(id)","name":"Ann","amount":"5","#
            + #""currency":"\#(currency)","isTest":\#(isTest)}]}"#
    }

    /// The member `sources` of the overview.
    private func overview(_ deliveries: [(Text, Deliveries)], own: Text = "USD") -> JSON? {
        JSON.object(MissedDeliveries(deliveries, ownCurrency: own).members)["sources"]
    }

    @Test("A donation in another currency is listed once for each currency, and a test never")
    func otherCurrency() throws {
        let keyed = try KeyedServer()
        let path = "/v1/hooks/main/streamlabs"
        for body in [
            tip("a", "USD"), tip("b", "JPY", isTest: true), tip("c", "EUR"), tip("d", "EUR"),
            tip("e", "JPY"),
        ] {
            let answer = try keyed.ask("POST", path, body, as: "ingest")
            #expect(answer.status == 202, "\(answer.text)")
        }
        let kept = try passed("streamlabs", keyed)
        #expect(kept.allSatisfy { $0["code"] == .string("other-currency") })
        #expect(
            Set(kept.compactMap { $0["about"]?.string }) == ["EUR", "JPY"], "\(kept)")
        #expect(kept.count == 2)
    }

    @Test("The newest currency that the room does not count is reported")
    func newestCurrency() {
        var deliveries = Deliveries()
        #expect(overview([("kofi", deliveries)]) == nil)
        for currency in ["EUR", "JPY"] as [Text] {
            deliveries.pass(type: "", reason: .otherCurrency(currency), payload: .null)
        }
        #expect(overview([("kofi", deliveries)])?["otherCurrency"] == .string("JPY"))
        #expect(overview([("kofi", deliveries)], own: "JPY")?["otherCurrency"] == .string("EUR"))
    }

    @Test("Unknown types and refusals are counted by type and by reason; ignored types are not")
    func groups() {
        var twitch = Deliveries()
        for type in ["channel.new", "channel.other", "channel.new"] as [Text] {
            twitch.pass(type: type, reason: .unknownType, payload: .null)
        }
        twitch.pass(type: "channel.follow", reason: .hidden, payload: .null)
        twitch.count(.revoked, fault: .stale)
        var stripe = Deliveries()
        for reason in [Reason.forged, .stale, .forged] { stripe.count(.refused, fault: reason) }
        let missed = overview([("twitch", twitch), ("stripe", stripe)])?["missed"]?.elements ?? []
        let lines = missed.map { group in
            [group["source"], group["type"] ?? group["code"]].compactMap { $0?.string?.string }
                + ["\(group["count"]?.number ?? 0)"]
        }
        #expect(
            Set(lines) == [
                ["twitch", "channel.new", "2.0"], ["twitch", "channel.other", "1.0"],
                ["stripe", "forged", "2.0"], ["stripe", "stale", "1.0"],
            ])
        // Newest first.
        #expect(lines.first == ["stripe", "forged", "2.0"])
        #expect(overview([("twitch", twitch)])?["otherCurrency"] == nil)
    }

    @Test("Long types and long lists of fields do not reach a studio")
    func long() {
        var deliveries = Deliveries()
        let long = Text(String(repeating: "x", count: 101))
        let short = Text(String(repeating: "x", count: 100))
        for type in [long, long + "y", short] {
            deliveries.pass(type: type, reason: .unknownType, payload: .null)
        }
        deliveries.count(.refused, fault: Reason("content", about: long + long, "…"))
        deliveries.count(.refused, fault: Reason("full", about: "/event", "…"))
        let missed = overview([("twitch", deliveries)])?["missed"]?.elements ?? []
        let types = missed.compactMap { $0["type"]?.string }
        #expect(Set(types) == ["…", short])
        #expect(missed.first { $0["type"] == .string("…") }?["count"] == .number(2))
        #expect(missed.first { $0["code"] == .string("content") }?["about"] == .null)
        #expect(missed.first { $0["code"] == .string("full") }?["about"] == .string("/event"))
    }

    @Test("A studio receives at most ten groups")
    func limit() {
        var twitch = Deliveries()
        for number in 0..<12 {
            twitch.pass(type: Text("t\(number)"), reason: .unknownType, payload: .null)
        }
        #expect(overview([("twitch", twitch)])?["missed"]?.elements.count == 10)
    }
}
