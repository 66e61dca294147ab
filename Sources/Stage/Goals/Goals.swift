public import Texts
import Timeline

/// The widget that shows goals as bars, each in a row of its own, and adds the room's gifts to their amounts.
struct Goals: StandingWidget {
    private var goals = NamedRows<Goal>()

    /// Creates or updates the goal `name`; `seq` is the sequence number of the event.
    mutating func set(
        _ name: Text, _ update: GoalUpdate, seq: Int64, at instant: Instant,
        in context: inout RoomContext
    ) throws(Refusal) {
        let ease = context.configuration.goals.ease
        if let index = goals.index(of: name) {
            goals[index].update(update, seq: seq, at: instant, ease: ease)
            return
        }
        if let refusal = refusal(of: name, pending: 0, in: context) { throw refusal }
        goals.add { Goal(name: name, row: $0, update, seq: seq, at: instant) }
    }

    /// Removes the goal `name` at once.
    mutating func delete(_ name: Text) throws(Refusal) {
        guard let index = goals.index(of: name) else { throw .noSuchGoal(name) }
        goals.remove(at: index)
    }

    /// Adds a given gift to the goals that count it, even if the stage does not show it. `key` is
    /// the key of the gift's catalogue entry.
    mutating func count(
        _ gift: Gift, foundAs key: Text?, at instant: Instant, in context: inout RoomContext
    ) {
        let ease = context.configuration.goals.ease
        let catalogue = context.configuration.catalogue
        for index in goals.elements.indices
        where goals[index].counts(gift, foundAs: key, in: catalogue) {
            goals[index].add(gift, at: instant, ease: ease)
        }
    }

    /// Subtracts a retracted gift from the goals that counted it. `seq` is the sequence number of
    /// the gift's event; nil: not known, counted by all.
    mutating func uncount(
        _ gift: Gift, foundAs key: Text?, givenAs seq: Int64?, at instant: Instant,
        in context: inout RoomContext
    ) {
        let ease = context.configuration.goals.ease
        let catalogue = context.configuration.catalogue
        for index in goals.elements.indices
        where goals[index].counts(gift, foundAs: key, in: catalogue)
            && goals[index].hasCounted(seq)
        {
            goals[index].subtract(gift, at: instant, ease: ease)
        }
    }

    func contains(_ name: Text) -> Bool { goals.contains(name) }

    /// Returns why an update of this goal would be refused; nil if it would not. `pending` counts
    /// accepted updates that are not applied yet.
    func refusal(of name: Text, pending: Int, in context: RoomContext) -> Refusal? {
        let limit = context.configuration.goals.max
        return goals.hasRow(for: name, pending: pending, limit: limit)
            ? nil : .goalsFull(limit: limit)
    }

    // MARK: Widget

    var due: Instant? { goals.elements.earliestInPlace { $0.due } }

    mutating func performDue(at instant: Instant, in context: inout RoomContext) {
        guard
            let index = goals.elements.firstIndex(where: { $0.due.map { $0 <= instant } ?? false })
        else { return }
        if goals[index].performDue() { context.cue(.goal, of: goals[index].name, at: instant) }
    }

    var isEmpty: Bool { goals.isEmpty }

    func isMoving(at instant: Instant) -> Bool {
        goals.elements.containsInPlace { $0.isMoving(at: instant) }
    }

    mutating func conform(at instant: Instant, to context: inout RoomContext) {
        if !context.configuration.goals.enabled { goals = NamedRows() }
    }

    func sample(at instant: Instant, in context: RoomContext, into nodes: inout [Node]) {
        goals.elements.forEachInPlace {
            nodes.append(
                $0.node(
                    at: instant, context.configuration.goals,
                    currency: context.configuration.sources.currency))
        }
    }

    var byteEstimate: Int { goals.byteEstimate }

    var shown: [GoalSummary] { goals.elements.map(\.description) }
}

extension Goals: AddressedWidget {
    mutating func take(
        _ event: Event, at instant: Instant, in context: inout RoomContext
    ) throws(Refusal) -> Outcome {
        switch event.kind {
        case .goal(let name, let update):
            guard context.configuration.goals.enabled else { return .skipped(.disabled) }
            try set(name, update, seq: event.seq, at: instant, in: &context)
            return .shown
        case .deleteGoal(let name):
            try delete(name)
            return .applied
        default: preconditionFailure("it is for another widget")
        }
    }

    func refusal(of kind: Event.Kind, pending: Int, in context: RoomContext) -> Refusal? {
        switch kind {
        case .goal(let name, _):
            context.configuration.goals.enabled
                ? refusal(of: name, pending: pending, in: context) : nil
        case .deleteGoal(let name): contains(name) ? nil : .noSuchGoal(name)
        default: nil
        }
    }
}

extension Goals: Restorable {
    func save(to state: inout StateWriter) {
        state.put("goals", parts: goals.elements)
    }

    init(_ state: StateReader) {
        goals = NamedRows(restoring: state.parts("goals"))
    }
}

extension Refusal {
    /// Refuses a new goal because there are `limit` goals already.
    public static func goalsFull(limit: Int) -> Refusal {
        .full("There are \(limit) goals already.")
    }

    public static func noSuchGoal(_ name: Text) -> Refusal {
        .missing("There is no goal \"\(name)\".")
    }
}
