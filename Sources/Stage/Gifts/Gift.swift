import Texts

/// What a viewer sent: a sender, a present, and how many of it.
public struct Gift: Hashable, Sendable {
    public let sender: Person
    public internal(set) var present: Present
    /// 1 or more.
    public let count: Int
    /// Of which streak it is a part; nil: it stands alone.
    public let streak: StreakPart?
    /// The report that other events may share; nil if no other event reports these gifts.
    public let report: GiftReport?

    public init(
        sender: Person, present: Present, count: Int, streak: StreakPart? = nil,
        report: GiftReport? = nil
    ) {
        self.sender = sender
        self.present = present
        self.count = count
        self.streak = streak
        self.report = report
    }

    /// The same of which there are so many, and which stands alone.
    public func alone(count: Int? = nil) -> Gift {
        Gift(sender: sender, present: present, count: count ?? self.count)
    }

    /// What all of it is worth, in whole units: exact as long as it is below 2⁶³, and no more than
    /// that.
    var worth: Int64 {
        // A value is at most 10¹².
        let (worth, isTooMuch) = Int64(present.value ?? 0)
            .multipliedReportingOverflow(by: Int64(count))
        return isTooMuch ? .max : worth
    }
}

extension Gift: Weighed {
    var byteEstimate: Int {
        40 + sender.byteEstimate + present.byteEstimate + (streak?.id).byteEstimate
            + (report?.byteEstimate ?? 0)
    }
}
