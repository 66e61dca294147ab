import Journal
import Stage
import Testing
import Texts
import Wire

@testable import Platforms

/// A delivery of a test: the body, and header fields where the platform has some.
struct Sent: Sendable, CustomTestStringConvertible {
    let kind: String
    let body: String
    var fields: [String: String] = [:]
    var mediaType = "application/json"

    var testDescription: String { "\(kind) \(body.prefix(120))" }

    init(
        _ kind: String, _ body: String, fields: [String: String] = [:],
        mediaType: String = "application/json"
    ) {
        self.kind = kind
        self.body = body
        self.fields = fields
        self.mediaType = mediaType
    }

    /// An event of Twitch's; `message` is the message's ID.
    static func twitch(
        _ type: String, _ event: String, message: String = "m1", subscription: String = "s1"
    ) -> Sent {
        Sent(
            "twitch",
            #"{"subscription":{"id":"\#(subscription)","type":"\#(type)"},"event":\#(event)}"#,
            fields: [
                "Twitch-Eventsub-Message-Type": "notification",
                "Twitch-Eventsub-Message-Id": message,
            ])
    }

    static func kick(_ type: String, _ event: String, message: String = "k1") -> Sent {
        Sent(
            "kick", event,
            fields: ["Kick-Event-Type": type, "Kick-Event-Message-Id": message])
    }

    static func gitHub(_ action: String, _ sponsorship: String) -> Sent {
        Sent(
            "github", #"{"action":"\#(action)","sponsorship":\#(sponsorship)}"#,
            fields: ["X-GitHub-Event": "sponsorship"])
    }

    /// Stripe's event about an object.
    static func stripe(_ type: String, _ object: String, live: String = "true") -> Sent {
        Sent("stripe", #"{"type":"\#(type)","livemode":\#(live),"data":{"object":\#(object)}}"#)
    }

    static func kofi(_ payment: String) -> Sent {
        let data = payment.utf8.map { byte in
            let isPlain = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
            return isPlain ? String(Unicode.Scalar(byte)) : percent(byte)
        }
        return Sent(
            "kofi", "data=\(data.joined())", mediaType: "application/x-www-form-urlencoded")
    }

    private static func percent(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return "%" + (digits.count == 1 ? "0" : "") + digits
    }

    func reading(
        atWallMicroseconds wall: Int64 = Recorded.signed, settings: JSON = .object([])
    ) throws -> DeliveryContent {
        let delivery = Delivery(
            body: Array(body.utf8), wallMicroseconds: wall,
            field: { [fields, mediaType] name in
                name == "Content-Type" ? Text(mediaType) : fields[name.string].map { Text($0) }
            }, microseconds: { WallTime($0)?.microseconds })
        return try Source.named(kind).read(delivery, settings)
    }

    func happenings(atWallMicroseconds wall: Int64 = Recorded.signed) throws -> [PlatformEvent] {
        guard case .happenings(let happenings, _) = try reading(atWallMicroseconds: wall) else {
            return []
        }
        return happenings
    }

    func ids() throws -> [Text?] { try happenings().map(\.id) }

    /// Each event in one line: `Ann: 3 x Rose [tiktok:5655]`, with `TEST` before events that do not count.
    /// Notices are left out.
    func lines(rules: SourcesConfiguration = SourcesConfiguration()) throws -> [String] {
        try happenings().flatMap { $0.plainEvents(by: rules, of: Text(kind)) }
            .map { Self.line($0.kind) }
    }

    private static func line(_ kind: Event.Kind) -> String {
        switch kind {
        case .gift(let gift, let mark):
            let id = gift.item.id.map { " [\($0)]" } ?? ""
            let test = mark == .test ? "TEST " : ""
            return "\(test)\(gift.sender.name): \(gift.count) x \(gift.item.name)\(id)"
        case .caption(let caption, let mark):
            return "\(mark == .test ? "TEST " : "")\(caption.text)"
        case .call(let person, let mark, _):
            return "\(mark == .test ? "TEST " : "")call \(person.name)"
        case .counter(let name, let update): return "\(name) +\(update.to)"
        default: return "\(kind)"
        }
    }
}

extension PlatformEvent {
    /// The events that it makes beside its notice.
    func plainEvents(
        by rules: SourcesConfiguration, of source: Text
    ) -> [(place: Place, kind: Event.Kind)] {
        events(by: rules, of: source).filter { $0.place != .notice }
    }
}
