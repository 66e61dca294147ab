import Texts
import Timeline

/// A call's card on the stage.
struct Card: Hashable, Sendable {
    let call: Call
    /// Named once: it is part of every frame.
    let nodeID: Text
    /// The slot it holds; nil once it leaves.
    private(set) var slot: Int?
    /// When it leaves by itself, or, once it leaves, when it is gone.
    private(set) var due: Instant
    private var alpha: Segment
    private var origin: Place
    private var target: Place
    /// How far it is from `origin` to `target`, 0 to 1.
    private var way: Segment

    /// A card that appears at `origin` and goes to `slot`.
    init(
        call: Call, slot: Int, from origin: Place, at instant: Instant,
        _ configuration: CallsConfiguration
    ) {
        self.call = call
        nodeID = "call/\(call.id)"
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
        for target: Place, at instant: Instant, _ configuration: CallsConfiguration
    ) {
        origin = place(at: instant)
        self.target = target
        way = Self.way(at: instant, configuration)
    }

    /// Leaves: from slot 0 out over the edge, from another slot it fades where it was going.
    mutating func leave(at instant: Instant, _ configuration: CallsConfiguration) {
        if slot == 0 { head(for: .out, at: instant, configuration) }
        alpha = alpha.redirected(
            to: 0, at: instant, duration: configuration.move, easing: .easeInOut)
        slot = nil
        due = instant + configuration.move
    }

    // MARK: What is shown

    func isMoving(at instant: Instant) -> Bool {
        !stands || instant < way.end || instant < alpha.end
    }

    /// Whether it takes up room in the stack: it stands, or slides out.
    var isInTheWay: Bool { stands || target == .out }

    func place(at instant: Instant) -> Place {
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
                    name: call.person.name, avatar: call.person.avatar, leaving: !stands)))
    }
}

extension Card: Restorable {
    func save(to state: inout StateWriter) {
        call.save(to: &state)
        state.put("leaves", !stands)
        state.put("due", due)
        state.put("alpha", alpha)
        state.put("origin", numbers: origin.numbers)
        state.put("target", numbers: target.numbers)
        state.put("way", way)
    }

    /// A card that stands holds a slot, which `Calls` gives it.
    init?(_ state: StateReader) {
        guard let call = Call(state) else { return nil }
        self.call = call
        nodeID = "call/\(call.id)"
        slot = state.flag("leaves") ? nil : 0
        due = state.future("due") ?? state.now
        alpha = state.segment("alpha") ?? Segment(resting: 1)
        target = Place(numbers: state.numbers("target"))
        origin = Place(numbers: state.numbers("origin"))
        way = state.segment("way") ?? Segment(resting: 1)
    }

    /// This card in a slot, if it stands.
    func holding(_ slot: Int) -> Card {
        var card = self
        if stands { card.slot = slot }
        return card
    }
}
