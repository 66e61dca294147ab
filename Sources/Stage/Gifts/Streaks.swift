import HashTreeCollections
public import Texts

/// The running totals of a room's gift streaks, which tell how many gifts each part adds.
///
/// Parts of a streak may be missing, repeated or late: together they add the highest total that a
/// part reported. The rules are in `docs/behaviour.md`.
public struct Streaks: Hashable, Sendable {
    /// The state of one streak.
    private struct Streak: Hashable {
        /// The running total; 0 if all parts so far were held.
        var count: Int
        var isEnded: Bool
        /// The arrival of its newest part or of its end, in microseconds since 1970.
        var wallMicroseconds: Int64
        /// The sequence numbers of its first and last part in the history; nil: not known.
        var span: ClosedRange<Int64>?
        /// True once the platform has deleted the streak. Later parts do not count.
        var isTakenBack = false

        mutating func note(seq: Int64) {
            guard seq > 0 else { return }
            span = min(span?.lowerBound ?? seq, seq)...max(span?.upperBound ?? seq, seq)
        }
    }

    private struct Place: Weighed, Hashable {
        let id: Text

        var byteEstimate: Int { 90 + id.byteCount }
    }

    /// The maximum number of known streaks; beyond it, the streak that began first is forgotten.
    private static let most = 1000
    /// The pause without a part that ends a streak whose ID recurs.
    private static let silenceMicroseconds: Int64 = 4_500_000
    /// The time after a streak's end in which a part without a higher total still belongs to it.
    private static let echoMicroseconds: Int64 = 500_000

    private var streaks: TreeDictionary<Text, Streak> = [:]
    /// The IDs of the streaks, in the order in which they began.
    private var order = Queue<Place>()
    /// The reports of gifts that several events may report.
    var reports = Reports()

    public init() {}

    /// The number of known streaks.
    public var count: Int { streaks.count }

    var byteEstimate: Int { order.byteEstimate + reports.byteEstimate }

    /// Returns how many gifts a part with the running total `count` adds: 0 or more.
    func growth(by part: StreakPart, count: Int) -> Int {
        guard let known = streaks[part.id], !isOver(known, at: part, count) else { return count }
        return known.isTakenBack ? 0 : max(0, count - known.count)
    }

    /// Records a part with the running total `count` and returns how many gifts it adds.
    ///
    /// `seq`: the sequence number of the part's event; 0: not known.
    public mutating func note(_ part: StreakPart, count: Int, seq: Int64 = 0) -> Int {
        let growth = growth(by: part, count: count)
        guard var streak = streaks[part.id], !isOver(streak, at: part, count) else {
            var new = Streak(
                count: count, isEnded: part.isEnd, wallMicroseconds: part.wallMicroseconds)
            new.note(seq: seq)
            begin(part.id, new)
            return growth
        }
        if streak.isTakenBack { return 0 }
        streak.count = max(streak.count, count)
        if !streak.isEnded {
            streak.wallMicroseconds = max(streak.wallMicroseconds, part.wallMicroseconds)
        }
        streak.isEnded = streak.isEnded || part.isEnd
        streak.note(seq: seq)
        streaks[part.id] = streak
        return growth
    }

    // MARK: Retractions

    /// Returns the sequence numbers of a streak's first and last part; nil: not known.
    func span(of id: Text) -> ClosedRange<Int64>? { streaks[id]?.span }

    /// Returns true if the platform has deleted the streak.
    func isTakenBack(_ id: Text) -> Bool { streaks[id]?.isTakenBack ?? false }

    /// Marks a streak as deleted by the platform. Later parts do not count.
    public mutating func takeBack(_ id: Text) {
        if streaks[id] == nil {
            begin(id, Streak(count: 0, isEnded: false, wallMicroseconds: 0))
        }
        streaks[id]!.isTakenBack = true
    }

    /// Records the sequence number of a held part. The part counts once it is approved.
    private mutating func noteHeld(_ part: StreakPart, seq: Int64) {
        guard !part.recurs else { return }
        if streaks[part.id] == nil {
            begin(
                part.id,
                Streak(count: 0, isEnded: false, wallMicroseconds: part.wallMicroseconds))
        }
        if !isTakenBack(part.id) { streaks[part.id]!.note(seq: seq) }
    }

    // MARK: Reports

    /// Records a report of `count` gifts and returns how many gifts count now. `first`: the first event of the same
    /// delivery, if that is another event.
    public mutating func note(
        _ report: GiftReport, id: Text, first: Text? = nil, count: Int
    ) -> Int {
        reports.note(report, id: id, first: first, count: count)
    }

    /// Records a held gift. Returns how many gifts its approval adds; nil: its own count or the
    /// growth of its streak, known only at the approval.
    public mutating func note(_ hold: HeldEvent, id: Text, seq: Int64 = 0) -> Int? {
        if case .gift(let gift, nil)? = hold.kinds.first, let part = gift.streak {
            noteHeld(part, seq: seq)
            return isTakenBack(part.id) ? 0 : nil
        }
        return hold.report.map {
            note($0.report, id: id, first: hold.first, count: $0.count)
        }
    }

    private mutating func begin(_ id: Text, _ streak: Streak) {
        if streaks.updateValue(streak, forKey: id) == nil { order.append(Place(id: id)) }
        if order.count > Self.most, let oldest = order.popFirst() { streaks[oldest.id] = nil }
    }

    /// Returns true if a part begins another streak with the same ID.
    private func isOver(_ known: Streak, at part: StreakPart, _ count: Int) -> Bool {
        guard part.recurs, !known.isTakenBack else { return false }
        let pause = part.wallMicroseconds - known.wallMicroseconds
        guard known.isEnded else { return pause >= Self.silenceMicroseconds }
        return count > known.count || pause >= Self.echoMicroseconds
    }
}

// MARK: State

extension Streaks {
    private struct Kept: Restorable {
        let id: Text
        let streak: Streak

        init(id: Text, streak: Streak) {
            self.id = id
            self.streak = streak
        }

        func save(to state: inout StateWriter) {
            state.put("id", id)
            state.put("count", streak.count, unless: 1)
            state.put("ended", streak.isEnded)
            state.put("wall", Int(streak.wallMicroseconds))
            state.put("first", streak.span.map { Int($0.lowerBound) } ?? 0)
            state.put("last", streak.span.map { Int($0.upperBound) } ?? 0)
            state.put("takenBack", streak.isTakenBack)
        }

        init?(_ state: StateReader) {
            guard let id = state.text("id") else { return nil }
            let first = Int64(state.whole("first", in: 0...(1 << 53), or: 0))
            let last = Int64(state.whole("last", in: 0...(1 << 53), or: 0))
            self.init(
                id: id,
                streak: Streak(
                    count: state.whole("count", in: 0...StateReader.counts, or: 1),
                    isEnded: state.flag("ended"),
                    wallMicroseconds: Int64(state.whole("wall", in: 0...(1 << 53), or: 0)),
                    span: first > 0 && last >= first ? first...last : nil,
                    isTakenBack: state.flag("takenBack")))
        }
    }

    func save(as key: Text, to state: inout StateWriter) {
        state.put(
            key,
            parts: order.map { Kept(id: $0.id, streak: streaks[$0.id]!) })
        reports.save(as: "reports", to: &state)
    }

    init(_ state: StateReader, at key: Text) {
        for kept: Kept in state.parts(key) where streaks[kept.id] == nil {
            begin(kept.id, kept.streak)
        }
        reports = Reports(state, at: "reports")
    }
}
