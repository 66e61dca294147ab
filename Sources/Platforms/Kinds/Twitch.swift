import Stage
import Texts
import Wire

/// The source for Twitch, which verifies and reads its EventSub webhooks.
extension Source {
    /// Event types about the chat, the viewers and the stream, never about money.
    private static let chatTypes: Set<Text> = [
        "stream.online", "stream.offline", "channel.update", "channel.chat.message",
        "channel.chat.message_delete", "channel.ad_break.begin",
    ]

    /// Twitch: EventSub by webhook (dev.twitch.tv/docs/eventsub).
    static let twitch = Source(
        "twitch", .secret(10...100), chatTypes: chatTypes,
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
                let followed = event["followed_at"]?.id
                return Twitch(
                    type: type, subscription: json.at("subscription", "id")?.id ?? "", id: id,
                    event: event, wallMicroseconds: delivery.wallMicroseconds,
                    followed: followed.flatMap(delivery.microseconds).map { "\($0 / 1_000_000)" }
                        ?? followed
                ).reading
            case let kind: return .unknown(kind ?? "")
            }
        })
}

/// An event from Twitch.
private struct Twitch {
    let type: Text
    /// The subscription that sent the event: two subscriptions may report the same event.
    let subscription: Text
    let id: Text?
    let event: JSON
    let wallMicroseconds: Int64
    /// The time of a follow in whole seconds since 1970, because libraries round the digits after
    /// the second.
    let followed: Text?

    var reading: DeliveryContent {
        switch type {
        case "channel.follow":
            happened(.follow, id: Delivery.id("follow", userID, followed))
        case "channel.subscribe": subscribed
        case "channel.subscription.message":
            happened(
                .gift(
                    subscription("sub", "Subscription"), count: 1,
                    report: report("sub:\(userID ?? ""):\(tier):\(months ?? 0)")),
                event.at("message", "text")?.text, as: "subscription")
        case "channel.subscription.gift":
            counted("total", as: "subscription") {
                .gift(
                    subscription("gift", "Gifted subscription"), count: $0,
                    report: report("gift:\(tier)", by: "given"))
            }
        case "channel.cheer":
            bits(event["message"]?.text ?? "")
        case "channel.bits.use":
            bits(event.at("message", "text")?.text ?? "")
        case "channel.charity_campaign.donate": charity
        case "channel.hype_train.begin", "channel.hype_train.progress", "channel.hype_train.end",
            "channel.charity_campaign.start", "channel.charity_campaign.progress",
            "channel.charity_campaign.stop", "channel.goal.begin", "channel.goal.progress",
            "channel.goal.end":
            .passed(type, .countedInParts)
        case "channel.subscription.end": .passed(type, .noPayment)
        case "channel.raid": raided
        case "channel.channel_points_custom_reward_redemption.add",
            "channel.channel_points_automatic_reward_redemption.add":
            redeemed
        case "channel.channel_points_custom_reward_redemption.update":
            event["status"]?.text?.asciiLowercased == "canceled"
                ? .corrections(of: [event["id"]], in: "/event/id", type)
                : .passed(type, .shownBefore)
        default: .unknown(type)
        }
    }

    /// A subscription. The recipient of a gift counts with the gift, or after a while if no gift
    /// comes.
    private var subscribed: DeliveryContent {
        guard event["is_gift"]?.isTrue == true else {
            return happened(
                .gift(
                    subscription("sub", "Subscription"), count: 1,
                    report: report("sub:\(userID ?? ""):\(tier):new")), as: "subscription")
        }
        let gift = PlatformEvent.Deed.gift(
            subscription("gift", "Gifted subscription"), count: 1,
            report: report("gift:\(tier)", by: "received", .waits))
        return .happenings([
            PlatformEvent(id: id, gift, by: Person(of: "twitch", id: nil, name: nil, message: id))
        ])
    }

    /// `channel.cheer` and `channel.bits.use` report the same cheers.
    private func bits(_ text: Text) -> DeliveryContent {
        let subject: Text = "bits:\(userID ?? ""):\(event["bits"]?.id ?? ""):"
        return counted("bits", text, as: "cheer") {
            .gift(
                GiftItem(of: "twitch", id: "bits", name: "Bits", price: 1), count: $0,
                report: report(subject + Delivery.digest(text)))
        }
    }

    private var charity: DeliveryContent {
        let amount = event["amount"]
        guard let units = amount?["value"]?.whole, let places = amount?["decimal_places"]?.whole,
            let decimal = Self.decimal(units, places),
            let donated = Amount(decimal: decimal, currency: amount?["currency"]?.text ?? "")
        else { return .passed(type, .noAmount("/event/amount/value")) }
        return happened(.donation(donated), id: event["id"]?.id)
    }

    /// Returns 10000 with 2 places as `100.00`.
    private static func decimal(_ units: Int, _ places: Int) -> Text? {
        guard units > 0, (0...6).contains(places) else { return nil }
        if places == 0 { return Text("\(units)") }
        let digits = Array("\(units)".utf8)
        let padded =
            Array(repeating: UInt8(ascii: "0"), count: max(0, places + 1 - digits.count)) + digits
        return Text(decoding: padded.dropLast(places) + [UInt8(ascii: ".")] + padded.suffix(places))
    }

    private var raided: DeliveryContent {
        .happenings([
            PlatformEvent(
                id: id, .raid(viewers: event["viewers"]?.whole ?? 0),
                by: Person(
                    of: "twitch", id: event["from_broadcaster_user_id"]?.id,
                    name: event.first("from_broadcaster_user_name", "from_broadcaster_user_login")?
                        .text,
                    message: id))
        ])
    }

    /// Twitch cancels a redemption by this ID.
    private var redeemed: DeliveryContent {
        let reward = event["reward"]
        let title =
            reward?["title"]?.text ?? reward?["type"]?.text.map(Self.words) ?? "a reward"
        return happened(
            .redemption(title), event["user_input"]?.text ?? event.at("message", "text")?.text,
            id: event["id"]?.id)
    }

    /// Returns `send_highlighted_message` as words.
    private static func words(_ name: Text) -> Text {
        Text(decoding: name.utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: " ") : $0 })
    }

    private var userID: Text? { event["user_id"]?.id }
    private var tier: Text { event["tier"]?.id ?? "1000" }
    private var months: Int? { event["cumulative_months"]?.whole }

    /// Returns a subscription with its tier, which Twitch numbers 1000, 2000 and 3000.
    private func subscription(_ word: Text, _ name: Text) -> GiftItem {
        GiftItem(of: "twitch", id: "\(word):\(tier)", name: name + GiftItem.suffix(ofTier: tier))
    }

    /// Returns a report of the event, because another subscription or another type of event may
    /// report it too.
    private func report(
        _ subject: Text, by word: Text? = nil, _ role: GiftReport.Role = .counts
    ) -> GiftReport {
        let reporter: Text = "\(word ?? type):\(subscription)"
        let name: Text = "twitch:\(subject)"
        return GiftReport(
            subject: name.asID(limit: 200), reporter: reporter.asID(limit: 200), role: role,
            wallMicroseconds: wallMicroseconds)
    }

    private func counted(
        _ key: Text, _ message: Text? = nil, as notice: Text,
        _ deed: (Int) -> PlatformEvent.Deed
    ) -> DeliveryContent {
        guard let count = event[key]?.whole, count > 0 else {
            return .passed(type, .noNumber("/event/\(key)"))
        }
        return happened(deed(count), message, as: notice)
    }

    /// `ownID`: the event's own ID, if it has an ID beside the message's.
    private func happened(
        _ deed: PlatformEvent.Deed, _ message: Text? = nil, id ownID: Text? = nil,
        as notice: Text? = nil
    ) -> DeliveryContent {
        let isAnonymous = event["is_anonymous"]?.isTrue == true
        return .happenings([
            PlatformEvent(
                id: ownID ?? id, deed,
                by: Person(
                    of: "twitch", id: isAnonymous ? nil : userID,
                    name: isAnonymous ? nil : event.first("user_name", "user_login")?.text,
                    message: id),
                message: message, months: months, as: notice)
        ])
    }
}
