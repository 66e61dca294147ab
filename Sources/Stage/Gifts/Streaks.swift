import HashTreeCollections
public import Texts

/// Says that a gift is a part of a streak: its count is what the streak has come to so far, not what
/// was added.
public struct StreakPart: Hashable, Sendable {
    /// The streak's id, made of a platform's own ids.
    public let id: Text
    /// Whether the platform ends the streak with it.
    public let isEnd: Bool
    /// Whether the platform gives one streak after another this id; otherwise it is that of one alone.
    public let recurs: Bool
    /// When it came, in microseconds since 1970.
    public let wallMicroseconds: Int64

    public init(id: Text, isEnd: Bool, recurs: Bool, wallMicroseconds: Int64) {
        self.id = id
        self.isEnd = isEnd
        self.recurs = recurs
        self.wallMicroseconds = wallMicroseconds
    }
}

/// How far streaks of gifts have come.
///
/// Parts of a streak may be missing, repeated or late: together they add the most that one of them told
/// of. The rules are in `docs/behaviour.md`.
public struct Streaks: Hashable, Sendable {
    /// What one has come to.
    private struct Streak: Hashable {
        /// 0: all its parts so far were held.
        var count: Int
        var isEnded: Bool
        /// Of its newest part, or of its end.
        var wallMicroseconds: Int64
        /// The places of its parts in the history; nil: not known.
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

    /// So many are known; one more, and that which began first is forgotten.
    private static let most = 1000
    /// So long without a part ends a streak whose id recurs.
    private static let silenceMicroseconds: Int64 = 4_500_000
    /// For so long after a streak's end, what tells of no more than it came to belongs to it.
    private static let echoMicroseconds: Int64 = 500_000

    private var streaks: TreeDictionary<Text, Streak> = [:]
    /// As they began.
    private var order = Queue<Place>()
    /// Which gifts several events have reported.
    var reports = Reports()

    public init() {}

    /// How many are known.
    public var count: Int { streaks.count }

    var byteEstimate: Int { order.byteEstimate + reports.byteEstimate }

    /// By how much a part that tells of `count` lets its streak grow: 0 or more.
    func growth(by part: StreakPart, count: Int) -> Int {
        guard let known = streaks[part.id], !isOver(known, at: part, count) else { return count }
        return known.isTakenBack ? 0 : max(0, count - known.count)
    }

    /// Takes a part that tells of `count` and returns by how much its streak has grown.
    ///
    /// `seq`: the place of the part's event in the history; 0: not known.
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

    /// The places in the history of the parts of a streak that has an ID of its own; nil: not known.
    func span(of id: Text) -> ClosedRange<Int64>? { streaks[id]?.span }

    /// True if the platform has deleted the streak.
    func isTakenBack(_ id: Text) -> Bool { streaks[id]?.isTakenBack ?? false }

    /// Marks a streak as deleted by the platform. Later parts do not count.
    public mutating func takeBack(_ id: Text) {
        if streaks[id] == nil {
            begin(id, Streak(count: 0, isEnded: false, wallMicroseconds: 0))
        }
        streaks[id]!.isTakenBack = true
    }

    /// Notes the place of a held part. The part counts once it is approved.
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

    /// Takes a report of `count` gifts in; returns how many of them count now.
    public mutating func note(_ report: GiftReport, id: Text, count: Int) -> Int {
        reports.note(report, id: id, count: count)
    }

    /// Takes a held gift in. Returns how many gifts its approval adds; nil: as many as it has, or as
    /// its streak grows by.
    public mutating func note(_ hold: Hold, id: Text, seq: Int64 = 0) -> Int? {
        if case .gift(let gift, nil)? = hold.kinds.first, let part = gift.streak {
            noteHeld(part, seq: seq)
            return isTakenBack(part.id) ? 0 : nil
        }
        return hold.report.map { note($0.report, id: id, count: $0.count) }
    }

    private mutating func begin(_ id: Text, _ streak: Streak) {
        if streaks.updateValue(streak, forKey: id) == nil { order.append(Place(id: id)) }
        if order.count > Self.most, let oldest = order.popFirst() { streaks[oldest.id] = nil }
    }

    /// Whether a part begins another streak of the same id.
    private func isOver(_ known: Streak, at part: StreakPart, _ count: Int) -> Bool {
        guard part.recurs, !known.isTakenBack else { return false }
        let pause = part.wallMicroseconds - known.wallMicroseconds
        guard known.isEnded else { return pause >= Self.silenceMicroseconds }
        return count > known.count || pause >= Self.echoMicroseconds
    }
}

extension Room {
    /// The places in the history of the parts of a streak; nil: the room does not know the streak.
    public func span(ofStreak id: Text) -> ClosedRange<Int64>? { streaks.span(of: id) }

    /// True if the platform has deleted the streak.
    public func isTakenBack(streak id: Text) -> Bool { streaks.isTakenBack(id) }
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
