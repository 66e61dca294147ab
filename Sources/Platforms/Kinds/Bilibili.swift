import Stage
import Texts
import Wire

/// The source for Bilibili, which reads messages of live rooms about gifts and payments.
extension Source {
    /// Event types about the chat, the viewers and the stream, never about money.
    private static let chatTypes: Set<Text> = [
        "DANMU_MSG", "DANMU_AGGREGATION", "INTERACT_WORD", "INTERACT_WORD_V2",
        "ENTRY_EFFECT", "LIKE_INFO_V3_CLICK", "LIKE_INFO_V3_NOTICE", "LIKE_INFO_V3_UPDATE",
        "WATCHED_CHANGE", "ONLINE_RANK_COUNT", "ONLINE_RANK_TOP3", "ONLINE_RANK_V2",
        "ONLINE_RANK_V3", "HOT_RANK_CHANGED", "HOT_RANK_CHANGED_V2", "HOT_ROOM_NOTIFY",
        "NOTICE_MSG", "COMMON_NOTICE_DANMAKU", "STOP_LIVE_ROOM_LIST", "WIDGET_BANNER",
        "ROOM_CHANGE", "ROOM_REAL_TIME_MESSAGE_UPDATE", "SUPER_CHAT_ENTRANCE", "LIVE",
        "PREPARING", "DM_INTERACTION", "LOG_IN_NOTICE", "LIVE_OPEN_PLATFORM_DM",
        "LIVE_OPEN_PLATFORM_LIKE", "LIVE_OPEN_PLATFORM_LIVE_ROOM_ENTER",
        "LIVE_OPEN_PLATFORM_LIVE_START", "LIVE_OPEN_PLATFORM_LIVE_END",
    ]

    /// Bilibili: a message from a live room's socket, or from the open platform
    /// (open-live.bilibili.com), `{"cmd", "data"}`.
    static let bilibili = Source("bilibili", .key, chatTypes: chatTypes) {
        (delivery, _) throws(DeliveryFault) in
        let json = try delivery.json()
        guard let whole = json["cmd"]?.text else { throw .content("/cmd", "is required") }
        // A command may have parameters after a colon.
        let command = whole.elements(separatedBy: UInt8(ascii: ":")).first ?? whole
        guard case .object = json["data"], let data = json["data"] else {
            return .unknown(command)
        }
        return Bilibili(command: command, data: data, stamp: delivery.makeStamp()).reading
    }
}

/// A message from Bilibili.
private struct Bilibili {
    let command: Text
    let data: JSON
    /// A name for the message if it has no ID.
    let stamp: Text

    var reading: DeliveryContent {
        switch command {
        case "SEND_GIFT":
            gift(id: data["giftId"], name: data["giftName"], count: data["num"])
        case "SEND_GIFT_V2": gifts
        case "LIVE_OPEN_PLATFORM_SEND_GIFT":
            gift(id: data["gift_id"], name: data["gift_name"], count: data["gift_num"])
        case "COMBO_SEND":
            .passed(command, .countedInParts)
        case "GUARD_BUY":
            guards(
                data["guard_level"], data["gift_name"]?.text, data["num"], at: data["start_time"])
        case "USER_TOAST_MSG":
            guards(
                data["guard_level"], data["role_name"]?.text, data["num"], at: data["start_time"])
        case "USER_TOAST_MSG_V2":
            guards(
                data.at("guard_info", "guard_level"), data.at("guard_info", "role_name")?.text,
                data.at("pay_info", "num"), at: data.at("guard_info", "start_time"))
        case "LIVE_OPEN_PLATFORM_GUARD":
            guards(data["guard_level"], nil, data["guard_num"], at: data["timestamp"])
        case "INTERACT_WORD": followed
        case "SUPER_CHAT_MESSAGE", "SUPER_CHAT_MESSAGE_JPN", "SUPER_CHAT_MESSAGE_JP":
            superChat(yuan: "price")
        case "LIVE_OPEN_PLATFORM_SUPER_CHAT": superChat(yuan: "rmb")
        case "SUPER_CHAT_MESSAGE_DELETE":
            .corrections(of: data["ids"]?.elements ?? [], in: "/data/ids", command)
        case "LIVE_OPEN_PLATFORM_SUPER_CHAT_DEL":
            .corrections(
                of: data["message_ids"]?.elements ?? [], in: "/data/message_ids", command)
        default: .unknown(command)
        }
    }

    /// Each delivery of a combo reports only the gifts that were added.
    private func gift(id: JSON?, name: JSON?, count: JSON?) -> DeliveryContent {
        guard let id = id?.id, let count = count?.whole, count > 0 else {
            return .passed(command, .noGift)
        }
        let item = GiftItem(
            of: "bilibili", id: id, name: name?.text ?? "gift",
            price: Self.price(
                data["price"]?.whole, isPaid: data["paid"]?.isTrue, coins: data["coin_type"]?.text))
        return happened(
            .gift(item, count: count),
            id: giftID(gift: id, count))
    }

    /// The price in gold coins; gifts for silver coins are free.
    private static func price(_ price: Int?, isPaid: Bool?, coins: Text?) -> Int? {
        coins == "silver" || isPaid == false ? 0 : price
    }

    /// Returns the ID of a gift. A gift without an ID is identified by its sender, gift, number and
    /// time.
    private func giftID(gift: Text, _ count: Int) -> Text? {
        data["tid"]?.realID ?? data["msg_id"]?.id
            ?? Delivery.id(
                "gift", data.first("uid", "open_id")?.id, gift, "\(count)", data["timestamp"]?.id,
                data.first("rnd", "batch_combo_id")?.id ?? "")
    }

    /// The gifts of a message in protocol buffers: its fields are those of `SEND_GIFT`, and each
    /// gift has the same ID (`tid`) in both forms.
    private var gifts: DeliveryContent {
        guard let bytes = data["pb"]?.text.flatMap(base64), let message = Protobuf(bytes[...]),
            let items = message.messages(10)
        else { return .passed(command, .unreadable) }
        let happenings = items.prefix(Self.maxGifts).compactMap { happening(item: $0, of: message) }
        if happenings.isEmpty { return .passed(command, .noGift) }
        let isPartial = happenings.count < items.count
        return .happenings(
            happenings, beside: isPartial ? [PassedOver(command, .noGift)] : [])
    }

    private static let maxGifts = 50

    private func happening(item: Protobuf, of message: Protobuf) -> PlatformEvent? {
        guard let gift = item.integer(1), gift > 0, let count = item.integer(3), count > 0 else {
            return nil
        }
        let uid = message.integer(1).flatMap { $0 > 0 ? Text("\($0)") : nil }
        let time = item.integer(10).map { Text("\($0)") }
        let id =
            item.text(9)
            ?? Delivery.id("gift", uid, "\(gift)", "\(count)", time, item.text(12) ?? "")
        return PlatformEvent(
            id: id,
            .gift(
                GiftItem(
                    of: "bilibili", id: "\(gift)", name: item.text(2) ?? "gift",
                    price: Self.price(
                        item.integer(5).map { Int(clamping: $0) }, isPaid: nil, coins: item.text(8))
                ),
                count: Int(clamping: count)),
            by: Person(
                of: "bilibili", id: uid, name: message.text(2), avatar: message.text(3),
                message: item.text(12) ?? id ?? stamp))
    }

    /// Returns a guard purchase, counted in months. Two commands report each purchase without an ID
    /// of the purchase, so the user, the level and the time identify it.
    private func guards(
        _ level: JSON?, _ name: Text?, _ months: JSON?, at time: JSON?
    ) -> DeliveryContent {
        let rank = level?.id ?? ""
        let item = GiftItem(
            of: "bilibili", id: "guard:\(rank)", name: name ?? Self.guardNames[rank] ?? "Guard")
        let count = max(months?.whole ?? 1, 1)
        return happened(
            .gift(item, count: count),
            id: Delivery.id("guard", userID, rank, time?.realID) ?? messageID, months: count,
            as: "subscription")
    }

    private static let guardNames: [Text: Text] = ["1": "总督", "2": "提督", "3": "舰长"]

    /// The message also reports viewers who enter or share the room.
    private var followed: DeliveryContent {
        guard let type = data["msg_type"]?.whole, Self.followTypes.contains(type) else {
            return .unknown(command)
        }
        return happened(.follow, id: Delivery.id("follow", userID, data["timestamp"]?.realID))
    }

    /// A follow, a special follow, and a follow of each other.
    private static let followTypes: Set<Int> = [2, 4, 5]

    private func superChat(yuan key: Text) -> DeliveryContent {
        let price = data[key]?.decimal
        guard let amount = price.flatMap({ Amount(decimal: $0, currency: "CNY") }) else {
            return .passed(command, .noAmount("/data/\(key)"))
        }
        // Bilibili deletes a super chat by this ID.
        return happened(
            .donation(amount), data["message"]?.text,
            id: data.first("message_id", "id")?.realID, as: "super-chat")
    }

    private func happened(
        _ deed: PlatformEvent.Deed, _ message: Text? = nil, id: Text? = nil, months: Int? = nil,
        as notice: Text? = nil
    ) -> DeliveryContent {
        .happenings([
            PlatformEvent(
                id: id ?? messageID, deed, by: sender, message: message, months: months,
                as: notice)
        ])
    }

    private var messageID: Text? { data.first("msg_id", "message_id", "tid", "id")?.realID }

    /// The object that describes the sender; newer commands use other objects.
    private var user: JSON { data.first("user_info", "sender_uinfo", "uinfo") ?? data }

    /// A masked sender has the ID 0.
    private var userID: Text? {
        [user["open_id"], data["open_id"], user["uid"], data["uid"]].lazy
            .compactMap { $0?.realID }.first
    }

    private var sender: Person {
        let base = user["base"] ?? data.at("sender_uinfo", "base")
        let name =
            user["uname"] ?? data.first("uname", "username") ?? base?["name"]
            ?? data.at("user_info", "uname")
        // Within one combo a masked sender is the same person.
        return Person(
            of: "bilibili", id: userID, name: name?.text,
            avatar: user.first("uface", "face")?.text ?? data.first("uface", "face")?.text
                ?? base?["face"]?.text,
            message: data["batch_combo_id"]?.id ?? messageID ?? stamp)
    }
}
