public import Texts
public import Timeline

/// A rule that adds time to a clock for each event that matches its condition.
public struct ClockRule: Hashable, Sendable {
    /// Unique among a room's rules: 1 to 50 of a-z, 0-9 and `-`.
    public var name: Text
    /// The name of the counter that is the clock.
    public var counter: Text
    public var condition = EventCondition()
    /// The time to add, or below 0 to take away.
    public var time: Duration
    public var per = Quantity.event
    /// The worth for which the rule adds its time once.
    public var unit = 1

    /// The factor of the time.
    public enum Quantity: String, Hashable, Sendable, CaseIterable {
        /// The time is added once for each event.
        case event
        case count
        /// The event's worth, divided by `unit`.
        case worth
    }

    public static let mostUnit = 1_000_000_000_000

    public init(name: Text, counter: Text, time: Duration) {
        self.name = name
        self.counter = counter
        self.time = time
    }

    /// Returns the microseconds that the rule adds for a matching event; nil if it does not match. Fractions of a
    /// microsecond are cut off towards zero. `isSecond`: the event is not the first of its delivery.
    func microseconds(
        for facts: EventFacts, isSecond: Bool, in catalogue: Catalogue
    ) -> Int128? {
        // One event of a delivery is enough for a rule that does not choose a type.
        if isSecond, condition.type == nil { return nil }
        guard condition.matches(facts, in: catalogue) else { return nil }
        let each = Int128(time.microseconds)
        return switch per {
        case .event: each
        case .count: each * Int128(facts.count ?? 1)
        case .worth: each * Int128(facts.worth) / Int128(unit)
        }
    }
}

/// The rules that add time to clocks.
public struct ClocksConfiguration: Hashable, Sendable {
    /// The room applies them in this order.
    public var rules: [ClockRule] = []

    public static let mostRules = 100

    public init() {}
}
