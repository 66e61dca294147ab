public import Texts

/// Finds the gift streaks of platforms that a room has recorded, and the gifts that wait for a report.
extension Room {
    /// Returns the sequence numbers of a streak's first and last part; nil: the room does not know
    /// the streak.
    public func span(ofStreak id: Text) -> ClosedRange<Int64>? { streaks.span(of: id) }

    /// Returns true if the platform has deleted the streak.
    public func isTakenBack(streak id: Text) -> Bool { streaks.isTakenBack(id) }

    /// Returns the first event of the delivery that reported all gifts of the event `id` earlier; nil if the event is
    /// the first to report some of them. `pending` are the gifts that were accepted and are not applied yet, with their
    /// IDs, oldest first.
    public func first(
        reporting report: GiftReport, id: Text, count: Int, pending: [(id: Text, gift: Gift)]
    ) -> Text? {
        var reports = streaks.reports
        for (id, gift) in pending {
            guard let other = gift.report, other.subject == report.subject else { continue }
            _ = reports.note(other, id: id, first: gift.origin?.with, count: gift.count)
        }
        return reports.first(reporting: report, id: id, count: count)
    }

    /// Returns the IDs of the events that have waited since `wallMicroseconds` or before for a
    /// report that says more.
    public func waitingReports(since wallMicroseconds: Int64) -> [Text] {
        streaks.reports.waitingIDs(since: wallMicroseconds)
    }
}
