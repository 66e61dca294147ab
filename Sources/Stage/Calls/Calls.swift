public import Texts
import Timeline

/// The widget that shows who is calling in, with a card for each call that can be tapped and dismissed. It limits and
/// times the cards, filters repeated callers and applies dismissals and taps.
///
/// Pictures are in `docs/widgets.md`, rules for the corner cases in `docs/behaviour.md`.
struct Calls: Widget {
    /// The maximum number of calls that wait for a paused room.
    static let waitingLimit = 1000

    /// The cards in order of arrival; leaving cards keep their places among the standing cards.
    private var cards: [Card] = []
    private var waiting = Queue<Call>()

    private var standing: Int { cards.count { $0.stands } }

    // MARK: Arrivals

    mutating func receive(
        _ call: Call, at instant: Instant, in context: inout RoomContext
    ) throws(Refusal) -> Outcome {
        let configuration = context.configuration.calls
        if isRepeated(call.person, configuration) { return .skipped(.repeated) }
        if let refusal = refusal(of: call.person, pending: 0, in: context) { throw refusal }
        if context.isHeld || !waiting.isEmpty {
            waiting.append(call)
            return .queued(position: waiting.count)
        }
        retire(standing - configuration.max + 1, at: instant, in: &context)
        show(call, at: instant, &context)
        return .shown
    }

    private func isRepeated(_ person: Person, _ configuration: CallsConfiguration) -> Bool {
        let key = configuration.repetitionKey
        return !configuration.repetition
            && (cards.contains { $0.stands && $0.call.isBy(person, key) }
                || waiting.contains { $0.isBy(person, key) })
    }

    /// Returns why a call would be refused; nil if it would not. `pending` counts accepted calls
    /// that are not applied yet.
    func refusal(of person: Person, pending: Int, in context: RoomContext) -> Refusal? {
        guard context.isHeld || !waiting.isEmpty,
            waiting.count + pending >= Self.waitingLimit,
            !isRepeated(person, context.configuration.calls)
        else { return nil }
        return .callsFull(limit: Self.waitingLimit)
    }

    /// Returns true if the call with this ID stands or waits.
    func contains(_ id: Text) -> Bool {
        stands(id) || waiting.contains { $0.id == id }
    }

    /// Adds a card for a call to the slot after the last card. The card appears further down if it
    /// would otherwise cover another card.
    private mutating func show(
        _ call: Call, at instant: Instant, _ context: inout RoomContext
    ) {
        let configuration = context.configuration.calls
        let slot = standing
        let taken = cards.filter(\.isInTheWay).map { $0.place(at: instant).below }
        let start = (taken + [.slot(slot)]).max { $0.y(configuration) < $1.y(configuration) }!
        cards.append(Card(call: call, slot: slot, from: start, at: instant, configuration))
        context.note(.entered, of: call.id, at: instant)
        context.cue(.call, of: call.id, at: instant)
    }

    // MARK: Departures

    /// Makes the oldest `count` standing cards leave together.
    private mutating func retire(_ count: Int, at instant: Instant, in context: inout RoomContext) {
        guard count > 0 else { return }
        leave(at: instant, in: &context, because: .replaced) { $0.slot! < count }
    }

    /// The maximum number of leaving cards; if there are more, the oldest disappear at once.
    static let leavingLimit = 100

    /// Makes the standing cards for which `leaves` returns true leave together; the rest closes up.
    private mutating func leave(
        at instant: Instant, in context: inout RoomContext, because reason: Milestone.Reason,
        where leaves: (Card) -> Bool
    ) {
        let configuration = context.configuration.calls
        var next = 0
        for index in cards.indices where cards[index].stands {
            if leaves(cards[index]) {
                cards[index].leave(at: instant, configuration)
                context.note(.left(reason), of: cards[index].call.id, at: instant)
            } else {
                cards[index].move(to: next, at: instant, configuration)
                next += 1
            }
        }
        var surplus = cards.count - next - Self.leavingLimit
        guard surplus > 0 else { return }
        cards.removeAll { card in
            guard surplus > 0, !card.stands else { return false }
            surplus -= 1
            return true
        }
    }

    /// Makes a call's card leave, or removes a waiting call.
    mutating func dismiss(
        _ id: Text, at instant: Instant, in context: inout RoomContext
    ) throws(Refusal) {
        if let index = waiting.firstIndex(where: { $0.id == id }) {
            waiting.remove(at: index)
            context.note(.left(.dismissed), of: id, at: instant)
        } else {
            guard stands(id) else { throw .noSuchCall(id) }
            leave(at: instant, in: &context, because: .dismissed) { $0.call.id == id }
            admit(at: instant, in: &context)
        }
    }

    /// Removes the call of a retracted event at once, shown or waiting; the cards below close up.
    mutating func takeBack(_ id: Text, at instant: Instant, in context: inout RoomContext) {
        if let index = waiting.firstIndex(where: { $0.id == id }) {
            waiting.remove(at: index)
        } else {
            guard let index = cards.firstIndex(where: { $0.call.id == id }) else { return }
            guard cards.remove(at: index).stands else { return }
            leave(at: instant, in: &context, because: .takenBack) { _ in false }
        }
        context.note(.left(.takenBack), of: id, at: instant)
    }

    /// Applies a viewer's tap on a card.
    mutating func tap(
        _ id: Text, at instant: Instant, in context: inout RoomContext
    ) throws(Refusal) {
        if let refusal = refusal(ofTapOn: id) { throw refusal }
        if context.configuration.calls.tapVanish {
            try dismiss(id, at: instant, in: &context)
        }
    }

    /// Returns why a tap on this call would be refused; nil if the call's card stands and takes it.
    func refusal(ofTapOn id: Text) -> Refusal? {
        if stands(id) { return nil }
        return contains(id) ? .callWaits(id) : .noSuchCall(id)
    }

    private func stands(_ id: Text) -> Bool {
        cards.contains { $0.stands && $0.call.id == id }
    }

    /// Returns the caller whose card with this ID stands; nil without such a card.
    func caller(of id: Text) -> Person? {
        cards.first { $0.stands && $0.call.id == id }?.call.person
    }

    // MARK: Widget

    var due: Instant? { cards.lazy.map(\.due).min() }

    var isEmpty: Bool { cards.isEmpty && waiting.isEmpty }

    func isMoving(at instant: Instant) -> Bool {
        cards.containsInPlace { $0.isMoving(at: instant) }
    }

    mutating func performDue(at instant: Instant, in context: inout RoomContext) {
        cards.removeAll { !$0.stands && $0.due <= instant }
        leave(at: instant, in: &context, because: .played) { $0.due <= instant }
        admit(at: instant, in: &context)
    }

    mutating func admit(at instant: Instant, in context: inout RoomContext) {
        let limit = context.configuration.calls.max
        while !context.isHeld, standing < limit, let call = waiting.popFirst() {
            show(call, at: instant, &context)
        }
    }

    mutating func skip(at instant: Instant, in context: inout RoomContext) {
        leave(at: instant, in: &context, because: .skipped) { _ in true }
    }

    /// Makes the card with this node ID leave if it stands.
    mutating func skip(_ node: Text, at instant: Instant, in context: inout RoomContext) {
        leave(at: instant, in: &context, because: .skipped) { $0.nodeID == node }
    }

    mutating func clear(
        at instant: Instant, in context: inout RoomContext, because reason: Milestone.Reason
    ) {
        for card in cards where card.stands {
            context.note(.left(reason), of: card.call.id, at: instant)
        }
        waiting.visit { context.note(.left(reason), of: $0.id, at: instant) }
        cards = []
        waiting = Queue()
    }

    mutating func dropBlocked(
        by entry: BlockEntries, at instant: Instant, in context: inout RoomContext
    ) {
        leave(at: instant, in: &context, because: .skipped) { entry.blocks($0.call.person) }
        for call in waiting.removeAll(where: { entry.blocks($0.person) }) {
            context.note(.left(.dismissed), of: call.id, at: instant)
        }
    }

    mutating func conform(at instant: Instant, to context: inout RoomContext) {
        guard context.configuration.calls.enabled else {
            return clear(at: instant, in: &context, because: .disabled)
        }
        retire(standing - context.configuration.calls.max, at: instant, in: &context)
    }

    func sample(at instant: Instant, in context: RoomContext, into nodes: inout [Node]) {
        cards.forEachInPlace {
            nodes.append($0.node(at: instant, context.configuration))
        }
    }

    var waitingCount: Int { waiting.count }

    var byteEstimate: Int {
        cards.reduce(waiting.byteEstimate) { $0 + 350 + $1.call.byteEstimate }
    }

    func shown(_ most: Int) -> [CallSummary] {
        cards.filter(\.stands).map {
            .init(id: $0.call.id, name: $0.call.person.name, slot: $0.slot)
        }
            + waiting.prefix(most).map {
                .init(id: $0.id, name: $0.person.name, slot: nil)
            }
    }
}

extension Calls: AddressedWidget {
    mutating func take(
        _ event: Event, at instant: Instant, in context: inout RoomContext
    ) throws(Refusal) -> Outcome {
        switch event.kind {
        case .call(let person, _, _):
            guard context.configuration.calls.enabled else { return .skipped(.disabled) }
            return try receive(Call(id: event.id, person: person), at: instant, in: &context)
        case .dismiss(let call):
            try dismiss(call, at: instant, in: &context)
            return .applied
        case .tap(let call):
            try tap(call, at: instant, in: &context)
            return .applied
        default: preconditionFailure("it is for another widget")
        }
    }

    func refusal(of kind: Event.Kind, pending: Int, in context: RoomContext) -> Refusal? {
        switch kind {
        case .call(let person, _, _):
            context.configuration.calls.enabled
                ? refusal(of: person, pending: pending, in: context) : nil
        case .dismiss(let call): contains(call) ? nil : .noSuchCall(call)
        case .tap(let call): refusal(ofTapOn: call)
        default: nil
        }
    }
}

extension Calls: Restorable {
    func save(to state: inout StateWriter) {
        state.put("cards", parts: cards)
        state.put("waiting", parts: waiting)
    }

    init(_ state: StateReader) {
        for card: Card in state.parts("cards") { cards.append(card.holding(standing)) }
        waiting = Queue(state.parts("waiting"))
    }
}

extension Refusal {
    /// Refuses a call because `limit` calls wait already.
    public static func callsFull(limit: Int) -> Refusal { .full("\(limit) calls wait already.") }

    /// Refuses a dismissal or a tap because the call neither stands nor waits.
    public static func noSuchCall(_ id: Text) -> Refusal {
        .missing("No call \"\(id)\" stands or waits.")
    }

    /// Refuses a tap because the call waits and has no card yet.
    public static func callWaits(_ id: Text) -> Refusal {
        .missing("The call \"\(id)\" waits: it has no card to tap yet.")
    }
}
