import Stage
import Texts
import Wire

extension Source {
    /// Streamlabs: an event of its socket (dev.streamlabs.com/docs/socket-api), bare or as the frame
    /// `42["event",{…}]`.
    static let streamlabs = Source("streamlabs", .key) { (delivery, _) throws(DeliveryFault) in
        let json = try event(delivery)
        guard let type = json["type"]?.text else { throw .content("/type", "is required") }
        // One that is bare is no list.
        let list = json["message"]?.elements ?? []
        let messages = list.isEmpty ? [json["message"] ?? .null] : list
        var happenings: [Happening] = []
        var beside: [PassedOver] = []
        for (place, message) in messages.enumerated() {
            let pointer: Text = list.isEmpty ? "/message" : Text("/message/\(place)")
            do throws(Reason) {
                happenings.append(
                    try Streamlabs(type: type, message: message, pointer: pointer).happening())
            } catch {
                beside.append(PassedOver(type, error, part: message))
            }
        }
        return .happenings(happenings, beside: beside)
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
}

/// One of the messages of an event of Streamlabs'.
private struct Streamlabs {
    let type: Text
    let message: JSON
    /// Where it stands.
    let pointer: Text

    /// Throws why nothing is made of it.
    func happening() throws(Reason) -> Happening {
        let id = message["_id"]?.id ?? message["event_id"]?.id ?? message["id"]?.id
        return Happening(
            id: id, try deed(),
            by: Person(
                of: "streamlabs", id: nil, name: message["name"]?.text ?? message["from"]?.text,
                message: id),
            message: message["message"]?.text ?? message["comment"]?.text)
    }

    private func deed() throws(Reason) -> Happening.Deed {
        switch type {
        case "donation":
            return .donation(
                try amount { Amount($0, currency: currency) })
        case "superchat":
            // In millionths.
            return .donation(
                try amount {
                    $0.whole.flatMap { Amount(micros: Int64($0), currency: currency) }
                })
        case "follow":
            try checkObject()
            return .follow
        case "subscription", "resub":
            try checkObject()
            // Who has a subscription of somebody's many came with these.
            if type == "subscription", message["gifter"]?.text != nil { throw .countedWithGift }
            return .gift(Present(of: "streamlabs", id: "sub", name: "Subscription"), count: 1)
        case "subMysteryGift":
            let present = Present(of: "streamlabs", id: "giftsub", name: "Gifted subscription")
            return .gift(present, count: try number("amount"))
        case "bits":
            return .gift(
                Present(of: "streamlabs", id: "bits", name: "Bits"), count: try number("amount"))
        case "raid": return .raid(viewers: try number("raiders", from: 0))
        default: throw .unknownType
        }
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

    private func number(_ key: Text, from least: Int = 1) throws(Reason) -> Int {
        try checkObject()
        guard let number = message[key]?.whole, number >= least else {
            throw .noNumber("\(pointer)/\(key)")
        }
        return number
    }
}
