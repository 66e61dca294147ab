public import Texts

/// A platform event's report about gifts that other events may report too, so that each gift counts once.
public struct GiftReport: Hashable, Sendable {
    /// The reported gifts, named by the platform's own IDs.
    public let subject: Text
    /// The kind of event that reports. One reporter reports each gift once.
    public let reporter: Text
    /// The time of arrival, in microseconds since 1970.
    public let wallMicroseconds: Int64
    public let role: Role

    /// The time after which a report of the same subject means new gifts.
    public static let windowMicroseconds: Int64 = 600_000_000

    public enum Role: Hashable, Sendable {
        /// The gifts count at once.
        case counts
        /// The gifts wait for a report that says more about them, such as a gift bomb.
        case waits
        /// The event of this ID has waited long enough: its gifts count now.
        case releases(Text)
    }

    public init(subject: Text, reporter: Text, role: Role = .counts, wallMicroseconds: Int64) {
        self.subject = subject
        self.reporter = reporter
        self.role = role
        self.wallMicroseconds = wallMicroseconds
    }
}

extension GiftReport: Weighed {
    var byteEstimate: Int { 60 + subject.byteCount + reporter.byteCount }
}
