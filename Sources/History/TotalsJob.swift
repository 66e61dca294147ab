import Journal
import LiveRooms
import Stage
import Texts

/// The computation of a room's gift totals for one question, in steps, from the cache and the history.
///
/// It uses the cached segments. A segment is read again only if some of its events have been deleted, or if
/// the question's span begins within it. Segments after deleted events are read again if one of their
/// streaks began in these events.
struct TotalsJob: Sendable {
    /// The largest number of events, and of their bytes, that a step reads.
    private static let stride = 500
    private static let strideBytes = 1 << 20

    let question: TotalsQuestion
    /// The newest event that counts.
    let end: Int64
    private(set) var cache: TotalsCache
    private(set) var result = GiftTotals()
    /// The first event in the result. Retractions of earlier events do not count; nil: the result is empty.
    private var firstSeq: Int64?
    private var hasBegun = false
    /// The segment that is being read.
    private var current: TotalsSegment?
    /// The events to read again, after the first place and up to the second, and the state before them.
    private var again: (after: Int64, upTo: Int64, state: TotalsState)?
    /// The newest event that was processed.
    private var last: TotalsSegment.Mark?

    init(_ question: TotalsQuestion, upTo end: Int64, cache: TotalsCache) {
        self.question = question
        self.end = end
        self.cache = cache
    }

    /// Runs one step; returns true if it was the last.
    mutating func step(_ history: History) throws -> Bool {
        if !hasBegun { return try begin(history) }
        if let again {
            try readAgain(again, history)
            return false
        }
        if current == nil { return try end(history) }
        if let next = current?.next, let known = cache[next], known.first.seq <= end {
            close()
            current = known
            return false
        }
        try readOn(history)
        return false
    }

    private mutating func begin(_ history: History) throws -> Bool {
        hasBegun = true
        guard let oldest = try history.events(after: 0, limit: 1).first, oldest.seq <= end else {
            clear()
            return false
        }
        let mark = TotalsSegment.Mark(oldest)
        if try !isOf(cache, history, mark) { clear() }
        // Some of its events may have been deleted since.
        if cache.oldest != mark { cache.drop(before: mark.seq) }
        cache.oldest = mark
        current = try first(of: history, oldest)
        return false
    }

    /// Returns the segment that begins with the oldest event.
    private mutating func first(
        of history: History, _ oldest: StoredEvent
    ) throws -> TotalsSegment {
        // A history that begins with the same event also begins with the same configuration.
        if let known = cache[TotalsSegment.index(of: oldest.seq)],
            known.first == TotalsSegment.Mark(oldest),
            known.before.streaks == Streaks()
        {
            return known
        }
        let state = TotalsState(pricing: try Pricing(of: history))
        return try fitting(oldest, after: state) ?? TotalsSegment(oldest, after: state)
    }

    private mutating func clear() { cache = TotalsCache(mostShares: cache.mostShares) }

    /// True if the cache is about this history. The room may have been deleted and created again.
    private func isOf(
        _ cache: TotalsCache, _ history: History, _ oldest: TotalsSegment.Mark
    ) throws -> Bool {
        guard let known = cache.oldest, let newest = cache.newest else { return false }
        guard oldest.seq == known.seq ? oldest == known : oldest.seq > known.seq else {
            return false
        }
        let there = try history.events(after: newest.seq - 1, limit: 1).first
        return there.map(TotalsSegment.Mark.init) == newest
    }

    /// Reads the events after the last known one.
    private mutating func readOn(_ history: History) throws {
        guard let place = current?.last.seq else { return }
        let events = try history.events(
            after: place, limit: Self.stride, byteLimit: Self.strideBytes
        ).filter { $0.seq <= end }
        for event in events {
            let index = TotalsSegment.index(of: event.seq)
            if index == current.map({ TotalsSegment.index(of: $0.first.seq) }) {
                try current!.add(event)
            } else {
                current!.next = index
                let state = current!.state
                close()
                if let known = fitting(event, after: state) {
                    current = known
                    return
                }
                current = try TotalsSegment(event, after: state)
                // Events that have to be read again come first in the result.
                if again != nil { return }
            }
        }
        if events.isEmpty {
            close()
            current = nil
        }
    }

    /// Returns the cached segment that begins with this event, if the state before it is the same. Otherwise
    /// removes the cached segments from there on, because they are wrong.
    private mutating func fitting(
        _ event: StoredEvent, after state: TotalsState
    ) -> TotalsSegment? {
        guard let known = cache[TotalsSegment.index(of: event.seq)] else { return nil }
        if known.first == TotalsSegment.Mark(event), known.before == state { return known }
        cache.drop(from: event.seq)
        return nil
    }

    /// Ends the computation. If the room was deleted and created again in the meantime, it begins again.
    private mutating func end(_ history: History) throws -> Bool {
        guard let oldest = cache.oldest else { return true }
        let there = try history.events(after: 0, limit: 1).first.map(TotalsSegment.Mark.init)
        if let there, there == oldest || there.seq > oldest.seq { return true }
        self = TotalsJob(
            question, upTo: end, cache: TotalsCache(mostShares: cache.mostShares))
        return false
    }

    /// Caches the current segment, and adds the part that the question asks for to the result.
    private mutating func close() {
        guard let segment = current else { return }
        cache.keep(segment)
        let pause = segment.first.wall - (last?.wall ?? segment.first.wall)
        last = segment.last
        switch question.span {
        case .all: add(segment.tally, from: segment.first.seq)
        case .session:
            if pause >= TotalsSegment.pauseMicroseconds || segment.rest != nil {
                (result, firstSeq) = (GiftTotals(), nil)
            }
            add(segment.rest ?? segment.tally, from: segment.restSeq ?? segment.first.seq)
        case .since(let wall):
            if segment.walls.lowerBound >= wall {
                add(segment.tally, from: segment.first.seq)
            } else if segment.walls.upperBound >= wall {
                again = (segment.first.seq - 1, segment.last.seq, segment.before)
            }
        }
    }

    /// Adds the totals of the events from `seq` on.
    private mutating func add(_ tally: GiftTotals, from seq: Int64) {
        firstSeq = firstSeq ?? seq
        result.add(tally, takingBackFrom: firstSeq ?? seq, limit: TotalsQuestion.mostShares)
    }

    private mutating func readAgain(
        _ part: (after: Int64, upTo: Int64, state: TotalsState), _ history: History
    ) throws {
        guard case .since(let wall) = question.span else { return }
        let events = try history.events(
            after: part.after, limit: Self.stride, byteLimit: Self.strideBytes
        ).filter { $0.seq <= part.upTo }
        var tally = GiftTotals()
        var state = part.state
        for event in events {
            try tally.add(event, in: &state, isWanted: event.wallMicroseconds >= wall)
        }
        if let first = events.first(where: { $0.wallMicroseconds >= wall }) {
            add(tally, from: first.seq)
        }
        again = events.last.map { ($0.seq, part.upTo, state) }
        if again?.after == part.upTo { again = nil }
    }
}
