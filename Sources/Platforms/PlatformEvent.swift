public import Stage
public import Texts

/// An event that a platform reports, such as a donation or a membership, in the form that all platforms share.
public struct PlatformEvent: Hashable, Sendable {
    /// The platform's own ID, the same in each repetition; nil if the platform gives no ID.
    public let id: Text?
    public let deed: Deed
    public let sender: Person
    /// The text that the sender wrote, if it is public.
    public private(set) var message: Text?
    /// The kind of the notice that the event makes, such as `subscription`; nil: it makes none.
    public let notice: Text?
    /// The title of the notice.
    let title: Text?
    /// The platform's ID of the gift bomb that the event is a part of.
    public let bomb: Text?
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
        case gift(GiftItem, count: Int, streak: StreakPart? = nil, report: GiftReport? = nil)
        case donation(Amount)
        /// A paid item with a name of its own.
        case purchase(GiftItem, Amount)
        /// An event that makes only a notice. The notice reports this number.
        case notice(count: Int?)
        /// The event that the room owner's mapping makes.
        case event(Event.Kind)
    }

    init(
        id: Text?, _ deed: Deed, by sender: Person, message: Text? = nil, months: Int? = nil,
        isTest: Bool = false, as notice: Text? = nil, title: Text? = nil, ofBomb bomb: Text? = nil
    ) {
        self.id = id?.asEventID
        self.deed = deed
        self.sender = sender
        self.message = message?.isEmpty == true ? nil : message
        self.months = months
        self.isTest = isTest
        self.notice = notice ?? deed.notice
        self.title = title ?? deed.title
        self.bomb = bomb?.asEventID
    }

    /// This event without links in its message.
    var withoutLinks: PlatformEvent {
        var event = self
        event.message = message.map(\.withoutLinks).flatMap { $0.isEmpty ? nil : $0 }
        return event
    }

    /// The money that the event brought; nil if it brought no money.
    public var amount: Amount? {
        switch deed {
        case .donation(let amount), .purchase(_, let amount): amount
        case .follow, .raid, .redemption, .gift, .notice, .event: nil
        }
    }
}

extension PlatformEvent.Deed {
    /// The kind of notice that each event of this kind makes.
    fileprivate var notice: Text? {
        switch self {
        case .follow: "follow"
        case .raid: "raid"
        case .redemption: "redemption"
        case .gift, .donation, .purchase, .notice, .event: nil
        }
    }

    fileprivate var title: Text? {
        if case .redemption(let title) = self { title } else { nil }
    }
}
