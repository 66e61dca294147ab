import Stage
import Texts
import Wire

/// The source for GitHub Sponsors, which verifies and reads webhooks about sponsorships.
extension Source {
    /// Event types about the chat, the viewers and the stream, never about money.
    private static let chatTypes: Set<Text> = ["ping"]

    /// GitHub Sponsors: the webhook of sponsorships (docs.github.com/webhooks).
    static let gitHub = Source(
        "github", .secret(10...200), chatTypes: chatTypes,
        verify: { (delivery, secret) throws(DeliveryFault) in
            guard let code = delivery.field("X-Hub-Signature-256")?.rest(after: "sha256="),
                Secret(secret).isCode(code.utf8, of: delivery.body)
            else { throw .forged }
        },
        read: { (delivery, _) throws(DeliveryFault) in
            let json = try body(delivery)
            let type = delivery.field("X-GitHub-Event") ?? ""
            let action = json["action"]?.text ?? ""
            let sponsorship = json["sponsorship"]
            let isPublic = sponsorship?["privacy_level"]?.text == "public"
            let word = action.isEmpty ? type : "\(type).\(action)"
            guard type == "sponsorship", let sponsorship else {
                return .unknown(word, isPrivate: sponsorship != nil && !isPublic)
            }
            guard action == "created" else {
                let isKnown = quietActions.contains(action)
                return .passed(word, isKnown ? .noPayment : .unknownType, isPrivate: !isPublic)
            }
            guard let cents = sponsorship.at("tier", "monthly_price_in_cents")?.whole,
                let amount = Amount(units: Int64(cents), currency: "USD")
            else {
                return .passed(
                    word, .noAmount("/sponsorship/tier/monthly_price_in_cents"),
                    isPrivate: !isPublic)
            }
            // The delivery's own ID is not signed: a copy under another ID would count again. The
            // ID in the body is signed.
            let id = sponsorship["node_id"]?.id ?? sponsorship["id"]?.id
            let sponsor = sponsorship["sponsor"]
            let tier = sponsorship["tier"]
            let isMonthly = tier?["is_one_time"] == .bool(false)
            return .happenings([
                PlatformEvent(
                    id: id, .donation(amount),
                    by: Person(
                        of: "github", id: isPublic ? sponsor?["id"]?.id : nil,
                        name: isPublic ? sponsor?.first("name", "login")?.text : nil,
                        avatar: isPublic ? sponsor?["avatar_url"]?.text : nil,
                        message: id ?? delivery.makeStamp()),
                    as: isMonthly ? "subscription" : nil, title: tier?["name"]?.text)
            ])
        })

    /// Actions that change a sponsorship and report no payment.
    private static let quietActions: Set<Text> = [
        "cancelled", "edited", "tier_changed", "pending_cancellation", "pending_tier_change",
    ]

    /// Returns the payload: JSON, or JSON in a form's field, which is GitHub's default.
    private static func body(_ delivery: Delivery) throws(DeliveryFault) -> JSON {
        guard delivery.mediaType == Form.mediaType else { return try delivery.json() }
        guard case .string(let payload) = try delivery.form()["payload"] else {
            throw .content("/payload", "is required")
        }
        return try Delivery.json(Array(payload.utf8))
    }
}
