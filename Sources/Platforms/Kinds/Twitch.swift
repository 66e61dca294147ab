import Stage
import Texts
import Wire

extension Source {
    /// Twitch's EventSub by webhook (dev.twitch.tv/docs/eventsub).
    static let twitch = Source(
        "twitch", .secret(10...100),
        verify: { (delivery, secret) throws(DeliveryFault) in
            guard let id = delivery.field("Twitch-Eventsub-Message-Id"),
                let time = delivery.field("Twitch-Eventsub-Message-Timestamp"),
                let code = delivery.field("Twitch-Eventsub-Message-Signature")?.rest(
                    after: "sha256="),
                Secret(secret).isCode(code.utf8, of: Array(id.utf8) + time.utf8 + delivery.body)
            else { throw .forged }
            guard let sent = delivery.microseconds(time) else { throw .stale }
            try delivery.checkTime(sent, withinSeconds: 600)
        },
        read: { (delivery, _) throws(DeliveryFault) in
            let json = try delivery.json()
            let type = json.at("subscription", "type")?.text ?? ""
            switch delivery.field("Twitch-Eventsub-Message-Type") {
            case "webhook_callback_verification":
                guard let challenge = json["challenge"]?.text else {
                    throw .content("/challenge", "is required")
                }
                return .challenge(challenge)
            case "revocation":
                let status = json.at("subscription", "status")?.text ?? "revoked"
                return .revoked(.revoked("\(type): \(status)"))
            case "notification":
                guard let event = json["event"] else { throw .content("/event", "is required") }
                let id = delivery.field("Twitch-Eventsub-Message-Id")
                return Twitch(type: type, id: id, event: event).reading
            case let kind: return .unknown(kind ?? "")
            }
        })
}

/// An event of Twitch's.
private struct Twitch {
    let type: Text
    let id: Text?
    let event: JSON

    var reading: Reading {
        switch type {
        case "channel.follow": happened(.follow)
        case "channel.subscribe":
            // Those who were given one came with the gift already.
            event["is_gift"]?.isTrue == true
                ? .passed(type, .countedWithGift)
                : happened(.gift(subscription("sub", "Subscription"), count: 1))
        case "channel.subscription.message":
            happened(
                .gift(subscription("sub", "Subscription"), count: 1),
                event.at("message", "text")?.text)
        case "channel.subscription.gift":
            counted("total") { .gift(subscription("gift", "Gifted subscription"), count: $0) }
        case "channel.cheer":
            counted("bits", event["message"]?.text) {
                .gift(Present(of: "twitch", id: "bits", name: "Bits"), count: $0)
            }
        case "channel.raid":
            .happenings([
                Happening(
                    id: id, .raid(viewers: event["viewers"]?.whole ?? 0),
                    by: person(
                        event["from_broadcaster_user_id"], event["from_broadcaster_user_name"]))
            ])
        case "channel.channel_points_custom_reward_redemption.add":
            // By this id it is taken back.
            .happenings([
                Happening(
                    id: event["id"]?.id ?? id,
                    .redemption(event.at("reward", "title")?.text ?? "a reward"),
                    by: person(event["user_id"], event["user_name"]),
                    message: event["user_input"]?.text)
            ])
        case "channel.channel_points_custom_reward_redemption.update":
            event["status"]?.text?.asciiLowercased == "canceled"
                ? .corrections(of: [event["id"]], in: "/event/id", type)
                : .passed(type, .shownBefore)
        default: .unknown(type)
        }
    }

    /// A subscription of its tier, which Twitch numbers 1000, 2000 and 3000.
    private func subscription(_ word: Text, _ name: Text) -> Present {
        let tier = event["tier"]?.id ?? "1000"
        let suffix: Text =
            switch tier {
            case "2000": " (tier 2)"
            case "3000": " (tier 3)"
            default: ""
            }
        return Present(of: "twitch", id: "\(word):\(tier)", name: name + suffix)
    }

    private func counted(
        _ key: Text, _ message: Text? = nil, _ deed: (Int) -> Happening.Deed
    ) -> Reading {
        guard let count = event[key]?.whole, count > 0 else {
            return .passed(type, .noNumber("/event/\(key)"))
        }
        return happened(deed(count), message)
    }

    private func happened(_ deed: Happening.Deed, _ message: Text? = nil) -> Reading {
        .happenings([
            Happening(
                id: id, deed, by: person(event["user_id"], event["user_name"]), message: message)
        ])
    }

    private func person(_ userID: JSON?, _ name: JSON?) -> Person {
        let isAnonymous = event["is_anonymous"]?.isTrue == true
        return Person(
            of: "twitch", id: isAnonymous ? nil : userID?.id, name: isAnonymous ? nil : name?.text,
            message: id)
    }
}
