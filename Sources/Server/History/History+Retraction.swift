import Journal
import Stage
import Texts
import Wire

/// The number of gifts that a recorded event counted.
extension History {
    private static let pageEvents = 500

    /// A recorded event with the number of gifts that a retraction takes back.
    func retraction(of event: StoredEvent) throws(JournalError) -> Retraction {
        try Retraction(event: event, addition: addition(of: event))
    }

    /// The number of gifts that no earlier event had reported; nil: the event reports no gifts.
    ///
    /// It reads the ten minutes before the event again: the room forgets reports after that time.
    private func addition(of event: StoredEvent) throws(JournalError) -> Int? {
        guard let (report, count) = event.report else { return nil }
        var streaks = Streaks()
        var place = try lastSeq(before: oldestWallMicroseconds(for: report), upTo: event.seq)
        while true {
            let page = try events(after: place, limit: Self.pageEvents)
            for earlier in page where earlier.seq < event.seq { earlier.note(in: &streaks) }
            guard let last = page.last, last.seq < event.seq else { break }
            place = last.seq
        }
        return streaks.note(report, id: event.id, count: count)
    }

    /// The earliest time of arrival of an event that a report may depend on.
    private func oldestWallMicroseconds(for report: GiftReport) throws(JournalError) -> Int64 {
        var wallMicroseconds = report.wallMicroseconds
        if case .releases(let waiting) = report.role, let first = try event(id: waiting) {
            wallMicroseconds = min(wallMicroseconds, first.wallMicroseconds)
        }
        return wallMicroseconds - GiftReport.windowMicroseconds
    }

    /// The place of the last event that came before a time, by bisection.
    private func lastSeq(
        before wallMicroseconds: Int64, upTo seq: Int64
    ) throws(JournalError) -> Int64 {
        var (low, high): (Int64, Int64) = (0, seq)
        while low < high {
            let middle = low + (high - low) / 2
            let next = try events(after: middle, limit: 1).first
            if let next, next.seq < seq, next.wallMicroseconds < wallMicroseconds {
                low = next.seq
            } else {
                high = middle
            }
        }
        return low
    }
}

extension StoredEvent {
    /// The report and its number of gifts; nil: a test, an approval or another event.
    fileprivate var report: (GiftReport, count: Int)? {
        guard body.begins(with: #"{"type":"gift""#), case .gift(let gift, nil)? = try? kind()
        else { return nil }
        return gift.report.map { ($0, gift.count) }
    }

    fileprivate func note(in streaks: inout Streaks) {
        if let (report, count) = report {
            _ = streaks.note(report, id: id, count: count)
        } else if body.begins(with: #"{"type":"hold""#), case .hold(let hold)? = try? kind() {
            _ = streaks.note(hold, id: id)
        }
    }
}
