package import Journal
import LiveRooms
import Stage
package import Texts
import Wire

/// Finds the recorded events that a retraction concerns, and the number of gifts that each event has counted.
extension History {
    private static let pageEvents = 500

    /// Returns the retraction of an event, with the number of gifts that the event has counted.
    package func retraction(of event: StoredEvent) throws(JournalError) -> Retraction {
        try Retraction(event: event, addition: addition(of: event))
    }

    /// Returns the number of gifts that no earlier event had reported; nil: the event reports no gifts.
    ///
    /// Reads the ten minutes of events before this one, because a room forgets older reports.
    private func addition(of event: StoredEvent) throws(JournalError) -> Int? {
        guard let (report, count) = event.report else { return nil }
        var streaks = Streaks()
        let start = try lastSeq(before: oldestWallMicroseconds(for: report), upTo: event.seq)
        try read(after: start, upTo: event.seq - 1) { $0.note(in: &streaks) }
        return streaks.note(report, id: event.id, count: count)
    }

    /// Returns the counted parts of a streak with the events beside them, oldest first; nil: no part is
    /// recorded.
    ///
    /// `span`: the places of the parts that the room knows. `isTakenBack`: true if the room knows that the
    /// streak was retracted. `seq`: the room's newest event; the history may have later ones.
    package func retractions(
        ofStreak id: Text, in span: ClosedRange<Int64>?, isTakenBack: Bool, after seq: Int64
    ) throws(JournalError) -> [Retraction]? {
        var streaks = Streaks()
        var isKnown = false
        var parts: [Retraction] = []
        let note = { (event: StoredEvent) in
            guard event.concernsStreaks, let kind = try? event.kind() else { return }
            // Another server may have retracted the streak already.
            if case .takeBack(let taken) = kind, taken.isStreak, taken.id == id {
                streaks.takeBack(id)
            }
            guard kind.streakID == id else { return }
            isKnown = true
            guard case .gift(let gift, _) = kind, let part = gift.streak else { return }
            let addition = streaks.note(part, count: gift.count)
            guard addition > 0 else { return }
            parts.append(Retraction(event: event, isOfWholeStreak: true, addition: addition))
        }
        if let span { try read(after: span.lowerBound - 1, upTo: span.upperBound, note) }
        // The event that retracted the streak may lie between the span and `seq`.
        if isTakenBack { streaks.takeBack(id) }
        try read(after: max(seq, span?.upperBound ?? 0), upTo: .max, note)
        guard isKnown else { return nil }
        var retractions: [Retraction] = []
        for part in parts {
            retractions.append(part)
            for event in try besides(part.event.id) {
                retractions.append(try retraction(of: event))
            }
        }
        return retractions
    }

    /// Returns the events that the same delivery made beside the event with this ID.
    package func besides(_ id: Text) throws(JournalError) -> [StoredEvent] {
        var found: [StoredEvent] = []
        let ids = (2...EventID.mostPlaces).map { EventID.part(of: id, at: $0) }
        for id in ids + [EventID.notice(of: id)] {
            if let event = try event(id: id) { found.append(event) }
        }
        return found
    }

    /// Reads the events after the place `start`, up to the place `end`.
    private func read(
        after start: Int64, upTo end: Int64, _ body: (StoredEvent) -> Void
    ) throws(JournalError) {
        var place = start
        while place < end {
            let page = try events(after: place, limit: Self.pageEvents)
            for event in page where event.seq <= end { body(event) }
            guard let last = page.last else { return }
            place = last.seq
        }
    }

    /// Returns the earliest arrival time of an event that a report may depend on.
    private func oldestWallMicroseconds(for report: GiftReport) throws(JournalError) -> Int64 {
        var wallMicroseconds = report.wallMicroseconds
        if case .releases(let waiting) = report.role, let first = try event(id: waiting) {
            wallMicroseconds = min(wallMicroseconds, first.wallMicroseconds)
        }
        return wallMicroseconds - GiftReport.windowMicroseconds
    }

    /// Returns the place of the last event before a time, by bisection.
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
    /// True for the types of a streak's parts and of its retraction.
    fileprivate var concernsStreaks: Bool {
        let starts: [Text] = [#"{"type":"gift""#, #"{"type":"hold""#, #"{"type":"takeBack""#]
        return starts.contains(where: body.begins)
    }

    /// The event's gift report and its number of gifts; nil for tests, approvals and events of other types.
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
