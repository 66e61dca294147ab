import Stage
import Testing
import Texts
import Wire

@testable import Platforms

@Suite("Ignored deliveries")
struct PassingOverTests {
    private func read(_ kind: String, _ body: String) throws -> DeliveryContent {
        let delivery = Delivery(
            body: Array(body.utf8), wallMicroseconds: 0,
            field: { $0 == "Content-Type" ? "application/json" : nil }, microseconds: { _ in nil })
        return try Source.named(kind).read(delivery, .object([]))
    }

    @Test("Each message of a Streamlabs event is read by itself")
    func messages() throws {
        let reading = try read(
            "streamlabs",
            #"""
            {"type":"donation","message":[
            {"_id":"a","name":"Ann","amount":"50","currency":"EUR"},
            {"_id":"b","name":"Ben","amount":"-1","currency":"EUR"}, "what", 7,
            {"_id":"c","name":"Cleo"},
            {"_id":"d","name":"Dag","amount":"0.50","currency":"EUR"}]}
            """#)
        guard case .happenings(let happenings, let beside) = reading else {
            Issue.record("\(reading)")
            return
        }
        #expect(happenings.map(\.id) == ["a", "d"])
        #expect(beside.map(\.type) == ["donation", "donation", "donation", "donation"])
        #expect(
            beside.map(\.reason.sentence) == [
                "/message/1/amount is no amount above 0", "/message/2 is no object",
                "/message/3 is no object", "/message/4/amount is no amount above 0",
            ])
        #expect(beside.first?.part?["name"] == .string("Ben"))
        #expect(beside.dropFirst(2).first?.part == .number(7))
    }

    @Test(
        "An ignored message of Streamlabs has a reason",
        arguments: [
            (#"{"type":"donation","message":[]}"#, "no-object"),
            (#"{"type":"donation"}"#, "no-object"),
            (#"{"type":"follow","message":"ann"}"#, "no-object"),
            (#"{"type":"bits","message":[{"amount":0}]}"#, "no-number"),
            (#"{"type":"subMysteryGift","message":{"amount":"x"}}"#, "no-number"),
            (#"{"type":"raid","message":[{"name":"zoe"}]}"#, "no-number"),
            (#"{"type":"superchat","message":[{"amount":1,"currency":"EUR"}]}"#, "no-amount"),
            (#"{"type":"host","message":[{"name":"zoe"}]}"#, "no-payment"),
            (#"{"type":"streamlabels","message":{"data":{}}}"#, "no-payment"),
            (#"42["event",{"type":"loyalty","message":[{}]}]"#, "unknown-type"),
        ])
    func none(body: String, word: Text) throws {
        let reading = try read("streamlabs", body)
        #expect(reading.reasons.map(\.word) == [word])
        guard case .happenings(let happenings, _) = reading else { return }
        #expect(happenings.isEmpty)
    }

    @Test("A retraction of more IDs than allowed reports the rest")
    func corrections() throws {
        let many = (1...51).map { "\"\($0)\"" }.joined(separator: ",")
        let reading = try read(
            "bilibili", #"{"cmd":"SUPER_CHAT_MESSAGE_DELETE","data":{"ids":[\#(many)]}}"#)
        guard case .corrections(let ids, _, let beside) = reading else {
            Issue.record("\(reading)")
            return
        }
        #expect(ids == (1...50).map { [Text("\($0)")] })
        #expect(beside.map(\.reason.word) == ["too-many"])
        #expect(
            try read(
                "bilibili", #"{"cmd":"SUPER_CHAT_MESSAGE_DELETE","data":{"ids":[7,{}]}}"#
            ).reasons.map(\.word) == ["names-nothing"])
    }

    @Test(
        "A missing amount or number is named by its pointer",
        arguments: [
            (
                "youtube",
                #"{"snippet":{"type":"superChatEvent","superChatDetails":{"amountMicros":"0"}}}"#,
                "no-amount", "/snippet/superChatDetails/amountMicros"
            ),
            (
                "youtube", #"{"snippet":{"type":"membershipGiftingEvent"}}"#, "no-number",
                "/snippet/membershipGiftingDetails/giftMembershipsCount"
            ),
            (
                "bilibili", #"{"cmd":"SUPER_CHAT_MESSAGE","data":{"price":0}}"#, "no-amount",
                "/data/price"
            ),
            (
                "bilibili", #"{"cmd":"LIVE_OPEN_PLATFORM_SUPER_CHAT","data":{}}"#, "no-amount",
                "/data/rmb"
            ),
            (
                "streamelements", #"{"listener":"tip-latest","event":{}}"#, "no-amount",
                "/event/amount"
            ),
        ] as [(String, String, Text, Text)])
    func fields(kind: String, body: String, word: Text, field: Text) throws {
        let reasons = try read(kind, body).reasons
        #expect(reasons.map(\.word) == [word])
        #expect(reasons.map(\.about) == [field])
    }
}
