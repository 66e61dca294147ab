public import Texts
import Timeline

/// The widget that shows counters, labels with a counting number, each in a row of its own.
///
/// Pictures are in `docs/widgets.md`, rules for the corner cases in `docs/behaviour.md`.
struct Counters: StandingWidget {
    private var counters = NamedRows<Counter>()

    /// Creates or updates the counter `name`.
    mutating func set(
        _ name: Text, _ update: CounterUpdate, at instant: Instant,
        in context: inout RoomContext
    ) throws(Refusal) {
        if let index = counters.index(of: name) {
            counters[index].update(update, at: instant)
            return
        }
        if let refusal = refusal(of: name, pending: 0, in: context) { throw refusal }
        counters.add { Counter(name: name, row: $0, update, at: instant) }
    }

    /// Removes the counter `name` at once.
    mutating func delete(_ name: Text) throws(Refusal) {
        guard let index = counters.index(of: name) else { throw .noSuchCounter(name) }
        counters.remove(at: index)
    }

    func contains(_ name: Text) -> Bool { counters.contains(name) }

    var byteEstimate: Int { counters.byteEstimate }

    /// Returns why an update of this counter would be refused; nil if it would not. `pending`
    /// counts accepted updates that are not applied yet.
    func refusal(of name: Text, pending: Int, in context: RoomContext) -> Refusal? {
        let limit = context.configuration.counters.max
        return counters.hasRow(for: name, pending: pending, limit: limit)
            ? nil : .countersFull(limit: limit)
    }

    // MARK: Widget

    var isEmpty: Bool { counters.isEmpty }

    func isMoving(at instant: Instant) -> Bool {
        counters.elements.containsInPlace { $0.isMoving(at: instant) }
    }

    mutating func conform(at instant: Instant, to context: inout RoomContext) {
        if !context.configuration.counters.enabled { counters = NamedRows() }
    }

    func sample(at instant: Instant, in context: RoomContext, into nodes: inout [Node]) {
        counters.elements.forEachInPlace {
            nodes.append($0.node(at: instant, context.configuration.counters))
        }
    }

    func shown(at instant: Instant) -> [CounterSummary] {
        counters.elements.map { $0.description(at: instant) }
    }
}

extension Counters: AddressedWidget {
    mutating func take(
        _ event: Event, at instant: Instant, in context: inout RoomContext
    ) throws(Refusal) -> Outcome {
        switch event.kind {
        case .counter(let name, let update):
            guard context.configuration.counters.enabled else { return .skipped(.disabled) }
            try set(name, update, at: instant, in: &context)
            return .shown
        case .deleteCounter(let name):
            try delete(name)
            return .applied
        default: preconditionFailure("it is for another widget")
        }
    }

    func refusal(of kind: Event.Kind, pending: Int, in context: RoomContext) -> Refusal? {
        switch kind {
        case .counter(let name, _):
            context.configuration.counters.enabled
                ? refusal(of: name, pending: pending, in: context) : nil
        case .deleteCounter(let name): contains(name) ? nil : .noSuchCounter(name)
        default: nil
        }
    }
}

extension Counters: Restorable {
    func save(to state: inout StateWriter) {
        state.put("counters", parts: counters.elements)
    }

    init(_ state: StateReader) {
        counters = NamedRows(restoring: state.parts("counters"))
    }
}

extension Refusal {
    /// Refuses a new counter because there are `limit` counters already.
    public static func countersFull(limit: Int) -> Refusal {
        .full("There are \(limit) counters already.")
    }

    public static func noSuchCounter(_ name: Text) -> Refusal {
        .missing("There is no counter \"\(name)\".")
    }
}
