import Foundation
import Stage
import Testing
import Texts
import Wire

@testable import Platforms

/// The studio's presets for the generic source, and payloads after each platform's documentation.
@Suite("Presets")
struct PresetTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "web/studio/platforms/presets.json")

    private static func presets() throws -> [(name: Text, settings: JSON)] {
        let json = try JSON(parsing: Array(Data(contentsOf: file)))
        return try (json["presets"]?.elements ?? []).map {
            (try #require($0["name"]?.text), try #require($0["settings"]))
        }
    }

    /// A payment on each platform, and a delivery that is none.
    static let table: [(name: Text, sent: Sent, line: String, other: Sent)] = [
        (
            "Patreon",
            Sent(
                "generic",
                #"{"data":{"id":"m1","type":"member","attributes":{"full_name":"Ann","#
                    + #""currently_entitled_amount_cents":500,"patron_status":"active_patron"},"#
                    + #""relationships":{"user":{"data":{"id":"77"}}}}}"#),
            "Ann: 1 x 5.00 USD",
            Sent("generic", #"{"data":{"id":"m1","attributes":{"patron_status":"former_patron"}}}"#)
        ),
        (
            "Buy Me a Coffee",
            Sent(
                "generic",
                #"{"type":"donation.created","live_mode":true,"event_id":1,"data":{"amount":5,"#
                    + #""currency":"USD","supporter_name":"John","supporter_id":2345,"#
                    + #""transaction_id":"pi_1","support_note":"Thanks"}}"#),
            "John: 1 x 5.00 USD",
            Sent(
                "generic",
                #"{"type":"donation.created","live_mode":false,"data":{"amount":5,"currency":"USD"}}"#
            )
        ),
        (
            "Fourthwall",
            Sent(
                "generic",
                #"{"testMode":false,"type":"DONATION","data":{"id":"don_1","username":"Cleo","#
                    + #""amounts":{"total":{"value":10.5,"currency":"EUR"}}}}"#),
            "Cleo: 1 x 10.50 EUR",
            Sent("generic", #"{"testMode":true,"type":"DONATION","data":{"id":"don_2"}}"#)
        ),
        (
            "Throne",
            Sent(
                "generic",
                #"{"event_id":"e1","event_type":"gift_purchased","data":{"gifter_username":"dag","#
                    + #""item_name":"Mug","price":1999,"currency":"USD","message":"hi"}}"#),
            "dag: 1 x Mug",
            Sent("generic", #"{"event_id":"e2","event_type":"follow","data":{}}"#)
        ),
        (
            "DonationAlerts",
            Sent(
                "generic",
                #"{"id":30530030,"name":"donation","username":"Ivan","message":"Hi","amount":500,"#
                    + #""currency":"RUB"}"#),
            "Ivan: 1 x 500.00 RUB", Sent("generic", #"{"id":1,"username":"Ivan","amount":0}"#)
        ),
        (
            "Tipeee",
            Sent(
                "generic",
                #"{"event":{"id":9,"type":"donation","parameters":{"username":"Eve","amount":"5.00","#
                    + #""currency":"EUR","message":"hi"}}}"#),
            "Eve: 1 x 5.00 EUR",
            Sent("generic", #"{"event":{"id":10,"type":"follow","parameters":{}}}"#)
        ),
        (
            "PayPal",
            Sent(
                "generic",
                "mc_gross=19.95&mc_currency=USD&charset=windows-1252&first_name=J%FCrgen&txn_id=71E"
                    + "&payer_id=P1&payment_status=Completed",
                mediaType: "application/x-www-form-urlencoded"),
            "Jürgen: 1 x 19.95 USD",
            Sent(
                "generic", "mc_gross=-19.95&txn_id=72E&payment_status=Refunded",
                mediaType: "application/x-www-form-urlencoded")
        ),
    ]

    @Test("Every preset is a valid mapping and has a payload here")
    func complete() throws {
        let presets = try Self.presets()
        for (name, settings) in presets {
            #expect(throws: Never.self, "\(name)") { try Source.generic.check(settings) }
        }
        #expect(presets.map(\.name) == Self.table.map(\.name))
    }

    @Test(
        "A preset reads its platform's payments and ignores other deliveries",
        arguments: table.indices)
    func payments(index: Int) throws {
        let (name, sent, line, other) = Self.table[index]
        let settings = try #require(Self.presets().first { $0.name == name }).settings
        guard case .happenings(let happenings, _) = try sent.reading(settings: settings) else {
            Issue.record("\(name)")
            return
        }
        let rules = SourcesConfiguration()
        let gifts = happenings.flatMap { $0.plainEvents(by: rules, of: "generic") }.compactMap {
            _, kind in
            if case .gift(let gift, _) = kind { gift } else { nil as Gift? }
        }
        #expect(
            gifts.map { "\($0.sender.name): \($0.count) x \($0.item.name)" } == [line])
        #expect(happenings.allSatisfy { $0.id != nil })
        guard case .passed = try other.reading(settings: settings) else {
            Issue.record("\(name): \(other)")
            return
        }
    }
}
