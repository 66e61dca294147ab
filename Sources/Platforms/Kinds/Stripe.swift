import Stage
import Texts
import Wire

/// The source for Stripe, which verifies and reads its webhooks about payments.
extension Source {
    /// Stripe: its webhook (docs.stripe.com/webhooks), for payments on a checkout page or on the
    /// owner's own page.
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
            // While a secret is changed there is a code for each secret; all codes are checked.
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
            return Stripe(
                type: type, object: object, isTest: json["livemode"] == .bool(false)
            ).reading
        })

    private static let mostCodes = 16
}

/// An event from Stripe.
private struct Stripe {
    let type: Text
    let object: JSON
    let isTest: Bool

    var reading: DeliveryContent {
        switch type {
        case "checkout.session.completed", "checkout.session.async_payment_succeeded":
            guard object["payment_status"]?.text != "unpaid" else {
                return .passed(type, .unpaid)
            }
            return payment("amount_total")
        case "checkout.session.async_payment_failed", "checkout.session.expired":
            return .passed(type, .unpaid)
        case "payment_intent.succeeded": return payment("amount_received", "amount")
        case "invoice.paid", "invoice.payment_succeeded": return payment("amount_paid")
        case "charge.succeeded": return payment("amount")
        case "charge.refunded": return refunded
        case "charge.dispute.created", "charge.dispute.funds_withdrawn": return retracted
        default: return .unknown(type)
        }
    }

    /// The IDs of a payment. The first is the ID that all its events share: the invoice of a
    /// subscription, because the payment intent of its checkout is null, or else the payment
    /// intent.
    private var names: [Text] {
        let order = object.at("payment_details", "order_reference")
        let reference = order?.text.flatMap { $0.begins(with: "in_") ? $0 : nil }
        let own = object["id"]?.id
        let kind = object["object"]?.text
        let isIntent = kind == "payment_intent" || type.begins(with: "payment_intent.")
        let isInvoice = kind == "invoice" || type.begins(with: "invoice.")
        let invoice = isInvoice ? own : name(object["invoice"]) ?? reference
        let intent = isIntent ? own : name(object["payment_intent"])
        let isCheckout = type.begins(with: "checkout.")
        let names = isCheckout ? [intent, invoice] : [invoice, intent]
        return (names + [isIntent || isInvoice ? nil : own]).compactMap(\.self)
    }

    /// Returns the ID of another object, which may be embedded as a whole.
    private func name(_ json: JSON?) -> Text? { json?.text ?? json?["id"]?.text }

    private func payment(_ keys: Text...) -> DeliveryContent {
        let currency = object["currency"]?.text ?? ""
        let units = keys.lazy.compactMap { object[$0]?.whole }.first { $0 > 0 }
        guard let amount = units.flatMap({ Amount(stripeUnits: Int64($0), currency: currency) })
        else { return .passed(type, .noAmount("/data/object/\(keys.last ?? "")")) }
        let id = names.first
        let metadata = object["metadata"]
        return .happenings([
            PlatformEvent(
                id: id, .donation(amount),
                by: Person(
                    of: "stripe", named: metadata?["name"]?.text, message: id),
                message: metadata?["message"]?.text, isTest: isTest)
        ])
    }

    /// A partial refund does not retract the donation.
    private var refunded: DeliveryContent {
        guard object["refunded"]?.isTrue == true else {
            let amount = object["amount_refunded"]?.whole.flatMap {
                Amount(stripeUnits: Int64($0), currency: object["currency"]?.text ?? "")
            }
            return .passed(type, .partRefund(amount?.text))
        }
        return retracted
    }

    private var retracted: DeliveryContent {
        let charge = name(object["charge"])
        return .correction(of: names.map(\.self) + [charge], type)
    }
}
