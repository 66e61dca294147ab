import Texts
import Timeline

/// Adds time to clocks for the room's events, and takes it back with retracted events.
extension Room {
    /// Adds the time that the rules give for an event that was applied, shown or not. `gift` is the gift that the event
    /// added, completed by the catalogue; `key` is the key of its entry.
    mutating func extendClocks(for gift: Gift, foundAs key: Text?) {
        guard hasClockRules else { return }
        let facts = EventFacts(gift, key: key, currency: configuration.sources.currency)
        extendClocks(for: facts, gift.origin, from: gift.sender)
    }

    /// Adds the time that the rules give for a call or a notice.
    mutating func extendClocks(for kind: Event.Kind) {
        guard hasClockRules, let other = clockEvent(kind) else { return }
        extendClocks(for: other.facts, other.origin, from: other.sender)
    }

    private mutating func extendClocks(
        for facts: EventFacts, _ origin: Origin?, from sender: Person
    ) {
        counters.extendClocks(
            for: facts, isSecond: origin?.with != nil, from: sender, at: now, in: context)
    }

    /// Takes back the time that a retracted gift added.
    mutating func shortenClocks(for gift: Gift, foundAs key: Text?, givenAs seq: Int64?) {
        guard hasClockRules else { return }
        let facts = EventFacts(gift, key: key, currency: configuration.sources.currency)
        counters.shortenClocks(
            for: facts, isSecond: gift.origin?.with != nil, givenAs: seq, at: now, in: context)
    }

    /// Takes back the time that a retracted call or notice added.
    mutating func shortenClocks(for kind: Event.Kind, givenAs seq: Int64?) {
        guard hasClockRules, let other = clockEvent(kind) else { return }
        counters.shortenClocks(
            for: other.facts, isSecond: other.origin?.with != nil, givenAs: seq, at: now,
            in: context)
    }

    private var hasClockRules: Bool {
        occupied.contains(.counters) && !configuration.clocks.rules.isEmpty
    }

    /// Returns what the rules compare of a real call or notice; nil for other events.
    private func clockEvent(
        _ kind: Event.Kind
    ) -> (facts: EventFacts, origin: Origin?, sender: Person)? {
        switch kind {
        case .call(let person, let mark, let origin) where mark.isReal:
            return (EventFacts(callFrom: origin), origin, person)
        case .notice(let sent, let mark) where mark.isReal:
            let (notice, key) = lookedUp(sent)
            let facts = EventFacts(notice, key: key, currency: configuration.sources.currency)
            return (facts, notice.origin, notice.sender)
        default: return nil
        }
    }
}

/// The clocks that have ended by themselves, which the server reports as notices.
extension Room {
    /// Returns the ends since the last call.
    public mutating func takeClockEnds() -> [ClockEnd] { context.takeClockEnds() }

    /// The ends of the clocks that stand at 0, if no notice of them has been recorded.
    public var unconfirmedClockEnds: [ClockEnd] {
        counters.counters.elements.compactMap { counter in
            counter.clock?.unconfirmedEnd.map { ClockEnd(counter: counter.name, instant: $0) }
        }
    }
}

extension Counters {
    var hasUnconfirmedEnds: Bool {
        counters.elements.containsInPlace { $0.clock?.unconfirmedEnd != nil }
    }

    /// Notes that the notice of the end of the clock `name` has been recorded.
    mutating func confirmEnd(of name: Text) {
        guard let index = counters.index(of: name) else { return }
        counters[index].clock?.confirmEnd()
    }
}
