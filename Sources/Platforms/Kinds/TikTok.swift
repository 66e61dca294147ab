import Stage
import Texts
import Wire

/// The source for TikTok LIVE, which reads posted events, such as gifts, in the forms of the two common libraries.
extension Source {
    /// Event types about the chat, the viewers and the stream, never about money.
    private static let chatTypes: Set<Text> = [
        "chat", "member", "like", "social", "share", "emote", "roomUser", "questionNew",
        "linkMicBattle", "linkMicArmies", "liveIntro", "streamEnd", "connected",
        "disconnected", "rawData", "decodedData", "websocketConnected", "rankUpdate",
        "CommentEvent", "JoinEvent", "LikeEvent", "ShareEvent", "RoomUserSeqEvent",
        "ConnectEvent", "DisconnectEvent", "LiveEndEvent",
    ]

    /// TikTok LIVE: an event of the library TikTok-Live-Connector
    /// (github.com/zerodytrash/TikTok-Live-Connector) as `{"event", "data"}`, in the forms of its
    /// versions 1 and 2, or an event of TikTokLive (github.com/isaackogan/TikTokLive) in the same
    /// envelope.
    static let tikTok = Source("tiktok", .key, chatTypes: chatTypes) {
        (delivery, _) throws(DeliveryFault) in
        let json = try delivery.json()
        guard let event = json["event"]?.text else { throw .content("/event", "is required") }
        guard case .object = json["data"], let data = json["data"] else {
            throw .content("/data", "must be an object")
        }
        return TikTok(
            event: event, data: data, stamp: delivery.makeStamp(),
            wallMicroseconds: delivery.wallMicroseconds
        ).reading
    }
}

/// An event from TikTok.
private struct TikTok {
    let event: Text
    let data: JSON
    /// A name for the event if it has no ID.
    let stamp: Text
    let wallMicroseconds: Int64

    /// The type of gifts that viewers send in streaks.
    private static let streakable = 1

    var reading: DeliveryContent {
        switch event {
        case "gift", "GiftEvent", "WebcastGiftMessage": gift
        case "follow", "FollowEvent": happened(.follow)
        case "subscribe", "SubscribeEvent", "subNotify", "SubNotifyEvent", "superFan",
            "SuperFanEvent":
            happened(
                .gift(GiftItem(of: "tiktok", id: "sub", name: "Subscription"), count: 1),
                months: data.first("subMonth", "sub_month")?.whole, as: "subscription")
        default: .unknown(event)
        }
    }

    private var gift: DeliveryContent {
        guard let id = giftID,
            let count = data.first("repeatCount", "repeat_count")?.whole
                ?? data.at("gift", "repeat_count")?.whole, count > 0
        else { return .passed(event, .noGift) }
        let name = detail("giftName", "gift_name", "name")
        let item = GiftItem(
            of: "tiktok", id: id, name: name?.text ?? "Gift \(id)", image: picture,
            price: detail("diamondCount", "diamond_count")?.whole)
        guard detail("giftType", "gift_type", "type")?.whole == Self.streakable else {
            return happened(.gift(item, count: count), gift: id, count)
        }
        let end = data.first("repeatEnd", "repeat_end") ?? data.at("gift", "repeat_end")
        let isEnd = end?.isTrue == true
        if let streak = streak(of: id, isEnd: isEnd) {
            return happened(.gift(item, count: count, streak: streak), gift: id, count, isEnd)
        }
        // Without a sender, only the end of a streak counts, because its parts look like parts of
        // other streaks.
        guard isEnd else {
            return .passed(event, .noSender)
        }
        return happened(.gift(item, count: count), gift: id, count, isEnd)
    }

    /// The objects that may describe the gift; they differ between the versions of the libraries.
    private var details: [JSON] {
        ["giftDetails", "gift_details", "extendedGiftInfo", "gift"].compactMap { data[$0] } + [data]
    }

    private func detail(_ keys: Text...) -> JSON? {
        for object in details {
            for key in keys {
                if let value = object[key], value != .null { return value }
            }
        }
        return nil
    }

    private var giftID: Text? {
        data.first("giftId", "gift_id")?.realID
            ?? details.dropLast().lazy.compactMap { $0.first("id", "giftId", "gift_id")?.realID }
            .first
    }

    /// Returns the streak of this gift: TikTok's group, or else the gifts of its sender.
    private func streak(of gift: Text, isEnd: Bool) -> StreakPart? {
        let group = data.first("groupId", "group_id")?.realID
        guard userID != nil || group != nil else { return nil }
        let parts = ["tiktok", userID ?? "?", gift, group].compactMap(\.self)
        let id: Text = parts.dropFirst().reduce(parts[0]) { "\($0):\($1)" }
        return StreakPart(
            id: id.asID(limit: 200), isEnd: isEnd, recurs: group == nil,
            wallMicroseconds: wallMicroseconds)
    }

    private var picture: Text? {
        let image = detail("giftImage", "image", "icon")
        return image?["giftPictureUrl"]?.text ?? firstAddress(image)
            ?? data["giftPictureUrl"]?.text
    }

    /// Returns the first of a picture's addresses, in the form of any version.
    private func firstAddress(_ picture: JSON?) -> Text? {
        let list = picture?.first("url", "urls", "urlList", "url_list", "mUrls", "m_urls")
        return list?.text ?? list?.elements.first?.text
    }

    private func happened(
        _ deed: PlatformEvent.Deed, gift: Text = "", _ count: Int = 0, _ isEnd: Bool = false,
        months: Int? = nil, as notice: Text? = nil
    ) -> DeliveryContent {
        .happenings([
            PlatformEvent(
                id: messageID ?? derivedID(gift, count, isEnd), deed, by: sender, months: months,
                as: notice)
        ])
    }

    private var messageID: Text? {
        for object in [data, data["common"], data["event"], data["baseMessage"]] {
            if let id = object?.first("msgId", "msg_id", "messageId")?.realID { return id }
        }
        return nil
    }

    /// Returns an ID for a message without an ID, made of its sender, gift, number and time.
    private func derivedID(_ gift: Text, _ count: Int, _ isEnd: Bool) -> Text? {
        let time =
            data.first("createTime", "create_time", "timestamp")?.realID
            ?? data["common"]?.first("createTime", "create_time")?.realID
        return Delivery.id(event, userID, gift, "\(count)\(isEnd ? "!" : "")", time)
    }

    private var user: JSON { data.first("user", "fromUser", "from_user") ?? data }

    private var userID: Text? {
        user.first("userId", "id", "user_id")?.realID
            ?? user.first("userIdStr", "idStr", "id_str")?.realID
    }

    private var sender: Person {
        let picture = user.first(
            "profilePicture", "avatarThumb", "avatar_thumb", "avatarMedium", "avatar")
        return Person(
            of: "tiktok", id: userID,
            name: user.first(
                "nickname", "nickName", "nick_name", "uniqueId", "unique_id", "displayId",
                "display_id", "username")?.text,
            avatar: user["profilePictureUrl"]?.text ?? firstAddress(picture),
            message: messageID ?? stamp)
    }
}
