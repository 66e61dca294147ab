import Stage
import Texts
import Wire

/// The source for YouTube, which reads messages of a live chat, such as Super Chats and memberships.
extension Source {
    /// Event types about the chat, the viewers and the stream, never about money.
    private static let chatTypes: Set<Text> = [
        "textMessageEvent", "tombstone", "userBannedEvent", "chatEndedEvent", "pollEvent",
        "sponsorOnlyModeStartedEvent", "sponsorOnlyModeEndedEvent",
    ]

    /// YouTube's live chat: the resources of `liveChatMessages.list`
    /// (developers.google.com/youtube/v3/live), one resource per delivery.
    static let youTube = Source("youtube", .key, chatTypes: chatTypes) {
        (delivery, _) throws(DeliveryFault) in
        let json = try delivery.json()
        guard let snippet = json["snippet"], let type = snippet["type"]?.text else {
            throw .content("/snippet/type", "is required")
        }
        return YouTube(
            resource: json, snippet: snippet, type: type, stamp: delivery.makeStamp(),
            wallMicroseconds: delivery.wallMicroseconds
        ).reading
    }
}

/// A message of a YouTube live chat.
private struct YouTube {
    let resource: JSON
    let snippet: JSON
    let type: Text
    /// A name for the message if it has no ID.
    let stamp: Text
    let wallMicroseconds: Int64

    var reading: DeliveryContent {
        switch type {
        case "superChatEvent":
            paid("superChatDetails", message: "userComment", as: "super-chat")
        case "superStickerEvent":
            paid("superStickerDetails", message: nil, as: "super-chat")
        case "fanFundingEvent": paid("fanFundingEventDetails", message: "userComment")
        case "giftEvent": gift
        case "newSponsorEvent":
            happened(
                .gift(
                    membership(
                        "membership", "", snippet.at("newSponsorDetails", "memberLevelName")),
                    count: 1), as: "subscription")
        case "memberMilestoneChatEvent": milestone
        case "membershipGiftingEvent": gifted
        case "giftMembershipReceivedEvent": received
        case "messageDeletedEvent":
            .corrections(
                of: [snippet.at("messageDeletedDetails", "deletedMessageId")],
                in: "/snippet/messageDeletedDetails", type)
        case "messageRetractedEvent":
            .corrections(
                of: [snippet.at("messageRetractedDetails", "retractedMessageId")],
                in: "/snippet/messageRetractedDetails", type)
        default: .unknown(type)
        }
    }

    private var id: Text? { resource["id"]?.id }

    /// A gift paid in Jewels. The message comes again under its ID while the combo grows.
    private var gift: DeliveryContent {
        guard let details = snippet.first("giftDetails", "giftEventDetails"),
            let name = details.first("giftName", "altText")?.text
        else { return .passed(type, .noGift) }
        let count = max(details["comboCount"]?.whole ?? 1, 1)
        let item = GiftItem(
            of: "youtube", id: "gift:\(name)", name: name, image: details["giftUrl"]?.text,
            price: details["jewelsAmount"]?.whole)
        guard let id else { return happened(.gift(item, count: count)) }
        // YouTube deletes the combo by the message's ID.
        let combo: Text = "youtube:\(id.asEventID)"
        let streak = StreakPart(
            id: combo.asID(limit: 200), isEnd: false, recurs: false,
            wallMicroseconds: wallMicroseconds)
        return happened(.gift(item, count: count, streak: streak), id: "\(id):\(count)")
    }

    private var milestone: DeliveryContent {
        let details = snippet["memberMilestoneChatDetails"]
        return happened(
            .gift(membership("membership", "", details?["memberLevelName"]), count: 1),
            details?["userComment"]?.text, months: details?["memberMonth"]?.whole,
            as: "subscription")
    }

    private var gifted: DeliveryContent {
        let details = snippet["membershipGiftingDetails"]
        guard let count = details?["giftMembershipsCount"]?.whole, count > 0 else {
            return .passed(
                type, .noNumber("/snippet/membershipGiftingDetails/giftMembershipsCount"))
        }
        let item = giftMembership(details?["giftMembershipsLevelName"])
        return happened(
            .gift(item, count: count, report: id.map { report($0, by: "given") }),
            as: "subscription")
    }

    /// A gifted membership. The recipient counts with the gift that the message names, or after a
    /// while if that gift never comes.
    private var received: DeliveryContent {
        let details = snippet["giftMembershipReceivedDetails"]
        guard let gift = details?["associatedMembershipGiftingMessageId"]?.id else {
            return .passed(type, .countedWithGift)
        }
        let giver = Person(
            of: "youtube", id: details?["gifterChannelId"]?.id, name: nil, message: id ?? stamp)
        return .happenings([
            PlatformEvent(
                id: id,
                .gift(
                    giftMembership(details?["memberLevelName"]), count: 1,
                    report: report(gift, by: "received", .waits)),
                by: giver, ofBomb: gift)
        ])
    }

    private func report(
        _ gift: Text, by reporter: Text, _ role: GiftReport.Role = .counts
    ) -> GiftReport {
        let subject: Text = "youtube:\(gift)"
        return GiftReport(
            subject: subject.asID(limit: 200), reporter: reporter, role: role,
            wallMicroseconds: wallMicroseconds)
    }

    private func giftMembership(_ level: JSON?) -> GiftItem {
        membership("giftmembership", "Gifted membership", level)
    }

    /// Returns a membership with its level, so that the catalogue can distinguish levels.
    private func membership(_ word: Text, _ name: Text, _ level: JSON?) -> GiftItem {
        guard let level = level?.text else {
            return GiftItem(of: "youtube", id: word, name: name.isEmpty ? "Membership" : name)
        }
        return GiftItem(
            of: "youtube", id: "\(word):\(level)", name: name.isEmpty ? level : "\(name) (\(level))"
        )
    }

    private func paid(
        _ key: Text, message: Text?, as notice: Text? = nil
    ) -> DeliveryContent {
        let details = snippet[key]
        guard let micros = details?["amountMicros"]?.whole,
            let amount = Amount(
                micros: Int64(micros), currency: details?["currency"]?.text ?? "")
        else { return .passed(type, .noAmount("/snippet/\(key)/amountMicros")) }
        return happened(
            .donation(amount), message.flatMap { details?[$0]?.text }, as: notice)
    }

    private func happened(
        _ deed: PlatformEvent.Deed, _ message: Text? = nil, id ownID: Text? = nil,
        months: Int? = nil, as notice: Text? = nil
    ) -> DeliveryContent {
        let author = resource["authorDetails"]
        let channel = author?["channelId"]?.id ?? snippet["authorChannelId"]?.id
        return .happenings([
            PlatformEvent(
                id: ownID ?? id ?? derivedID(channel), deed,
                by: Person(
                    of: "youtube", id: channel, name: author?["displayName"]?.text,
                    avatar: author?["profileImageUrl"]?.text, message: id ?? stamp),
                message: message, months: months, as: notice)
        ])
    }

    /// Returns an ID for a message without an ID, made of its author, type and time.
    private func derivedID(_ channel: Text?) -> Text? {
        Delivery.id(type, channel, snippet["publishedAt"]?.id)
    }
}
