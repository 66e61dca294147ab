public import Stage
public import Texts
public import Wire

/// A platform that tells what happens there: how it is known that a delivery is its own, and what one
/// says.
///
/// Each stands in a file of its own, in `Kinds`. None knows HTTP, the journal or another.
public struct Source: Sendable {
    /// Names it in paths, ids and settings.
    public let kind: Text
    public let trust: Trust
    /// The status that has the platform know a delivery for taken.
    public let takenStatus: Int
    /// Whether a key may be part of the address, for platforms that can set no header.
    public let takesKeyInPath: Bool
    /// Throws a `DeliveryFault` if a delivery is not the platform's own. Never called where a key
    /// says who sends.
    public let verify: @Sendable (Delivery, _ proof: Text) throws(DeliveryFault) -> Void
    /// What a delivery says. `settings`: what the room's owner has set for this source. Throws a
    /// `DeliveryFault` if it is not in the platform's form.
    public let read: @Sendable (Delivery, _ settings: JSON) throws(DeliveryFault) -> Reading
    /// Throws a `ContentError` that names each setting that is wrong or unknown.
    public let check: @Sendable (_ settings: JSON) throws(ContentError) -> Void

    /// How the server knows the sender.
    public enum Trust: Hashable, Sendable {
        /// By a secret that the platform and the server share, of so many bytes.
        case secret(ClosedRange<Int>)
        /// By the platform's public key: the setting `publicKey`, or this one.
        case publicKey(Text)
        /// By a key of the server: the platform signs nothing.
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
        read: @escaping @Sendable (Delivery, JSON) throws(DeliveryFault) -> Reading
    ) {
        self.kind = kind
        self.trust = trust
        self.takenStatus = takenStatus
        self.takesKeyInPath = takesKeyInPath
        self.verify = verify
        self.check = check
        self.read = { (delivery, settings) throws(DeliveryFault) in
            try read(delivery, settings).excusing(chatTypes)
        }
    }

    /// All there are. Whatever names platforms goes by this list.
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

    /// Their kinds, for a person.
    public static var kinds: String { all.map(\.kind.string).joined(separator: ", ") }

    /// Throws if a configuration has a platform wait that there is not.
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

    /// Whether the platform signs its deliveries.
    public var isSigned: Bool { trust != .key }

    /// What `verify` takes to check a delivery; nil: the owner has to give a secret first.
    public func proof(secret: Text?, settings: JSON) -> Text? {
        switch trust {
        case .secret: secret
        case .publicKey(let known): settings["publicKey"]?.text ?? known
        case .key: nil
        }
    }

    /// Throws if an object has other keys than these.
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
