import Texts
import Timeline

/// A goal that is on the stage, with the amount given so far, the target and the motion of its bar.
struct Goal: NamedRow {
    let name: Text
    let row: Int
    private let nodeID: Text
    /// The goal's definition; its `start` is already applied.
    private var update: GoalUpdate
    /// The exact amount given.
    private var amount: Int64
    /// The shown amount over time.
    private var way: Segment
    /// The sequence number of the event that last set the amount or changed which gifts count.
    /// Earlier gifts are not in the amount or were counted differently. 0: not known.
    private var setSeq: Int64
    private var reach = Reach.below

    /// The relation of amount and shown value to the target.
    private enum Reach: Hashable {
        /// The amount is below the target.
        case below
        /// The amount is at least the target; the shown value reaches it at the instant `at`.
        case coming(at: Instant, byGift: Bool)
        /// Both are at least the target; `byGift` is the instant if a gift led there.
        case reached(byGift: Instant?)
    }

    /// The maximum amount: the largest whole number that every JSON reader holds exactly.
    static let most: Int64 = (1 << 53) - 1

    init(name: Text, row: Int, _ update: GoalUpdate, seq: Int64, at instant: Instant) {
        self.name = name
        setSeq = seq
        self.row = row
        nodeID = "goal/\(name)"
        self.update = update
        amount = update.start ?? 0
        way = Segment(resting: Double(amount))
        self.update.start = nil
        settleReach(at: instant, byGift: false)
    }

    mutating func update(
        _ update: GoalUpdate, seq: Int64, at instant: Instant, ease: Duration
    ) {
        if update.start != nil || update.measure != self.update.measure
            || update.gift != self.update.gift
        {
            setSeq = seq
        }
        self.update = update
        self.update.start = nil
        if let start = update.start { move(to: start, at: instant, ease: ease) }
        settleReach(at: instant, byGift: false)
    }

    /// Returns true if the goal counts this gift; `key` is the key of the gift's catalogue entry. A
    /// goal of `Rose` also counts `rose` if the catalogue has one entry for both.
    func counts(_ gift: Gift, foundAs key: Text?, in catalogue: Catalogue) -> Bool {
        guard let wanted = update.gift else { return true }
        return gift.item.isKnown(as: wanted, foundAs: key, in: catalogue)
    }

    /// Adds the gift's count or its total value.
    mutating func add(_ gift: Gift, at instant: Instant, ease: Duration) {
        let given = share(of: gift)
        move(to: amount + min(given, Self.most - amount), at: instant, ease: ease)
        settleReach(at: instant, byGift: true)
    }

    /// Returns true if the event with this sequence number came after the last change of the
    /// counting, or if the number is not known.
    func hasCounted(_ seq: Int64?) -> Bool { seq.map { $0 > setSeq } ?? true }

    /// Subtracts the amount of a retracted gift; the total never falls below 0.
    mutating func subtract(_ gift: Gift, at instant: Instant, ease: Duration) {
        move(to: amount - min(share(of: gift), amount), at: instant, ease: ease)
        settleReach(at: instant, byGift: false)
    }

    /// Returns the amount that a gift adds.
    private func share(of gift: Gift) -> Int64 {
        switch update.measure {
        case .count: Int64(gift.count)
        case .value: gift.worth
        }
    }

    private mutating func move(to amount: Int64, at instant: Instant, ease: Duration) {
        guard amount != self.amount else { return }
        self.amount = amount
        way = way.redirected(to: Double(amount), at: instant, duration: ease, easing: .easeOut)
    }

    func isMoving(at instant: Instant) -> Bool { instant < way.end }

    /// Returns the goal's node; `currency` is the room's.
    func node(
        at instant: Instant, _ configuration: GoalsConfiguration, currency: Text
    ) -> Node {
        let value = way.value(at: instant)
        return Node(
            id: nodeID, x: configuration.x,
            y: configuration.y + Double(row) * (configuration.height + configuration.gap),
            width: configuration.width, height: configuration.height, alpha: 1,
            content: .goal(
                GoalContent(
                    title: update.title, value: Hundredths(value),
                    target: Hundredths(update.target),
                    level: Thousandths(min(1, max(0, value / update.target))),
                    reached: isReached, reachedAt: reachedAt, wave: wave(at: instant),
                    currency: update.isMoney ? currency : nil)))
    }

    // MARK: Reaching the target

    private var isReached: Bool { if case .reached = reach { true } else { false } }

    private var reachedAt: Instant? { if case .reached(let since) = reach { since } else { nil } }

    /// The instant at which the shown value will reach the target; nil if it is there or will not.
    var due: Instant? { if case .coming(let instant, _) = reach { instant } else { nil } }

    /// Marks the goal as reached. Returns true if a gift led there.
    mutating func performDue() -> Bool {
        guard case .coming(let instant, let byGift) = reach else { return false }
        reach = .reached(byGift: byGift ? instant : nil)
        return byGift
    }

    /// Compares amount and shown value with the target after a change. `byGift` is true if a gift made the
    /// change.
    private mutating func settleReach(at instant: Instant, byGift: Bool) {
        guard Double(amount) >= update.target else {
            reach = .below
            return
        }
        let isThere = way.value(at: instant) >= update.target
        switch reach {
        case .reached where isThere: break
        case .below where isThere && byGift, .coming(at: _, byGift: true) where isThere && byGift:
            reach = .coming(at: instant, byGift: true)
        case _ where isThere: reach = .reached(byGift: nil)
        case .below: reach = .coming(at: arrival, byGift: byGift)
        case .coming(_, let byGift): reach = .coming(at: arrival, byGift: byGift)
        case .reached: reach = .coming(at: arrival, byGift: false)
        }
    }

    /// The instant at which the shown value reaches the target, rounded up to a microsecond. The easing is
    /// 1 − (1 − p)³.
    private var arrival: Instant {
        let rest = (way.to - update.target) / (way.to - way.from)
        let p = 1 - Elementary.cubeRoot(rest)
        let microseconds = (Double(way.duration.microseconds) * p).rounded(.up)
        return way.start + Duration(microseconds: Int64(microseconds))
    }

    private func wave(at instant: Instant) -> GoalContent.Wave? {
        guard isMoving(at: instant) else { return nil }
        let elapsed = instant - way.start
        let p = Double(elapsed.microseconds) / Double(way.duration.microseconds)
        return GoalContent.Wave(
            amplitude: Thousandths(3 * (1 - p)),
            phase: Thousandths(24 * elapsed.seconds / Double.pi))
    }

    var description: GoalSummary {
        GoalSummary(
            name: name, title: update.title, amount: amount, target: update.target,
            isReached: Double(amount) >= update.target, isMoney: update.isMoney)
    }
}

extension Goal: Weighed {
    var byteEstimate: Int { name.byteCount + update.byteEstimate }
}

extension Goal: Restorable {
    func save(to state: inout StateWriter) {
        state.put("name", name)
        state.put("row", row)
        state.put("title", update.title)
        state.put("target", update.target)
        state.put("measure", update.measure, unless: .count)
        state.put("money", update.isMoney)
        state.put("gift", update.gift)
        state.put("amount", Int(amount))
        state.put("since", Int(setSeq))
        state.put("way", way, unless: Segment(resting: Double(amount)))
        switch reach {
        case .below: break
        case .coming(_, let byGift): state.put("comes", byGift)
        case .reached(let byGift):
            state.put("reached", true)
            state.put("reachedAt", byGift)
        }
    }

    init?(_ state: StateReader) {
        guard let name = state.text("name"), let title = state.text("title") else { return nil }
        self.init(
            name: name, row: state.whole("row", or: 0),
            GoalUpdate(
                title: title, target: state.number("target", in: 1e-9...1e12, or: 1)),
            seq: Int64(state.whole("since", in: 0...Int(Self.most), or: 0)), at: state.now)
        update.measure = state.word("measure") ?? .count
        update.isMoney = state.flag("money") && update.measure == .value
        update.gift = state.text("gift")
        amount = Int64(state.whole("amount", in: 0...Int(Self.most), or: 0))
        way =
            state.segment("way", in: 0...Double(Self.most))
            ?? Segment(resting: Double(amount))
        // Earlier versions played the sound as soon as the amount reached the target. It must not play again.
        reach = .below
        settleReach(at: state.now, byGift: state.flag("comes"))
        if isReached, state.flag("reached") { reach = .reached(byGift: state.instant("reachedAt")) }
    }
}
