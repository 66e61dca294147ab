import Stage
import Texts
import Wire

/// The source for StreamElements, which reads its events, such as tips, from a widget or a websocket.
extension Source {
    /// Event types about the chat, the viewers and the stream, never about money.
    private static let chatTypes: Set<Text> = [
        "message", "delete-message", "delete-messages", "event:skip", "bot:counter",
        "kvstore:update", "alertService:toggleSound",
    ]

    /// StreamElements: the detail of `onEventReceived` in a widget, `{"listener", "event"}`; an
    /// activity of the socket or the activity feed, `{"type", "data"}`; or a message of its
    /// websocket.
    static let streamElements = Source(
        "streamelements", .key, chatTypes: chatTypes,
        check: { (settings) throws(ContentError) in
            try refuse(settings, but: ["currency"])
            guard let currency = settings["currency"] else { return }
            guard currency.text.map(SourcesConfiguration.isCurrency) == true else {
                throw ContentError(problems: [
                    .init(
                        pointer: "/currency", detail: "must be a currency's three capital letters")
                ])
            }
        },
        read: { (delivery, settings) throws(DeliveryFault) in
            let (json, isTest) = try event(delivery)
            let currency = settings["currency"]?.text ?? ""
            let (stamp, wall) = (delivery.makeStamp(), delivery.wallMicroseconds)
            let detail = json["detail"] ?? json
            if let listener = detail["listener"]?.text {
                guard let event = detail["event"] else { throw .content("/event", "is required") }
                return StreamElements(
                    listener: listener, activity: event, event: event, isTest: isTest,
                    currency: currency, stamp: stamp, wallMicroseconds: wall
                ).reading
            }
            // The websocket has an envelope around the activity.
            let activity = json["topic"] == nil ? json : json["data"] ?? json
            let topic = json["topic"]?.text
            guard let type = activity["type"]?.text ?? topic else {
                throw .content("/listener", "is required")
            }
            return StreamElements(
                listener: type, activity: activity, event: activity["data"] ?? activity,
                isTest: isTest, currency: currency, stamp: stamp, wallMicroseconds: wall
            ).reading
        })

    private static let frame: Text = "42"

    /// Returns the event, bare or from a socket's frame `42["event",{…}]`; `event:test` marks a
    /// test.
    private static func event(
        _ delivery: Delivery
    ) throws(DeliveryFault) -> (json: JSON, isTest: Bool) {
        guard delivery.body.starts(with: frame.utf8) else { return (try delivery.json(), false) }
        let json = try Delivery.json(Array(delivery.body.dropFirst(frame.byteCount)))
        guard json.elements.count >= 2, let name = json.elements[0].text,
            name.begins(with: "event")
        else { throw .content("", "is no frame of an event") }
        return (json.elements[1], name == "event:test")
    }
}

/// An event from StreamElements.
private struct StreamElements {
    let listener: Text
    /// The object around the event: it has the ID, the time and the group.
    let activity: JSON
    let event: JSON
    let isTest: Bool
    /// The currency of tips if an event does not name it.
    let currency: Text
    /// A name for the event if it has no ID.
    let stamp: Text
    let wallMicroseconds: Int64

    var reading: DeliveryContent {
        switch word {
        case "follower", "follow": happened(.follow)
        case "subscriber": subscribed("Subscription", "Gifted subscription")
        case "sponsor": subscribed("Membership", "Gifted membership")
        case "communityGiftPurchase": bomb("Gifted subscription")
        case "cheer": counted(as: "cheer") { .gift(item("cheer", "Bits"), count: $0) }
        case "kicks", "kicksGifted":
            counted(as: "cheer") { .gift(item("kicks", "Kicks"), count: $0) }
        case "tip", "channel.tips", "charityCampaignDonation", "charitycampaign", "charity":
            donated()
        case "superchat": donated(as: "super-chat")
        case "merch": merchandise
        case "raid": counted { .raid(viewers: $0) }
        case "redemption", "channelPointsRedemption":
            happened(.redemption(event.first("redemption", "itemName", "item")?.text ?? "a reward"))
        case "host": .passed(listener, .noPayment)
        default: .unknown(listener)
        }
    }

    /// The listener without `-latest` and similar endings, which say how an event is shown.
    private var word: Text {
        let parts = listener.elements(separatedBy: UInt8(ascii: "-"))
        return parts.count == 2 && parts[1] == "latest" ? parts[0] : listener
    }

    private func subscribed(_ own: Text, _ given: Text) -> DeliveryContent {
        if event["bulkGifted"]?.isTrue == true { return bomb(given) }
        let isMember = ["isCommunityGift", "playedAsCommunityGift"].contains {
            (event[$0] ?? activity[$0])?.isTrue == true
        }
        let isOfGroup = event["gifted"]?.isTrue == true && activity["activityGroup"]?.text != nil
        if isMember || isOfGroup {
            return happened(
                .gift(subscription(given, isGift: true), count: 1, report: report("received")),
                as: "subscription")
        }
        let isGift = event["gifted"]?.isTrue == true
        return happened(
            .gift(subscription(isGift ? given : own, isGift: isGift), count: 1),
            as: "subscription")
    }

    /// Returns several subscriptions at once, which each recipient reports too.
    private func bomb(_ name: Text) -> DeliveryContent {
        counted(as: "subscription") {
            .gift(subscription(name, isGift: true), count: $0, report: report("given"))
        }
    }

    private func subscription(_ name: Text, isGift: Bool) -> GiftItem {
        let item = GiftItem(of: "streamelements", tier: event["tier"], isGift: isGift)
        guard word == "sponsor" else { return item }
        return GiftItem(
            of: "streamelements", id: isGift ? "giftmembership" : "membership", name: name)
    }

    /// Returns a report of one giver's gifts of one tier; the activity feed names the group of a
    /// gift's recipients.
    private func report(_ reporter: Text) -> GiftReport {
        let giver = event.first("sender", "displayName", "username", "name")?.text ?? ""
        let subject: Text =
            activity["activityGroup"]?.text.map { "group:\($0)" }
            ?? "\(giver.asciiLowercased):\(event["tier"]?.id ?? "1000")"
        let name: Text = "streamelements:\(subject)"
        return GiftReport(
            subject: name.asID(limit: 200), reporter: reporter, wallMicroseconds: wallMicroseconds)
    }

    private func donated(as notice: Text? = nil) -> DeliveryContent {
        // The websocket's tips have the donation in an object of its own.
        let tip = event["donation"] ?? event
        let amount = tip["amount"].flatMap {
            Amount($0, currency: tip["currency"]?.text ?? currency)
        }
        guard let amount else { return .passed(listener, .noAmount("/event/amount")) }
        return happened(.donation(amount), as: notice)
    }

    private var merchandise: DeliveryContent {
        let amount = event.first("amount", "price", "total").flatMap {
            Amount($0, currency: event["currency"]?.text ?? currency)
        }
        if let amount { return happened(.donation(amount)) }
        let items = event["items"]?.elements ?? []
        let count = items.reduce(0) { $0 + max($1["quantity"]?.whole ?? 1, 1) }
        let name = items.first?["name"]?.text ?? event["product"]?.text ?? "Merch"
        return happened(.gift(item("merch", name), count: max(count, 1)))
    }

    private func item(_ id: Text, _ name: Text) -> GiftItem {
        GiftItem(of: "streamelements", id: id, name: name)
    }

    private func counted(
        as notice: Text? = nil, _ deed: (Int) -> PlatformEvent.Deed
    ) -> DeliveryContent {
        guard let count = event["amount"]?.whole, count > 0 else {
            return .passed(listener, .noNumber("/event/amount"))
        }
        return happened(deed(count), as: notice)
    }

    /// The event's ID. An event without an ID is identified by its time, if it has a time.
    private var id: Text? {
        if let own = activity.first("_id", "activityId")?.id ?? event.first("_id", "activityId")?.id
        {
            return own
        }
        guard let time = activity.first("createdAt", "created_at")?.id ?? event["createdAt"]?.id
        else { return nil }
        return Delivery.digest(
            word, time, event.first("providerId", "username", "name")?.id ?? "",
            event["amount"]?.id ?? "")
    }

    private var isMarkedTest: Bool {
        isTest
            || [activity, event].contains { $0.first("isTest", "isMock", "test")?.isTrue == true }
    }

    private func happened(
        _ deed: PlatformEvent.Deed, as notice: Text? = nil
    ) -> DeliveryContent {
        let user = event.at("donation", "user") ?? event
        // For a gift, the sender is the giver, and the name is the recipient's.
        let giver = event["gifted"]?.isTrue == true ? event["sender"]?.text : nil
        let name = user.first("displayName", "username", "name")?.text
        let isGiver = giver == nil || giver == event["name"]?.text
        let isSubscriber = word == "subscriber" && giver == nil
        let account = isGiver ? event["providerId"]?.id : nil
        let sender =
            account == nil
            ? Person(of: "streamelements", named: giver ?? name, message: id ?? stamp)
            : Person(of: "streamelements", id: account, name: name, message: id ?? stamp)
        return .happenings([
            PlatformEvent(
                id: id, deed,
                by: sender, message: (event.at("donation", "message") ?? event["message"])?.text,
                months: isSubscriber ? event["amount"]?.whole : nil, isTest: isMarkedTest,
                as: notice)
        ])
    }
}
