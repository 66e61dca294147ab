public import Texts

/// An event that a platform or a bot reports and that is no gift or call, such as a follow, a raid or a subscription. A
/// notice shows nothing unless a rule makes an alert of it.
public struct Notice: Hashable, Sendable {
    /// The kind, such as `follow`: 1 to 50 of a-z, 0-9 and `-`.
    public let kind: Text
    public let sender: Person
    /// The number that the notice reports, such as the viewers of a raid, 0 to 10⁹.
    public let count: Int?
    /// The months of a subscription, 0 to 1,200.
    public let months: Int?
    public let title: Text?
    /// The text that the sender wrote.
    public internal(set) var message: Text?
    /// The gift that came with it, such as a subscription of a tier.
    public internal(set) var item: GiftItem?
    /// Nil if no platform made the event.
    public let origin: Origin?

    public init(
        kind: Text, sender: Person, count: Int? = nil, months: Int? = nil, title: Text? = nil,
        message: Text? = nil, item: GiftItem? = nil, origin: Origin? = nil
    ) {
        self.kind = kind
        self.sender = sender
        self.count = count
        self.months = months
        self.title = title
        self.message = message
        self.item = item
        self.origin = origin
    }

    /// Returns true if the text is a valid kind.
    public static func isKind(_ kind: Text) -> Bool {
        (1...50).contains(kind.byteCount)
            && kind.consists { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    /// Returns a copy without its delivery, for a replay.
    public func replayed(hidesMessage: Bool) -> Notice {
        Notice(
            kind: kind, sender: sender, count: count, months: months, title: title,
            message: hidesMessage ? nil : message, item: item, origin: origin?.alone)
    }
}

extension Notice: Weighed {
    var byteEstimate: Int {
        80 + kind.byteCount + sender.byteEstimate + title.byteEstimate + message.byteEstimate
            + (item?.byteEstimate ?? 0)
    }
}
