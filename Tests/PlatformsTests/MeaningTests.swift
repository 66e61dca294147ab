import Stage
import Testing
import Texts
import Wire

@testable import Platforms

/// Fields that change the meaning of a payload, over all sources that have such a field.
@Suite("Tests, names, tiers and retractions")
struct MeaningTests {
    /// Deliveries that a platform's own test button or test mode sends.
    static let tests: [Sent] = [
        Sent(
            "streamlabs",
            #"{"type":"donation","message":[{"name":"John","isTest":true,"amount":7,"currency":"USD","#
                + #""_id":"a5c2"}]}"#),
        Sent(
            "streamlabs",
            #"{"type":"bits","isTest":true,"message":[{"name":"John","amount":7,"_id":"a5c3"}]}"#),
        Sent(
            "streamelements",
            #"42["event:test",{"listener":"tip-latest","event":{"name":"John","amount":7,"#
                + #""currency":"USD"}}]"#),
        Sent(
            "streamelements",
            #"{"type":"tip","isMock":true,"_id":"x","data":{"username":"John","amount":7,"#
                + #""currency":"USD"}}"#),
        .stripe(
            "payment_intent.succeeded", #"{"id":"pi_1","amount":700,"currency":"usd"}"#,
            live: "false"),
        .kofi(
            #"{"message_id":"m","amount":"7.00","currency":"USD","from_name":"Jo Example","#
                + #""kofi_transaction_id":"00000000-1111-2222-3333-444444444444"}"#),
    ]

    @Test("A test is shown, is marked as a test, and does not count", arguments: tests)
    func test(sent: Sent) throws {
        var rules = SourcesConfiguration()
        rules.counter = true
        rules.currency = "USD"
        let lines = try sent.lines(rules: rules)
        #expect(lines.count == 1)
        #expect(lines.allSatisfy { $0.hasPrefix("TEST ") }, "\(lines)")
        // The same delivery without the mark counts.
        let real = Sent(
            sent.kind,
            sent.body.replacing("\"isTest\":true,", with: "").replacing(
                "\"isMock\":true,", with: ""
            )
            .replacing("event:test", with: "event").replacing("\"livemode\":false,", with: "")
            .replacing("%34%34%34%34%34%34", with: "%35"), mediaType: sent.mediaType)
        #expect(try real.lines(rules: rules).allSatisfy { !$0.hasPrefix("TEST ") })
    }

    static let names: [(sent: Sent, name: Text)] = [
        (
            Sent(
                "streamlabs",
                #"{"type":"bits","message":[{"name":"the_red_doctor","display_name":"The_Red_Doctor","#
                    + #""amount":100,"_id":"b1"}]}"#),
            "The_Red_Doctor"
        ),
        (
            Sent(
                "streamlabs",
                #"{"type":"subMysteryGift","message":[{"gifter":"robo","gifter_display_name":"RoboWolf","#
                    + #""name":"robo","amount":5,"_id":"b2"}]}"#),
            "RoboWolf"
        ),
        (
            Sent("streamlabs", #"{"type":"follow","message":[{"name":"login","_id":"b3"}]}"#),
            "login"
        ),
        (.twitch("channel.cheer", #"{"user_id":"1","user_login":"ann","bits":1}"#), "ann"),
        (
            .twitch(
                "channel.cheer", #"{"user_id":"1","user_login":"yuki","user_name":"雪","bits":1}"#),
            "雪"
        ),
        (
            Sent(
                "streamelements",
                #"{"type":"cheer","_id":"1","data":{"username":"ann","displayName":"Ann","amount":1}}"#
            ),
            "Ann"
        ),
        (
            Sent(
                "tiktok",
                #"{"event":"follow","data":{"msgId":"1","user":{"id":"1","uniqueId":"ann.example","#
                    + #""nickname":"Ann"}}}"#),
            "Ann"
        ),
        (
            Sent(
                "tiktok",
                #"{"event":"follow","data":{"msgId":"1","user":{"id":"1","displayId":"ann.example"}}}"#
            ),
            "ann.example"
        ),
        (
            Sent(
                "bilibili",
                #"{"cmd":"SEND_GIFT","data":{"giftId":1,"num":1,"uinfo":{"base":{"name":"小雪"}}}}"#),
            "小雪"
        ),
        (
            .kick("channel.followed", #"{"follower":{"user_id":1,"channel_slug":"ann"}}"#), "ann"
        ),
        (
            .twitch(
                "channel.cheer",
                #"{"user_id":"1","user_login":"ann","user_name":"","bits":1}"#), "ann"
        ),
        // Direction controls would reorder the text around a name.
        (
            .twitch(
                "channel.cheer",
                "{\"user_id\":\"1\",\"user_name\":\"\u{202E}A\u{2066}n\u{61C}n\",\"bits\":1}"),
            "Ann"
        ),
        (
            .twitch("channel.cheer", "{\"user_id\":\"1\",\"user_name\":\"\u{202E}\",\"bits\":1}"),
            "anonymous"
        ),
    ]

    @Test("The display name is shown, or else the login", arguments: names.indices)
    func name(index: Int) throws {
        let (sent, name) = Self.names[index]
        #expect(try sent.happenings().map(\.sender.name) == [name])
    }

    @Test("An empty text is no message")
    func emptyMessage() throws {
        let sent = Sent.twitch(
            "channel.bits.use",
            #"{"user_id":"1","user_name":"Eve","bits":5,"type":"power_up","message":null}"#)
        #expect(try sent.happenings().map(\.message) == [nil])
    }

    @Test("A message has no direction controls")
    func message() throws {
        let sent = Sent.twitch(
            "channel.cheer",
            "{\"user_id\":\"1\",\"user_name\":\"Ann\",\"bits\":1,\"message\":\"a\u{202E}b\u{2069}c\"}"
        )
        var rules = SourcesConfiguration()
        rules.message = .caption
        #expect(try sent.lines(rules: rules).last == "Ann: abc")
    }

    /// Accounts that stand for any anonymous giver, in messages of two IDs.
    private static func standIns(_ id: String) -> [Sent] {
        [
            .twitch(
                "channel.subscription.gift",
                #"{"user_id":"274598607","user_login":"ananonymousgifter","#
                    + #""user_name":"AnAnonymousGifter","total":1,"tier":"1000"}"#, message: id),
            .twitch(
                "channel.cheer",
                #"{"user_id":"407665396","user_name":"AnAnonymousCheerer","bits":1}"#, message: id),
            .twitch("channel.cheer", #"{"is_anonymous":true,"bits":1}"#, message: id),
            Sent(
                "streamlabs",
                #"{"type":"subMysteryGift","message":[{"gifter":"ananonymousgifter","amount":5,"#
                    + #""_id":"\#(id)"}]}"#),
            Sent(
                "streamelements",
                #"{"type":"communityGiftPurchase","_id":"\#(id)","data":{"username":"AnAnonymousGifter","#
                    + #""providerId":"274598607","amount":5}}"#),
            .kick(
                "channel.subscription.gifts",
                #"{"gifter":{"is_anonymous":true,"user_id":null},"giftees":[{"user_id":1}]}"#,
                message: id),
            Sent(
                "bilibili",
                #"{"cmd":"SEND_GIFT","data":{"giftId":1,"num":1,"uid":0,"tid":"\#(id)"}}"#),
            Sent(
                "tiktok",
                #"{"event":"gift","data":{"giftId":1,"repeatCount":1,"userId":"0","msgId":"\#(id)"}}"#
            ),
        ]
    }

    @Test("An anonymous giver is a different person each time", arguments: standIns("0").indices)
    func anonymous(index: Int) throws {
        let senders = try ["one", "two"].flatMap {
            try Self.standIns($0)[index].happenings().map(\.sender)
        }
        #expect(senders.count == 2)
        #expect(senders.map(\.name) == ["anonymous", "anonymous"])
        #expect(senders.allSatisfy { $0.id != nil })
        #expect(senders[0].id != senders[1].id)
    }

    /// Payloads that differ only in what tells tiers apart.
    static let tiers: [[Sent]] = [
        ["1000", "2000", "3000", "Prime"].map {
            Sent(
                "streamlabs",
                #"{"type":"subscription","message":[{"name":"a","sub_plan":"\#($0)"}]}"#)
        },
        ["1000", "2000", "3000"].map {
            Sent(
                "streamlabs",
                #"{"type":"subMysteryGift","message":[{"gifter":"a","amount":1,"sub_plan":"\#($0)"}]}"#
            )
        },
        ["1000", "2000", "3000", "prime"].map {
            Sent(
                "streamelements",
                #"{"listener":"subscriber-latest","event":{"name":"a","amount":1,"tier":"\#($0)"}}"#
            )
        },
        ["1000", "2000", "3000"].map {
            .twitch("channel.subscribe", #"{"user_id":"1","user_name":"a","tier":"\#($0)"}"#)
        },
        ["Gold", "Silver"].map {
            Sent(
                "youtube",
                #"{"id":"1","snippet":{"type":"newSponsorEvent","newSponsorDetails":"#
                    + #"{"memberLevelName":"\#($0)"}}}"#)
        },
        ["1", "2", "3"].map {
            Sent(
                "bilibili",
                #"{"cmd":"GUARD_BUY","data":{"uid":1,"guard_level":\#($0),"start_time":1}}"#)
        },
    ]

    @Test("Each tier has a gift of its own name and ID", arguments: tiers.indices)
    func tier(index: Int) throws {
        let presents = try Self.tiers[index].map { sent -> GiftItem in
            guard case .gift(let item, _, _, _) = try sent.happenings()[0].deed else {
                return GiftItem(name: "")
            }
            return item
        }
        #expect(Set(presents.map(\.id)).count == presents.count, "\(presents)")
        #expect(Set(presents.map(\.name)).count == presents.count, "\(presents)")
    }

    /// A payment, and the delivery that retracts it.
    static let retractions: [(sent: Sent, retraction: Sent)] = [
        (
            Sent(
                "streamlabs",
                #"{"type":"donation","message":[{"id":123456789,"amount":"4.20","currency":"USD","#
                    + #""_id":"d1"}]}"#),
            Sent("streamlabs", #"{"type":"donationDelete","message":{"id":123456789}}"#)
        ),
        (
            Sent("bilibili", #"{"cmd":"SUPER_CHAT_MESSAGE","data":{"id":7290000,"price":30}}"#),
            Sent("bilibili", #"{"cmd":"SUPER_CHAT_MESSAGE_DELETE","data":{"ids":[7290000]}}"#)
        ),
        (
            .stripe(
                "checkout.session.completed",
                #"{"id":"cs_1","amount_total":500,"currency":"usd","invoice":"in_1"}"#),
            .stripe(
                "charge.refunded",
                #"{"id":"ch_1","refunded":true,"payment_intent":"pi_1","invoice":"in_1"}"#)
        ),
        (
            .stripe("payment_intent.succeeded", #"{"id":"pi_1","amount":500,"currency":"usd"}"#),
            .stripe("charge.dispute.created", #"{"id":"dp_1","payment_intent":"pi_1"}"#)
        ),
        (
            Sent(
                "youtube",
                #"{"id":"L1","snippet":{"type":"superChatEvent","superChatDetails":"#
                    + #"{"amountMicros":"1000000","currency":"USD"}}}"#),
            Sent(
                "youtube",
                #"{"id":"L2","snippet":{"type":"messageDeletedEvent","messageDeletedDetails":"#
                    + #"{"deletedMessageId":"L1"}}}"#)
        ),
        (
            .kick(
                "channel.reward.redemption.updated",
                #"{"id":"r1","status":"pending","reward":{"title":"T"}}"#),
            .kick("channel.reward.redemption.updated", #"{"id":"r1","status":"rejected"}"#)
        ),
    ]

    @Test("A retraction names the event that it retracts", arguments: retractions.indices)
    func retraction(index: Int) throws {
        let (sent, retraction) = Self.retractions[index]
        let id = try #require(try sent.ids().first.flatMap { $0 })
        guard case .corrections(let groups, _, _) = try retraction.reading() else {
            Issue.record("\(retraction)")
            return
        }
        #expect(groups.count == 1)
        #expect(groups[0].contains(id), "\(groups), \(id)")
    }

    @Test("A partial refund says how much was refunded and retracts nothing")
    func partial() throws {
        let reasons = try Sent.stripe(
            "charge.refunded",
            #"{"id":"ch_1","refunded":false,"amount_refunded":200,"currency":"usd","#
                + #""payment_intent":"pi_1"}"#
        ).reading().reasons
        #expect(reasons.map(\.word) == ["part-refund"])
        #expect(reasons.map(\.about) == ["2.00 USD"])
    }
}
