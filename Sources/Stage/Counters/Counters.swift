public import Texts
import Timeline

/// The counting labels, each in a row of its own.
///
/// Source: the "CountingLabel" article; see `docs/behaviour.md` for where it differs and why.
struct Counters: Widget {
    /// By row.
    private var counters: [Counter] = []

    /// Makes or changes the counter `name`.
    mutating func set(
        _ name: Text, _ update: CounterUpdate, at instant: Instant,
        in context: inout RoomContext
    ) throws(Refusal) {
        if let index = index(of: name) {
            counters[index].update(update, at: instant)
            return
        }
        if let refusal = refusal(of: name, pending: 0, in: context) { throw refusal }
        // Sorted by row, the first that is not in its place leaves the lowest row free.
        let row = counters.indices.first { counters[$0].row != $0 } ?? counters.count
        counters.insert(Counter(name: name, row: row, update, at: instant), at: row)
    }

    /// Removes the counter `name` at once.
    mutating func delete(_ name: Text) throws(Refusal) {
        guard let index = index(of: name) else { throw .noSuchCounter(name) }
        counters.remove(at: index)
    }

    func contains(_ name: Text) -> Bool { index(of: name) != nil }

    var byteEstimate: Int { counters.reduce(0) { $0 + $1.byteEstimate } }

    /// Whether one of this name would be refused, while `pending` others are on their way.
    func refusal(of name: Text, pending: Int, in context: RoomContext) -> Refusal? {
        let limit = context.configuration.counters.max
        return counters.count + pending < limit || contains(name)
            ? nil : .countersFull(limit: limit)
    }

    private func index(of name: Text) -> Int? {
        counters.firstIndex { $0.name == name }
    }

    // MARK: Widget

    var due: Instant? { nil }

    var isEmpty: Bool { counters.isEmpty }

    func isMoving(at instant: Instant) -> Bool {
        counters.contains { $0.isMoving(at: instant) }
    }

    mutating func performDue(at instant: Instant, in context: inout RoomContext) {}
    mutating func admit(at instant: Instant, in context: inout RoomContext) {}
    mutating func skip(at instant: Instant, in context: inout RoomContext) {}

    /// Counters stay: they are a state, not an event.
    mutating func clear(
        at instant: Instant, in context: inout RoomContext, because reason: Milestone.Reason
    ) {}

    mutating func conform(at instant: Instant, to context: inout RoomContext) {
        if !context.configuration.counters.enabled { counters = [] }
    }

    func sample(at instant: Instant, in context: RoomContext, into nodes: inout [Node]) {
        for counter in counters {
            nodes.append(counter.node(at: instant, context.configuration.counters))
        }
    }

    func shown(at instant: Instant) -> [Overview.ShownCounter] {
        counters.map { $0.description(at: instant) }
    }
}

extension Counters: Restorable {
    func save(to state: inout StateWriter) {
        state.put("counters", parts: counters)
    }

    init(_ state: StateReader) {
        for counter: Counter in state.parts("counters").sorted(by: { $0.row < $1.row })
        where counter.row != counters.last?.row && !contains(counter.name) {
            counters.append(counter)
        }
    }
}

extension Refusal {
    /// There are `limit` counters already.
    public static func countersFull(limit: Int) -> Refusal {
        .full("There are \(limit) counters already.")
    }

    public static func noSuchCounter(_ name: Text) -> Refusal {
        .missing("There is no counter \"\(name)\".")
    }
}
