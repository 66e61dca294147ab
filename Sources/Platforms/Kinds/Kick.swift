import Digests
import Stage
import Texts
import Wire

/// The source for Kick, which verifies and reads its signed webhooks.
extension Source {
    /// Event types about the chat, the viewers and the stream, never about money.
    private static let chatTypes: Set<Text> = [
        "chat.message.sent", "livestream.status.updated", "livestream.metadata.updated",
        "moderation.banned",
    ]

    /// Kick: its webhooks (docs.kick.com/events), signed with Kick's own key.
    static let kick = Source(
        "kick", .publicKey(kickKey), chatTypes: chatTypes,
        verify: { (delivery, key) throws(DeliveryFault) in
            guard let id = delivery.field("Kick-Event-Message-Id"),
                let time = delivery.field("Kick-Event-Message-Timestamp"),
                let signature = delivery.field("Kick-Event-Signature").flatMap(base64),
                let key = RSAKey(pem: key.string),
                key.isSignature(signature, of: Array("\(id).\(time).".utf8) + delivery.body)
            else { throw .forged }
            guard let sent = delivery.microseconds(time) else { throw .stale }
            try delivery.checkTime(sent, withinSeconds: 600)
        },
        check: { (settings) throws(ContentError) in
            try refuse(settings, but: ["publicKey"])
            guard let key = settings["publicKey"] else { return }
            guard let text = key.text, text.byteCount <= 4096, RSAKey(pem: text.string) != nil
            else {
                throw ContentError(problems: [
                    .init(pointer: "/publicKey", detail: "must be an RSA public key in PEM form")
                ])
            }
        },
        read: { (delivery, _) throws(DeliveryFault) in
            Kick(
                type: delivery.field("Kick-Event-Type") ?? "", event: try delivery.json(),
                id: delivery.field("Kick-Event-Message-Id"),
                subscription: delivery.field("Kick-Event-Subscription-Id") ?? "",
                wallMicroseconds: delivery.wallMicroseconds
            ).reading
        })

    /// The key of docs.kick.com/events/webhook-security; Kick serves it at
    /// api.kick.com/public/v1/public-key too.
    private static let kickKey: Text = """
        -----BEGIN PUBLIC KEY-----
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAq/+l1WnlRrGSolDMA+A8
        6rAhMbQGmQ2SapVcGM3zq8ANXjnhDWocMqfWcTd95btDydITa10kDvHzw9WQOqp2
        MZI7ZyrfzJuz5nhTPCiJwTwnEtWft7nV14BYRDHvlfqPUaZ+1KR4OCaO/wWIk/rQ
        L/TjY0M70gse8rlBkbo2a8rKhu69RQTRsoaf4DVhDPEeSeI5jVrRDGAMGL3cGuyY
        6CLKGdjVEM78g3JfYOvDU/RvfqD7L89TZ3iN94jrmWdGz34JNlEI5hqK8dd7C5EF
        BEbZ5jgB8s8ReQV8H+MkuffjdAj3ajDDX3DOJMIut1lBrUVD1AaSrGCKHooWoL2e
        twIDAQAB
        -----END PUBLIC KEY-----
        """
}

/// An event from Kick.
private struct Kick {
    let type: Text
    let event: JSON
    let id: Text?
    /// The subscription that sent the event: two subscriptions may report the same event.
    let subscription: Text
    let wallMicroseconds: Int64

    var reading: DeliveryContent {
        switch type {
        case "channel.followed": happened(.follow, by: event["follower"])
        case "channel.subscription.new", "channel.subscription.renewal": subscribed
        case "channel.subscription.gifts": gifted
        case "kicks.gifted": kicks
        case "channel.reward.redemption.updated": redeemed
        default: .unknown(type)
        }
    }

    private var subscribed: DeliveryContent {
        let user = event["subscriber"]
        let subject = user?["user_id"]?.id ?? ""
        return happened(
            .gift(
                GiftItem(of: "kick", id: "sub", name: "Subscription"), count: 1,
                report: report("sub:\(subject)")),
            by: user, months: event["duration"]?.whole, as: "subscription")
    }

    /// Each entry of the list is a subscription that was given.
    private var gifted: DeliveryContent {
        let count = event["giftees"]?.elements.count ?? 0
        guard count > 0 else { return .passed(type, .noNumber("/giftees")) }
        let giver = event["gifter"]
        let names = event["giftees"]?.elements.compactMap {
            $0["user_id"]?.id ?? $0["username"]?.id
        }
        let subject = (names ?? []).reduce("gifts:\(giver?["user_id"]?.id ?? "")" as Text) {
            "\($0):\($1)"
        }
        return happened(
            .gift(
                GiftItem(of: "kick", id: "giftsub", name: "Gifted subscription"), count: count,
                report: report(subject)),
            by: giver, as: "subscription")
    }

    private var kicks: DeliveryContent {
        let gift = event["gift"]
        guard let amount = gift?["amount"]?.whole, amount > 0 else {
            return .passed(type, .noNumber("/gift/amount"))
        }
        let subject: Text = "kicks:\(event.at("sender", "user_id")?.id ?? ""):\(amount)"
        return happened(
            .gift(
                GiftItem(of: "kick", id: "kicks", name: "Kicks", price: 1), count: amount,
                report: report("\(subject):\(event["created_at"]?.id ?? "")")),
            by: event["sender"], gift?["message"]?.text, as: "cheer", title: gift?["name"]?.text)
    }

    /// Kick rejects a redemption by this ID.
    private var redeemed: DeliveryContent {
        if event["status"]?.text == "rejected" {
            return .corrections(of: [event["id"]], in: "/id", type)
        }
        return happened(
            .redemption(event.at("reward", "title")?.text ?? "a reward"), by: event["redeemer"],
            event["user_input"]?.text, id: event["id"]?.id)
    }

    /// Returns a report of the event, because another subscription may report it too, with the same
    /// time.
    private func report(_ subject: Text) -> GiftReport {
        let name: Text = "kick:\(subject):\(event["created_at"]?.id ?? "")"
        return GiftReport(
            subject: name.asID(limit: 200), reporter: subscription.asID(limit: 200),
            wallMicroseconds: wallMicroseconds)
    }

    private func happened(
        _ deed: PlatformEvent.Deed, by user: JSON?, _ message: Text? = nil, id ownID: Text? = nil,
        months: Int? = nil, as notice: Text? = nil, title: Text? = nil
    ) -> DeliveryContent {
        let isAnonymous = user?["is_anonymous"]?.isTrue == true
        return .happenings([
            PlatformEvent(
                id: ownID ?? id, deed,
                by: Person(
                    of: "kick", id: isAnonymous ? nil : user?["user_id"]?.realID,
                    name: isAnonymous ? nil : user?.first("username", "channel_slug")?.text,
                    avatar: isAnonymous ? nil : user?["profile_picture"]?.text, message: id),
                message: message, months: months, as: notice, title: title)
        ])
    }
}
