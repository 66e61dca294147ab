import Stage
import Texts
import Wire

extension Source {
    /// TikTok LIVE: an event of the library TikTok-Live-Connector
    /// (github.com/zerodytrash/TikTok-Live-Connector) as `{"event", "data"}`, in the forms of its versions
    /// 1 and 2.
    static let tikTok = Source("tiktok", .key) { (delivery, _) throws(DeliveryFault) in
        let json = try delivery.json()
        guard let event = json["event"]?.text else { throw .content("/event", "is required") }
        guard case .object = json["data"], let data = json["data"] else {
            throw .content("/data", "must be an object")
        }
        return TikTok(event: event, data: data, wallMicroseconds: delivery.wallMicroseconds)
            .reading
    }
}

/// An event of TikTok's.
private struct TikTok {
    let event: Text
    let data: JSON
    let wallMicroseconds: Int64

    /// Of which there can be streaks.
    private static let streakable = 1

    var reading: Reading {
        switch event {
        case "gift": gift
        case "follow": happened(.follow)
        case "subscribe":
            happened(.gift(Present(of: "tiktok", id: "sub", name: "Subscription"), count: 1))
        default: .unknown(event)
        }
    }

    private var gift: Reading {
        let details = data["giftDetails"] ?? data["extendedGiftInfo"] ?? data
        guard let id = data["giftId"]?.id ?? details["id"]?.id,
            let count = (data["repeatCount"] ?? data.at("gift", "repeat_count"))?.whole, count > 0
        else { return .passed(event, .noGift) }
        let name = details["giftName"] ?? details["name"] ?? data["giftName"]
        let present = Present(
            of: "tiktok", id: id, name: name?.text ?? "Gift \(id)", image: picture(of: details))
        let type = details["giftType"] ?? data["giftType"] ?? data.at("gift", "gift_type")
        guard type?.whole == Self.streakable else {
            return happened(.gift(present, count: count))
        }
        let isEnd = (data["repeatEnd"] ?? data.at("gift", "repeat_end"))?.isTrue == true
        if let streak = streak(of: id, isEnd: isEnd) {
            return happened(.gift(present, count: count, streak: streak))
        }
        // Whose streak it is nobody can tell: its end alone counts.
        guard isEnd else {
            return .passed(event, .noSender)
        }
        return happened(.gift(present, count: count))
    }

    /// The streak of this gift: TikTok's own group of it, else that of its sender.
    private func streak(of gift: Text, isEnd: Bool) -> StreakPart? {
        let group = data["groupId"]?.id.flatMap { $0 == "0" ? nil : $0 }
        guard userID != nil || group != nil else { return nil }
        let parts = ["tiktok", userID ?? "?", gift, group].compactMap(\.self)
        let id: Text = parts.dropFirst().reduce(parts[0]) { "\($0):\($1)" }
        guard id.fitted(to: 200) == id else { return nil }
        return StreakPart(
            id: id, isEnd: isEnd, recurs: group == nil, wallMicroseconds: wallMicroseconds)
    }

    private func picture(of details: JSON) -> Text? {
        let image = details["giftImage"] ?? details["image"]
        return image?["giftPictureUrl"]?.text ?? firstAddress(image)
            ?? data["giftPictureUrl"]?.text
    }

    /// The first of a picture's addresses, as each version has them.
    private func firstAddress(_ picture: JSON?) -> Text? {
        (picture?["url"] ?? picture?["urls"] ?? picture?["url_list"])?.elements.first?.text
    }

    private func happened(_ deed: Happening.Deed) -> Reading {
        .happenings([Happening(id: messageID, deed, by: sender)])
    }

    private var messageID: Text? {
        data["msgId"]?.id ?? data.at("common", "msgId")?.id ?? data.at("event", "msgId")?.id
    }

    private var user: JSON { data["user"] ?? data }

    private var userID: Text? {
        (user["userId"]?.id ?? user["id"]?.id).flatMap { $0 == "0" ? nil : $0 }
    }

    private var sender: Person {
        Person(
            of: "tiktok", id: userID, name: user["nickname"]?.text ?? user["uniqueId"]?.text,
            avatar: user["profilePictureUrl"]?.text ?? firstAddress(user["profilePicture"]),
            message: messageID)
    }
}
