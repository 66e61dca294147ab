import Stage
import Testing
import Texts
import Wire

@testable import Platforms

/// Each platform's payloads of today and of last year, and the events that become of them.
@Suite("Payload formats")
struct FormatTests {
    static let table: [(sent: Sent, lines: [String])] =
        twitch + youTube + tikTok + bilibili + streamElements + streamlabs + kick + others

    private static let twitch: [(sent: Sent, lines: [String])] = [
        (
            .twitch(
                "channel.bits.use",
                #"{"user_id":"6","user_name":"G","bits":50,"type":"power_up","message":null}"#),
            ["G: 50 x Bits [twitch:bits]"]
        ),
        (
            .twitch(
                "channel.charity_campaign.donate",
                #"{"id":"a1","user_id":"6","user_name":"G","amount":{"value":10000,"#
                    + #""decimal_places":2,"currency":"USD"}}"#),
            ["G: 1 x 100.00 USD"]
        ),
        (
            .twitch(
                "channel.charity_campaign.donate",
                #"{"id":"a2","user_id":"6","user_name":"G","amount":{"value":500,"#
                    + #""decimal_places":0,"currency":"JPY"}}"#),
            ["G: 1 x 500 JPY"]
        ),
        (
            .twitch(
                "channel.channel_points_automatic_reward_redemption.add",
                #"{"id":"r1","user_id":"6","user_name":"G","reward":{"type":"gigantify_an_emote"}}"#
            ),
            ["G redeemed gigantify an emote"]
        ),
        (
            .twitch(
                "channel.subscription.message",
                #"{"user_id":"6","user_name":"G","tier":"3000","cumulative_months":14,"#
                    + #""message":{"text":"hi"}}"#),
            ["G: 1 x Subscription (tier 3) [twitch:sub:3000]"]
        ),
    ]

    private static let youTube: [(sent: Sent, lines: [String])] = [
        (
            Sent(
                "youtube",
                #"{"id":"L1","snippet":{"type":"giftEvent","giftDetails":{"giftName":"Rose","#
                    + #""jewelsAmount":10,"comboCount":3}},"authorDetails":{"displayName":"@v"}}"#),
            ["@v: 3 x Rose [youtube:gift:Rose]"]
        ),
        (
            Sent(
                "youtube",
                #"{"id":"L2","snippet":{"type":"membershipGiftingEvent","membershipGiftingDetails":"#
                    + #"{"giftMembershipsCount":5,"giftMembershipsLevelName":"Gold"}},"#
                    + #""authorDetails":{"displayName":"Ann"}}"#),
            ["Ann: 5 x Gifted membership (Gold) [youtube:giftmembership:Gold]"]
        ),
    ]

    private static let tikTok: [(sent: Sent, lines: [String])] = [
        (
            Sent(
                "tiktok",
                #"{"event":"gift","data":{"common":{"msgId":"a"},"giftId":"5655","repeatCount":2,"#
                    + #""repeatEnd":0,"groupId":"177","user":{"id":"6776","displayId":"viewer"},"#
                    + #""gift":{"id":"5655","name":"Rose","type":1,"diamondCount":1}}}"#),
            ["viewer: 2 x Rose [tiktok:5655]"]
        ),
        (
            Sent(
                "tiktok",
                #"{"event":"gift","data":{"msgId":"b","giftId":5655,"repeatCount":2,"userId":"1","#
                    + #""uniqueId":"ann","nickname":"Ann","giftName":"Rose","giftType":1}}"#),
            ["Ann: 2 x Rose [tiktok:5655]"]
        ),
        (
            Sent(
                "tiktok",
                #"{"event":"gift","data":{"msg_id":"c","gift_id":5655,"repeat_count":1,"repeat_end":1,"#
                    + #""user":{"id":"2","nick_name":"Ben"},"gift":{"name":"Rose","type":1}}}"#),
            ["Ben: 1 x Rose [tiktok:5655]"]
        ),
    ]

    private static let bilibili: [(sent: Sent, lines: [String])] = [
        (
            Sent(
                "bilibili",
                #"{"cmd":"SEND_GIFT_V2","data":{"pb":"CM7C8QUSCeinguS8l+eUslI3CLzyARIJ5bCP6Iqx6IqxGAMo"#
                    + #"ZDisAkIEZ29sZEoTNDUyMDcwMDAwMDEyMTEwMDAwMVCA98TVBg=="}}"#),
            ["观众甲: 3 x 小花花 [bilibili:31036]"]
        ),
        (
            Sent(
                "bilibili",
                #"{"cmd":"USER_TOAST_MSG_V2","data":{"sender_uinfo":{"uid":7,"base":{"name":"老王"}},"#
                    + #""guard_info":{"guard_level":2,"start_time":100},"pay_info":{"num":1}}}"#),
            ["老王: 1 x 提督 [bilibili:guard:2]"]
        ),
        (
            Sent(
                "bilibili",
                #"{"cmd":"LIVE_OPEN_PLATFORM_GUARD","data":{"user_info":{"open_id":"o","uname":"A"},"#
                    + #""guard_level":3,"guard_num":2,"timestamp":5,"msg_id":"g"}}"#),
            ["A: 2 x 舰长 [bilibili:guard:3]"]
        ),
    ]

    private static let streamElements: [(sent: Sent, lines: [String])] = [
        (
            Sent(
                "streamelements", #"{"type":"kicks","_id":"1","data":{"username":"g","amount":50}}"#
            ),
            ["g: 50 x Kicks [streamelements:kicks]"]
        ),
        (
            Sent(
                "streamelements",
                #"{"type":"tip","_id":"2","data":{"username":"g","displayName":"G","amount":4.2,"#
                    + #""currency":"EUR"}}"#),
            ["G: 1 x 4.20 EUR"]
        ),
        (
            Sent(
                "streamelements",
                #"{"topic":"channel.tips","data":{"_id":"3","donation":{"user":{"username":"H"},"#
                    + #""amount":5,"currency":"USD","message":"hi"}}}"#),
            ["H: 1 x 5.00 USD"]
        ),
        (
            Sent(
                "streamelements",
                #"{"topic":"channel.activities","data":{"type":"communityGiftPurchase","_id":"4","#
                    + #""activityGroup":"g1","data":{"username":"eve","amount":5,"tier":"1000"}}}"#),
            ["eve: 5 x Gifted subscription [streamelements:giftsub:1000]"]
        ),
        (
            Sent(
                "streamelements",
                #"42["event",{"type":"charityCampaignDonation","_id":"5","data":{"username":"I","#
                    + #""amount":"10.00","currency":"USD"}}]"#),
            ["I: 1 x 10.00 USD"]
        ),
        (
            Sent(
                "streamelements",
                #"{"type":"merch","_id":"6","data":{"username":"J","items":[{"name":"Mug","#
                    + #""quantity":2}]}}"#),
            ["J: 2 x Mug [streamelements:merch]"]
        ),
        (
            Sent(
                "streamelements",
                #"{"type":"sponsor","_id":"7","data":{"username":"K","amount":3}}"#),
            ["K: 1 x Membership [streamelements:membership]"]
        ),
        (
            Sent(
                "streamelements",
                #"{"type":"superchat","_id":"8","data":{"username":"L","amount":5,"currency":"EUR"}}"#
            ),
            ["L: 1 x 5.00 EUR"]
        ),
    ]

    private static let streamlabs: [(sent: Sent, lines: [String])] = [
        (
            Sent(
                "streamlabs",
                #"{"type":"subscription","message":[{"name":"lucky","sub_plan":"1000","sub_type":"subgift","#
                    + #""gifter":"giver","gifter_display_name":"Giver","_id":"33bb"}]}"#),
            ["Giver: 1 x Gifted subscription [streamlabs:giftsub:1000]"]
        ),
        (
            Sent(
                "streamlabs",
                #"{"type":"tiltifydonation","message":[{"name":"A","amount":"5.00","currency":"USD","#
                    + #""_id":"t"}]}"#),
            ["A: 1 x 5.00 USD"]
        ),
        (
            Sent(
                "streamlabs",
                #"{"type":"merch","message":[{"name":"B","product":"Mug","_id":"m"}]}"#),
            ["B: 1 x Mug [streamlabs:merch]"]
        ),
    ]

    private static let kick: [(sent: Sent, lines: [String])] = [
        (
            .kick(
                "channel.subscription.gifts",
                #"{"gifter":{"user_id":1,"username":"K"},"giftees":[{"user_id":2},{"user_id":3},"#
                    + #"{"user_id":4}]}"#),
            ["K: 3 x Gifted subscription [kick:giftsub]"]
        ),
        (
            .kick(
                "channel.subscription.renewal",
                #"{"subscriber":{"user_id":1,"username":"K"},"duration":3}"#),
            ["K: 1 x Subscription [kick:sub]"]
        ),
        (
            .kick(
                "kicks.gifted",
                #"{"sender":{"user_id":1,"username":"K"},"gift":{"amount":500,"name":"Rage Quit"}}"#
            ),
            ["K: 500 x Kicks [kick:kicks]"]
        ),
        (
            .kick("channel.followed", #"{"follower":{"user_id":1,"username":"K"}}"#),
            ["K follows"]
        ),
    ]

    private static let others: [(sent: Sent, lines: [String])] = [
        (
            Sent(
                "github",
                "payload=%7B%22action%22%3A%22created%22%2C%22sponsorship%22%3A%7B%22node_id%22%3A%22S1%22"
                    + "%2C%22sponsor%22%3A%7B%22login%22%3A%22monalisa%22%2C%22id%22%3A2%7D%2C"
                    + "%22privacy_level%22%3A%22public%22%2C%22tier%22%3A%7B"
                    + "%22monthly_price_in_cents%22%3A500%7D%7D%7D",
                fields: ["X-GitHub-Event": "sponsorship"],
                mediaType: "application/x-www-form-urlencoded"),
            ["monalisa: 1 x 5.00 USD"]
        ),
        (
            .stripe(
                "checkout.session.async_payment_succeeded",
                #"{"id":"cs_1","amount_total":500,"currency":"eur","payment_status":"paid"}"#),
            ["anonymous: 1 x 5.00 EUR"]
        ),
    ]

    @Test("A payload becomes the events that the platform means", arguments: table.indices)
    func read(index: Int) throws {
        let (sent, lines) = Self.table[index]
        #expect(try sent.lines() == lines, "\(sent.body)")
    }

    @Test("A live gift of YouTube that grows under one ID counts what was added")
    func growing() throws {
        let counts = [1, 3, 2, 3]
        let gifts = try counts.map { count in
            let sent = Sent(
                "youtube",
                #"{"id":"L","snippet":{"type":"giftEvent","giftDetails":{"giftName":"Rose","#
                    + #""comboCount":\#(count)}}}"#)
            return try sent.happenings()[0]
        }
        #expect(gifts.map(\.id) == ["L:1", "L:3", "L:2", "L:3"])
        var streaks = Streaks()
        let added = gifts.map { gift -> Int in
            guard case .gift(_, let count, let part?, _) = gift.deed else { return 0 }
            return streaks.note(part, count: count)
        }
        #expect(added == [1, 2, 0, 0])
    }

    @Test("Months of a subscription fill {months} in a template")
    func months() throws {
        var rules = SourcesConfiguration()
        rules.message = .caption
        rules.messageText = "{sender} ({months}): {message}"
        let sent = Sent.twitch(
            "channel.subscription.message",
            #"{"user_id":"6","user_name":"G","tier":"1000","cumulative_months":14,"#
                + #""message":{"text":"hi"}}"#)
        #expect(try sent.lines(rules: rules).last == "G (14): hi")
    }
}
