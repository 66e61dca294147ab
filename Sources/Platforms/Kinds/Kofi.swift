import Stage
import Texts
import Wire

/// The source for Ko-fi, which verifies and reads its webhooks about payments.
extension Source {
    /// Ko-fi: its webhook (ko-fi.com/manage/webhooks), a form with one field, `data`, that is JSON.
    static let kofi = Source(
        "kofi", .secret(8...200),
        // Ko-fi repeats a delivery until the status is 200.
        takenStatus: 200,
        verify: { (delivery, secret) throws(DeliveryFault) in
            let token = try payment(delivery)["verification_token"]?.text
            guard let token, Secret.areSame(token, secret) else { throw .forged }
        },
        read: { (delivery, _) throws(DeliveryFault) in
            let payment = try payment(delivery)
            let type = payment["type"]?.text ?? ""
            let currency = payment["currency"]?.text ?? ""
            guard
                let amount = payment["amount"].flatMap({ Amount($0, currency: currency) })
            else { return .passed(type, .noAmount("/amount")) }
            let transaction = payment["kofi_transaction_id"]?.id
            let id = payment["message_id"]?.id ?? transaction
            // A private message is not even stored.
            let isPublic = payment["is_public"]?.isTrue == true
            let isMonthly = payment["is_subscription_payment"]?.isTrue == true
            return .happenings([
                PlatformEvent(
                    id: id, .donation(amount),
                    by: Person(
                        of: "kofi", named: payment["from_name"]?.text,
                        message: id ?? delivery.makeStamp()),
                    message: isPublic ? payment["message"]?.text : nil,
                    isTest: transaction == testTransaction,
                    as: isMonthly ? "subscription" : nil, title: payment["tier_name"]?.text)
            ])
        })

    /// The transaction ID of Ko-fi's test button.
    private static let testTransaction: Text = "00000000-1111-2222-3333-444444444444"

    private static func payment(_ delivery: Delivery) throws(DeliveryFault) -> JSON {
        guard case .string(let data) = try delivery.form()["data"] else {
            throw .content("/data", "is required")
        }
        return try Delivery.json(Array(data.utf8))
    }
}
