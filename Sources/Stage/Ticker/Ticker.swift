import DequeModule
import Timeline

/// The scrolling list of gift cards, and the cards that wait to get in.
///
/// Source: the "swift gift animation" demo; see `docs/behaviour.md` for where it differs and why.
struct Ticker: Widget {
    /// In order of their places.
    private var cards: [TickerCard] = []
    private var waiting: Deque<TickerCard.Waiting> = []
    /// How many cards have entered.
    private var entered = 0
    /// How far the list is scrolled, in margins.
    private var scroll = Segment(resting: 0)

    // MARK: Arrivals

    /// Whether a gift that comes now gets a card, at once or later.
    func hasRoom(at instant: Instant, in conditions: Conditions) -> Bool {
        waiting.count < conditions.configuration.ticker.queueLimit
            || (waiting.isEmpty && mayEnter(in: conditions))
    }

    /// Makes a card for a gift. Where `hasRoom` says there is none it does nothing, and returns nil.
    mutating func receive(
        _ gift: Gift, id: String, at instant: Instant, in conditions: Conditions
    ) -> Outcome? {
        guard hasRoom(at: instant, in: conditions) else { return nil }
        waiting.append(TickerCard.Waiting(id: id, gift: gift))
        admit(at: instant, in: conditions)
        return waiting.isEmpty ? .shown : .queued(position: waiting.count)
    }

    private func mayEnter(in conditions: Conditions) -> Bool {
        guard !conditions.isHeld else { return false }
        guard let oldest = cards.first, let newest = cards.last else { return true }
        return newest.phase != .entering
            && entered - oldest.k < conditions.configuration.ticker.rows
    }

    // MARK: Widget

    var due: Instant? { cards.lazy.map(\.phaseEnd).min() }

    func isMoving(at instant: Instant) -> Bool {
        !cards.isEmpty
            && (instant < scroll.end || cards.contains { $0.isMoving(at: instant) })
    }

    mutating func performDue(at instant: Instant, in conditions: Conditions) {
        let configuration = conditions.configuration.ticker
        guard let index = cards.firstIndex(where: { $0.phaseEnd <= instant }) else { return }
        switch cards[index].phase {
        case .entering:
            cards[index].startCounting(at: instant, configuration)
            scroll = scroll.redirected(
                to: Double(entered), at: instant, duration: configuration.pan,
                easing: .easeInOut)
        case .counting:
            cards[index].tick(at: instant, othersWait: !waiting.isEmpty, configuration)
        case .resting:
            cards[index].startFading(at: instant, configuration)
        case .fading:
            cards.remove(at: index)
        }
        admit(at: instant, in: conditions)
    }

    mutating func admit(at instant: Instant, in conditions: Conditions) {
        while mayEnter(in: conditions), let next = waiting.popFirst() {
            cards.append(
                TickerCard(next, k: entered, at: instant, conditions.configuration.ticker))
            entered += 1
        }
    }

    mutating func skip(at instant: Instant, in conditions: Conditions) {}

    mutating func clear() {
        empty()
        entered = 0
        scroll = Segment(resting: 0)
    }

    private mutating func empty() {
        cards = []
        waiting = []
    }

    mutating func conform(at instant: Instant, to conditions: Conditions) {
        if !conditions.configuration.ticker.enabled { empty() }
    }

    func sample(at instant: Instant, in conditions: Conditions, into nodes: inout [Node]) {
        let scroll = scroll.value(at: instant)
        for card in cards {
            nodes.append(card.node(at: instant, scroll: scroll, conditions.configuration.ticker))
        }
    }
}
