public import Texts

/// Finds the gift streaks of platforms that a room has recorded, and the gifts that wait for a report.
extension Room {
    /// Returns the sequence numbers of a streak's first and last part; nil: the room does not know
    /// the streak.
    public func span(ofStreak id: Text) -> ClosedRange<Int64>? { streaks.span(of: id) }

    /// Returns true if the platform has deleted the streak.
    public func isTakenBack(streak id: Text) -> Bool { streaks.isTakenBack(id) }

    /// Returns the IDs of the events that have waited since `wallMicroseconds` or before for a
    /// report that says more.
    public func waitingReports(since wallMicroseconds: Int64) -> [Text] {
        streaks.reports.waitingIDs(since: wallMicroseconds)
    }
}
