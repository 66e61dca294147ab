public import Texts

/// A gift that a viewer sent, with its sender, the gift item and a count.
public struct Gift: Hashable, Sendable {
    public let sender: Person
    public internal(set) var item: GiftItem
    /// 1 or more.
    public let count: Int
    /// The streak that the gift is a part of; nil for a single gift.
    public let streak: StreakPart?
    /// The report that other events may share; nil if no other event reports these gifts.
    public let report: GiftReport?
    /// The text that the sender wrote.
    public let message: Text?
    /// Nil if no platform made the event.
    public let origin: Origin?

    public init(
        sender: Person, item: GiftItem, count: Int, streak: StreakPart? = nil,
        report: GiftReport? = nil, message: Text? = nil, origin: Origin? = nil
    ) {
        self.sender = sender
        self.item = item
        self.count = count
        self.streak = streak
        self.report = report
        self.message = message
        self.origin = origin
    }

    /// Returns this gift without its streak and report, with another count if given.
    public func alone(count: Int? = nil) -> Gift {
        Gift(
            sender: sender, item: item, count: count ?? self.count, message: message,
            origin: origin)
    }

    /// Returns a copy without its streak, its report and its delivery, for a replay.
    public func replayed(hidesMessage: Bool) -> Gift {
        Gift(
            sender: sender, item: item, count: count, message: hidesMessage ? nil : message,
            origin: origin?.alone)
    }

    /// The value of all items in whole units, exact below 2⁶³ and at most 2⁶³ − 1.
    var worth: Int64 {
        // A value is at most 10¹².
        let (worth, isTooMuch) = Int64(item.value ?? 0)
            .multipliedReportingOverflow(by: Int64(count))
        return isTooMuch ? .max : worth
    }
}

extension Gift: Weighed {
    var byteEstimate: Int {
        40 + sender.byteEstimate + item.byteEstimate + (streak?.id).byteEstimate
            + (report?.byteEstimate ?? 0) + message.byteEstimate
    }
}
