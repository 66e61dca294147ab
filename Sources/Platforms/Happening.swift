import Digests
public import Stage
public import Texts
import Wire

/// An event of a platform, such as a donation or a membership, in the form that all platforms share.
public struct Happening: Hashable, Sendable {
    /// The platform's own ID, the same in each repetition; nil if the platform gives no ID.
    public let id: Text?
    public let deed: Deed
    public let sender: Person
    /// The text that the sender wrote, if it is public.
    public let message: Text?
    /// The number of months that a subscriber has subscribed; nil if the platform does not say.
    public let months: Int?
    /// True for a test of the platform: the room shows it but does not count it.
    public let isTest: Bool

    public enum Deed: Hashable, Sendable {
        case follow
        /// The sender brought this many viewers.
        case raid(viewers: Int)
        /// The sender redeemed a reward with this title.
        case redemption(Text)
        /// A gift or a subscription of the platform. For a part of a streak, `count` is the running
        /// total of the streak.
        case gift(Present, count: Int, streak: StreakPart? = nil, report: GiftReport? = nil)
        case donation(Amount)
        /// A paid item with a name of its own.
        case purchase(Present, Amount)
        /// The event that the room owner's mapping makes.
        case event(Event.Kind)
    }

    init(
        id: Text?, _ deed: Deed, by sender: Person, message: Text? = nil, months: Int? = nil,
        isTest: Bool = false
    ) {
        self.id = id?.asHappeningID
        self.deed = deed
        self.sender = sender
        self.message = message?.isEmpty == true ? nil : message
        self.months = months
        self.isTest = isTest
    }

    /// The money that the event brought; nil if it brought no money.
    public var amount: Amount? {
        switch deed {
        case .donation(let amount), .purchase(_, let amount): amount
        case .follow, .raid, .redemption, .gift, .event: nil
        }
    }
}

extension Person {
    /// Creates a person on a platform, identified by the platform's ID, never by the name.
    ///
    /// An anonymous or masked sender is a different person each time, identified by the message. So
    /// is the account that a platform lets all anonymous givers share.
    init(of kind: Text, id: Text?, name: Text?, avatar: Text? = nil, message: Text?) {
        let isStandIn = Self.isStandIn(id) || Self.isStandIn(name)
        let own =
            (isStandIn ? nil : id).map { "\(kind):\($0)" as Text }
            ?? message.map { "\(kind):?\($0)" as Text }
        self.init(
            id: own?.asID(limit: 200),
            name: (isStandIn ? nil : name)?.fitted(to: 200) ?? Self.anonymous,
            avatar: isStandIn ? nil : avatar.flatMap { $0.isPicture ? $0 : nil })
    }

    /// The name of a sender without a name.
    static let anonymous: Text = "anonymous"

    private static func isStandIn(_ word: Text?) -> Bool {
        word.map { standIns.contains($0.asciiLowercased) } ?? false
    }

    /// The accounts that anonymous givers share: Twitch's, by login and by ID.
    private static let standIns: Set<Text> = [
        "ananonymousgifter", "274598607", "ananonymouscheerer", "407665396",
    ]
}

extension Present {
    /// Returns the ending for a tier in a subscription's name; Twitch numbers tiers 1000, 2000 and
    /// 3000.
    static func suffix(ofTier tier: Text) -> Text {
        switch tier {
        case "prime": " (Prime)"
        case "2000": " (tier 2)"
        case "3000": " (tier 3)"
        default: ""
        }
    }

    /// Creates the item of a Twitch subscription that another service reports. Tiers have IDs of
    /// their own, so that the catalogue can distinguish them.
    init(of kind: Text, tier: JSON?, isGift: Bool) {
        let tier = Self.tier(tier?.id)
        self.init(
            of: kind, id: "\(isGift ? "giftsub" : "sub"):\(tier)",
            name: (isGift ? "Gifted subscription" : "Subscription") + Self.suffix(ofTier: tier))
    }

    /// Returns Twitch's number for a tier, which services write as `1000`, `1` or `Prime`.
    private static func tier(_ word: Text?) -> Text {
        switch word?.asciiLowercased {
        case nil, "1": "1000"
        case "2": "2000"
        case "3": "3000"
        case let word?: word
        }
    }

    /// Creates the item of a platform's gift, with an ID made from the platform's.
    init(of kind: Text, id: Text, name: Text, image: Text? = nil, price: Int? = nil) {
        let own: Text = "\(kind):\(id)"
        self.init(
            id: own.asID(limit: 200), name: name.fitted(to: 200) ?? "gift",
            image: image.flatMap { $0.isPicture ? $0 : nil }, price: price.map(Self.bounded))
    }

    /// Returns a price within the bounds for events.
    private static func bounded(_ price: Int) -> Int { min(max(price, 0), 1_000_000_000_000) }
}

extension Text {
    /// Returns this text as an ID of at most `limit` characters: the text itself or, if it is too
    /// long, its digest, so that long IDs stay different.
    func asID(limit: Int) -> Text {
        fitted(to: limit) == self ? self : "sha256:\(Text(hexadecimal: SHA256.hash(Array(utf8))))"
    }

    /// This text as the ID of a platform event. A platform retracts the event by the same ID.
    var asHappeningID: Text { asID(limit: 150) }

    /// Returns this text, cut to `most` characters and `4 * most` bytes. Spaces replace control
    /// characters. Direction controls are removed, because they reorder the surrounding text.
    /// Returns nil for an empty result.
    func fitted(to most: Int) -> Text? { cleaned.cut(to: most) }

    /// This text with spaces in place of control characters, and without direction controls.
    var cleaned: Text {
        if scalars.allSatisfy({ !$0.isControl && !$0.isDirectionControl }) { return self }
        var plain = String.UnicodeScalarView()
        for scalar in scalars where !scalar.isDirectionControl {
            plain.append(scalar.isControl ? " " : scalar)
        }
        return Text(String(plain))
    }

    /// This text as a part of a sentence. A text with right-to-left letters is put in an isolate,
    /// because it would reorder the words around it (Unicode Annex 9).
    var isolated: Text {
        scalars.contains { $0.isFromTheRight } ? "\u{2068}\(self)\u{2069}" : self
    }

    /// Returns this text, cut to `most` characters and `4 * most` bytes; nil for an empty result.
    func cut(to most: Int) -> Text? {
        let text = byteCount > most ? beginning(characters: most, bytes: 4 * most) : self
        return text.utf8.allSatisfy { $0 == 0x20 } ? nil : text
    }

    /// True if this is the address of a picture that an event may have.
    fileprivate var isPicture: Bool {
        byteCount <= 2048 && begins(with: "https://")
            && utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }

    /// True for right-to-left letters and their marks.
    fileprivate var isFromTheRight: Bool {
        switch value {
        case 0x0590...0x08FF, 0x200F, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF,
            0x1E800...0x1EFFF:
            true
        default: false
        }
    }

    /// True for embeddings, overrides, isolates and the Arabic letter mark (Unicode Annex 9).
    fileprivate var isDirectionControl: Bool {
        (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value) || value == 0x061C
    }
}
