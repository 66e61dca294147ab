import Stage
import Texts
import Wire

extension Source {
    /// Bilibili: a message of a live room's socket, or of the open platform's
    /// (open-live.bilibili.com), `{"cmd", "data"}`.
    static let bilibili = Source("bilibili", .key) { (delivery, _) throws(DeliveryFault) in
        let json = try delivery.json()
        guard let command = json["cmd"]?.text else { throw .content("/cmd", "is required") }
        guard case .object = json["data"], let data = json["data"] else {
            return .unknown(command)
        }
        return Bilibili(command: command, data: data).reading
    }
}

/// A message of Bilibili's.
private struct Bilibili {
    let command: Text
    let data: JSON

    var reading: Reading {
        switch command {
        case "SEND_GIFT": gift(id: data["giftId"], name: data["giftName"], count: data["num"])
        case "LIVE_OPEN_PLATFORM_SEND_GIFT":
            gift(id: data["gift_id"], name: data["gift_name"], count: data["gift_num"])
        case "COMBO_SEND":
            .passed(command, .countedInParts)
        case "GUARD_BUY":
            guards(data["guard_level"], data["gift_name"]?.text, data["num"])
        case "LIVE_OPEN_PLATFORM_GUARD":
            guards(data["guard_level"], nil, data["guard_num"])
        case "SUPER_CHAT_MESSAGE": superChat(yuan: "price")
        case "LIVE_OPEN_PLATFORM_SUPER_CHAT": superChat(yuan: "rmb")
        case "SUPER_CHAT_MESSAGE_DELETE":
            .corrections(of: data["ids"]?.elements ?? [], in: "/data/ids", command)
        case "LIVE_OPEN_PLATFORM_SUPER_CHAT_DEL":
            .corrections(
                of: data["message_ids"]?.elements ?? [], in: "/data/message_ids", command)
        default: .unknown(command)
        }
    }

    /// Each delivery of a combo tells of what was added.
    private func gift(id: JSON?, name: JSON?, count: JSON?) -> Reading {
        guard let id = id?.id, let count = count?.whole, count > 0 else {
            return .passed(command, .noGift)
        }
        return happened(
            .gift(Present(of: "bilibili", id: id, name: name?.text ?? "gift"), count: count))
    }

    /// So many months of guarding the room.
    private func guards(_ level: JSON?, _ name: Text?, _ months: JSON?) -> Reading {
        let present = Present(
            of: "bilibili", id: "guard:\(level?.id ?? "")", name: name ?? "Guard")
        return happened(.gift(present, count: max(months?.whole ?? 1, 1)))
    }

    private func superChat(yuan key: Text) -> Reading {
        let price = data[key]?.decimal
        guard let amount = price.flatMap({ Amount(decimal: $0, currency: "CNY") }) else {
            return .passed(command, .noAmount("/data/\(key)"))
        }
        // By this id it is taken back.
        return happened(
            .donation(amount), data["message"]?.text, id: data["message_id"] ?? data["id"])
    }

    private func happened(
        _ deed: Happening.Deed, _ message: Text? = nil, id: JSON? = nil
    ) -> Reading {
        .happenings([Happening(id: id?.id ?? messageID, deed, by: sender, message: message)])
    }

    private var messageID: Text? {
        data["msg_id"]?.id ?? data["message_id"]?.id ?? data["tid"]?.id ?? data["id"]?.id
    }

    private var sender: Person {
        let user = data["user_info"] ?? data
        // A masked sender has the id 0: within one combo it is the same one.
        let own = [user["open_id"], user["uid"], data["uid"]].lazy.compactMap { $0?.id }
            .first { $0 != "0" }
        return Person(
            of: "bilibili", id: own,
            name: user["uname"]?.text ?? data["uname"]?.text ?? data["username"]?.text,
            avatar: user["uface"]?.text ?? user["face"]?.text ?? data["face"]?.text,
            message: data["batch_combo_id"]?.id ?? messageID)
    }
}
