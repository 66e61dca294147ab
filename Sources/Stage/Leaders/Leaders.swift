import Texts
import Timeline

/// The widget that shows the senders who gave most, the largest sum first. It also keeps the sums, even while it is
/// switched off.
struct Leaders: StandingWidget {
    private var sums = LeaderSums()
    /// The rows, leaving ones included, in order of arrival.
    private var rows: [LeaderRow] = []
    /// True from the instant at which the widget was first on: gifts are counted.
    private(set) var isCounting = false
    /// The sequence number of the event that began the counting or last set all sums to 0. Earlier gifts are not in
    /// the sums.
    private var setSeq: Int64 = 0
    /// The sequence numbers of the first and the newest gift of the present period. An event that changes the period
    /// takes the place of its first gift. Nil: the sums have no gift.
    private(set) var span: ClosedRange<Int64>?

    /// The maximum number of leaving rows; if there are more, the oldest disappear at once.
    private static let leavingLimit = 100

    // MARK: Sums

    /// Follows a configuration, which `seq` is the sequence number of. Begins to count gifts if the widget is on for the
    /// first time. `before` has the settings until then.
    mutating func begin(
        seq: Int64, in context: RoomContext, after before: LeadersConfiguration? = nil
    ) {
        let configuration = context.configuration.leaders
        sums.follow(LeaderSums.Criteria(context))
        if let before, span != nil,
            before.period != configuration.period || before.timeZone != configuration.timeZone
        {
            span = seq...seq
        }
        guard configuration.enabled, !isCounting else { return }
        isCounting = true
        setSeq = seq
    }

    /// Adds a given gift to its sender's sums, even if the stage does not show it. `seq` is the sequence number of its
    /// event.
    mutating func count(_ gift: Gift, seq: Int64, at instant: Instant, in context: RoomContext) {
        guard isCounting else { return }
        let first = span?.lowerBound ?? seq
        span = first...max(first, seq)
        sums.add(gift)
        refresh(after: gift, at: instant, in: context)
    }

    /// Subtracts a retracted gift from its sender's sums. `seq` is the sequence number of the gift's event; nil: not
    /// known, counted.
    mutating func uncount(
        _ gift: Gift, givenAs seq: Int64?, at instant: Instant, in context: RoomContext
    ) {
        guard isCounting, seq.map({ $0 > setSeq }) ?? true else { return }
        sums.subtract(gift)
        refresh(after: gift, at: instant, in: context)
    }

    /// Sets all sums to 0; `seq` is the sequence number of the event.
    mutating func reset(seq: Int64, at instant: Instant, in context: RoomContext) {
        setSeq = seq
        span = nil
        sums.reset()
        refresh(at: instant, in: context)
    }

    /// True if no sum is kept.
    var isBare: Bool { sums.isEmpty }

    // MARK: The board

    /// Shows the present order: rows appear, move and leave. `gift` has changed the sums of its sender only; nil: all may
    /// have changed.
    private mutating func refresh(
        after gift: Gift? = nil, at instant: Instant, in context: RoomContext
    ) {
        let configuration = context.configuration.leaders
        guard configuration.enabled else {
            rows = []
            return
        }
        let first = sums.first(configuration.rows)
        let known = rows.count
        var isFirst = [Bool](repeating: false, count: known)
        for (index, entry) in first.enumerated() {
            let sum = sums.sum(of: entry.leader)
            if let row = rows.firstIndex(where: { $0.key == entry.key }) {
                isFirst[row] = true
                rows[row].update(entry.leader, sum: sum, at: instant, configuration)
                rows[row].stand(at: index + 1, instant, configuration)
            } else {
                rows.append(
                    LeaderRow(
                        entry.key, entry.leader, sum: sum, place: index + 1, at: instant,
                        configuration))
            }
        }
        let changed = gift.map { LeaderSums.key(of: $0.sender) }
        for row in 0..<known where !isFirst[row] {
            if changed.map({ $0 == rows[row].key }) ?? true {
                let leader = sums[rows[row].key]
                rows[row].update(
                    leader, sum: leader.map { sums.sum(of: $0) } ?? 0, at: instant, configuration)
            }
            if rows[row].stands { rows[row].leave(at: instant, configuration) }
        }
        limitLeaving()
    }

    private mutating func limitLeaving() {
        while rows.count(where: { !$0.stands }) > Self.leavingLimit {
            let oldest = rows.indices.filter { !rows[$0].stands }
                .min { rows[$0].due! < rows[$1].due! }
            rows.remove(at: oldest!)
        }
    }

    // MARK: Widget

    var due: Instant? { rows.earliestInPlace { $0.due } }

    /// Removes a row that has faded out.
    mutating func performDue(at instant: Instant, in context: inout RoomContext) {
        guard let index = rows.firstIndex(where: { $0.due.map { $0 <= instant } ?? false })
        else { return }
        rows.remove(at: index)
    }

    var isEmpty: Bool { rows.isEmpty }

    func isMoving(at instant: Instant) -> Bool {
        rows.containsInPlace { $0.isMoving(at: instant) }
    }

    mutating func conform(at instant: Instant, to context: inout RoomContext) {
        sums.follow(LeaderSums.Criteria(context))
        refresh(at: instant, in: context)
    }

    func sample(at instant: Instant, in context: RoomContext, into nodes: inout [Node]) {
        let configuration = context.configuration.leaders
        if !configuration.title.isEmpty, !rows.isEmpty {
            nodes.append(
                configuration.node(
                    "leader/title", place: 0, alpha: 1, LeaderContent(text: configuration.title)))
        }
        rows.forEachInPlace { nodes.append($0.node(at: instant, configuration)) }
    }

    var byteEstimate: Int { sums.byteEstimate + rows.reduce(0) { $0 + $1.byteEstimate } }

    // MARK: Overview

    /// The senders on the board, by place.
    var shown: [LeaderSummary] {
        let standing = rows.filter(\.stands).sorted { $0.place < $1.place }
        return standing.compactMap { row in
            sums[row.key].map { LeaderSummary(row.key, $0, place: row.place) }
        }
    }

    /// Returns the first `count` senders that the board may show, also while the widget is off.
    func first(_ count: Int) -> [LeaderSummary] {
        sums.first(count).enumerated().map { index, entry in
            LeaderSummary(entry.key, entry.leader, place: index + 1)
        }
    }
}

extension Leaders {
    func save(to state: inout StateWriter) {
        state.put("counting", isCounting)
        state.put("since", Int(setSeq))
        state.put("first", Int(span?.lowerBound ?? 0))
        state.put("last", Int(span?.upperBound ?? 0))
        sums.save(to: &state)
        state.put("rows", parts: rows)
    }

    init(_ state: StateReader) {
        self.init(state, criteria: LeaderSums.Criteria())
    }

    /// Restores the widget; `criteria` has the settings of the restored room.
    init(_ state: StateReader, criteria: LeaderSums.Criteria) {
        isCounting = state.flag("counting")
        setSeq = Int64(state.whole("since", in: 0...Int(Leader.most), or: 0))
        let first = Int64(state.whole("first", in: 0...Int(Leader.most), or: 0))
        let last = Int64(state.whole("last", in: 0...Int(Leader.most), or: 0))
        span = first > 0 && last >= first ? first...last : nil
        sums = LeaderSums(state, criteria: criteria)
        let rows: [LeaderRow] = state.parts("rows")
        for row in rows where !self.rows.contains(where: { $0.key == row.key }) {
            self.rows.append(row)
        }
    }
}
