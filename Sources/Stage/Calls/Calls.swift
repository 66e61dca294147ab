import DequeModule
import Timeline

/// The stack of incoming-call cards: capped, timed, without repetitions, dismissable.
///
/// Source: the KJCallNotifyView article; see `docs/behaviour.md` for where it differs and why.
struct Calls: Widget {
    /// How many calls may wait for a held room.
    static let waitingLimit = 1000

    /// In order of arrival, those that leave among those that stand.
    private var cards: [Card] = []
    private var waiting: Deque<Call> = []

    private var standing: Int { cards.count { $0.stands } }

    // MARK: Arrivals

    mutating func receive(
        _ call: Call, at instant: Instant, in conditions: Conditions
    ) throws(Refusal) -> Outcome {
        let configuration = conditions.configuration.calls
        if !configuration.repetition, isPresent(call, by: configuration.repetitionKey) {
            return .skipped(.repeated)
        }
        if conditions.isHeld || !waiting.isEmpty {
            guard waiting.count < Self.waitingLimit else {
                throw .callsFull(limit: Self.waitingLimit)
            }
            waiting.append(call)
            return .queued(position: waiting.count)
        }
        retire(standing - configuration.max + 1, at: instant, in: conditions)
        show(call, at: instant, configuration)
        return .shown
    }

    private func isPresent(_ call: Call, by key: CallsConfiguration.RepetitionKey) -> Bool {
        cards.contains { $0.stands && $0.call.repeats(call, by: key) }
            || waiting.contains { $0.repeats(call, by: key) }
    }

    /// Puts a card into the slot after the last one, further down where it would cover another.
    private mutating func show(
        _ call: Call, at instant: Instant, _ configuration: CallsConfiguration
    ) {
        let slot = standing
        let taken = cards.filter(\.isInTheWay).map { $0.place(at: instant).below }
        let start = (taken + [.slot(slot)]).max { $0.y(configuration) < $1.y(configuration) }!
        cards.append(Card(call: call, slot: slot, from: start, at: instant, configuration))
    }

    // MARK: Departures

    /// Lets the oldest `count` standing cards leave, as one.
    private mutating func retire(_ count: Int, at instant: Instant, in conditions: Conditions) {
        guard count > 0 else { return }
        leave(at: instant, in: conditions) { card in card.slot! < count }
    }

    /// Lets the standing cards that `leaves` picks leave as one, and closes up the others.
    private mutating func leave(
        at instant: Instant, in conditions: Conditions, where leaves: (Card) -> Bool
    ) {
        let configuration = conditions.configuration.calls
        var next = 0
        for index in cards.indices where cards[index].stands {
            if leaves(cards[index]) {
                cards[index].leave(at: instant, configuration)
            } else {
                cards[index].move(to: next, at: instant, configuration)
                next += 1
            }
        }
    }

    /// Takes a call off the stage, or out of the wait.
    mutating func dismiss(
        _ id: String, at instant: Instant, in conditions: Conditions
    ) throws(Refusal) {
        if let index = waiting.firstIndex(where: { $0.id == id }) {
            waiting.remove(at: index)
        } else {
            guard stands(id) else { throw .noSuchCall(id) }
            leave(at: instant, in: conditions) { $0.call.id == id }
            admit(at: instant, in: conditions)
        }
    }

    /// A viewer touched a card.
    mutating func tap(
        _ id: String, at instant: Instant, in conditions: Conditions
    ) throws(Refusal) {
        guard stands(id) else { throw .noSuchCall(id) }
        if conditions.configuration.calls.tapVanish {
            try dismiss(id, at: instant, in: conditions)
        }
    }

    private func stands(_ id: String) -> Bool {
        cards.contains { $0.stands && $0.call.id == id }
    }

    /// The caller whose card of this id stands.
    func caller(of id: String) -> Person? {
        cards.first { $0.stands && $0.call.id == id }?.call.person
    }

    // MARK: Widget

    var due: Instant? { cards.lazy.map(\.due).min() }

    func isMoving(at instant: Instant) -> Bool {
        cards.contains { $0.isMoving(at: instant) }
    }

    mutating func performDue(at instant: Instant, in conditions: Conditions) {
        cards.removeAll { !$0.stands && $0.due <= instant }
        leave(at: instant, in: conditions) { $0.due <= instant }
        admit(at: instant, in: conditions)
    }

    mutating func admit(at instant: Instant, in conditions: Conditions) {
        let configuration = conditions.configuration.calls
        while !conditions.isHeld, standing < configuration.max, let call = waiting.popFirst() {
            show(call, at: instant, configuration)
        }
    }

    mutating func skip(at instant: Instant, in conditions: Conditions) {
        leave(at: instant, in: conditions) { _ in true }
    }

    mutating func clear() {
        cards = []
        waiting = []
    }

    mutating func conform(at instant: Instant, to conditions: Conditions) {
        guard conditions.configuration.calls.enabled else { return clear() }
        retire(standing - conditions.configuration.calls.max, at: instant, in: conditions)
    }

    func sample(at instant: Instant, in conditions: Conditions, into nodes: inout [Node]) {
        for card in cards {
            nodes.append(card.node(at: instant, conditions.configuration))
        }
    }
}
