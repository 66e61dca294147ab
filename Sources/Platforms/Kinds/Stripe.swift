import Stage
import Texts
import Wire

extension Source {
    /// Stripe's webhook (docs.stripe.com/webhooks): payments by a checkout page, or by one's own.
    static let stripe = Source(
        "stripe", .secret(10...200),
        verify: { (delivery, secret) throws(DeliveryFault) in
            let parts =
                delivery.field("Stripe-Signature")?
                .elements(separatedBy: UInt8(ascii: ",")) ?? []
            guard let time = parts.lazy.compactMap({ $0.rest(after: "t=") }).first,
                let seconds = Int64(time.string)
            else { throw .forged }
            let message = Array(time.utf8) + [UInt8(ascii: ".")] + delivery.body
            // While a secret is changed there is a code for each; all are looked at.
            let codes = parts.prefix(mostCodes).compactMap { $0.rest(after: "v1=") }
            let isGenuine = codes.reduce(false) { isGenuine, code in
                Secret(secret).isCode(code.utf8, of: message) || isGenuine
            }
            guard isGenuine else { throw .forged }
            let (microseconds, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000)
            guard !isTooLarge else { throw .stale }
            try delivery.checkTime(microseconds, withinSeconds: 300)
        },
        read: { (delivery, _) throws(DeliveryFault) in
            let json = try delivery.json()
            let type = json["type"]?.text ?? ""
            guard let object = json.at("data", "object") else {
                throw .content("/data/object", "is required")
            }
            switch type {
            case "checkout.session.completed":
                guard object["payment_status"]?.text != "unpaid" else {
                    return .passed(type, .unpaid)
                }
                return payment(object, type, "amount_total", id: object["payment_intent"]?.id)
            case "payment_intent.succeeded":
                return payment(object, type, "amount", id: object["id"]?.id)
            case "charge.refunded":
                // A part of it given back is no reason to take all of it back.
                guard object["refunded"]?.isTrue == true else {
                    return .passed(type, .partRefund)
                }
                return .corrections(
                    of: [object["payment_intent"]], in: "/data/object/payment_intent", type)
            case "charge.dispute.created":
                return .corrections(
                    of: [object["payment_intent"]], in: "/data/object/payment_intent", type)
            default: return .unknown(type)
            }
        })

    private static let mostCodes = 16

    /// A payment, which both kinds of events tell of by the same id: it is counted once.
    private static func payment(_ object: JSON, _ type: Text, _ key: Text, id: Text?) -> Reading {
        guard let units = object[key]?.whole,
            let amount = Amount(
                stripeUnits: Int64(units), currency: object["currency"]?.text ?? "")
        else { return .passed(type, .noAmount("/data/object/\(key)")) }
        let id = id ?? object["id"]?.id
        return .happenings([
            Happening(
                id: id, .donation(amount),
                by: Person(
                    of: "stripe", id: nil, name: object.at("metadata", "name")?.text, message: id),
                message: object.at("metadata", "message")?.text)
        ])
    }
}
