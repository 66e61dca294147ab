import Texts
import Timeline

/// Adds time to clocks for the room's events, by the rules of the configuration.
extension Counters {
    /// Adds the time that the rules give for an event; `isSecond`: the event is not
    /// the first of its delivery.
    mutating func extendClocks(
        for facts: EventFacts, isSecond: Bool, from sender: Person, at instant: Instant,
        in context: RoomContext
    ) {
        guard !isEmpty, !context.configuration.clocks.rules.isEmpty else { return }
        let shown = context.blocks(sender) ? nil : sender.name
        changeClocks(for: facts, isSecond, in: context) { clock, microseconds in
            clock.add(microseconds: microseconds, of: shown, at: instant)
        }
    }

    /// Subtracts the time that the rules give for a retracted event from the clocks that counted it. `seq` is the
    /// event's sequence number; nil: not known, counted by all.
    mutating func shortenClocks(
        for facts: EventFacts, isSecond: Bool, givenAs seq: Int64?, at instant: Instant,
        in context: RoomContext
    ) {
        changeClocks(for: facts, isSecond, in: context) { clock, microseconds in
            if clock.hasCounted(seq) { clock.move(by: -microseconds, at: instant) }
        }
    }

    private mutating func changeClocks(
        for facts: EventFacts, _ isSecond: Bool, in context: RoomContext,
        _ change: (inout Clock, Int128) -> Void
    ) {
        let configuration = context.configuration
        for rule in configuration.clocks.rules {
            guard let index = counters.index(of: rule.counter), var clock = counters[index].clock,
                let microseconds = rule.microseconds(
                    for: facts, isSecond: isSecond, in: configuration.catalogue)
            else { continue }
            change(&clock, microseconds)
            counters[index].clock = clock
        }
    }
}
