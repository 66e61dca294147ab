public import Texts

/// A platform's event that waits for a moderator's approval, with the events that the approval applies to the room.
public struct HeldEvent: Hashable, Sendable {
    /// The kind of the platform.
    public let source: Text
    /// The time of arrival, in microseconds since 1970.
    public let wallMicroseconds: Int64
    /// The event to apply, followed by the events that accompany it.
    public let kinds: [Event.Kind]

    /// Creates a held event. `kinds` is not empty; the first is a gift, a call, a caption or a notice.
    public init(source: Text, wallMicroseconds: Int64, kinds: [Event.Kind]) {
        self.source = source
        self.wallMicroseconds = wallMicroseconds
        self.kinds = kinds
    }

    /// The report of the held gift and its count; nil without a report or for a test.
    var report: (report: GiftReport, count: Int)? {
        guard case .gift(let gift, nil)? = kinds.first, let report = gift.report else {
            return nil
        }
        return (report, gift.count)
    }

    /// The ID of the first event of the held gift's delivery; nil if the gift is the first.
    var first: Text? {
        if case .gift(let gift, _)? = kinds.first { gift.origin?.with } else { nil }
    }

    /// The streak part that the held gift is, and its running total; nil for other events.
    var streak: (part: StreakPart, count: Int)? {
        guard case .gift(let gift, _)? = kinds.first, let part = gift.streak else { return nil }
        return (part, gift.count)
    }
}

extension HeldEvent: Weighed {
    var byteEstimate: Int { kinds.reduce(60) { $0 + $1.byteEstimate } }
}
