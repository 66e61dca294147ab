import Stage
import Testing
import Texts
import Wire

@testable import Platforms

/// IDs tell deliveries apart and repeats together.
@Suite("IDs")
struct IdentityTests {
    private static let long = ["7519301234567890123", "7519301234567890321"]

    /// Deliveries with a number of 19 digits where the platform has an ID.
    private static func numbered(_ id: String) -> [Sent] {
        [
            Sent("tiktok", #"{"event":"follow","data":{"msgId":\#(id),"userId":1}}"#),
            Sent(
                "tiktok",
                #"{"event":"gift","data":{"common":{"msgId":\#(id)},"giftId":1,"repeatCount":1}}"#),
            Sent(
                "youtube",
                #"{"id":\#(id),"snippet":{"type":"newSponsorEvent"},"authorDetails":{}}"#),
            Sent("bilibili", #"{"cmd":"SEND_GIFT","data":{"giftId":1,"num":1,"tid":\#(id)}}"#),
            Sent("bilibili", #"{"cmd":"SUPER_CHAT_MESSAGE","data":{"id":\#(id),"price":30}}"#),
            Sent("streamelements", #"{"listener":"follower-latest","event":{"_id":\#(id)}}"#),
            Sent("streamlabs", #"{"type":"follow","message":[{"_id":\#(id),"name":"a"}]}"#),
            Sent(
                "streamlabs",
                #"{"type":"donation","message":[{"id":\#(id),"amount":1,"currency":"USD"}]}"#),
            .kofi(#"{"message_id":\#(id),"amount":"1.00","currency":"USD"}"#),
            .stripe("payment_intent.succeeded", #"{"id":\#(id),"amount":100,"currency":"usd"}"#),
            .gitHub("created", #"{"node_id":\#(id),"tier":{"monthly_price_in_cents":100}}"#),
            .twitch("channel.follow", #"{"user_id":\#(id),"followed_at":"2026-11-21T10:00:00Z"}"#),
            .kick("channel.reward.redemption.updated", #"{"id":\#(id),"status":"pending"}"#),
        ]
    }

    @Test("An ID of 19 digits keeps every digit", arguments: numbered("7519301234567890123"))
    func long(sent: Sent) throws {
        let ids = try sent.ids()
        #expect(ids.count == 1)
        #expect(ids[0]?.string.contains("7519301234567890123") == true, "\(ids)")
    }

    @Test(
        "IDs that differ only in their last digits stay distinct", arguments: numbered("0").indices)
    func apart(index: Int) throws {
        let both = try Self.long.map { try Self.numbered($0)[index].ids() }
        #expect(both[0] != both[1])
    }

    @Test("A generic ID of 19 digits keeps every digit")
    func generic() throws {
        let settings = JSON.object([
            .init("event", .string("gift")),
            .init(
                "keys",
                .object([
                    .init("id", .string("/id")), .init("sender", .string("/who")),
                    .init("senderId", .string("/who")), .init("gift", .string("/gift")),
                ])),
        ])
        let ids = try Self.long.map { id in
            let sent = Sent("generic", #"{"id":\#(id),"who":\#(id),"gift":"Rose"}"#)
            guard case .happenings(let happenings, _) = try sent.reading(settings: settings) else {
                return nil as Text?
            }
            return happenings.first?.id
        }
        #expect(ids == Self.long.map { Text($0) })
    }

    @Test(
        "A whole number beyond a double's precision is kept as text, and other numbers as numbers",
        arguments: [
            ("9007199254740991", .number(9_007_199_254_740_991)),
            ("9007199254740992", .string("9007199254740992")),
            ("-9007199254740993", .string("-9007199254740993")),
            ("123456789012345678901234567890", .string("123456789012345678901234567890")),
            ("1e20", .number(1e20)), ("12.5", .number(12.5)), ("0", .number(0)),
        ] as [(String, JSON)])
    func numbers(literal: String, value: JSON) throws {
        #expect(try Delivery.json(Array(literal.utf8)) == value)
    }

    @Test("A sender's ID of 19 digits keeps every digit")
    func senders() throws {
        for (kind, body) in [
            ("tiktok", #"{"event":"follow","data":{"msgId":1,"user":{"id":7519301234567890123}}}"#),
            (
                "bilibili",
                #"{"cmd":"SEND_GIFT","data":{"giftId":1,"num":1,"uid":7519301234567890123}}"#
            ),
        ] {
            let sender = try Sent(kind, body).happenings().first?.sender
            #expect(sender?.id == Text("\(kind):7519301234567890123"))
        }
    }

    @Test("An ID that is too long for an event becomes a digest of its own")
    func digests() throws {
        let texts = ["a", "b"].map { String(repeating: "x", count: 400) + $0 }
        let ids = try texts.map { try Self.numbered("\"\($0)\"")[0].ids()[0] }
        #expect(ids[0] != nil)
        #expect(ids[0] != ids[1])
        #expect(ids.allSatisfy { $0!.byteCount <= 150 })
    }

    /// Deliveries without an ID: a repeat is the same text, `other` differs in what the platform documents.
    static let unnamed: [(sent: Sent, other: Sent)] = [
        (
            Sent(
                "bilibili",
                #"{"cmd":"GUARD_BUY","data":{"uid":7,"guard_level":3,"num":1,"start_time":100}}"#),
            Sent(
                "bilibili",
                #"{"cmd":"GUARD_BUY","data":{"uid":7,"guard_level":2,"num":1,"start_time":100}}"#)
        ),
        (
            Sent(
                "bilibili",
                #"{"cmd":"SEND_GIFT","data":{"uid":7,"giftId":1,"num":2,"timestamp":100}}"#),
            Sent(
                "bilibili",
                #"{"cmd":"SEND_GIFT","data":{"uid":7,"giftId":1,"num":2,"timestamp":101}}"#)
        ),
        (
            Sent(
                "tiktok",
                #"{"event":"gift","data":{"giftId":1,"repeatCount":2,"userId":7,"createTime":"5"}}"#
            ),
            Sent(
                "tiktok",
                #"{"event":"gift","data":{"giftId":1,"repeatCount":2,"userId":8,"createTime":"5"}}"#
            )
        ),
        (
            Sent(
                "streamelements",
                #"{"type":"tip","createdAt":"T1","data":{"username":"a","amount":5}}"#),
            Sent(
                "streamelements",
                #"{"type":"tip","createdAt":"T1","data":{"username":"a","amount":6}}"#)
        ),
        (
            Sent(
                "youtube",
                #"{"snippet":{"type":"newSponsorEvent","authorChannelId":"U","publishedAt":"T"}}"#),
            Sent(
                "youtube",
                #"{"snippet":{"type":"newSponsorEvent","authorChannelId":"V","publishedAt":"T"}}"#)
        ),
        (
            .kofi(#"{"kofi_transaction_id":"t1","amount":"1.00","currency":"USD"}"#),
            .kofi(#"{"kofi_transaction_id":"t2","amount":"1.00","currency":"USD"}"#)
        ),
    ]

    @Test(
        "A message without an ID is known by the fields that identify it",
        arguments: unnamed.indices)
    func derived(index: Int) throws {
        let (sent, other) = Self.unnamed[index]
        let first = try sent.happenings(atWallMicroseconds: 1)
        let again = try sent.happenings(atWallMicroseconds: 900_000_000)
        #expect(first.count == 1)
        #expect(first[0].id != nil)
        #expect(first[0].id == again.first?.id)
        #expect(try other.ids() != first.map(\.id))
    }

    @Test("All reports of one payment have one ID, and another payment has another")
    func payments() throws {
        let groups: [[Sent]] = [
            [
                .stripe(
                    "checkout.session.completed",
                    #"{"id":"cs_1","amount_total":500,"currency":"usd","payment_intent":null,"#
                        + #""invoice":"in_1"}"#),
                .stripe(
                    "payment_intent.succeeded",
                    #"{"id":"pi_1","amount":500,"currency":"usd","invoice":"in_1"}"#),
                .stripe("invoice.paid", #"{"id":"in_1","amount_paid":500,"currency":"usd"}"#),
                .stripe(
                    "charge.succeeded",
                    #"{"id":"ch_1","amount":500,"currency":"usd","payment_intent":"pi_1","#
                        + #""invoice":"in_1"}"#),
            ],
            [
                .stripe(
                    "checkout.session.completed",
                    #"{"id":"cs_2","amount_total":500,"currency":"usd","payment_intent":"pi_2","#
                        + #""invoice":"in_2"}"#),
                .stripe(
                    "payment_intent.succeeded", #"{"id":"pi_2","amount":500,"currency":"usd"}"#),
                .stripe(
                    "charge.succeeded",
                    #"{"id":"ch_2","amount":500,"currency":"usd","payment_intent":"pi_2"}"#),
            ],
            [
                Sent(
                    "bilibili",
                    #"{"cmd":"GUARD_BUY","data":{"uid":7,"guard_level":3,"num":1,"start_time":100}}"#
                ),
                Sent(
                    "bilibili",
                    #"{"cmd":"USER_TOAST_MSG","data":{"uid":7,"guard_level":3,"start_time":100}}"#),
                Sent(
                    "bilibili",
                    #"{"cmd":"USER_TOAST_MSG_V2","data":{"sender_uinfo":{"uid":7},"guard_info":"#
                        + #"{"guard_level":3,"start_time":100}}}"#),
            ],
            [
                Sent("bilibili", #"{"cmd":"SUPER_CHAT_MESSAGE","data":{"id":42,"price":30}}"#),
                Sent(
                    "bilibili", #"{"cmd":"SUPER_CHAT_MESSAGE_JPN","data":{"id":"42","price":30}}"#),
            ],
        ]
        let ids = try groups.map { group in try Set(group.flatMap { try $0.ids() }) }
        #expect(ids.allSatisfy { $0.count == 1 }, "\(ids)")
        #expect(Set(ids.flatMap(\.self)).count == groups.count)
    }
}
