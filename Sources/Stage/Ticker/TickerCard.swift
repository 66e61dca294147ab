import Texts
import Timeline

/// A gift's card of the ticker, which enters, counts up to its gift's number, rests and fades.
struct TickerCard: Hashable, Sendable {
    enum Phase: String, Hashable, Sendable, CaseIterable {
        case entering
        case counting
        /// The count is complete and the card rests.
        case resting
        case fading
    }

    /// A gift whose card has not entered yet.
    struct Waiting: Hashable, Sendable {
        /// The ID of the gift's event.
        let id: Text
        let gift: Gift
        /// The seed of the card's flourish.
        let seed: Int
    }

    /// The card's place in the list, from 0.
    let k: Int
    /// The ID of the gift's event.
    let id: Text
    let gift: Gift
    private let seed: Int
    private let nodeID: Text
    private(set) var phase = Phase.entering
    /// The instant at which the phase, or the wait for the next tick, ends by itself.
    private(set) var phaseEnd: Instant
    /// The count to show at the next tick.
    private var next = 1
    /// The digit shows `before` until the pop has dipped, then `shown`.
    private var before = 1
    private var shown = 1
    private var pop: Pop?
    /// The tier of `before` until the digit has dipped, and of `shown` from then on.
    private var progress: TierProgress
    /// The progress before the current or last tick.
    private var progressBefore: TierProgress
    private let entrance: Segment
    private var fade = Segment(resting: 1)

    init(_ waiting: Waiting, k: Int, at instant: Instant, _ whole: Configuration) {
        let configuration = whole.ticker
        self.k = k
        id = waiting.id
        gift = waiting.gift
        seed = waiting.seed
        progress = TierProgress(whole.tier(of: gift.item, count: 1))
        progressBefore = progress
        nodeID = "ticker/\(waiting.id)"
        entrance = Segment(
            from: 1, to: 0, start: instant, duration: configuration.entrance, easing: .easeInOut)
        phaseEnd = entrance.end
    }

    // MARK: Changes

    mutating func startCounting(at instant: Instant, _ configuration: TickerConfiguration) {
        phase = .counting
        phaseEnd = instant + configuration.tick
    }

    /// Shows the next step of the count; the step is the last if the count is complete or another
    /// card waits.
    mutating func tick(at instant: Instant, othersWait: Bool, _ whole: Configuration) {
        let configuration = whole.ticker
        let isLast = next >= gift.count || othersWait
        before = shown
        shown = isLast ? gift.count : next
        pop = Pop(start: instant, shape: configuration.popShape)
        progressBefore = progress
        rise(whole)
        if isLast {
            phase = .resting
            phaseEnd = instant + configuration.linger
        } else {
            next += max(1, gift.count / configuration.steps)
            phaseEnd = instant + configuration.tick
        }
    }

    /// Applies changed thresholds if the digit has yet to show its number.
    mutating func conform(at instant: Instant, to whole: Configuration) {
        guard let pop, instant < pop.turn else { return }
        progress = progressBefore
        rise(whole)
    }

    /// Raises the tier for the instant at which the digit shows `shown`.
    private mutating func rise(_ whole: Configuration) {
        guard let pop else { return }
        progress.rise(to: whole.tier(of: gift.item, count: shown), at: pop.turn)
    }

    mutating func startFading(at instant: Instant, _ configuration: TickerConfiguration) {
        fade = Segment(
            from: 1, to: 0, start: instant, duration: configuration.fade, easing: .easeInOut)
        phase = .fading
        phaseEnd = fade.end
    }

    // MARK: Drawing

    func isMoving(at instant: Instant) -> Bool {
        switch phase {
        case .entering, .fading: true
        case .counting, .resting: pop.map { instant < $0.end } ?? false
        }
    }

    /// Returns the card's node; `scroll` is the scroll position of the list in margins, and `hasFlourish` is
    /// true if tiers are enabled.
    func node(
        at instant: Instant, scroll: Double, _ configuration: TickerConfiguration,
        hasFlourish: Bool
    ) -> Node {
        let hasDipped = pop.map { instant >= $0.turn } ?? true
        return Node(
            id: nodeID,
            x: configuration.x + configuration.entryX * entrance.value(at: instant),
            y: configuration.y + configuration.entryY
                + (Double(k) - scroll) * configuration.margin,
            width: configuration.width, height: configuration.height,
            alpha: fade.value(at: instant),
            content: .ticker(
                TickerContent(
                    sender: gift.sender.name, avatar: gift.sender.avatar, gift: gift.item.name,
                    image: gift.item.image, count: hasDipped ? shown : before,
                    digitScale: Thousandths(pop?.scale(at: instant) ?? 1),
                    flourish: hasFlourish ? flourish(hasDipped: hasDipped) : nil)))
    }

    private func flourish(hasDipped: Bool) -> Flourish? {
        let progress = hasDipped ? progress : progressBefore
        guard progress.tier > 0 else { return nil }
        return Flourish(
            tier: progress.tier, seed: seed, born: entrance.start, popped: pop?.start,
            rose: progress.rose, left: phase == .fading ? fade.start : nil,
            roll: hasDipped && before != shown ? before : nil)
    }
}

extension TickerCard.Waiting: Restorable {
    func save(to state: inout StateWriter) {
        state.put("id", id)
        gift.save(to: &state)
        state.put("seed", seed)
    }

    init?(_ state: StateReader) {
        guard let id = state.text("id"), let gift = Gift(state) else { return nil }
        self.init(id: id, gift: gift, seed: state.seed("seed"))
    }
}

extension TickerCard.Waiting: Weighed {
    var byteEstimate: Int { 10 + id.byteCount + gift.byteEstimate }
}

extension TickerCard: Weighed {
    var byteEstimate: Int { 430 + id.byteCount + gift.byteEstimate }
}

extension TickerCard: Restorable {
    func save(to state: inout StateWriter) {
        Waiting(id: id, gift: gift, seed: seed).save(to: &state)
        state.put("k", k)
        state.put("phase", phase)
        state.put("until", phaseEnd)
        state.put("next", next, unless: 1)
        state.put("before", before, unless: 1)
        state.put("shown", shown, unless: 1)
        state.put("pop", pop)
        state.put("entrance", entrance)
        state.put("fade", fade, unless: Segment(resting: 1))
        progress.save(to: &state)
        if progressBefore != progress { state.put("tierBefore", progressBefore) }
    }

    init?(_ state: StateReader) {
        guard let arrived = Waiting(state) else { return nil }
        id = arrived.id
        gift = arrived.gift
        seed = arrived.seed
        nodeID = "ticker/\(arrived.id)"
        k = state.whole("k", in: 0...1_000_000_000, or: 0)
        phase = state.word("phase") ?? .resting
        phaseEnd = state.future("until") ?? state.now
        next = state.whole("next", in: 1...StateReader.counts, or: 1)
        before = state.whole("before", in: 1...StateReader.counts, or: 1)
        shown = state.whole("shown", in: 1...StateReader.counts, or: 1)
        pop = state.part("pop")
        entrance = state.segment("entrance") ?? Segment(resting: 0)
        fade = state.segment("fade") ?? Segment(resting: 1)
        progress = TierProgress(state) ?? TierProgress(0)
        progressBefore = state.part("tierBefore") ?? progress
    }
}
