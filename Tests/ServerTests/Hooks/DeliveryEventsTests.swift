import Foundation
import Journal
import Platforms
import Stage
import Testing
import Texts
import Wire

@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

/// The events of every recorded delivery: their kinds, IDs, `source` and `with`. The expected events are in
/// `deliveries.txt`: the path of each delivery, then a line for each event.
@Suite("Events of recorded deliveries")
struct DeliveryEventsTests {
    private static let payloads = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "PlatformsTests/Payloads")

    private static let mappings: [String: String] = [
        "order": #"{"event":"gift","keys":{"id":"/order/id","sender":"/order/buyer/name"},"#
            + #""fixed":{"gift":"Sticker"}}"#,
        "form": #"{"event":"gift","keys":{"id":"ref","sender":"from","gift":"what","count":"n"}}"#,
    ]

    /// A recorded delivery, by the path of its file without the ending.
    private static func read(_ name: String) throws -> DeliveryContent {
        let file = payloads.appending(path: name)
        let fields = try String(contentsOf: file.appendingPathExtension("fields"), encoding: .utf8)
            .split(separator: "\n").map { line in
                let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
                return (Text(parts[0]).asciiLowercased, Text(String(parts[1].dropFirst())))
            }
        let delivery = Delivery(
            body: Array(try Data(contentsOf: file.appendingPathExtension("body"))),
            wallMicroseconds: 1_795_255_201_000_000,
            field: { name in fields.first { $0.0 == name.asciiLowercased }?.1 },
            microseconds: { WallTime($0)?.microseconds })
        let parts = name.split(separator: "/").map(String.init)
        let kind = parts[parts.count - 2]
        let mapping = mappings[parts.last == "form" ? "form" : "order"] ?? ""
        let settings = try kind == "generic" ? JSON(parsing: Array(mapping.utf8)) : .object([])
        return try #require(Source.all.first { $0.kind == Text(kind) }).read(delivery, settings)
    }

    /// Each event in a line: its kind, its ID, its origin.
    private static func lines(of name: String) throws -> [String] {
        let parts = name.split(separator: "/").map(String.init)
        return lines(of: try read(name), from: Text(parts[parts.count - 2]))
    }

    private static func lines(of content: DeliveryContent, from source: Text) -> [String] {
        guard case .happenings(let happenings, _) = content else { return [] }
        return happenings.flatMap { happening in
            HookGroup(
                happening, by: SourcesConfiguration(), of: source,
                id: happening.eventID(of: source)
            ).events.map { event in
                let origin = event.kind.origin
                #expect(origin.map { $0.source == source } ?? (event.kind.word == "caption"))
                let with = origin?.with.map { " with \($0)" } ?? ""
                return "\(event.id ?? "") \(description(of: event.kind))\(with)"
            }
        }
    }

    private static func description(of kind: Event.Kind) -> String {
        switch kind {
        case .gift(let gift, _): "gift \(gift.count) x \(gift.item.id ?? gift.item.name)"
        case .notice(let notice, _):
            "notice \(notice.kind)" + (notice.count.map { " \($0)" } ?? "")
                + (notice.months.map { ", \($0) months" } ?? "")
                + (notice.title.map { " '\($0)'" } ?? "")
                + (notice.item.map { " of \($0.id ?? $0.name)" } ?? "")
        default: kind.word.string
        }
    }

    private static var names: [String] {
        get throws {
            let files = try #require(FileManager.default.enumerator(atPath: payloads.path))
            return files.compactMap { $0 as? String }.filter { $0.hasSuffix(".body") }
                .map { String($0.dropLast(5)) }.sorted()
        }
    }

    @Test("Every recorded delivery makes the events of the table")
    func table() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "deliveries.txt")
        var expected: [String: [String]] = [:]
        var name = ""
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            if line.hasPrefix("  ") {
                expected[name]!.append(String(line.dropFirst(2)))
            } else {
                name = String(line)
                expected[name] = []
            }
        }
        for name in try Self.names {
            #expect(try Self.lines(of: name) == expected.removeValue(forKey: name), "\(name)")
        }
        #expect(expected.isEmpty)
    }

    // MARK: Deliveries that earlier versions misread

    private struct Sent {
        let kind: Text
        let body: String
        var fields: [String: String] = [:]
        var settings = "{}"
        let lines: [String]
    }

    private static func twitch(_ type: String, _ event: String, _ lines: [String]) -> Sent {
        Sent(
            kind: "twitch", body: #"{"subscription":{"type":"\#(type)"},"event":\#(event)}"#,
            fields: [
                "Twitch-Eventsub-Message-Type": "notification", "Twitch-Eventsub-Message-Id": "m",
            ], lines: lines)
    }

    private static func subscription(_ id: String, _ plan: String) -> Sent {
        Sent(
            kind: "streamlabs",
            body: #"{"type":"subscription","message":[{"name":"a","sub_plan":"\#(plan)","#
                + #""gifter":null,"_id":"\#(id)"}]}"#,
            lines: [
                "streamlabs:\(id):notice notice subscription 1 of streamlabs:sub:\(plan)",
                "streamlabs:\(id) gift 1 x streamlabs:sub:\(plan) with streamlabs:\(id):notice",
            ])
    }

    private static let unusual: [Sent] = [
        Sent(
            kind: "streamlabs",
            body:
                #"{"type":"subscription","message":[{"name":"lucky","months":1,"sub_plan":"1000","#
                + #""sub_type":"subgift","gifter":"giver","gifter_display_name":"Giver","#
                + #""_id":"33bb"}]}"#,
            lines: [
                "streamlabs:33bb:notice notice subscription 1, 1 months of streamlabs:giftsub:1000",
                "streamlabs:33bb gift 1 x streamlabs:giftsub:1000 with streamlabs:33bb:notice",
            ]),
        subscription("1", "1000"), subscription("2", "3000"),
        Sent(
            kind: "streamlabs",
            body: #"{"type":"bits","message":[{"name":"the_red_doctor","amount":100,"_id":"b1"}]}"#,
            lines: [
                "streamlabs:b1:notice notice cheer 100 of streamlabs:bits",
                "streamlabs:b1 gift 100 x streamlabs:bits with streamlabs:b1:notice",
            ]),
        Sent(
            kind: "streamlabs",
            body: #"{"type":"subMysteryGift","message":[{"gifter":"robo","amount":5,"_id":"b2"}]}"#,
            lines: [
                "streamlabs:b2:notice notice subscription 5 of streamlabs:giftsub:1000",
                "streamlabs:b2 gift 5 x streamlabs:giftsub:1000 with streamlabs:b2:notice",
            ]),
        Sent(
            kind: "streamlabs",
            body: #"{"type":"donation","message":[{"id":123456789,"name":"T","amount":"4.20","#
                + #""currency":"USD","_id":"d1"}]}"#,
            lines: ["streamlabs:donation:123456789 gift 1 x 4.20 USD"]),
        Sent(
            kind: "stripe",
            body: #"{"type":"checkout.session.completed","data":{"object":{"id":"cs_1","#
                + #""mode":"subscription","amount_total":500,"currency":"usd","#
                + #""payment_status":"paid","payment_intent":null,"invoice":"in_1"}}}"#,
            lines: ["stripe:in_1 gift 1 x 5.00 USD"]),
        Sent(
            kind: "stripe",
            body: #"{"type":"payment_intent.succeeded","data":{"object":{"id":"pi_1","amount":500,"#
                + #""currency":"usd","invoice":"in_1"}}}"#,
            lines: ["stripe:in_1 gift 1 x 5.00 USD"]),
        Sent(
            kind: "github",
            body: #"{"action":"created","sponsorship":{"node_id":"S1","sponsor":{"id":2},"#
                + #""privacy_level":"public","tier":{"monthly_price_in_cents":500}}}"#,
            fields: ["X-GitHub-Event": "sponsorship"], lines: ["github:S1 gift 1 x 5.00 USD"]),
        Sent(
            kind: "youtube",
            body: #"{"id":"LCC.10","snippet":{"type":"giftEvent","giftDetails":{"giftName":"Rose","#
                + #""jewelsAmount":10,"comboCount":3}}}"#,
            lines: ["youtube:LCC.10:3 gift 3 x youtube:gift:Rose"]),
        Sent(
            kind: "bilibili",
            body: #"{"cmd":"SEND_GIFT_V2","data":{"pb":"CM7C8QUSCeinguS8l+eUslI3CLzyARIJ5bCP6Iqx"#
                + #"6IqxGAMoZDisAkIEZ29sZEoTNDUyMDcwMDAwMDEyMTEwMDAwMVCA98TVBg=="}}"#,
            lines: ["bilibili:4520700000121100001 gift 3 x bilibili:31036"]),
        Sent(
            kind: "bilibili",
            body:
                #"{"cmd":"INTERACT_WORD","data":{"uid":7,"uname":"Ann","msg_type":2,"timestamp":9}}"#,
            lines: [
                "bilibili:follow:7:9:notice notice follow", "bilibili:follow:7:9 caption",
            ]),
        Sent(
            kind: "bilibili",
            body:
                #"{"cmd":"INTERACT_WORD","data":{"uid":7,"uname":"Ann","msg_type":1,"timestamp":9}}"#,
            lines: []),
        twitch(
            "channel.charity_campaign.donate",
            #"{"id":"a1","user_id":"6","amount":{"value":10000,"decimal_places":2,"currency":"USD"}}"#,
            ["twitch:a1 gift 1 x 100.00 USD"]),
        twitch(
            "channel.bits.use", #"{"user_id":"6","user_name":"G","bits":50,"type":"power_up"}"#,
            [
                "twitch:m:notice notice cheer 50 of twitch:bits",
                "twitch:m gift 50 x twitch:bits with twitch:m:notice",
            ]),
        Sent(
            kind: "generic", body: #"{"msgId":7519301234567890123,"nick":"Ann","gift":"Rose"}"#,
            settings: #"{"event":"gift","keys":{"id":"/msgId","sender":"/nick","gift":"/gift"}}"#,
            lines: ["generic:7519301234567890123 gift 1 x Rose"]),
        Sent(
            kind: "generic",
            body: "mc_gross=19.95&charset=windows-1252&first_name=J%FCrgen&txn_id=7",
            fields: ["Content-Type": "application/x-www-form-urlencoded"],
            settings:
                #"{"event":"gift","keys":{"id":"txn_id","sender":"first_name","gift":"mc_gross"}}"#,
            lines: ["generic:7 gift 1 x 19.95"]),
    ]

    @Test("A delivery that is easy to misread makes the right events", arguments: unusual.indices)
    func misread(index: Int) throws {
        let sent = Self.unusual[index]
        let delivery = Delivery(
            body: Array(sent.body.utf8), wallMicroseconds: 1_795_255_201_000_000,
            field: { name in
                let type = name == "Content-Type" ? "application/json" : nil
                return (sent.fields[name.string] ?? type).map { Text($0) }
            }, microseconds: { WallTime($0)?.microseconds })
        let source = try #require(Source.all.first { $0.kind == sent.kind })
        let content = try source.read(delivery, JSON(parsing: Array(sent.settings.utf8)))
        #expect(Self.lines(of: content, from: sent.kind) == sent.lines)
    }
}
