import Stage
import Texts
import Wire

extension Source {
    /// Streamlabs: an event of its socket (dev.streamlabs.com/docs/socket-api), bare or as the frame
    /// `42["event",{…}]`.
    static let streamlabs = Source("streamlabs", .key) { (delivery, _) throws(DeliveryFault) in
        let json = try event(delivery)
        guard let type = json["type"]?.text else { throw .content("/type", "is required") }
        let messages = json["message"].map { $0.elements.isEmpty ? [$0] : $0.elements } ?? []
        guard messages.allSatisfy({ if case .object = $0 { true } else { false } }) else {
            return .unknown(type)
        }
        let happenings = messages.compactMap { happening(type, $0) }
        return happenings.isEmpty ? .unknown(type) : .happenings(happenings)
    }

    private static let frame: Text = "42"

    private static func event(_ delivery: Delivery) throws(DeliveryFault) -> JSON {
        guard delivery.body.starts(with: frame.utf8) else { return try delivery.json() }
        let json = try Delivery.json(Array(delivery.body.dropFirst(frame.byteCount)))
        guard json.elements.count == 2, json.elements[0].text == "event" else {
            throw .content("", "is no frame of an event")
        }
        return json.elements[1]
    }

    /// One of the messages of an event; nil if nothing is made of it.
    private static func happening(_ type: Text, _ message: JSON) -> Happening? {
        let id = message["_id"]?.id ?? message["event_id"]?.id ?? message["id"]?.id
        let deed: Happening.Deed? =
            switch type {
            case "donation":
                message["amount"]?.decimal
                    .flatMap { Amount(decimal: $0, currency: message["currency"]?.text ?? "") }
                    .map(Happening.Deed.donation)
            case "superchat":
                // In millionths.
                message["amount"]?.whole
                    .flatMap {
                        Amount(micros: Int64($0), currency: message["currency"]?.text ?? "")
                    }
                    .map(Happening.Deed.donation)
            case "follow": .follow
            case "subscription", "resub":
                .gift(Present(of: "streamlabs", id: "sub", name: "Subscription"), count: 1)
            case "subMysteryGift":
                message["amount"]?.whole.flatMap { $0 > 0 ? $0 : nil }.map {
                    .gift(
                        Present(of: "streamlabs", id: "giftsub", name: "Gifted subscription"),
                        count: $0)
                }
            case "bits":
                message["amount"]?.whole.flatMap { $0 > 0 ? $0 : nil }.map {
                    .gift(Present(of: "streamlabs", id: "bits", name: "Bits"), count: $0)
                }
            case "raid": message["raiders"]?.whole.map { .raid(viewers: $0) }
            default: nil
            }
        // Who has a subscription of somebody's many came with these.
        let isMember = type == "subscription" && message["gifter"]?.text != nil
        guard let deed, !isMember else { return nil }
        return Happening(
            id: id, deed,
            by: Person(
                of: "streamlabs", id: nil, name: message["name"]?.text ?? message["from"]?.text,
                message: id),
            message: message["message"]?.text ?? message["comment"]?.text)
    }
}
