import Texts
import Timeline

/// A call's card on the stage, with its slot, its motion and its opacity over time.
struct Card: Hashable, Sendable {
    let call: Call
    /// Stored, because every frame contains it.
    let nodeID: Text
    /// The instant at which the card appeared.
    private let born: Instant
    /// The card's slot while it stands; nil once it leaves.
    private(set) var slot: Int?
    /// The instant at which a standing card leaves by itself, or at which a leaving card is gone.
    private(set) var due: Instant
    private var alpha: Segment
    private var origin: CardPosition
    private var target: CardPosition
    /// The progress from `origin` to `target`, 0 to 1.
    private var way: Segment

    /// Creates a card that appears at `origin` and moves to `slot`.
    init(
        call: Call, slot: Int, from origin: CardPosition, at instant: Instant,
        _ configuration: CallsConfiguration
    ) {
        self.call = call
        nodeID = "call/\(call.id)"
        born = instant
        self.slot = slot
        due = instant + configuration.vanish
        alpha = Segment(
            from: 0, to: 1, start: instant, duration: configuration.entrance, easing: .easeInOut)
        self.origin = origin
        target = .slot(slot)
        way = Self.way(at: instant, configuration)
    }

    private static func way(at instant: Instant, _ configuration: CallsConfiguration) -> Segment {
        Segment(from: 0, to: 1, start: instant, duration: configuration.move, easing: .easeOut)
    }

    var stands: Bool { slot != nil }

    // MARK: Changes

    mutating func move(to slot: Int, at instant: Instant, _ configuration: CallsConfiguration) {
        guard slot != self.slot else { return }
        self.slot = slot
        head(for: .slot(slot), at: instant, configuration)
    }

    private mutating func head(
        for target: CardPosition, at instant: Instant, _ configuration: CallsConfiguration
    ) {
        origin = place(at: instant)
        self.target = target
        way = Self.way(at: instant, configuration)
    }

    /// Makes the card leave. In slot 0 it slides out over the edge; in another slot it fades while
    /// it finishes its move.
    mutating func leave(at instant: Instant, _ configuration: CallsConfiguration) {
        if slot == 0 { head(for: .out, at: instant, configuration) }
        alpha = alpha.redirected(
            to: 0, at: instant, duration: configuration.move, easing: .easeInOut)
        slot = nil
        due = instant + configuration.move
    }

    // MARK: Drawing

    func isMoving(at instant: Instant) -> Bool {
        !stands || instant < way.end || instant < alpha.end
    }

    /// True if the card takes up space in the stack: it stands or slides out.
    var isInTheWay: Bool { stands || target == .out }

    func place(at instant: Instant) -> CardPosition {
        origin.moved(to: target, by: way.value(at: instant))
    }

    func node(at instant: Instant, _ configuration: Configuration) -> Node {
        let calls = configuration.calls
        return Node(
            id: nodeID,
            x: calls.x ?? (configuration.stage.width - calls.width) / 2,
            y: place(at: instant).y(calls),
            width: calls.width, height: calls.height, alpha: alpha.value(at: instant),
            content: .call(
                CallContent(
                    name: call.person.name, avatar: call.person.avatar, leaving: !stands,
                    born: born)))
    }
}

extension Card: Restorable {
    func save(to state: inout StateWriter) {
        call.save(to: &state)
        state.put("born", born)
        state.put("leaves", !stands)
        state.put("due", due)
        state.put("alpha", alpha)
        state.put("origin", numbers: origin.numbers)
        state.put("target", numbers: target.numbers)
        state.put("way", way)
    }

    /// Restores a card. `Calls` gives a standing card its slot.
    init?(_ state: StateReader) {
        guard let call = Call(state) else { return nil }
        self.call = call
        nodeID = "call/\(call.id)"
        born = state.past("born")
        slot = state.flag("leaves") ? nil : 0
        due = state.future("due") ?? state.now
        alpha = state.segment("alpha") ?? Segment(resting: 1)
        target = CardPosition(numbers: state.numbers("target"))
        origin = CardPosition(numbers: state.numbers("origin"))
        way = state.segment("way") ?? Segment(resting: 1)
    }

    /// Returns this card with `slot` if it stands, else unchanged.
    func holding(_ slot: Int) -> Card {
        var card = self
        if stands { card.slot = slot }
        return card
    }
}
