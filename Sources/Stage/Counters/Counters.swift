public import Texts
import Timeline

/// The widget that shows counters, labels with a counting number, each in a row of its own.
///
/// Pictures are in `docs/widgets.md`, rules for the corner cases in `docs/behaviour.md`.
struct Counters: StandingWidget {
    var counters = NamedRows<Counter>()

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

    /// Makes the counter `name` a clock, or creates it; `seq` is the sequence number of the event.
    mutating func set(
        _ name: Text, _ update: ClockUpdate, seq: Int64, at instant: Instant,
        in context: inout RoomContext
    ) throws(Refusal) {
        let clock = Clock(update, seq: seq, at: instant)
        if let index = counters.index(of: name) {
            counters[index].set(clock, update.format)
            return
        }
        if let refusal = refusal(of: name, pending: 0, in: context) { throw refusal }
        counters.add { Counter(name: name, row: $0, clock, update.format) }
    }

    /// Changes the clock `name`.
    mutating func change(
        _ name: Text, _ change: ClockChange, at instant: Instant
    ) throws(Refusal) {
        if let refusal = refusal(ofChanging: name) { throw refusal }
        guard let index = counters.index(of: name) else { return }
        counters[index].change(change, at: instant)
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

    /// Returns why a change of the clock `name` would be refused; nil if it would not.
    private func refusal(ofChanging name: Text) -> Refusal? {
        guard let index = counters.index(of: name) else { return .noSuchCounter(name) }
        return counters[index].clock == nil ? .noClock(name) : nil
    }

    // MARK: Widget

    var due: Instant? { counters.elements.earliestInPlace { $0.clock?.due } }

    mutating func performDue(at instant: Instant, in context: inout RoomContext) {
        let isDue: (Counter) -> Bool = { $0.clock?.due.map { $0 <= instant } ?? false }
        guard let index = counters.elements.firstIndex(where: isDue) else { return }
        counters[index].clock?.performDue()
        context.cue(.clock, of: counters[index].name, at: instant)
        context.noteClockEnd(of: counters[index].name, at: instant)
    }

    /// Returns the next instant after `now` at which the text of a clock changes by a second.
    func nextSecond(after now: Instant) -> Instant? {
        counters.elements.earliestInPlace { $0.nextSecond(after: now) }
    }

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
        case .clock(let name, let update):
            guard context.configuration.counters.enabled else { return .skipped(.disabled) }
            try set(name, update, seq: event.seq, at: instant, in: &context)
            return .shown
        case .changeClock(let name, let change):
            guard context.configuration.counters.enabled else { return .skipped(.disabled) }
            try self.change(name, change, at: instant)
            return .shown
        case .deleteCounter(let name):
            try delete(name)
            return .applied
        default: preconditionFailure("it is for another widget")
        }
    }

    func refusal(of kind: Event.Kind, pending: Int, in context: RoomContext) -> Refusal? {
        switch kind {
        case .counter(let name, _), .clock(let name, _):
            context.configuration.counters.enabled
                ? refusal(of: name, pending: pending, in: context) : nil
        case .changeClock(let name, _):
            context.configuration.counters.enabled ? refusal(ofChanging: name) : nil
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

    /// Refuses the change of a clock because the counter is no clock.
    public static func noClock(_ name: Text) -> Refusal {
        .unsuitable("The counter \"\(name)\" is no clock.")
    }
}
