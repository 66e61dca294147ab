import Foundation
import Journal
import TestSupport
import Testing
import Texts
import Wire

@testable import Access
@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

/// A server whose room `main` accepts deliveries from Twitch, Ko-fi, Stripe and GitHub.
struct HookScene {
    let keyed: KeyedServer
    static let secret = "s3cRe7s3cRe7"
    static let token = "8c5d2a4e-6f0b-4c7e-9a31-5b7d0e2f1a90"

    init(_ change: @escaping @Sendable (inout ServerConfiguration) -> Void = { $0.auth = .keys })
        throws
    {
        keyed = try KeyedServer(change)
        for (kind, secret) in [
            ("twitch", Self.secret), ("kofi", Self.token), ("stripe", Self.secret),
            ("github", Self.secret),
        ] {
            let set = try keyed.ask(
                "PUT", "/v1/rooms/main/sources/\(kind)", "{\"secret\":\"\(secret)\"}", as: "owner")
            try #require(set.status == 200, "\(set.text)")
            #expect(!set.text.contains(secret))
        }
    }

    /// A delivery as Twitch sends it, signed by openssl.
    func twitch(
        _ body: String, id: String, type: String = "notification", at: WallTime = .now,
        secret: String = secret, droppingLast: Int = 0, mediaType: String = "application/json"
    ) throws -> Client.Answer {
        let code = try openssl(secret, id + at.text + body)
        return try Client(keyed.server).ask(
            "POST", "/v1/hooks/main/twitch", String(body.dropLast(droppingLast)),
            [
                "Twitch-Eventsub-Message-Id: \(id)", "Twitch-Eventsub-Message-Type: \(type)",
                "Twitch-Eventsub-Message-Timestamp: \(at.text)",
                "Twitch-Eventsub-Message-Signature: sha256=\(code)", "Content-Type: \(mediaType)",
            ])
    }

    func kofi(
        _ payment: String, mediaType: String = "application/x-www-form-urlencoded"
    ) throws -> Client.Answer {
        try Client(keyed.server).ask(
            "POST", "/v1/hooks/main/kofi", Self.form(of: payment), ["Content-Type: \(mediaType)"])
    }

    /// The body of Ko-fi's request for a payment.
    static func form(of payment: String) -> String {
        "data=\(payment.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
    }

    /// A delivery as Stripe sends it.
    func stripe(
        _ body: String, at: WallTime = .now, secret: String = secret, droppingLast: Int = 0,
        mediaType: String = "application/json"
    ) throws -> Client.Answer {
        let seconds = at.microseconds / 1_000_000
        let code = try openssl(secret, "\(seconds).\(body)")
        return try Client(keyed.server).ask(
            "POST", "/v1/hooks/main/stripe", String(body.dropLast(droppingLast)),
            ["Stripe-Signature: t=\(seconds),v1=\(code)", "Content-Type: \(mediaType)"])
    }

    /// A delivery as GitHub sends it, without a time.
    func gitHub(
        _ body: String, id: String = "d1", secret: String = secret, droppingLast: Int = 0,
        mediaType: String = "application/json"
    ) throws -> Client.Answer {
        let code = try openssl(secret, body)
        return try Client(keyed.server).ask(
            "POST", "/v1/hooks/main/github", String(body.dropLast(droppingLast)),
            [
                "X-Hub-Signature-256: sha256=\(code)", "X-GitHub-Event: sponsorship",
                "X-GitHub-Delivery: \(id)", "Content-Type: \(mediaType)",
            ])
    }

    static let intent =
        #"{"id":"evt_1","type":"payment_intent.succeeded","data":{"object":{"id":"pi_1","#
        + #""amount":700,"currency":"usd","metadata":{"name":"Ann"}}}}"#
    static let refund =
        #"{"id":"evt_2","type":"charge.refunded","data":{"object":{"id":"ch_1","refunded":true,"#
        + #""payment_intent":"pi_1","amount":700}}}"#
    static let sponsorship =
        #"{"action":"created","sponsorship":{"node_id":"S_1","privacy_level":"public","#
        + #""sponsor":{"login":"ann","id":7},"tier":{"monthly_price_in_cents":500}}}"#

    var events: [JSON] {
        get throws {
            let page = try keyed.ask("GET", "/v1/rooms/main/events", as: "owner")
            return page.json["events"]?.elements ?? []
        }
    }

    func source(_ kind: String) throws -> JSON? {
        let list = try keyed.ask("GET", "/v1/rooms/main/sources", as: "owner")
        return list.json["sources"]?.elements.first { $0["kind"] == .string(Text(kind)) }
    }

    static func cheer(bits: Int) -> String {
        #"{"subscription":{"type":"channel.cheer"},"event":{"is_anonymous":false,"#
            + #""user_id":"1","user_name":"Ann","message":"hi","bits":\#(bits)}}"#
    }

    static func payment(_ id: String, _ more: String = "", isPublic: Bool = true) -> String {
        "{\"verification_token\":\"\(token)\",\"message_id\":\"\(id)\",\"type\":\"Donation\","
            + "\"is_public\":\(isPublic),\"from_name\":\"Jo\",\"message\":\"door Elm Road 4711\","
            + "\"amount\":\"3.00\",\"email\":\"jo@example.com\",\"currency\":\"USD\"\(more)}"
    }
}

/// HMAC-SHA256, computed by the command-line tool of OpenSSL.
private func openssl(_ secret: String, _ message: String) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/openssl")
    process.arguments = ["dgst", "-sha256", "-hmac", secret, "-r"]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(message.utf8))
    try input.fileHandleForWriting.close()
    let line = try #require(try output.fileHandleForReading.readToEnd())
    process.waitUntilExit()
    return String(decoding: line.prefix(64), as: UTF8.self)
}
