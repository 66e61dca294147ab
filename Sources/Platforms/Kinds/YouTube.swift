import Stage
import Texts
import Wire

extension Source {
    /// YouTube's live chat: the resources that `liveChatMessages.list` gives
    /// (developers.google.com/youtube/v3/live), one a delivery.
    static let youTube = Source("youtube", .key) { (delivery, _) throws(DeliveryFault) in
        let json = try delivery.json()
        guard let snippet = json["snippet"], let type = snippet["type"]?.text else {
            throw .content("/snippet/type", "is required")
        }
        return YouTube(resource: json, snippet: snippet, type: type).reading
    }
}

/// A message of a live chat.
private struct YouTube {
    let resource: JSON
    let snippet: JSON
    let type: Text

    var reading: Reading {
        switch type {
        case "superChatEvent": paid("superChatDetails", message: "userComment")
        case "superStickerEvent": paid("superStickerDetails", message: nil)
        case "newSponsorEvent":
            happened(
                .gift(membership(snippet.at("newSponsorDetails", "memberLevelName")), count: 1))
        case "memberMilestoneChatEvent":
            happened(
                .gift(
                    membership(snippet.at("memberMilestoneChatDetails", "memberLevelName")),
                    count: 1),
                snippet.at("memberMilestoneChatDetails", "userComment")?.text)
        case "membershipGiftingEvent": gifted
        case "giftMembershipReceivedEvent":
            .passed(type, .countedWithGift)
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

    private var gifted: Reading {
        let details = snippet["membershipGiftingDetails"]
        guard let count = details?["giftMembershipsCount"]?.whole, count > 0 else {
            return .passed(
                type, .noNumber("/snippet/membershipGiftingDetails/giftMembershipsCount"))
        }
        let present = Present(of: "youtube", id: "giftmembership", name: "Gifted membership")
        return happened(.gift(present, count: count))
    }

    private func membership(_ level: JSON?) -> Present {
        Present(of: "youtube", id: "membership", name: level?.text ?? "Membership")
    }

    private func paid(_ key: Text, message: Text?) -> Reading {
        let details = snippet[key]
        guard let micros = details?["amountMicros"]?.whole,
            let amount = Amount(
                micros: Int64(micros), currency: details?["currency"]?.text ?? "")
        else { return .passed(type, .noAmount("/snippet/\(key)/amountMicros")) }
        return happened(.donation(amount), message.flatMap { details?[$0]?.text })
    }

    private func happened(_ deed: Happening.Deed, _ message: Text? = nil) -> Reading {
        let id = resource["id"]?.id
        let author = resource["authorDetails"]
        return .happenings([
            Happening(
                id: id, deed,
                by: Person(
                    of: "youtube", id: author?["channelId"]?.id, name: author?["displayName"]?.text,
                    avatar: author?["profileImageUrl"]?.text, message: id),
                message: message)
        ])
    }
}
