import Foundation
import Journal
package import Stage
import Texts
package import Wire

/// Finds when the period of a room's leaders ends.
struct LeaderPeriod {
    /// The times of the first and the newest gift of the period; nil: the sums have no gift.
    private var span: ClosedRange<WallTime>?
    /// The ID of the newest reset that is on disk, so that it is not tried again.
    var recordedID: Text?
    /// A cached end of a period, with the inputs of its computation.
    private var known: (span: ClosedRange<WallTime>, leaders: LeadersConfiguration, end: WallTime)?

    /// A session ends this long after its last gift.
    private static let sessionMicroseconds: Int64 = 6 * 3600 * 1_000_000

    init() {}

    /// True if the sums have no gift, so that no period can end.
    var isEmpty: Bool { span == nil }

    /// Notes an event that was applied at `time`. `seqs` is the room's `leaderSpan` after it.
    mutating func record(_ seqs: ClosedRange<Int64>?, after seq: Int64, at time: WallTime) {
        if let seqs {
            if seqs.lowerBound == seq {
                span = time...time
            } else if seqs.upperBound == seq, let first = span?.lowerBound {
                span = first...max(first, time)
            }
        } else {
            span = nil
        }
    }

    /// Sets the times of a room that was restored.
    mutating func restore(first: WallTime, last: WallTime) { span = first...max(first, last) }

    /// Returns the ID of the reset that is due at `now`: `period:` and the start of the new period; nil: none is due.
    mutating func dueID(at now: WallTime, _ leaders: LeadersConfiguration) -> Text? {
        guard leaders.period != .all, let span else { return nil }
        let end: WallTime
        if let known, known.span == span, known.leaders == leaders {
            end = known.end
        } else {
            end = Self.end(span, leaders)
            known = (span, leaders, end)
        }
        guard now >= end else { return nil }
        let start = leaders.calendarUnit.map { leaders.interval($0, at: now).start } ?? end
        let id: Text = "period:\(start.text)"
        return id == recordedID ? nil : id
    }

    private static func end(
        _ span: ClosedRange<WallTime>, _ leaders: LeadersConfiguration
    ) -> WallTime {
        guard let unit = leaders.calendarUnit else {
            return WallTime(microseconds: span.upperBound.microseconds + sessionMicroseconds)
        }
        return leaders.interval(unit, at: span.lowerBound).end
    }
}

extension LeadersConfiguration {
    /// The unit of the calendar that is the period; nil for other periods.
    fileprivate var calendarUnit: Calendar.Component? {
        switch period {
        case .day: .day
        case .week: .weekOfYear
        case .month: .month
        case .all, .session: nil
        }
    }

    /// Returns the day, week or month of an instant in the leaders' time zone. A week begins with Monday.
    fileprivate func interval(
        _ unit: Calendar.Component, at time: WallTime
    ) -> (start: WallTime, end: WallTime) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone ?? .gmt
        calendar.firstWeekday = 2
        let seconds = Double(time.microseconds / 1_000_000)
        let date = Date(timeIntervalSince1970: seconds)
        // Every date has its day, week and month.
        let interval =
            calendar.dateInterval(of: unit, for: date)
            ?? DateInterval(start: date, duration: 86_400)
        return (WallTime(interval.start), WallTime(interval.end))
    }

    private var zone: TimeZone? { TimeZone(identifier: timeZone.string) }

    /// Throws if there is no such time zone.
    package func checkTimeZone() throws(ContentError) {
        guard zone == nil else { return }
        throw ContentError(problems: [
            .init(
                pointer: "/leaders/timeZone",
                detail: "must be the name of a time zone, such as Europe/Berlin")
        ])
    }
}

extension WallTime {
    fileprivate init(_ date: Date) {
        self.init(microseconds: Int64(date.timeIntervalSince1970.rounded()) * 1_000_000)
    }
}
