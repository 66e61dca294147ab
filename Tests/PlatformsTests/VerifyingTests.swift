import Testing
import Texts
import Wire

@testable import Platforms

@Suite("Signatures")
struct VerifyingTests {
    private static let secrets: [String: Text] = [
        "twitch": "s3cRe7s3cRe7", "stripe": "whsec_s3cRe7s3cRe7", "github": "s3cRe7s3cRe7",
        "kofi": "8c5d2a4e-6f0b-4c7e-9a31-5b7d0e2f1a90", "kick": Recorded.text("kick-test-only.pub"),
    ]

    private func verify(
        _ kind: String, _ recorded: Recorded, afterSeconds seconds: Int64 = 1,
        secret: Text? = nil
    ) throws {
        try Source.named(kind).verify(
            recorded.delivery(afterSeconds: seconds), secret ?? Self.secrets[kind]!)
    }

    @Test(
        "Every recorded delivery is genuine by openssl's signature",
        arguments: secrets.keys.sorted())
    func genuine(kind: String) throws {
        for recorded in try Recorded.all(kind) { try verify(kind, recorded) }
    }

    @Test(
        "Another secret, a changed or cut body and a missing signature are refused",
        arguments: secrets.keys.sorted())
    func forged(kind: String) throws {
        for recorded in try Recorded.all(kind) {
            #expect(throws: DeliveryFault.forged) {
                try verify(kind, recorded, secret: Self.wrongSecret(kind))
            }
            var changed = recorded
            changed.fields = changed.fields.filter { $0.name == "Content-Type" }
            // Ko-fi's code is in the body.
            if kind != "kofi" {
                #expect(throws: DeliveryFault.forged) { try verify(kind, changed) }
                changed = recorded
                changed.body[changed.body.count / 2] ^= 1
                #expect(throws: DeliveryFault.forged) { try verify(kind, changed) }
            }
            changed = recorded
            changed.body.removeLast(recorded.body.count / 3)
            #expect(throws: DeliveryFault.self) { try verify(kind, changed) }
            changed.body = []
            #expect(throws: DeliveryFault.self) { try verify(kind, changed) }
        }
    }

    /// Another key of the right form; for Kick the key that Kick itself signs with.
    private static func wrongSecret(_ kind: String) -> Text {
        guard kind == "kick" else { return secrets[kind]! + "x" }
        return Source.named(kind).proof(secret: nil, settings: .object([]))!
    }

    @Test("Kick's ID and time are signed, and the time is within ten minutes of now")
    func kick() throws {
        let recorded = try Recorded("kick", "gifts")
        for (field, value) in [
            ("Kick-Event-Message-Id", "another"),
            ("Kick-Event-Message-Timestamp", "2026-11-21T10:00:01Z"),
            ("Kick-Event-Signature", ""), ("Kick-Event-Signature", "!"),
        ] as [(Text, Text)] {
            var changed = recorded
            changed[field] = value
            #expect(throws: DeliveryFault.forged, "\(field)") { try verify("kick", changed) }
        }
        try verify("kick", recorded, afterSeconds: 600)
        #expect(throws: DeliveryFault.stale) {
            try verify("kick", recorded, afterSeconds: 601)
        }
    }

    @Test(
        "A public key is an RSA key in PEM form",
        arguments: ["", "key", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----"])
    func publicKey(key: String) throws {
        let source = Source.named("kick")
        func settings(_ key: Text) -> JSON { .object([.init("publicKey", .string(key))]) }
        #expect(throws: ContentError.self) { try source.check(settings(Text(key))) }
        let own = Recorded.text("kick-test-only.pub")
        try source.check(settings(own))
        #expect(source.proof(secret: nil, settings: settings(own)) == own)
    }

    @Test("Twitch's ID and time are signed, and the time is within ten minutes of now")
    func twitch() throws {
        let recorded = try Recorded("twitch", "cheer")
        for (field, value) in [
            ("Twitch-Eventsub-Message-Id", "msg-another"),
            ("Twitch-Eventsub-Message-Timestamp", "2026-11-21T10:00:01Z"),
            ("Twitch-Eventsub-Message-Signature", "sha256="),
            ("Twitch-Eventsub-Message-Signature", "sha1=00"),
            ("Twitch-Eventsub-Message-Signature", String(repeating: "0", count: 64)),
        ] as [(Text, String)] {
            var changed = recorded
            changed[field] = Text(value)
            #expect(throws: DeliveryFault.forged, "\(field)") { try verify("twitch", changed) }
        }
        try verify("twitch", recorded, afterSeconds: 600)
        try verify("twitch", recorded, afterSeconds: -599)
        for seconds in [601, -601, 86_400, 9_000_000_000] as [Int64] {
            #expect(throws: DeliveryFault.stale) {
                try verify("twitch", recorded, afterSeconds: seconds)
            }
        }
    }

    @Test("Stripe's time is within five minutes of now, and any of its signatures may match")
    func stripe() throws {
        let recorded = try Recorded("stripe", "intent")
        try verify("stripe", recorded, afterSeconds: 300)
        for seconds in [301, -301] as [Int64] {
            #expect(throws: DeliveryFault.stale) {
                try verify("stripe", recorded, afterSeconds: seconds)
            }
        }
        var changed = recorded
        changed["Stripe-Signature"] = "t=1795255200,v0=00"
        #expect(throws: DeliveryFault.forged) { try verify("stripe", changed) }
        changed["Stripe-Signature"] = recorded["Stripe-Signature"].map {
            "v1=zz,\($0.elements(separatedBy: UInt8(ascii: ",")).reversed().map(\.string).joined(separator: ","))"
        }
        try verify("stripe", changed)
    }

    @Test("A body of another media type or encoding is refused")
    func media() throws {
        for kind in ["twitch", "stripe", "kick", "youtube", "bilibili"] {
            var recorded = try #require(Recorded.all(kind).first)
            recorded["Content-Type"] = "application/x-www-form-urlencoded"
            #expect(throws: DeliveryFault.mediaType("application/json")) {
                try Source.named(kind).read(recorded.delivery(), .object([]))
            }
            recorded["Content-Type"] = "application/json"
            recorded.body = [0x22, 0xFF, 0xFE, 0x22]
            #expect(throws: DeliveryFault.self) {
                try Source.named(kind).read(recorded.delivery(), .object([]))
            }
        }
        var form = try Recorded("kofi", "donation")
        form.body = Array("data=%FF%FE".utf8)
        #expect(throws: DeliveryFault.self) { try verify("kofi", form) }
        form = try Recorded("kofi", "donation")
        form["Content-Type"] = "application/json"
        #expect(throws: DeliveryFault.mediaType("application/x-www-form-urlencoded")) {
            try verify("kofi", form)
        }
    }
}
