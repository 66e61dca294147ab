import Stage
import Texts
import Wire

extension Source {
    /// GitHub's webhook for sponsors (docs.github.com/webhooks).
    static let gitHub = Source(
        "github", .secret(10...200),
        verify: { (delivery, secret) throws(DeliveryFault) in
            guard let code = delivery.field("X-Hub-Signature-256")?.rest(after: "sha256="),
                Secret(secret).isCode(code.utf8, of: delivery.body)
            else { throw .forged }
        },
        read: { (delivery, _) throws(DeliveryFault) in
            let json = try delivery.json()
            let type = delivery.field("X-GitHub-Event") ?? ""
            let action = json["action"]?.text ?? ""
            let sponsorship = json["sponsorship"]
            let isPublic = sponsorship?["privacy_level"]?.text == "public"
            guard type == "sponsorship", action == "created", let sponsorship else {
                return .unknown(
                    action.isEmpty ? type : "\(type).\(action)",
                    isPrivate: sponsorship != nil && !isPublic)
            }
            guard let cents = sponsorship.at("tier", "monthly_price_in_cents")?.whole,
                let amount = Amount(units: Int64(cents), currency: "USD")
            else {
                return .passed(
                    "sponsorship.created",
                    .noAmount("/sponsorship/tier/monthly_price_in_cents"), isPrivate: !isPublic)
            }
            // The delivery's own id is not signed: whoever repeated one under another would count it
            // twice. What is in the body is.
            let id = sponsorship["node_id"]?.id
            let sponsor = sponsorship["sponsor"]
            return .happenings([
                Happening(
                    id: id, .donation(amount),
                    by: Person(
                        of: "github", id: isPublic ? sponsor?["id"]?.id : nil,
                        name: isPublic ? sponsor?["login"]?.text : nil,
                        avatar: isPublic ? sponsor?["avatar_url"]?.text : nil, message: id))
            ])
        })
}
