import Texts
import Timeline

/// The widget that shows gifts as a scrolling list of cards, with a queue of waiting cards.
///
/// Pictures are in `docs/widgets.md`, rules for the corner cases in `docs/behaviour.md`.
struct Ticker: Widget {
    /// The cards, in the order of their places.
    private var cards: [TickerCard] = []
    private var waiting = Queue<TickerCard.Waiting>()
    /// The number of cards that have entered so far.
    private var entered = 0
    /// The scroll position of the list, in margins.
    private var scroll = Segment(resting: 0)

    // MARK: Arrivals

    /// Returns true if a new gift gets a card, at once or later. `pending` counts accepted gifts
    /// that are not applied yet.
    func hasRoom(pending: Int = 0, in context: RoomContext) -> Bool {
        waiting.count + pending < context.configuration.ticker.queueLimit
            || (waiting.isEmpty && pending == 0 && mayEnter(in: context))
    }

    /// Creates a card for a gift. Has no effect and returns nil if `hasRoom` returns false.
    mutating func receive(
        _ gift: Gift, id: Text, seq: Int64, at instant: Instant, in context: inout RoomContext
    ) -> Outcome? {
        guard hasRoom(in: context) else { return nil }
        waiting.append(
            TickerCard.Waiting(id: id, gift: gift, seed: Flourish.seed(ofEvent: seq)))
        admit(at: instant, in: &context)
        return waiting.isEmpty ? .shown : .queued(position: waiting.count)
    }

    private func mayEnter(in context: RoomContext) -> Bool {
        guard !context.isHeld else { return false }
        guard let oldest = cards.first, let newest = cards.last else { return true }
        return newest.phase != .entering
            && entered - oldest.k < context.configuration.ticker.rows
    }

    // MARK: Widget

    var due: Instant? { cards.lazy.map(\.phaseEnd).min() }

    var isEmpty: Bool { cards.isEmpty && waiting.isEmpty }

    func isMoving(at instant: Instant) -> Bool {
        !cards.isEmpty
            && (instant < scroll.end || cards.containsInPlace { $0.isMoving(at: instant) })
    }

    mutating func performDue(at instant: Instant, in context: inout RoomContext) {
        let configuration = context.configuration.ticker
        guard let index = cards.firstIndex(where: { $0.phaseEnd <= instant }) else { return }
        switch cards[index].phase {
        case .entering:
            cards[index].startCounting(at: instant, configuration)
            pan(at: instant, configuration)
        case .counting:
            cards[index].tick(
                at: instant, othersWait: !waiting.isEmpty, context.configuration)
        case .resting:
            cards[index].startFading(at: instant, configuration)
            note(.left(.played), of: cards[index].id, at: instant, &context)
        case .fading:
            cards.remove(at: index)
        }
        admit(at: instant, in: &context)
    }

    mutating func admit(at instant: Instant, in context: inout RoomContext) {
        while mayEnter(in: context), let next = waiting.popFirst() {
            cards.append(TickerCard(next, k: entered, at: instant, context.configuration))
            entered += 1
            note(.entered, of: next.id, at: instant, &context)
        }
    }

    mutating func skip(at instant: Instant, in context: inout RoomContext) {}

    /// Removes the card of a retracted event at once.
    mutating func takeBack(_ id: Text, at instant: Instant, in context: inout RoomContext) {
        drop(id, because: .takenBack, at: instant, in: &context)
    }

    /// Removes a card at once, shown or waiting. If the card was still entering, the list pans over its place.
    private mutating func drop(
        _ id: Text, because reason: Milestone.Reason, at instant: Instant,
        in context: inout RoomContext
    ) {
        if let index = waiting.firstIndex(where: { $0.id == id }) {
            waiting.remove(at: index)
            note(.left(reason), of: id, at: instant, &context)
        } else if let index = cards.firstIndex(where: { $0.id == id }) {
            let phase = cards.remove(at: index).phase
            if phase == .entering { pan(at: instant, context.configuration.ticker) }
            if phase != .fading { note(.left(reason), of: id, at: instant, &context) }
        }
    }

    mutating func dropBlocked(
        by entry: BlockEntries, at instant: Instant, in context: inout RoomContext
    ) {
        for index in cards.indices.reversed() {
            let gift = cards[index].gift
            guard entry.blocks(gift.sender, gift.item) else { continue }
            drop(cards[index].id, because: .skipped, at: instant, in: &context)
        }
        for card in waiting.removeAll(where: { entry.blocks($0.gift.sender, $0.gift.item) }) {
            note(.left(.dismissed), of: card.id, at: instant, &context)
        }
    }

    private mutating func pan(at instant: Instant, _ configuration: TickerConfiguration) {
        scroll = scroll.redirected(
            to: Double(entered), at: instant, duration: configuration.pan, easing: .easeInOut)
    }

    mutating func clear(
        at instant: Instant, in context: inout RoomContext, because reason: Milestone.Reason
    ) {
        empty(at: instant, &context, because: reason)
        entered = 0
        scroll = Segment(resting: 0)
    }

    private mutating func empty(
        at instant: Instant, _ context: inout RoomContext, because reason: Milestone.Reason
    ) {
        for card in cards where card.phase != .fading {
            note(.left(reason), of: card.id, at: instant, &context)
        }
        if !context.configuration.gifts.enabled {
            waiting.visit { context.note(.left(reason), of: $0.id, at: instant) }
        }
        cards = []
        waiting = Queue()
    }

    /// Records a transition of a gift, unless the channels show gifts too: then their transitions
    /// count.
    private func note(
        _ step: Milestone.Step, of id: Text, at instant: Instant,
        _ context: inout RoomContext
    ) {
        if !context.configuration.gifts.enabled { context.note(step, of: id, at: instant) }
    }

    mutating func conform(at instant: Instant, to context: inout RoomContext) {
        if !context.configuration.ticker.enabled {
            empty(at: instant, &context, because: .disabled)
        }
        for index in cards.indices {
            cards[index].conform(at: instant, to: context.configuration)
        }
    }

    func sample(at instant: Instant, in context: RoomContext, into nodes: inout [Node]) {
        let scroll = scroll.value(at: instant)
        cards.forEachInPlace {
            nodes.append(
                $0.node(
                    at: instant, scroll: scroll, context.configuration.ticker,
                    hasFlourish: context.configuration.tiers.enabled))
        }
    }

    var waitingCount: Int { waiting.count }

    var byteEstimate: Int {
        cards.reduce(waiting.byteEstimate) { $0 + $1.byteEstimate }
    }

    func waitingIDs(_ most: Int) -> [Text] { waiting.prefix(most).map(\.id) }
}

extension Ticker: Restorable {
    func save(to state: inout StateWriter) {
        state.put("cards", parts: cards)
        state.put("waiting", parts: waiting)
        state.put("entered", entered)
        state.put("scroll", scroll, unless: Segment(resting: 0))
    }

    init(_ state: StateReader) {
        cards = state.parts("cards")
        waiting = Queue(state.parts("waiting"))
        entered = max(
            state.whole("entered", in: 0...1_000_000_000, or: 0), (cards.map(\.k).max() ?? -1) + 1)
        scroll = state.segment("scroll", in: 0...1e9) ?? Segment(resting: 0)
    }
}
