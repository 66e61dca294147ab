import Stage
import Texts
import Wire

/// The source for Streamlabs, which reads the events of its socket, such as donations.
extension Source {
    /// Event types about the chat, the viewers and the stream, never about money.
    private static let chatTypes: Set<Text> = [
        "alertPlaying", "streamlabels", "streamlabels.underlying", "muteVolume",
        "unmuteVolume", "skipAlert", "pauseQueue", "unpauseQueue",
    ]

    /// Streamlabs: an event from its socket (dev.streamlabs.com/docs/socket-api), bare or as the
    /// frame `42["event",{…}]`.
    static let streamlabs = Source("streamlabs", .key, chatTypes: chatTypes) {
        (delivery, _) throws(DeliveryFault) in
        let json = try event(delivery)
        guard let type = json["type"]?.text else { throw .content("/type", "is required") }
        // A single message is an object, not a list.
        let list = json["message"]?.elements ?? []
        let messages = list.isEmpty ? [json["message"] ?? .null] : list
        if let retracted = retractions[type] {
            return .corrections(
                of: messages.map { $0.first("id", "_id") }, in: "/message", type,
                prefix: "\(retracted):")
        }
        let isTest = json["isTest"]?.isTrue == true
        let stamp = delivery.makeStamp()
        var happenings: [PlatformEvent] = []
        var beside: [PassedOver] = []
        for (place, message) in messages.enumerated() {
            let pointer: Text = list.isEmpty ? "/message" : Text("/message/\(place)")
            do throws(Reason) {
                let one = Streamlabs(
                    type: type, message: message, pointer: pointer, isTest: isTest,
                    stamp: "\(stamp):\(place)",
                    wallMicroseconds: delivery.wallMicroseconds)
                happenings.append(try one.happening())
            } catch {
                beside.append(PassedOver(type, error, part: message))
            }
        }
        return .happenings(happenings, beside: beside)
    }

    /// The types that retract an event, each with the word before the event's ID.
    private static let retractions: [Text: Text] = ["donationDelete": "donation"]

    private static let frame: Text = "42"

    private static func event(_ delivery: Delivery) throws(DeliveryFault) -> JSON {
        guard delivery.body.starts(with: frame.utf8) else { return try delivery.json() }
        let json = try Delivery.json(Array(delivery.body.dropFirst(frame.byteCount)))
        guard json.elements.count == 2, json.elements[0].text == "event" else {
            throw .content("", "is no frame of an event")
        }
        return json.elements[1]
    }
}

/// A message of a Streamlabs event.
private struct Streamlabs {
    let type: Text
    let message: JSON
    /// A JSON pointer to the message.
    let pointer: Text
    let isTest: Bool
    /// A name for the message if it has no ID.
    let stamp: Text
    let wallMicroseconds: Int64

    /// Returns the platform event; throws the reason why the message makes no event.
    func happening() throws(Reason) -> PlatformEvent {
        PlatformEvent(
            id: id, try deed(),
            by: Person(
                of: "streamlabs", named: name, avatar: message["avatar"]?.text,
                message: id ?? stamp),
            message: message.first("message", "comment", "userComment")?.text,
            months: message["months"]?.whole, isTest: isTest || isTestMessage, as: notice)
    }

    /// The kind of the notice of a gift or a donation.
    private var notice: Text? {
        switch type {
        case "subscription", "resub", "subMysteryGift", "membershipGift": "subscription"
        case "bits", "stars": "cheer"
        case "superchat": "super-chat"
        default: nil
        }
    }

    private var isTestMessage: Bool { message.first("isTest", "is_test")?.isTrue == true }

    /// The message's ID. A donation has an ID of its own, by which Streamlabs deletes it; an
    /// alert's `_id` changes when the alert is repeated.
    private var id: Text? {
        if type == "donation" || type == "loyalty_store_redemption" || type == "merch" {
            let own = message.first("id", "donation_id", "orderId", "redemption_id")?.realID
            if let own { return "\(type):\(own)" }
        }
        if let alert = message.first("_id", "event_id")?.id { return alert }
        return message["id"]?.realID.map { "\(type):\($0)" }
    }

    private var name: Text? {
        if isGift {
            return message.first(
                "gifter_display_name", "gifterDisplayName", "gifter", "display_name", "name")?.text
        }
        return message.first("display_name", "displayName", "name", "from")?.text
    }

    /// True if a message reports one or several subscriptions given to viewers.
    private var isGift: Bool {
        type == "subMysteryGift" || type == "membershipGift"
            || message["sub_type"]?.text == "subgift"
            || isSubscription && message.first("gifter", "gifter_display_name")?.text != nil
    }

    private var isSubscription: Bool { type == "subscription" || type == "resub" }

    private func deed() throws(Reason) -> PlatformEvent.Deed {
        switch type {
        case "donation":
            return .donation(try decimalAmount())
        case "superchat":
            // The amount is in millionths.
            return .donation(
                try amount { $0.whole.flatMap { Amount(micros: Int64($0), currency: currency) } })
        case "charityDonation", "streamlabscharitydonation", "tiltifydonation", "extralifedonation",
            "justgivingdonation", "pledge", "treat", "eldonation":
            return .donation(try decimalAmount())
        case "follow":
            try checkObject()
            return .follow
        case "subscription", "resub": return try subscription()
        case "subMysteryGift":
            return .gift(
                item(isGift: true), count: try number("amount"), report: report("given"))
        case "membershipGift":
            let count = message.first("giftMembershipsCount", "amount")?.whole ?? 1
            return .gift(
                GiftItem(of: "streamlabs", id: "giftmembership", name: "Gifted membership"),
                count: max(count, 1))
        case "bits":
            return .gift(
                GiftItem(of: "streamlabs", id: "bits", name: "Bits"), count: try number("amount"))
        case "stars":
            return .gift(
                GiftItem(of: "streamlabs", id: "stars", name: "Stars"), count: try number("amount"))
        case "raid": return .raid(viewers: try number("raiders", from: 0))
        case "host": throw .noPayment
        case "merch":
            try checkObject()
            let product = message["product"]?.text ?? "Merch"
            return .gift(GiftItem(of: "streamlabs", id: "merch", name: product), count: 1)
        default: throw .unknownType
        }
    }

    /// Returns a viewer's own subscription, or a subscription given to a viewer. A gift to several
    /// viewers is reported both as a whole and by each recipient.
    private func subscription() throws(Reason) -> PlatformEvent.Deed {
        try checkObject()
        guard isGift else { return .gift(item(isGift: false), count: 1) }
        return .gift(item(isGift: true), count: 1, report: report("received"))
    }

    private func item(isGift: Bool) -> GiftItem {
        GiftItem(
            of: "streamlabs", tier: message.first("sub_plan", "subPlan", "tier"), isGift: isGift)
    }

    /// Returns a report of one giver's gifts of one tier.
    private func report(_ reporter: Text) -> GiftReport {
        let giver = message.first("gifter", "gifter_display_name", "name")?.text ?? ""
        let tier = message.first("sub_plan", "subPlan", "tier")?.id ?? "1000"
        let subject: Text = "streamlabs:gift:\(giver.asciiLowercased):\(tier)"
        return GiftReport(
            subject: subject.asID(limit: 200), reporter: reporter,
            wallMicroseconds: wallMicroseconds)
    }

    private var currency: Text { message["currency"]?.text ?? "" }

    private func checkObject() throws(Reason) {
        guard case .object = message else { throw .noObject(pointer) }
    }

    private func amount(_ read: (JSON) -> Amount?) throws(Reason) -> Amount {
        try checkObject()
        guard let amount = message["amount"].flatMap(read) else {
            throw .noAmount("\(pointer)/amount")
        }
        return amount
    }

    private func decimalAmount() throws(Reason) -> Amount {
        try amount { Amount($0, currency: currency) }
    }

    private func number(_ key: Text, from least: Int = 1) throws(Reason) -> Int {
        try checkObject()
        guard let number = message[key]?.whole, number >= least else {
            throw .noNumber("\(pointer)/\(key)")
        }
        return number
    }
}
