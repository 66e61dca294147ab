import Stage
import Texts
import Wire

extension Source {
    /// StreamElements: what its widgets get as `onEventReceived`'s detail, `{"listener", "event"}`.
    static let streamElements = Source(
        "streamelements", .key,
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
            let json = try delivery.json()
            let detail = json["detail"] ?? json
            guard let listener = detail["listener"]?.text else {
                throw .content("/listener", "is required")
            }
            guard let event = detail["event"] else { throw .content("/event", "is required") }
            return StreamElements(
                listener: listener, event: event, currency: settings["currency"]?.text ?? ""
            ).reading
        })
}

/// An event of StreamElements'.
private struct StreamElements {
    let listener: Text
    let event: JSON
    /// In which currency tips are: an event may not tell.
    let currency: Text

    var reading: Reading {
        switch listener {
        case "follower-latest": happened(.follow)
        case "subscriber-latest": subscribed
        case "cheer-latest":
            counted { .gift(Present(of: "streamelements", id: "cheer", name: "Bits"), count: $0) }
        case "tip-latest": tipped
        case "raid-latest": counted { .raid(viewers: $0) }
        default: .unknown(listener)
        }
    }

    private var subscribed: Reading {
        let gift = Present(of: "streamelements", id: "giftsub", name: "Gifted subscription")
        if event["bulkGifted"]?.isTrue == true { return counted { .gift(gift, count: $0) } }
        let isMember = ["isCommunityGift", "playedAsCommunityGift"].contains {
            event[$0]?.isTrue == true
        }
        if isMember {
            return .passed(listener, .countedWithGift)
        }
        if event["gifted"]?.isTrue == true { return happened(.gift(gift, count: 1)) }
        let own = Present(of: "streamelements", id: "sub", name: "Subscription")
        return happened(.gift(own, count: 1))
    }

    private var tipped: Reading {
        let amount = event["amount"].flatMap {
            Amount($0, currency: event["currency"]?.text ?? currency)
        }
        guard let amount else {
            return .passed(listener, .noAmount("/event/amount"))
        }
        return happened(.donation(amount))
    }

    private func counted(_ deed: (Int) -> Happening.Deed) -> Reading {
        guard let count = event["amount"]?.whole, count > 0 else {
            return .passed(listener, .noNumber("/event/amount"))
        }
        return happened(deed(count))
    }

    private func happened(_ deed: Happening.Deed) -> Reading {
        let id = event["_id"]?.id ?? event["activityId"]?.id
        // Of a gift the sender is who gave it, and the name who has it.
        let giver = event["gifted"]?.isTrue == true ? event["sender"]?.text : nil
        let isGiver = giver == nil || giver == event["name"]?.text
        return .happenings([
            Happening(
                id: id, deed,
                by: Person(
                    of: "streamelements", id: isGiver ? event["providerId"]?.id : nil,
                    name: giver ?? event["name"]?.text, message: id),
                message: event["message"]?.text)
        ])
    }
}
