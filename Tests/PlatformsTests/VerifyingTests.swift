import Testing
import Texts
import Wire

@testable import Platforms

@Suite("Whose a delivery is")
struct VerifyingTests {
    private static let secrets: [String: Text] = [
        "twitch": "s3cRe7s3cRe7", "stripe": "whsec_s3cRe7s3cRe7", "github": "s3cRe7s3cRe7",
        "kofi": "8c5d2a4e-6f0b-4c7e-9a31-5b7d0e2f1a90",
    ]

    private func verify(
        _ kind: String, _ recorded: Recorded, afterSeconds seconds: Int64 = 1,
        secret: Text? = nil
    ) throws {
        try Source.named(kind).verify(
            recorded.delivery(afterSeconds: seconds), secret ?? Self.secrets[kind]!)
    }

    @Test("Every recorded delivery is genuine by openssl's code", arguments: secrets.keys.sorted())
    func genuine(kind: String) throws {
        for recorded in try Recorded.all(kind) { try verify(kind, recorded) }
    }

    @Test(
        "With another secret, another body, a part of it, or without its code it is forged",
        arguments: secrets.keys.sorted())
    func forged(kind: String) throws {
        for recorded in try Recorded.all(kind) {
            #expect(throws: DeliveryFault.forged) {
                try verify(kind, recorded, secret: Self.secrets[kind]! + "x")
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

    @Test("Twitch's id and time are signed too, and the time is ten minutes of now")
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

    @Test("Stripe's time is five minutes of now, and any of its codes may be right")
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

    @Test("A body of another media type, or that is not UTF-8, is refused")
    func media() throws {
        for kind in ["twitch", "stripe", "github", "youtube", "bilibili"] {
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
