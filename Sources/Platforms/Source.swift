public import Stage
public import Texts
public import Wire

/// A kind of platform that sends events, such as Twitch, with the code that verifies and reads its deliveries.
///
/// It has many functions because each platform extends it in a file of its own in `Kinds`. A platform's code does not
/// know HTTP, the journal or other platforms.
public struct Source: Sendable {
    /// The platform's name in paths, IDs and settings.
    public let kind: Text
    public let trust: Trust
    /// The response status by which the platform accepts a delivery as received.
    public let takenStatus: Int
    /// True if a key may be part of the address, for platforms that can't set a header.
    public let takesKeyInPath: Bool
    /// Throws a `DeliveryFault` if a delivery does not come from the platform. Never called if the
    /// server's own key identifies the sender.
    public let verify: @Sendable (Delivery, _ proof: Text) throws(DeliveryFault) -> Void
    /// Reads a delivery. `settings`: the room owner's settings for this source. Throws a
    /// `DeliveryFault` if the delivery does not have the platform's form.
    public let read: @Sendable (Delivery, _ settings: JSON) throws(DeliveryFault) -> DeliveryContent
    /// Checks the settings; throws a `ContentError` that names each wrong or unknown setting.
    public let check: @Sendable (_ settings: JSON) throws(ContentError) -> Void

    /// The way the server recognizes the sender.
    public enum Trust: Hashable, Sendable {
        /// A secret that the platform and the server share, with a length of this many bytes.
        case secret(ClosedRange<Int>)
        /// The platform's public key: the setting `publicKey`, or else this key.
        case publicKey(Text)
        /// A key of the server, because the platform signs no deliveries.
        case key
    }

    init(
        _ kind: Text, _ trust: Trust, takenStatus: Int = 202, takesKeyInPath: Bool = false,
        chatTypes: Set<Text> = [],
        verify: @escaping @Sendable (Delivery, Text) throws(DeliveryFault) -> Void = {
            (_, _) throws(DeliveryFault) in throw .forged
        },
        check: @escaping @Sendable (JSON) throws(ContentError) -> Void = {
            (settings) throws(ContentError) in
            try Source.refuse(settings, but: [])
        },
        read: @escaping @Sendable (Delivery, JSON) throws(DeliveryFault) -> DeliveryContent
    ) {
        self.kind = kind
        self.trust = trust
        self.takenStatus = takenStatus
        self.takesKeyInPath = takesKeyInPath
        self.verify = verify
        self.check = { (settings) throws(ContentError) in
            try Self.checkLinks(settings)
            try check(settings.ownSettings)
        }
        self.read = { (delivery, settings) throws(DeliveryFault) in
            let content = try read(delivery, settings.ownSettings).excusing(chatTypes)
            return settings[Self.links] == .bool(true) ? content : content.withoutLinks
        }
    }

    /// All platforms. All lists of platforms come from this list.
    public static let all = [
        twitch,
        kofi,
        stripe,
        gitHub,
        tikTok,
        bilibili,
        youTube,
        streamElements,
        streamlabs,
        kick,
        generic,
    ]

    /// The sources that accept a key in the address.
    public static let hooked = all.filter(\.takesKeyInPath)

    /// The kinds of all platforms, for a person.
    public static var kinds: String { all.map(\.kind.string).joined(separator: ", ") }

    /// Throws if a configuration holds the events of an unknown platform for approval.
    public static func check(_ configuration: Configuration) throws(ContentError) {
        let unknown = SourcesConfiguration.kinds(in: configuration.sources.hold).first { kind in
            !all.contains { $0.kind == kind }
        }
        guard let unknown else { return }
        throw ContentError(problems: [
            .init(
                pointer: "/sources/hold", detail: "there is no \(unknown); there are: \(kinds)")
        ])
    }

    /// True if the platform signs its deliveries.
    public var isSigned: Bool { trust != .key }

    /// Returns the proof that `verify` needs to check a delivery; nil if the owner must set a
    /// secret first, or if the platform signs no deliveries.
    public func proof(secret: Text?, settings: JSON) -> Text? {
        switch trust {
        case .secret: secret
        case .publicKey(let known): settings["publicKey"]?.text ?? known
        case .key: nil
        }
    }

    /// Throws if an object has keys other than these.
    static func refuse(_ settings: JSON, but known: [Text]) throws(ContentError) {
        let unknown = settings.members.filter { !known.contains($0.key) }
        guard unknown.isEmpty else {
            throw ContentError(
                problems: unknown.map {
                    .init(pointer: "/\($0.key)", detail: "is not a known key")
                })
        }
    }
}
